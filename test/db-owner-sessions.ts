import pg from 'pg';
import { inject } from 'vitest';
import { addCleanup } from './cleanup.ts';

type DbOwnerSession = { client: pg.ClientBase; close(): Promise<void> };

const pools = new Map<string, pg.Pool>();

/** A fresh session. On the server of the tests it is one that was reset, which costs a tenth of a new one. */
export async function openDbOwnerSession(connection: pg.PoolConfig): Promise<DbOwnerSession> {
  if (connection.host !== inject('postgres')?.host) {
    const client = new pg.Client(connection);
    await client.connect();
    return { client, close: () => client.end() };
  }
  const client = await poolOf(connection).connect();
  const close = () =>
    client.query('discard all').then(
      () => client.release(),
      // Such as one with an open transaction.
      () => client.release(true),
    );
  return { client, close };
}

/** Ends with the test file, before its database does. */
function poolOf(connection: pg.PoolConfig): pg.Pool {
  const poolKey = JSON.stringify(connection);
  const existing = pools.get(poolKey);
  if (existing) return existing;
  const pool = new pg.Pool(connection);
  pool.on('error', () => undefined);
  pools.set(poolKey, pool);
  addCleanup(async () => {
    pools.delete(poolKey);
    await pool.end();
  });
  return pool;
}
