import type { Log } from '../log.ts';
import type { ConnectionOptions } from './database.ts';
import { openReconnectingSession } from './reconnecting-session.ts';

/** A row that other instances may cache has changed: `{table}:{workspaceId}[:{id}]`, sent by a database trigger. */
const NOTIFY_CHANNEL = 'frontdesk_changed';

type Listener = (workspaceId: string | undefined, id?: string) => void;

export type CacheInvalidation = {
  /** The listener gets the workspace of the changed row, or undefined when notifications may have been missed. */
  on(table: string, listener: Listener): void;
  /** False while notifications may be missed. Caches must not be used then. */
  isListening(): boolean;
  close(): Promise<void>;
};

export async function listenForInvalidations(connection: ConnectionOptions, log: Log): Promise<CacheInvalidation> {
  const listeners: [table: string, listener: Listener][] = [];
  const notifyMissed = () => {
    for (const [, listener] of listeners) listener(undefined);
  };
  const session = await openReconnectingSession(connection, {
    name: 'frontdesk listener',
    async onConnect(client) {
      client.on('notification', ({ payload = '' }) => {
        const [table, workspaceId, id] = payload.split(':');
        for (const [watchedTable, listener] of listeners) if (watchedTable === table) listener(workspaceId, id);
      });
      await client.query(`listen ${NOTIFY_CHANNEL}`);
    },
    onUp: notifyMissed,
    onLost() {
      notifyMissed();
      log.warn('lost the database connection that hears of changes; reading keys afresh until it is back');
    },
  });
  return {
    on: (table, listener) => void listeners.push([table, listener]),
    isListening: session.isUp,
    close: session.close,
  };
}
