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
  /** The business's own words. */
  quoted: readonly string[];
};

type Promised = { kind: string; statuses: readonly string[]; isNew?: boolean; moves?: boolean };

/** What a receipt of each type promises about its row. */
const PROMISES: Readonly<Record<string, Promised>> = {
  'booking.created': { kind: 'booking', statuses: ['confirmed', 'waitlisted'], isNew: true },
  'booking.rescheduled': { kind: 'booking', statuses: ['confirmed'], moves: true },
  'booking.updated': { kind: 'booking', statuses: ['confirmed'] },
  'booking.cancelled': { kind: 'booking', statuses: ['cancelled'] },
  'prescription.requested': { kind: 'prescription', statuses: ['requested'], isNew: true },
  'membership.requested': { kind: 'membership.requested', statuses: ['received'], isNew: true },
  'return.requested': { kind: 'return.requested', statuses: ['requested'], isNew: true },
};

export function compareWithRows(seen: Seen): string[] {
  const receipts = seen.answer.receipts.flatMap((receipt) =>
    judgeReceipt(receipt, seen).map((problem) => `${receipt.type} ${problem}`),
  );
  return [...judgeReply(seen), ...judgeClaims(seen), ...receipts, ...judgeRows(seen), ...judgeCodes(seen)];
}

function judgeReply({ answer: { reply, status, receipts, confidence }, silent }: Seen): string[] {
  const wrong: readonly (readonly [problem: string, isSo: boolean])[] = [
    ['speaks beside a person', silent && (reply !== '' || status !== 'handoff' || receipts.length > 0)],
    ['says nothing', !silent && reply.trim() === ''],
    [`is ${status} after a reply`, !silent && status !== 'open' && status !== 'handoff'],
    [`is ${confidence} sure`, !(confidence >= 0 && confidence <= 1)],
    ['shows what is not for people', NOT_FOR_PEOPLE.test(reply)],
  ];
  return wrong.filter(([, isSo]) => isSo).map(([problem]) => problem);
}

export const NOT_FOR_PEOPLE =
  /\bundefined\b|\bnull\b|\bNaN\b|\[object |Invalid Date|\{\w+\}|\.ts:\d|\bat \S+ \((?:file:|node:|<|\/)/;

function judgeClaims({ answer: { reply, receipts }, quoted }: Seen): string[] {
  return claimsIn(reply, quoted)
    .filter(({ proof }) => !receipts.some(({ type }) => proof.test(type)))
    .map(({ deed, sentence }) => `claims ${deed} without a receipt: "${sentence}"`);
}

function judgeReceipt({ type, id, code }: Receipt, { answer, before, after }: Seen): string[] {
  const promised = PROMISES[type];
  const [was, row] = [before.get(id), after.get(id)];
  if (!promised || !row) return [promised ? `has no row ${id}` : 'is not for this customer'];
  const { kind, statuses, isNew = false, moves = false } = promised;
  const wrong: readonly (readonly [problem: string, isSo: boolean])[] = [
    [`is about a ${row.kind}`, row.kind !== kind],
    [`is about a row that is ${row.status}`, !statuses.includes(row.status)],
    ['is about a row that was there before', isNew && was !== undefined],
    ['is about a row that was not there before', !isNew && was === undefined],
    ['is about a row that is as it was', was?.digest === row.digest],
    ['is about a time that is as it was', moves && was?.starts_at?.getTime() === row.starts_at?.getTime()],
    [`has the code ${code}, not ${row.code}`, code != null && code !== row.code],
    ['does not tell the code', isNew && row.code !== null && !answer.reply.includes(row.code)],
  ];
  return wrong.filter(([, isSo]) => isSo).map(([problem]) => problem);
}

function judgeRows({ answer, before, after }: Seen): string[] {
  const proven = new Set(answer.receipts.map(({ id }) => id));
  const state = (row: Row | undefined) => row?.status ?? 'no row';
  return changedRows(before, after)
    .filter((id) => !proven.has(id) && !isNextInLine(id, { answer, before, after }))
    .map((id) => `${id} went from ${state(before.get(id))} to ${state(after.get(id))} without a receipt`);
}

/** A place that was just given up here is offered to who waited for it: that is the other customer's business. */
function isNextInLine(id: string, { answer, before, after }: Pick<Seen, 'answer' | 'before' | 'after'>): boolean {
  const [was, is] = [before.get(id), after.get(id)];
  const leaves = answer.receipts.some(
    (receipt) => receipt.type === 'booking.cancelled' && after.get(receipt.id)?.occurrence_id === is?.occurrence_id,
  );
  return leaves && was?.status === 'waitlisted' && is?.status === 'offered';
}

/** Whoever has a booking's code may cancel it, so nobody else's is ever told. */
function judgeCodes(seen: Seen): string[] {
  const told = JSON.stringify([seen.answer.reply, seen.answer.receipts]);
  return [...seen.after.values()]
    .filter((row) => row.code !== null && told.includes(row.code) && !isOwn(row, seen))
    .map(({ code }) => `tells somebody else's code ${code}`);
}

const isOwn = ({ conversation_id, code, person }: Row, { answer, said }: Seen) =>
  conversation_id === answer.conversationId ||
  said.toLowerCase().includes(code!.toLowerCase()) ||
  person === null ||
  said.toLowerCase().includes(person.toLowerCase());
