import type { Log } from '../log.ts';
import type { ConnectionOptions } from './database.ts';
import { openReconnectingSession } from './reconnecting-session.ts';

/** A row that other instances may cache has changed: `{table}:{workspaceId}[:{id}]`, sent by a database trigger. */
const CHANNEL = 'frontdesk_changed';

type Listener = (workspaceId: string | undefined, id?: string) => void;

export type CacheInvalidation = {
  /** Called with the workspace whose row changed, or with nothing when changes may have been missed. */
  on(table: string, listener: Listener): void;
  /** False while notifications may be missed: caches must not be trusted then. */
  listening(): boolean;
  close(): Promise<void>;
};

export async function listenForInvalidations(connection: ConnectionOptions, log: Log): Promise<CacheInvalidation> {
  const listeners: [table: string, listener: Listener][] = [];
  const missed = () => {
    for (const [, listener] of listeners) listener(undefined);
  };
  const session = await openReconnectingSession(connection, {
    name: 'frontdesk listener',
    async begin(client) {
      client.on('notification', ({ payload = '' }) => {
        const [table, workspaceId, id] = payload.split(':');
        for (const [wanted, listener] of listeners) if (wanted === table) listener(workspaceId, id);
      });
      await client.query(`listen ${CHANNEL}`);
    },
    onUp: missed,
    onLost() {
      missed();
      log.warn('lost the database connection that hears of changes; reading keys afresh until it is back');
    },
  });
  return {
    on: (table, listener) => void listeners.push([table, listener]),
    listening: session.isUp,
    close: session.close,
  };
}
