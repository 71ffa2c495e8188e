import type { ColumnType } from 'kysely';
import { type Keyring, sha256 } from '../crypto.ts';
import { type Db, sendOff } from '../database/database.ts';
import { holdHead, isSealed, sealOf } from './head.ts';

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
 * Who (`actor`) did what (`action`) to which row (`subject`), when, and why: a route's or a capability's name, or what it
 * was changed to. Ids and words of ours alone: it is kept when whoever it is about is long forgotten.
 */
export type AuditEntry = {
  workspaceId: string;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  reason: string;
};

type Keyed = { db: Db; keyring: Keyring };
type Audited = Keyed & { workspace: { id: string }; actor: { id: string }; now: Date };

/** Changing any field of an entry, or the order of entries, changes every hash from there on. */
export function hashEntry(entry: AuditEntry, sequence: number, previous: Buffer): Buffer {
  const { workspaceId, at, actor, action, subject, reason } = entry;
  const fields = [workspaceId, sequence, at.toISOString(), actor, action, subject, reason, previous.toString('hex')];
  return sha256(JSON.stringify(fields));
}

/**
 * Appends to the workspace's chain in the transaction of what it tells of: without the entry there is no read and no
 * write. Writers of one workspace go one after the other from here to their commit, so call it late.
 */
export async function recordAudit({ db, keyring }: Keyed, ...entries: AuditEntry[]): Promise<void> {
  const [first] = entries;
  if (!first) return;
  const { workspaceId } = first;
  const held = await holdHead(db, workspaceId);
  let { entries: sequence, hash: previous } = held;
  const rows = entries.map((entry) => {
    const hash = hashEntry(entry, ++sequence, previous);
    const { workspaceId: workspace_id, ...fields } = entry;
    const row = { workspace_id, sequence, ...fields, previous_hash: previous, hash };
    previous = hash;
    return row;
  });
  const head = { workspaceId, entries: sequence, hash: previous };
  // What somebody else has put there is not vouched for by going on from it: the wrong seal stays.
  const seal = isSealed(keyring, held) ? sealOf(keyring, head) : held.seal;
  const moved = { entries: sequence, hash: previous, seal };
  const move = (own: Pick<Db, 'updateTable'>) =>
    own.updateTable('audit_heads').set(moved).where('workspace_id', '=', workspaceId);
  sendOff(db, db.with('moved', move).insertInto('audit_entries').values(rows));
}

/** What whoever makes this request does, in its own transaction. */
export const audit = (ctx: Audited, action: string, subject: string, reason: string): Promise<void> =>
  recordAudit(ctx, { workspaceId: ctx.workspace.id, at: ctx.now, actor: ctx.actor.id, action, subject, reason });
