import { sql } from 'kysely';
import { recordAudit } from '../audit/log.ts';
import type { Keyring } from '../crypto.ts';
import type { Database, Db } from '../database/database.ts';
import { addDataKey, type KeyContext } from './data-keys.ts';
import { hashPerson, type Identity } from './search-hashes.ts';
import { decryptValue, encryptValue, type SealedColumn, versionPrefix } from './values.ts';

const BATCH = 200;

type Rotation = { database: Database; keyring: Keyring; workspaceId: string; columns: SealedColumn[] };

/**
 * A new data key for the workspace: all that is sealed is sealed again with it, then the old keys are removed. The
 * service may run meanwhile. Broken off, it is finished by the next rotation.
 */
export async function rotateDataKey({ database, keyring, workspaceId, columns }: Rotation, now: Date) {
  const inWorkspace = <T>(work: (ctx: KeyContext) => Promise<T>) =>
    database.inWorkspace(workspaceId, (db) => work({ db, keyring, workspace: { id: workspaceId } }));

  const before = await inWorkspace(({ db }) => db.selectFrom('data_keys').select('version').execute());
  if (!before.length) return undefined;
  const version = await inWorkspace(addDataKey);
  let rows = 0;
  for (const sealed of columns) {
    for (let batch = BATCH; batch === BATCH; rows += batch) {
      batch = await inWorkspace((ctx) => sealAgain(ctx, sealed, version));
    }
  }
  await inWorkspace(async (ctx) => {
    // Waits for whoever still writes with an old key; after that nobody can begin to.
    await lockOldKeys(ctx.db, version);
    for (const sealed of columns) {
      for (let batch = BATCH; batch === BATCH; rows += batch) batch = await sealAgain(ctx, sealed, version);
    }
    await ctx.db.deleteFrom('data_keys').where('version', '<', version).execute();
    const common = { workspaceId, at: now, actor: 'operator', reason: 'health rotate-keys' };
    await recordAudit(ctx, { ...common, action: 'data_key.rotate', subject: `data key ${version}` });
  });
  return { version, rows };
}

const lockOldKeys = (db: Db, version: number) =>
  db.selectFrom('data_keys').select('version').where('version', '<', version).forUpdate().execute();

/** One batch of what an older key sealed; answers with how many there were. */
async function sealAgain(ctx: KeyContext, { table, column, field, hashes }: SealedColumn, version: number) {
  const from = sql.table(table);
  const value = sql.ref(column);
  const { rows } = await sql<{ id: string; value: Buffer }>`
    select id, ${value} as value from ${from} where ${value} < ${versionPrefix(version)}
    order by id limit ${BATCH} for update`.execute(ctx.db);
  for (const { id, value: old } of rows) {
    const plain = await decryptValue<object>(ctx, id, field, old);
    const fresh = await encryptValue(ctx, id, field, plain);
    const found = hashes && sql`, ${sql.ref(hashes)} = ${await hashPerson(ctx, plain as Identity)}::bytea[]`;
    await sql`update ${from} set ${value} = ${fresh} ${found ?? sql``} where id = ${id}`.execute(ctx.db);
  }
  return rows.length;
}
