import type { Keyring } from '../crypto.ts';
import type { Db } from '../database/database.ts';
import { hasValidSeal, INITIAL_HASH, RESEAL_ACTION } from './head.ts';
import { hashEntry } from './log.ts';

/** What is wrong with the first invalid entry. */
export const ENTRY_FAULTS = [
  'missing',
  'changed',
  'not linked to the one before',
  'added',
  'not the one that was sealed',
] as const;
/** What is wrong with the sealed head. The entries cannot be verified then. */
export const HEAD_FAULTS = ['head missing', 'head not sealed', 'head changed'] as const;

export type AuditVerdict =
  | { ok: true; entries: number; head: string; sealedFrom: number }
  | { ok: false; sequence: number; fault: (typeof ENTRY_FAULTS)[number] }
  | { ok: false; fault: (typeof HEAD_FAULTS)[number] };

const ROWS_PER_PAGE = 1_000;

type VerifyContext = { db: Db; keyring: Keyring; workspace: { id: string } };

/**
 * Verifies the workspace's log up to its sealed head and reports the first invalid entry. Cannot detect a log forged with
 * the master key, or a database that was rolled back to an earlier day.
 */
export async function verifyAudit({
  db,
  keyring,
  workspace: { id: workspaceId },
}: VerifyContext): Promise<AuditVerdict> {
  // One statement, because entries may be appended at the same time.
  const head = await db
    .selectFrom('audit_heads as h')
    .select(['h.entries', 'h.hash', 'h.seal'])
    .select((eb) =>
      eb
        .selectFrom('audit_entries as e')
        .select((inner) => inner.fn.max('e.sequence').as('lastSequence'))
        .whereRef('e.workspace_id', '=', 'h.workspace_id')
        .as('lastSequence'),
    )
    .where('h.workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!head) return { ok: false, fault: 'head missing' };
  const [entryCount, lastSequence] = [Number(head.entries), Number(head.lastSequence ?? 0)];
  if (!head.seal) return { ok: false, fault: 'head not sealed' };
  if (!hasValidSeal(keyring, { workspaceId, entryCount, hash: head.hash, seal: head.seal }))
    return { ok: false, fault: 'head changed' };

  const chainResult = await verifyChain(db, entryCount);
  if (!chainResult.ok) return chainResult;
  if (!chainResult.lastHash.equals(head.hash))
    return { ok: false, sequence: entryCount, fault: 'not the one that was sealed' };
  if (lastSequence > entryCount) return { ok: false, sequence: entryCount + 1, fault: 'added' };
  return { ok: true, entries: entryCount, head: head.hash.toString('hex'), sealedFrom: chainResult.sealedFromSequence };
}

type ChainResult =
  | { ok: true; lastHash: Buffer; sealedFromSequence: number }
  | Extract<AuditVerdict, { sequence: number }>;

async function verifyChain(db: Db, entryCount: number): Promise<ChainResult> {
  let sequence = 0;
  let previousHash: Buffer = INITIAL_HASH;
  let sealedFromSequence = 1;
  while (sequence < entryCount) {
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('sequence', '>', String(sequence))
      .where('sequence', '<=', String(entryCount))
      .orderBy('sequence')
      .limit(ROWS_PER_PAGE)
      .execute();
    if (!rows.length) return { ok: false, sequence: sequence + 1, fault: 'missing' };
    for (const row of rows) {
      sequence++;
      if (Number(row.sequence) !== sequence) return { ok: false, sequence, fault: 'missing' };
      if (!row.previous_hash.equals(previousHash))
        return { ok: false, sequence, fault: 'not linked to the one before' };
      const expectedHash = hashEntry({ ...row, workspaceId: row.workspace_id }, sequence, previousHash);
      if (!row.hash.equals(expectedHash)) return { ok: false, sequence, fault: 'changed' };
      if (row.action === RESEAL_ACTION) sealedFromSequence = sequence;
      previousHash = row.hash;
    }
  }
  return { ok: true, lastHash: previousHash, sealedFromSequence };
}
