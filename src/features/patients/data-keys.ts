import { randomBytes } from 'node:crypto';
import { type Generated, sql } from 'kysely';
import { openVault, type Vault } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import { numberOf, recent } from '../../kernel/recent.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    data_keys: { workspace_id: string; version: number; wrapped: Buffer; created_at: Generated<Date> };
  }
}

/** What handling health data needs of a request or a job: whose it is, who touches it, when and why. */
export type HealthContext = {
  db: Db;
  vault: Vault;
  workspace: { id: string };
  actor: { id: string };
  now: Date;
  purpose: string;
};

/** A workspace's own key, as a vault: one purpose seals, another makes the keyed hashes. */
export type DataKey = { version: number; vault: Vault };

type KeyContext = Pick<HealthContext, 'db' | 'vault' | 'workspace'>;

const WRAPPING = 'data keys';

/** A handle is one transaction, and what it has once seen or locked holds until its end. */
const known = new WeakMap<Db, { newest?: DataKey; all: Map<number, DataKey> }>();

function wrapDataKey(vault: Vault, key: Buffer, workspaceId: string, version: number): Buffer {
  return vault.seal(WRAPPING, key.toString('base64'), `${workspaceId} ${version}`);
}

const MOST_UNWRAPPED = 1_000;
const unwrapped = recent<string, DataKey>(MOST_UNWRAPPED);

/** Remembered by the wrapped key, which is read every time: with its row the key is out of reach. */
function unwrap({ vault, workspace }: KeyContext, { version, wrapped }: { version: number; wrapped: Buffer }): DataKey {
  const name = `${numberOf(vault)} ${workspace.id} ${version} ${wrapped.toString('base64')}`;
  let key = unwrapped.get(name);
  if (!key) {
    const bytes = vault.open(WRAPPING, wrapped, `${workspace.id} ${version}`);
    key = { version, vault: openVault(Buffer.from(bytes, 'base64')) };
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
  const { db, vault, workspace } = ctx;
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
    const wrapped = wrapDataKey(vault, randomBytes(32), workspace.id, 1);
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
export async function addDataKey({ db, vault, workspace }: KeyContext): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`data keys ${workspace.id}`}, 0))`.execute(db);
  const last = await db
    .selectFrom('data_keys')
    .select('version')
    .where('workspace_id', '=', workspace.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const version = (last?.version ?? 0) + 1;
  const wrapped = wrapDataKey(vault, randomBytes(32), workspace.id, version);
  await db.insertInto('data_keys').values({ workspace_id: workspace.id, version, wrapped }).execute();
  known.delete(db);
  return version;
}

export type IndexPurpose = 'name' | 'dateOfBirth' | 'phone' | 'email';

/** A keyed hash to look a value up by: equal for what people take for equal, useless without the key. */
export function blindIndex(key: DataKey, purpose: IndexPurpose, value: string): Buffer {
  return key.vault.hmac('blind index', `${purpose}\n${NORMALISED[purpose](value)}`);
}

const NORMALISED: Record<IndexPurpose, (value: string) => string> = {
  name: foldName,
  dateOfBirth: (date) => date.trim(),
  phone: (e164) => e164.replace(/[^+\d]/g, ''),
  email: (address) => address.trim().toLowerCase(),
};

/** Lower-cased, without accents and punctuation: "Zoë  O’Neill-Brown" is "zoe oneill brown". */
export function foldName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[’'`´.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
