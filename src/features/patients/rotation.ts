import { sql } from 'kysely';
import type { Vault } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { recordAudit } from '../audit/log.ts';
import { addDataKey, type HealthContext } from './data-keys.ts';
import { DETAILS_FIELD } from './prescriptions.ts';
import {
  CONVERSATION_FIELD,
  hashPerson,
  MESSAGE_FIELD,
  NOTE_FIELD,
  openValue,
  PERSON_FIELD,
  type Person,
  sealValue,
  versionPrefix,
} from './sealed.ts';

/** Where sealed values stand. A table with hashes has them of what the value holds. */
type SealedTable = { table: string; column: string; field: string; hashes?: string };

const SEALED: SealedTable[] = [
  { table: 'prescriptions', column: 'details', field: DETAILS_FIELD },
  { table: 'bookings', column: 'sealed', field: PERSON_FIELD, hashes: 'person_hashes' },
  { table: 'conversations', column: 'sealed', field: CONVERSATION_FIELD },
  { table: 'messages', column: 'sealed', field: MESSAGE_FIELD },
  { table: 'conversation_notes', column: 'sealed', field: NOTE_FIELD },
];

const BATCH = 200;

type Rotation = { database: Database; vault: Vault; workspaceId: string };
type KeyedContext = Pick<HealthContext, 'db' | 'vault' | 'workspace'>;

/**
 * A new data key for the workspace: all that is sealed is sealed again with it, then the old keys are removed. The
 * service may run meanwhile. Broken off, it is finished by the next rotation.
 */
export async function rotateDataKey({ database, vault, workspaceId }: Rotation, now: Date) {
  const inWorkspace = <T>(work: (ctx: KeyedContext) => Promise<T>) =>
    database.inWorkspace(workspaceId, (db) => work({ db, vault, workspace: { id: workspaceId } }));

  const before = await inWorkspace(({ db }) => db.selectFrom('data_keys').select('version').execute());
  if (!before.length) return undefined;
  const version = await inWorkspace(addDataKey);
  let rows = 0;
  for (const sealed of SEALED) {
    for (let batch = BATCH; batch === BATCH; rows += batch) {
      batch = await inWorkspace((ctx) => sealAgain(ctx, sealed, version));
    }
  }
  await inWorkspace(async (ctx) => {
    // Waits for whoever still writes with an old key; after that nobody can begin to.
    await lockOldKeys(ctx.db, version);
    for (const sealed of SEALED) {
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
async function sealAgain(ctx: KeyedContext, { table, column, field, hashes }: SealedTable, version: number) {
  const from = sql.table(table);
  const value = sql.ref(column);
  const { rows } = await sql<{ id: string; value: Buffer }>`
    select id, ${value} as value from ${from} where ${value} < ${versionPrefix(version)}
    order by id limit ${BATCH} for update`.execute(ctx.db);
  for (const { id, value: old } of rows) {
    const plain = await openValue<object>(ctx, id, field, old);
    const fresh = await sealValue(ctx, id, field, plain);
    const found = hashes && sql`, ${sql.ref(hashes)} = ${await hashPerson(ctx, plain as Person)}::bytea[]`;
    await sql`update ${from} set ${value} = ${fresh} ${found ?? sql``} where id = ${id}`.execute(ctx.db);
  }
  return rows.length;
}
