import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionOptions } from './database.ts';

const PING_MS = 5_000;
const MOST_WAIT_MS = 5_000;

export type ReconnectingSession = {
  isUp(): boolean;
  close(): Promise<void>;
};

type Keeping = {
  name: string;
  /** What each new session begins with. Only then does it count. */
  begin(client: pg.Client): Promise<void>;
  onUp?(): void;
  onLost?(): void;
};

/** One database session for the lifetime of the process, which is reopened when it is lost. */
export async function openReconnectingSession(
  connection: ConnectionOptions,
  { name, begin, onUp, onLost }: Keeping,
): Promise<ReconnectingSession> {
  let client: pg.Client | undefined;
  let closed = false;

  const connect = async () => {
    const fresh = new pg.Client({ ...connection, application_name: name, keepAlive: true });
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    try {
      await fresh.connect();
      await begin(fresh);
    } catch (error) {
      fresh.end().catch(() => undefined);
      throw error;
    }
    // Closed while this one was on its way.
    if (closed) return void (await fresh.end());
    client = fresh;
    onUp?.();
  };
  const lost = async (gone: pg.Client) => {
    if (client !== gone || closed) return;
    client = undefined;
    onLost?.();
    for (let wait = 100; !client && !closed; wait = Math.min(wait * 2, MOST_WAIT_MS)) {
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
    isUp: () => client !== undefined,
    async close() {
      closed = true;
      clearInterval(ping);
      await client?.end();
    },
  };
}
