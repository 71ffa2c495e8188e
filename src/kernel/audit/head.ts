import type { ColumnType } from 'kysely';
import type { Keyring } from '../crypto.ts';
import type { Db } from '../database/database.ts';

declare module '../database/database.ts' {
  interface Tables {
    audit_heads: {
      workspace_id: ColumnType<string, string, never>;
      entries: ColumnType<string, number, number>;
      hash: Buffer;
      seal: Buffer | null;
    };
  }
}

/** Where a log ends: how many entries it has, and the hash of the last. */
export type Head = { workspaceId: string; entries: number; hash: Buffer };
export type SealedHead = Head & { seal: Buffer | null };

/** The hash before the first entry. */
export const START: Buffer = Buffer.alloc(32);

/** The action of the entry that tells of a log which was sealed as it stood. */
export const SEALED_ANEW = 'audit.seal';

/** Nobody can make one without the master key. */
export function sealOf(keyring: Keyring, { workspaceId, entries, hash }: Head): Buffer {
  return keyring.hmac('audit heads', JSON.stringify([workspaceId, entries, hash.toString('hex')]));
}

export const isSealed = (keyring: Keyring, head: SealedHead): boolean =>
  head.seal?.equals(sealOf(keyring, head)) ?? false;

/** For new workspaces: a log that is empty says so under seal, or an emptied one would look like it. */
export async function beginLogs({ db, keyring }: { db: Db; keyring: Keyring }, workspaceIds: string[]): Promise<void> {
  const rows = workspaceIds.map((workspaceId) => {
    const head = { workspaceId, entries: 0, hash: START };
    return { workspace_id: workspaceId, entries: 0, hash: START, seal: sealOf(keyring, head) };
  });
  await db.insertInto('audit_heads').values(rows).execute();
}

/**
 * Whoever holds the head is the only one to add to the log, until the transaction is over. A transaction of one snapshot
 * takes it first: later on it could have been moved by somebody else, and then it would have to begin again.
 */
export async function holdHead(db: Db, workspaceId: string): Promise<SealedHead> {
  const row = await db
    .selectFrom('audit_heads')
    .select(['entries', 'hash', 'seal'])
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Error(`The audit log of ${workspaceId} has lost its head. Run: audit verify`);
  return { workspaceId, entries: Number(row.entries), hash: row.hash, seal: row.seal };
}
