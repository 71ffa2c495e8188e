import { sql } from 'kysely';
import { appendAuditEntries } from '../audit/log.ts';
import type { Keyring } from '../crypto.ts';
import type { Database, Db } from '../database/database.ts';
import { addDataKey, type KeyContext } from './data-keys.ts';
import { createRowHashes, type IdentifyingDetails } from './search-hashes.ts';
import { createVersionPrefix, decryptValue, type EncryptedColumn, encryptValue } from './values.ts';

const ROWS_PER_BATCH = 200;

type RotationOptions = { database: Database; keyring: Keyring; workspaceId: string; columns: EncryptedColumn[] };

/**
 * Encrypts the workspace's data with a new data key and deletes the old keys. The service can keep running. An
 * interrupted rotation is completed by the next one.
 */
export async function rotateDataKey({ database, keyring, workspaceId, columns }: RotationOptions, now: Date) {
  const inWorkspace = <T>(work: (ctx: KeyContext) => Promise<T>) =>
    database.inWorkspace(workspaceId, (db) => work({ db, keyring, workspace: { id: workspaceId } }));

  const existingKeys = await inWorkspace(({ db }) => db.selectFrom('data_keys').select('version').execute());
  if (!existingKeys.length) return undefined;
  const version = await inWorkspace(addDataKey);
  let rowCount = 0;
  for (const column of columns) {
    for (let batchSize = ROWS_PER_BATCH; batchSize === ROWS_PER_BATCH; rowCount += batchSize) {
      batchSize = await inWorkspace((ctx) => reencryptBatch(ctx, column, version));
    }
  }
  await inWorkspace(async (ctx) => {
    // Waits for transactions that still use an old key. After that, no new ones can start.
    await lockOldKeys(ctx.db, version);
    for (const column of columns) {
      for (let batchSize = ROWS_PER_BATCH; batchSize === ROWS_PER_BATCH; rowCount += batchSize)
        batchSize = await reencryptBatch(ctx, column, version);
    }
    await ctx.db.deleteFrom('data_keys').where('version', '<', version).execute();
    const entry = { workspaceId, at: now, actor: 'operator', reason: 'health rotate-keys' };
    await appendAuditEntries(ctx, { ...entry, action: 'data_key.rotate', subject: `data key ${version}` });
  });
  return { version, rows: rowCount };
}

const lockOldKeys = (db: Db, version: number) =>
  db.selectFrom('data_keys').select('version').where('version', '<', version).forUpdate().execute();

/** Encrypts one batch of values with the newest key and returns its size. */
async function reencryptBatch(
  ctx: KeyContext,
  { table, column, associatedField, hashColumn }: EncryptedColumn,
  version: number,
) {
  const tableRef = sql.table(table);
  const columnRef = sql.ref(column);
  const { rows } = await sql<{ id: string; value: Buffer }>`
    select id, ${columnRef} as value from ${tableRef} where ${columnRef} < ${createVersionPrefix(version)}
    order by id limit ${ROWS_PER_BATCH} for update`.execute(ctx.db);
  for (const { id, value: oldValue } of rows) {
    const plainValue = await decryptValue<object>(ctx, id, associatedField, oldValue);
    const newValue = await encryptValue(ctx, id, associatedField, plainValue);
    const hashUpdate =
      hashColumn &&
      sql`, ${sql.ref(hashColumn)} = ${await createRowHashes(ctx, plainValue as IdentifyingDetails)}::bytea[]`;
    await sql`update ${tableRef} set ${columnRef} = ${newValue} ${hashUpdate ?? sql``} where id = ${id}`.execute(
      ctx.db,
    );
  }
  return rows.length;
}
