import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CONNECT_TIMEOUT_MS, type ConnectionOptions, chooseDirectConnection, KEEP_ALIVE } from './database.ts';

const PING_INTERVAL_MS = 5_000;
const MAX_RETRY_DELAY_MS = 1_000;

export type ReconnectingSession = {
  isUp(): boolean;
  close(): Promise<void>;
};

type SessionOptions = {
  name: string;
  /** Prepares each new session. The session counts as up once this resolves. */
  onConnect(client: pg.Client): Promise<void>;
  onUp?(): void;
  onLost?(): void;
};

/** A long-lived database session that is reopened when it is lost. */
export async function openReconnectingSession(
  connection: ConnectionOptions,
  { name, onConnect, onUp, onLost }: SessionOptions,
): Promise<ReconnectingSession> {
  let client: pg.Client | undefined;
  let isClosed = false;

  const connect = async () => {
    const newClient = new pg.Client({
      ...chooseDirectConnection(connection),
      ...KEEP_ALIVE,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    newClient.on('error', () => reconnect(newClient));
    newClient.on('end', () => reconnect(newClient));
    try {
      await newClient.connect();
      await onConnect(newClient);
    } catch (error) {
      newClient.end().catch(() => undefined);
      throw error;
    }
    // close() was called while connecting.
    if (isClosed) return void (await newClient.end());
    client = newClient;
    onUp?.();
  };
  const reconnect = async (lostClient: pg.Client) => {
    if (client !== lostClient || isClosed) return;
    client = undefined;
    onLost?.();
    for (let delayMs = 100; !client && !isClosed; delayMs = Math.min(delayMs * 2, MAX_RETRY_DELAY_MS)) {
      await connect().catch(() => sleep(delayMs, undefined, { ref: false }));
    }
  };

  await connect();
  // A silently dropped connection is only noticed by using it.
  const pingTimer = setInterval(() => {
    const pingedClient = client;
    if (!pingedClient) return;
    const timeout = setTimeout(() => pingedClient.end().catch(() => undefined), PING_INTERVAL_MS);
    pingedClient.query('select 1').then(
      () => clearTimeout(timeout),
      () => clearTimeout(timeout),
    );
  }, PING_INTERVAL_MS);
  pingTimer.unref();

  return {
    isUp: () => client !== undefined,
    async close() {
      isClosed = true;
      clearInterval(pingTimer);
      await client?.end();
    },
  };
}
