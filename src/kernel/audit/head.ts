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

/** The end of an audit log: its number of entries and the hash of the last one. */
export type LogHead = { workspaceId: string; entryCount: number; hash: Buffer };
/** A head as stored. The seal is missing in logs from before seals existed, or if it was removed. */
export type StoredHead = LogHead & { seal: Buffer | null };

/** The previous hash of the first entry. */
export const INITIAL_HASH: Buffer = Buffer.alloc(32);

/** The action of the entry that records a reseal. */
export const RESEAL_ACTION = 'audit.seal';

/** A keyed hash of the head, which cannot be forged without the master key. */
export function computeSeal(keyring: Keyring, { workspaceId, entryCount, hash }: LogHead): Buffer {
  return keyring.hmac('audit heads', JSON.stringify([workspaceId, entryCount, hash.toString('hex')]));
}

export const hasValidSeal = (keyring: Keyring, head: StoredHead): boolean =>
  head.seal?.equals(computeSeal(keyring, head)) ?? false;

/** Creates sealed heads for new workspaces, so that a new log can be told apart from one that was emptied. */
export async function createLogHeads(
  { db, keyring }: { db: Db; keyring: Keyring },
  workspaceIds: string[],
): Promise<void> {
  const rows = workspaceIds.map((workspaceId) => {
    const head = { workspaceId, entryCount: 0, hash: INITIAL_HASH };
    return { workspace_id: workspaceId, entries: 0, hash: INITIAL_HASH, seal: computeSeal(keyring, head) };
  });
  await db.insertInto('audit_heads').values(rows).execute();
}

/**
 * Locks the head until the end of the transaction, so that nobody else can append to the log. A repeatable-read
 * transaction should do this first: if the head has changed since its snapshot, it must be retried.
 */
export async function lockHead(db: Db, workspaceId: string): Promise<StoredHead> {
  const row = await db
    .selectFrom('audit_heads')
    .select(['entries', 'hash', 'seal'])
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Error(`The audit log of ${workspaceId} has lost its head. Run: audit verify`);
  return { workspaceId, entryCount: Number(row.entries), hash: row.hash, seal: row.seal };
}
