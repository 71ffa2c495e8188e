import { type ColumnType, sql } from 'kysely';
import { sha256 } from '../../kernel/crypto.ts';
import { type Db, sendOff } from '../../kernel/database/database.ts';

declare module '../../kernel/database/database.ts' {
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

type Audited = { db: Db; workspace: { id: string }; actor: { id: string }; now: Date };

export type AuditVerdict =
  | { ok: true; entries: number; head: string }
  | { ok: false; sequence: number; fault: 'missing' | 'changed' | 'not linked to the one before' };

const START: Buffer = Buffer.alloc(32);
const PAGE = 1_000;

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
export async function recordAudit(db: Db, ...entries: AuditEntry[]): Promise<void> {
  if (!entries.length) return;
  const { workspaceId } = entries[0]!;
  // A statement of its own: the next one must see what the one who held the lock has committed.
  sendOff(db, sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${workspaceId}`}, 0))`);
  const last = await db
    .selectFrom('audit_entries')
    .select(['sequence', 'hash'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  let sequence = Number(last?.sequence ?? 0);
  let previous = last?.hash ?? START;
  const rows = entries.map((entry) => {
    const hash = hashEntry(entry, ++sequence, previous);
    const { workspaceId: workspace_id, ...fields } = entry;
    const row = { workspace_id, sequence, ...fields, previous_hash: previous, hash };
    previous = hash;
    return row;
  });
  sendOff(db, db.insertInto('audit_entries').values(rows));
}

/** What whoever makes this request does, in its own transaction. */
export const audit = (ctx: Audited, action: string, subject: string, reason: string): Promise<void> =>
  recordAudit(ctx.db, { workspaceId: ctx.workspace.id, at: ctx.now, actor: ctx.actor.id, action, subject, reason });

/**
 * Walks the chain of the workspace that `db` names and stops at the first entry that is not as it was written. Entries
 * cut off at the end leave a whole chain: whoever keeps `head` elsewhere notices that too.
 */
export async function verifyAudit(db: Db): Promise<AuditVerdict> {
  let sequence = 0;
  let previous: Buffer = START;
  for (;;) {
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('sequence', '>', String(sequence))
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      sequence++;
      if (Number(row.sequence) !== sequence) return { ok: false, sequence, fault: 'missing' };
      if (!row.previous_hash.equals(previous)) return { ok: false, sequence, fault: 'not linked to the one before' };
      const expected = hashEntry({ ...row, workspaceId: row.workspace_id }, sequence, previous);
      if (!row.hash.equals(expected)) return { ok: false, sequence, fault: 'changed' };
      previous = row.hash;
    }
    if (rows.length < PAGE) return { ok: true, entries: sequence, head: previous.toString('hex') };
  }
}
