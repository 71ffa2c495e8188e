// The law of receipts: what a reply claims, its receipts and the rows that changed are one and the same.
import { claimsIn } from './claims.ts';
import { changedRows, type Row, type Rows } from './rows.ts';

export type Receipt = { type: string; id: string; code?: string | null };
export type Answer = {
  conversationId: string;
  reply: string;
  intent: string;
  confidence: number;
  receipts: Receipt[];
  suggestions: string[];
  status: string;
};

/** One turn of a conversation, and the business's rows on both sides of it. */
export type Seen = {
  answer: Answer;
  before: Rows;
  after: Rows;
  /** A person had the conversation already. */
  silent: boolean;
  /** All that the customer has said so far. */
  said: string;
  /** The business's own words, which claim nothing. */
  quoted: readonly string[];
};

/** What a receipt of each type promises about its row. */
const PROMISES: Readonly<Record<string, { kind: string; statuses: readonly string[]; isNew?: boolean; moves?: boolean }>> =
  {
    'booking.created': { kind: 'booking', statuses: ['confirmed', 'waitlisted'], isNew: true },
    'booking.rescheduled': { kind: 'booking', statuses: ['confirmed'], moves: true },
    'booking.updated': { kind: 'booking', statuses: ['confirmed'] },
    'booking.cancelled': { kind: 'booking', statuses: ['cancelled'] },
    'prescription.requested': { kind: 'prescription', statuses: ['requested'], isNew: true },
    'membership.requested': { kind: 'membership.requested', statuses: ['received'], isNew: true },
    'return.requested': { kind: 'return.requested', statuses: ['requested'], isNew: true },
  };

export function judge(seen: Seen): string[] {
  return [...judgeReply(seen), ...judgeClaims(seen), ...judgeReceipts(seen), ...judgeRows(seen)];
}

function judgeReply({ answer: { reply, status, receipts, confidence }, silent }: Seen): string[] {
  const problems: string[] = [];
  if (silent && (reply !== '' || status !== 'handoff' || receipts.length > 0)) problems.push('speaks beside a person');
  if (!silent && reply.trim() === '') problems.push('says nothing');
  if (!silent && status !== 'open' && status !== 'handoff') problems.push(`is ${status} after a reply`);
  if (!(confidence >= 0 && confidence <= 1)) problems.push(`is ${confidence} sure`);
  if (/undefined|\bnull\b|\bNaN\b|\[object|Invalid Date|\{\w+\}/.test(reply)) problems.push('shows what no customer should see');
  return problems;
}

function judgeClaims({ answer: { reply, receipts }, quoted }: Seen): string[] {
  return claimsIn(reply, quoted)
    .filter(({ proof }) => !receipts.some(({ type }) => proof.test(type)))
    .map(({ deed, sentence }) => `claims ${deed} without a receipt: "${sentence}"`);
}

function judgeReceipts(seen: Seen): string[] {
  return seen.answer.receipts.flatMap((receipt) => judgeReceipt(receipt, seen).map((problem) => `${receipt.type}: ${problem}`));
}

function judgeReceipt({ type, id, code }: Receipt, seen: Seen): string[] {
  const promise = PROMISES[type];
  const row = seen.after.get(id);
  if (!promise) return ['is no receipt of this customer'];
  if (!row) return [`no row ${id}`];
  const was = seen.before.get(id);
  const problems: string[] = [];
  if (row.kind !== promise.kind) problems.push(`the row is a ${row.kind}`);
  if (!promise.statuses.includes(row.status)) problems.push(`the row is ${row.status}`);
  if (Boolean(promise.isNew) === Boolean(was)) problems.push(was ? 'the row was there before' : 'the row was not there before');
  if (was?.digest === row.digest) problems.push('the row is as it was');
  if (promise.moves && was?.starts_at?.getTime() === row.starts_at?.getTime()) problems.push('the time is as it was');
  if (code != null && code !== row.code) problems.push(`the code is ${row.code}, not ${code}`);
  if (promise.isNew && row.code && !seen.answer.reply.includes(row.code)) problems.push('the code is not said');
  if (!isOwn(row, seen)) problems.push('the row is somebody else’s');
  return problems;
}

/** Made in this conversation, or its code was given here; name and phone are looked at by whoever plays the customer. */
const isOwn = ({ conversation_id, code, kind }: Row, { answer, said }: Seen) =>
  kind.endsWith('.requested') || conversation_id === answer.conversationId || (code !== null && said.includes(code));

function judgeRows({ answer, before, after }: Seen): string[] {
  const proven = new Set(answer.receipts.map(({ id }) => id));
  return changedRows(before, after)
    .filter((id) => !proven.has(id) && !isNextInLine(id, { answer, before, after }))
    .map((id) => `${before.get(id)?.status ?? 'no row'} became ${after.get(id)?.status ?? 'no row'} without a receipt: ${id}`);
}

/** A place that was just given up here is offered to who waited for it: that is the other customer's business. */
function isNextInLine(id: string, { answer, before, after }: Pick<Seen, 'answer' | 'before' | 'after'>): boolean {
  const [was, is] = [before.get(id), after.get(id)];
  const leaves = answer.receipts.some(
    (receipt) => receipt.type === 'booking.cancelled' && after.get(receipt.id)?.occurrence_id === is?.occurrence_id,
  );
  return leaves && was?.status === 'waitlisted' && is?.status === 'offered';
}
