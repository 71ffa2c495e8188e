import type { ColumnType } from 'kysely';
import { type Keyring, sha256 } from '../crypto.ts';
import { type Db, sendWithoutWaiting } from '../database/database.ts';
import { computeSeal, hasValidSeal, lockHead } from './head.ts';

declare module '../database/database.ts' {
  interface Tables {
    audit_entries: {
      workspace_id: string;
      sequence: ColumnType<string, number, never>;
      at: ColumnType<Date, Date, never>;
      actor: ColumnType<string, string, never>;
      action: ColumnType<string, string, never>;
      subject: ColumnType<string, string, never>;
      reason: ColumnType<string, string, never>;
      previous_hash: ColumnType<Buffer, Buffer, never>;
      hash: ColumnType<Buffer, Buffer, never>;
    };
  }
}

/**
 * Who (`actor`) did what (`action`) to which row (`subject`), when, and why (a route, a capability, or the new value).
 * Contains no personal data, because entries are kept after a person's data has been erased.
 */
export type AuditEntry = {
  workspaceId: string;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  reason: string;
};

type AuditDependencies = { db: Db; keyring: Keyring };
type AuditContext = AuditDependencies & { workspace: { id: string }; actor: { id: string }; now: Date };

/** Includes the previous hash, so that changing or reordering entries changes all later hashes. */
export function hashEntry(entry: AuditEntry, sequence: number, previousHash: Buffer): Buffer {
  const { workspaceId, at, actor, action, subject, reason } = entry;
  const fields = [
    workspaceId,
    sequence,
    at.toISOString(),
    actor,
    action,
    subject,
    reason,
    previousHash.toString('hex'),
  ];
  return sha256(JSON.stringify(fields));
}

/**
 * Appends to the workspace's log in the transaction of the recorded action, so that neither happens without the other.
 * Blocks other writers of the log until the commit, so call it late.
 */
export async function appendAuditEntries({ db, keyring }: AuditDependencies, ...entries: AuditEntry[]): Promise<void> {
  const [firstEntry] = entries;
  if (!firstEntry) return;
  const { workspaceId } = firstEntry;
  const currentHead = await lockHead(db, workspaceId);
  let { entryCount: sequence, hash: previousHash } = currentHead;
  const rows = entries.map((entry) => {
    const hash = hashEntry(entry, ++sequence, previousHash);
    const { workspaceId: workspace_id, ...fields } = entry;
    const row = { workspace_id, sequence, ...fields, previous_hash: previousHash, hash };
    previousHash = hash;
    return row;
  });
  const newHead = { workspaceId, entryCount: sequence, hash: previousHash };
  // If the log was tampered with, the invalid seal is kept, so that verification still fails.
  const seal = hasValidSeal(keyring, currentHead) ? computeSeal(keyring, newHead) : currentHead.seal;
  const headUpdate = { entries: sequence, hash: previousHash, seal };
  const updateHead = (query: Pick<Db, 'updateTable'>) =>
    query.updateTable('audit_heads').set(headUpdate).where('workspace_id', '=', workspaceId);
  sendWithoutWaiting(db, db.with('moved', updateHead).insertInto('audit_entries').values(rows));
}

/** Records an action of the request's actor. */
export const audit = (ctx: AuditContext, action: string, subject: string, reason: string): Promise<void> =>
  appendAuditEntries(ctx, { workspaceId: ctx.workspace.id, at: ctx.now, actor: ctx.actor.id, action, subject, reason });
