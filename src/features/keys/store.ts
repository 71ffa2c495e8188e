import type { Generated } from 'kysely';
import { sha256 } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import { generateKey, type KeyKind, type Mode } from './format.ts';

export type KeyRow = {
  workspace_id: string;
  id: string;
  name: string;
  mode: Mode;
  kind: KeyKind;
  hash: Buffer;
  hint: string;
  scopes: string[] | null;
  origins: string[] | null;
  created_by: string | null;
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  rotated_to: string | null;
};

declare module '../../kernel/database/database.ts' {
  interface Tables {
    api_keys: KeyRow;
  }
}

export type NewKey = {
  workspaceId: string;
  name: string;
  mode: Mode;
  kind: KeyKind;
  scopes?: string[] | null;
  origins?: string[] | null;
  expiresAt?: Date | null;
  createdBy?: string | null;
  /** Default: a random key. */
  key?: string;
};

/** Stores only the key's hash. The returned key cannot be read again later. */
export async function createKey(
  db: Db,
  { workspaceId, name, mode, kind, scopes, origins, expiresAt, createdBy, key = generateKey(kind, mode) }: NewKey,
) {
  const row = await db
    .insertInto('api_keys')
    .values({
      workspace_id: workspaceId,
      id: newId('key'),
      name,
      mode,
      kind,
      hash: sha256(key),
      hint: key.slice(-4),
      scopes: scopes ?? null,
      origins: origins ?? null,
      expires_at: expiresAt ?? null,
      created_by: createdBy ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { key, row };
}

export const findKey = (db: Db, id: string) =>
  db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns false if the key does not exist. Revoking it again changes nothing. */
export async function revokeKey(db: Db, id: string): Promise<boolean> {
  const row = await findKey(db, id);
  if (row && !row.revoked_at)
    await db.updateTable('api_keys').set({ revoked_at: new Date() }).where('id', '=', id).execute();
  return row !== undefined;
}
