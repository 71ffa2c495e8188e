import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { ConnectionOptions } from './database.ts';

/** A row that other instances may hold in memory was changed: `{table}:{workspaceId}[:{id}]`, told by the database itself. */
const CHANNEL = 'frontdesk_changed';
const PING_MS = 5_000;

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
  let client: pg.Client | undefined;
  let closed = false;

  const missed = () => {
    for (const [, listener] of listeners) listener(undefined);
  };
  const connect = async () => {
    const fresh = new pg.Client({ ...connection, application_name: 'frontdesk listener', keepAlive: true });
    fresh.on('notification', ({ payload = '' }) => {
      const [table, workspaceId, id] = payload.split(':');
      for (const [wanted, listener] of listeners) if (wanted === table) listener(workspaceId, id);
    });
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    missed();
    client = fresh;
  };
  const lost = async (gone: pg.Client) => {
    if (client !== gone || closed) return;
    client = undefined;
    missed();
    log.warn('lost the database connection that hears of changes; reading keys afresh until it is back');
    for (let wait = 100; !client && !closed; wait = Math.min(wait * 2, 5_000)) {
      await connect().catch(() => sleep(wait, undefined, { ref: false }));
    }
  };

  await connect();
  // A connection cut in silence would be noticed only by using it.
  const ping = setInterval(() => {
    const pinged = client;
    if (!pinged) return;
    const late = setTimeout(() => pinged.end().catch(() => undefined), PING_MS);
    pinged.query('select 1').then(
      () => clearTimeout(late),
      () => clearTimeout(late),
    );
  }, PING_MS);
  ping.unref();

  return {
    on: (table, listener) => void listeners.push([table, listener]),
    listening: () => client !== undefined,
    async close() {
      closed = true;
      clearInterval(ping);
      await client?.end();
    },
  };
}
