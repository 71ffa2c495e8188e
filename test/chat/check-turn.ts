// Checks that the claims in a reply, its receipts and the changed rows all match.
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

/** One turn of a conversation, and the business's rows before and after it. */
export type PlayedTurn = {
  answer: Answer;
  before: Rows;
  after: Rows;
  /** Whether a staff member had already taken over the conversation. */
  isHandedOff: boolean;
  /** All customer messages so far. */
  customerText: string;
  /** Texts whose repetition is not a claim, such as the business's FAQ answers. */
  quotedTexts: readonly string[];
};

type ReceiptGuarantee = { kind: string; statuses: readonly string[]; isNew?: boolean; isMoved?: boolean };

/** What a receipt of each type guarantees about its row. */
const GUARANTEES: Readonly<Record<string, ReceiptGuarantee>> = {
  'booking.created': { kind: 'booking', statuses: ['confirmed', 'waitlisted'], isNew: true },
  'booking.rescheduled': { kind: 'booking', statuses: ['confirmed'], isMoved: true },
  'booking.updated': { kind: 'booking', statuses: ['confirmed'] },
  'booking.cancelled': { kind: 'booking', statuses: ['cancelled'] },
  'prescription.requested': { kind: 'prescription', statuses: ['requested'], isNew: true },
  'membership.requested': { kind: 'membership.requested', statuses: ['received'], isNew: true },
  'return.requested': { kind: 'return.requested', statuses: ['requested'], isNew: true },
};

export function checkTurn(turn: PlayedTurn): string[] {
  const receiptProblems = turn.answer.receipts.flatMap((receipt) =>
    checkReceipt(receipt, turn).map((problem) => `${receipt.type} ${problem}`),
  );
  return [...checkReply(turn), ...checkClaims(turn), ...receiptProblems, ...checkRows(turn), ...checkCodes(turn)];
}

function checkReply({ answer: { reply, status, receipts, confidence }, isHandedOff }: PlayedTurn): string[] {
  const checks: readonly (readonly [problem: string, hasFailed: boolean])[] = [
    ['speaks beside a person', isHandedOff && (reply !== '' || status !== 'handoff' || receipts.length > 0)],
    ['says nothing', !isHandedOff && reply.trim() === ''],
    [`is ${status} after a reply`, !isHandedOff && status !== 'open' && status !== 'handoff'],
    [`is ${confidence} sure`, !(confidence >= 0 && confidence <= 1)],
    ['shows what is not for people', INTERNAL_TEXT.test(reply)],
  ];
  return checks.filter(([, hasFailed]) => hasFailed).map(([problem]) => problem);
}

export const INTERNAL_TEXT =
  /\bundefined\b|\bnull\b|\bNaN\b|\[object |Invalid Date|\{\w+\}|\.ts:\d|\bat \S+ \((?:file:|node:|<|\/)/;

function checkClaims({ answer: { reply, receipts }, quotedTexts }: PlayedTurn): string[] {
  return claimsIn(reply, quotedTexts)
    .filter(({ proof }) => !receipts.some(({ type }) => proof.test(type)))
    .map(({ action, sentence }) => `claims ${action} without a receipt: "${sentence}"`);
}

function checkReceipt({ type, id, code }: Receipt, { answer, before, after }: PlayedTurn): string[] {
  const guarantee = GUARANTEES[type];
  const [previousRow, row] = [before.get(id), after.get(id)];
  if (!guarantee || !row) return [guarantee ? `has no row ${id}` : 'is not for this customer'];
  const { kind, statuses, isNew = false, isMoved = false } = guarantee;
  const checks: readonly (readonly [problem: string, hasFailed: boolean])[] = [
    [`is about a ${row.kind}`, row.kind !== kind],
    [`is about a row that is ${row.status}`, !statuses.includes(row.status)],
    ['is about a row that was there before', isNew && previousRow !== undefined],
    ['is about a row that was not there before', !isNew && previousRow === undefined],
    ['is about a row that is as it was', previousRow?.digest === row.digest],
    ['is about a time that is as it was', isMoved && previousRow?.starts_at?.getTime() === row.starts_at?.getTime()],
    [`has the code ${code}, not ${row.code}`, code != null && code !== row.code],
    ['does not tell the code', isNew && row.code !== null && !answer.reply.includes(row.code)],
  ];
  return checks.filter(([, hasFailed]) => hasFailed).map(([problem]) => problem);
}

function checkRows({ answer, before, after }: PlayedTurn): string[] {
  const receiptIds = new Set(answer.receipts.map(({ id }) => id));
  const statusOf = (row: Row | undefined) => row?.status ?? 'no row';
  return changedRows(before, after)
    .filter((id) => !receiptIds.has(id) && !isWaitlistOffer(id, { answer, before, after }))
    .map((id) => `${id} went from ${statusOf(before.get(id))} to ${statusOf(after.get(id))} without a receipt`);
}

/** A cancelled place is offered to the next customer on the waitlist, which is not reported to this customer. */
function isWaitlistOffer(
  id: string,
  { answer, before, after }: Pick<PlayedTurn, 'answer' | 'before' | 'after'>,
): boolean {
  const [previousRow, currentRow] = [before.get(id), after.get(id)];
  const hasFreedPlace = answer.receipts.some(
    (receipt) =>
      receipt.type === 'booking.cancelled' && after.get(receipt.id)?.occurrence_id === currentRow?.occurrence_id,
  );
  return hasFreedPlace && previousRow?.status === 'waitlisted' && currentRow?.status === 'offered';
}

/** Anyone who has a booking's code can cancel it, so a reply must never contain another customer's code. */
function checkCodes(turn: PlayedTurn): string[] {
  const replyText = JSON.stringify([turn.answer.reply, turn.answer.receipts]);
  return [...turn.after.values()]
    .filter((row) => row.code !== null && replyText.includes(row.code) && !belongsToCustomer(row, turn))
    .map(({ code }) => `tells somebody else's code ${code}`);
}

const belongsToCustomer = ({ conversation_id, code, person }: Row, { answer, customerText }: PlayedTurn) =>
  conversation_id === answer.conversationId ||
  customerText.toLowerCase().includes(code!.toLowerCase()) ||
  person === null ||
  customerText.toLowerCase().includes(person.toLowerCase());
