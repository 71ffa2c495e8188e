import type { Keyring } from '../crypto.ts';
import type { Db } from '../database/database.ts';
import { isSealed, SEALED_ANEW, START } from './head.ts';
import { hashEntry } from './log.ts';

/** What is wrong with an entry, the first that is not as it was written. */
export const FAULTS = [
  'missing',
  'changed',
  'not linked to the one before',
  'added',
  'not the one that was sealed',
] as const;
/** What is wrong with the sealed end, so that nothing can be said of the entries. */
export const HEAD_FAULTS = ['head missing', 'head not sealed', 'head changed'] as const;

export type AuditVerdict =
  | { ok: true; entries: number; head: string; sealedFrom: number }
  | { ok: false; sequence: number; fault: (typeof FAULTS)[number] }
  | { ok: false; fault: (typeof HEAD_FAULTS)[number] };

const PAGE = 1_000;

type Keyed = { db: Db; keyring: Keyring; workspace: { id: string } };

/**
 * Walks the workspace's chain to its sealed end and stops at the first entry that is not as it was written. Whoever has
 * the master key can write and seal another; and the rows of an earlier day are as whole as they were on that day.
 */
export async function verifyAudit({ db, keyring, workspace: { id: workspaceId } }: Keyed): Promise<AuditVerdict> {
  // One statement: somebody may add to both while this goes on.
  const end = await db
    .selectFrom('audit_heads as h')
    .select(['h.entries', 'h.hash', 'h.seal'])
    .select((eb) =>
      eb
        .selectFrom('audit_entries as e')
        .select((inner) => inner.fn.max('e.sequence').as('last'))
        .whereRef('e.workspace_id', '=', 'h.workspace_id')
        .as('last'),
    )
    .where('h.workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!end) return { ok: false, fault: 'head missing' };
  const [entries, last] = [Number(end.entries), Number(end.last ?? 0)];
  if (!end.seal) return { ok: false, fault: 'head not sealed' };
  if (!isSealed(keyring, { workspaceId, entries, hash: end.hash, seal: end.seal }))
    return { ok: false, fault: 'head changed' };

  const chain = await walk(db, entries);
  if (!chain.ok) return chain;
  if (!chain.hash.equals(end.hash)) return { ok: false, sequence: entries, fault: 'not the one that was sealed' };
  if (last > entries) return { ok: false, sequence: entries + 1, fault: 'added' };
  return { ok: true, entries, head: end.hash.toString('hex'), sealedFrom: chain.sealedFrom };
}

type Walked = { ok: true; hash: Buffer; sealedFrom: number } | Extract<AuditVerdict, { sequence: number }>;

async function walk(db: Db, entries: number): Promise<Walked> {
  let sequence = 0;
  let previous: Buffer = START;
  let sealedFrom = 1;
  while (sequence < entries) {
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('sequence', '>', String(sequence))
      .where('sequence', '<=', String(entries))
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    if (!rows.length) return { ok: false, sequence: sequence + 1, fault: 'missing' };
    for (const row of rows) {
      sequence++;
      if (Number(row.sequence) !== sequence) return { ok: false, sequence, fault: 'missing' };
      if (!row.previous_hash.equals(previous)) return { ok: false, sequence, fault: 'not linked to the one before' };
      const expected = hashEntry({ ...row, workspaceId: row.workspace_id }, sequence, previous);
      if (!row.hash.equals(expected)) return { ok: false, sequence, fault: 'changed' };
      if (row.action === SEALED_ANEW) sealedFrom = sequence;
      previous = row.hash;
    }
  }
  return { ok: true, hash: previous, sealedFrom };
}
