import pg from 'pg';
import { inject } from 'vitest';
import { addCleanup } from './cleanup.ts';

type DbOwnerSession = { client: pg.ClientBase; close(): Promise<void> };

const pools = new Map<string, pg.Pool>();

/** A session of the database owner. On the test server it is a reset one from a pool, which costs a tenth of a new one. */
export async function openDbOwnerSession(connection: pg.PoolConfig): Promise<DbOwnerSession> {
  if (connection.host !== inject('postgres')?.host) {
    const client = new pg.Client(connection);
    await client.connect();
    return { client, close: () => client.end() };
  }
  const client = await openSharedPool(connection).connect();
  const close = () =>
    client.query('discard all').then(
      () => client.release(),
      // For example because a transaction is still open.
      () => client.release(true),
    );
  return { client, close };
}

/** The pool is closed when the test file ends, before its database is dropped. */
function openSharedPool(connection: pg.PoolConfig): pg.Pool {
  const poolKey = JSON.stringify(connection);
  const existingPool = pools.get(poolKey);
  if (existingPool) return existingPool;
  const pool = new pg.Pool(connection);
  pool.on('error', () => undefined);
  pools.set(poolKey, pool);
  addCleanup(async () => {
    pools.delete(poolKey);
    await pool.end();
  });
  return pool;
}
