import type { Log } from '../log.ts';
import type { ConnectionOptions } from './database.ts';
import { keepSession } from './kept-session.ts';

/** A row that other instances may hold in memory was changed: `{table}:{workspaceId}[:{id}]`, told by the database itself. */
const CHANNEL = 'frontdesk_changed';

type Listener = (workspaceId: string | undefined, id?: string) => void;

export type Changes = {
  /** Called with the workspace whose row changed, or with nothing when changes may have been missed. */
  on(table: string, listener: Listener): void;
  /** False while changes may go unheard: nothing kept in memory may be trusted then. */
  listening(): boolean;
  close(): Promise<void>;
};

export async function listenForChanges(connection: ConnectionOptions, log: Log): Promise<Changes> {
  const listeners: [table: string, listener: Listener][] = [];
  const missed = () => {
    for (const [, listener] of listeners) listener(undefined);
  };
  const session = await keepSession(connection, {
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
