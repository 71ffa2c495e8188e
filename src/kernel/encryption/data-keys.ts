import { randomBytes } from 'node:crypto';
import { type Generated, sql } from 'kysely';
import { type Keyring, openKeyring } from '../crypto.ts';
import type { Db } from '../database/database.ts';
import { createLruCache, objectId } from '../memoize.ts';

declare module '../database/database.ts' {
  interface Tables {
    data_keys: { workspace_id: string; version: number; wrapped: Buffer; created_at: Generated<Date> };
  }
}

/** What handling sealed data needs of a request or a job: whose it is, who touches it, when and why. */
export type EncryptionContext = {
  db: Db;
  keyring: Keyring;
  workspace: { id: string };
  actor: { id: string };
  now: Date;
  purpose: string;
};

/** A workspace's data key, as a keyring: one purpose encrypts, another makes the keyed hashes. */
export type DataKey = { version: number; keyring: Keyring };

export type KeyContext = Pick<EncryptionContext, 'db' | 'keyring' | 'workspace'>;

const WRAPPING = 'data keys';

/** A handle is one transaction, and what it has once seen or locked holds until its end. */
const known = new WeakMap<Db, { newest?: DataKey; all: Map<number, DataKey> }>();

function wrapDataKey(keyring: Keyring, key: Buffer, workspaceId: string, version: number): Buffer {
  return keyring.encrypt(WRAPPING, key.toString('base64'), `${workspaceId} ${version}`);
}

const MOST_UNWRAPPED = 1_000;
const unwrapped = createLruCache<string, DataKey>(MOST_UNWRAPPED);

/** Remembered by the wrapped key, which is read every time: with its row the key is out of reach. */
function unwrap(
  { keyring, workspace }: KeyContext,
  { version, wrapped }: { version: number; wrapped: Buffer },
): DataKey {
  const name = `${objectId(keyring)} ${workspace.id} ${version} ${wrapped.toString('base64')}`;
  let key = unwrapped.get(name);
  if (!key) {
    const bytes = keyring.decrypt(WRAPPING, wrapped, `${workspace.id} ${version}`);
    key = { version, keyring: openKeyring(Buffer.from(bytes, 'base64')) };
    unwrapped.set(name, key);
  }
  return key;
}

function keysOf({ db }: KeyContext) {
  const found = known.get(db) ?? { all: new Map<number, DataKey>() };
  known.set(db, found);
  return found;
}

/**
 * The key that new values are sealed with, made at the first use. Its row stays locked against removal until the
 * transaction is over, so that a rotation cannot take it away from under a value that it has not seen yet.
 */
export async function newestKey(ctx: KeyContext): Promise<DataKey> {
  const keys = keysOf(ctx);
  if (keys.newest) return keys.newest;
  const { db, keyring, workspace } = ctx;
  const find = () =>
    db
      .selectFrom('data_keys')
      .select(['version', 'wrapped'])
      .where('workspace_id', '=', workspace.id)
      .orderBy('version', 'desc')
      .limit(1)
      .forShare()
      .executeTakeFirst();
  let row = await find();
  if (!row) {
    const wrapped = wrapDataKey(keyring, randomBytes(32), workspace.id, 1);
    await sql`insert into data_keys (workspace_id, version, wrapped)
      select ${workspace.id}, 1, ${wrapped} where not exists (select from data_keys where workspace_id = ${workspace.id})
      on conflict do nothing`.execute(db);
    row = await find();
  }
  if (!row) throw new Error('The workspace has no data key.');
  keys.newest = unwrap(ctx, row);
  keys.all.set(row.version, keys.newest);
  return keys.newest;
}

/** All versions, oldest first. */
export async function allKeys(ctx: KeyContext): Promise<DataKey[]> {
  const { all } = keysOf(ctx);
  const rows = await ctx.db
    .selectFrom('data_keys')
    .select(['version', 'wrapped'])
    .where('workspace_id', '=', ctx.workspace.id)
    .orderBy('version')
    .execute();
  return rows.map((row) => {
    const key = all.get(row.version) ?? unwrap(ctx, row);
    all.set(row.version, key);
    return key;
  });
}

/** The key of a value that is there: it may be newer than those that this transaction has seen so far. */
export async function keyOfVersion(ctx: KeyContext, version: number): Promise<DataKey> {
  const { all } = keysOf(ctx);
  if (!all.has(version)) await allKeys(ctx);
  const key = all.get(version);
  if (!key) throw new Error(`There is no data key of version ${version}.`);
  return key;
}

/** Makes the next version. From its commit on, new values are sealed with it. */
export async function addDataKey({ db, keyring, workspace }: KeyContext): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`data keys ${workspace.id}`}, 0))`.execute(db);
  const last = await db
    .selectFrom('data_keys')
    .select('version')
    .where('workspace_id', '=', workspace.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const version = (last?.version ?? 0) + 1;
  const wrapped = wrapDataKey(keyring, randomBytes(32), workspace.id, version);
  await db.insertInto('data_keys').values({ workspace_id: workspace.id, version, wrapped }).execute();
  known.delete(db);
  return version;
}
