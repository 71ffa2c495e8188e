import { randomBytes } from 'node:crypto';
import { type Generated, sql } from 'kysely';
import { type Keyring, openKeyring } from '../crypto.ts';
import type { Db } from '../database/database.ts';
import { createLruCache, identifyObject } from '../memoize.ts';

declare module '../database/database.ts' {
  interface Tables {
    data_keys: { workspace_id: string; version: number; wrapped: Buffer; created_at: Generated<Date> };
  }
}

/** What a request or a job provides to access encrypted data. Actor, time and purpose go to the audit log. */
export type EncryptionContext = {
  db: Db;
  keyring: Keyring;
  workspace: { id: string };
  actor: { id: string };
  now: Date;
  purpose: string;
};

/** A workspace's data key, as a keyring that derives separate keys for encryption and for search hashes. */
export type DataKey = { version: number; keyring: Keyring };

export type KeyContext = Pick<EncryptionContext, 'db' | 'keyring' | 'workspace'>;

const WRAPPING_PURPOSE = 'data keys';

/** Keys that a transaction has read. They stay valid until the transaction ends. */
const keysByTransaction = new WeakMap<Db, { newestKey?: DataKey; keysByVersion: Map<number, DataKey> }>();

function wrapDataKey(keyring: Keyring, key: Buffer, workspaceId: string, version: number): Buffer {
  return keyring.encrypt(WRAPPING_PURPOSE, key.toString('base64'), `${workspaceId} ${version}`);
}

const MAX_UNWRAPPED_KEYS = 1_000;
const unwrappedKeyCache = createLruCache<string, DataKey>(MAX_UNWRAPPED_KEYS);

/** Cached by the wrapped key, which is always read from the database, so deleting its row makes the key unavailable. */
function unwrapDataKey(
  { keyring, workspace }: KeyContext,
  { version, wrapped }: { version: number; wrapped: Buffer },
): DataKey {
  const cacheKey = `${identifyObject(keyring)} ${workspace.id} ${version} ${wrapped.toString('base64')}`;
  let key = unwrappedKeyCache.get(cacheKey);
  if (!key) {
    const encodedKey = keyring.decrypt(WRAPPING_PURPOSE, wrapped, `${workspace.id} ${version}`);
    key = { version, keyring: openKeyring(Buffer.from(encodedKey, 'base64')) };
    unwrappedKeyCache.set(cacheKey, key);
  }
  return key;
}

function getTransactionKeys({ db }: KeyContext) {
  const keys = keysByTransaction.get(db) ?? { keysByVersion: new Map<number, DataKey>() };
  keysByTransaction.set(db, keys);
  return keys;
}

/**
 * The key for encrypting new values, created on first use. Its row is locked until the end of the transaction, so that a
 * rotation cannot delete the key while a value encrypted with it is not committed yet.
 */
export async function findOrCreateNewestDataKey(ctx: KeyContext): Promise<DataKey> {
  const keys = getTransactionKeys(ctx);
  if (keys.newestKey) return keys.newestKey;
  const { db, keyring, workspace } = ctx;
  const findNewestRow = () =>
    db
      .selectFrom('data_keys')
      .select(['version', 'wrapped'])
      .where('workspace_id', '=', workspace.id)
      .orderBy('version', 'desc')
      .limit(1)
      .forShare()
      .executeTakeFirst();
  let row = await findNewestRow();
  if (!row) {
    const wrapped = wrapDataKey(keyring, randomBytes(32), workspace.id, 1);
    await sql`insert into data_keys (workspace_id, version, wrapped)
      select ${workspace.id}, 1, ${wrapped} where not exists (select from data_keys where workspace_id = ${workspace.id})
      on conflict do nothing`.execute(db);
    row = await findNewestRow();
  }
  if (!row) throw new Error('The workspace has no data key.');
  keys.newestKey = unwrapDataKey(ctx, row);
  keys.keysByVersion.set(row.version, keys.newestKey);
  return keys.newestKey;
}

/** All versions, oldest first. */
export async function readAllDataKeys(ctx: KeyContext): Promise<DataKey[]> {
  const { keysByVersion } = getTransactionKeys(ctx);
  const rows = await ctx.db
    .selectFrom('data_keys')
    .select(['version', 'wrapped'])
    .where('workspace_id', '=', ctx.workspace.id)
    .orderBy('version')
    .execute();
  return rows.map((row) => {
    const key = keysByVersion.get(row.version) ?? unwrapDataKey(ctx, row);
    keysByVersion.set(row.version, key);
    return key;
  });
}

/** The key of an existing value, which may be newer than the keys read so far. */
export async function readDataKey(ctx: KeyContext, version: number): Promise<DataKey> {
  const { keysByVersion } = getTransactionKeys(ctx);
  if (!keysByVersion.has(version)) await readAllDataKeys(ctx);
  const key = keysByVersion.get(version);
  if (!key) throw new Error(`There is no data key of version ${version}.`);
  return key;
}

/** Adds the next key version, which encrypts new values once this is committed. */
export async function addDataKey({ db, keyring, workspace }: KeyContext): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`data keys ${workspace.id}`}, 0))`.execute(db);
  const newestRow = await db
    .selectFrom('data_keys')
    .select('version')
    .where('workspace_id', '=', workspace.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const version = (newestRow?.version ?? 0) + 1;
  const wrapped = wrapDataKey(keyring, randomBytes(32), workspace.id, version);
  await db.insertInto('data_keys').values({ workspace_id: workspace.id, version, wrapped }).execute();
  keysByTransaction.delete(db);
  return version;
}
