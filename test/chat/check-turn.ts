// Checks that the claims in a reply, its receipts and the changed rows all match.
import { findClaims } from './claims.ts';
import { findChangedRowIds, type Row, type Rows } from './rows.ts';

export type Receipt = { type: string; id: string; code?: string | null };
export type ChatReply = {
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
  response: ChatReply;
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
const RECEIPT_GUARANTEES: Readonly<Record<string, ReceiptGuarantee>> = {
  'booking.created': { kind: 'booking', statuses: ['confirmed', 'waitlisted'], isNew: true },
  'booking.rescheduled': { kind: 'booking', statuses: ['confirmed'], isMoved: true },
  'booking.updated': { kind: 'booking', statuses: ['confirmed'] },
  'booking.cancelled': { kind: 'booking', statuses: ['cancelled'] },
  'prescription.requested': { kind: 'prescription', statuses: ['requested'], isNew: true },
  'membership.requested': { kind: 'membership.requested', statuses: ['received'], isNew: true },
  'return.requested': { kind: 'return.requested', statuses: ['requested'], isNew: true },
};

export function checkTurn(turn: PlayedTurn): string[] {
  const receiptProblems = turn.response.receipts.flatMap((receipt) =>
    checkReceipt(receipt, turn).map((problem) => `${receipt.type} ${problem}`),
  );
  return [...checkReply(turn), ...checkClaims(turn), ...receiptProblems, ...checkRows(turn), ...checkCodes(turn)];
}

function checkReply({ response: { reply, status, receipts, confidence }, isHandedOff }: PlayedTurn): string[] {
  const checks: readonly (readonly [problem: string, hasFailed: boolean])[] = [
    [
      'replies although a person has taken over',
      isHandedOff && (reply !== '' || status !== 'handoff' || receipts.length > 0),
    ],
    ['has an empty reply', !isHandedOff && reply.trim() === ''],
    [`is ${status} after a reply`, !isHandedOff && status !== 'open' && status !== 'handoff'],
    [`has a confidence of ${confidence}`, !(confidence >= 0 && confidence <= 1)],
    ['shows internal text', INTERNAL_TEXT_PATTERN.test(reply)],
  ];
  return checks.filter(([, hasFailed]) => hasFailed).map(([problem]) => problem);
}

export const INTERNAL_TEXT_PATTERN =
  /\bundefined\b|\bnull\b|\bNaN\b|\[object |Invalid Date|\{\w+\}|\.ts:\d|\bat \S+ \((?:file:|node:|<|\/)/;

function checkClaims({ response: { reply, receipts }, quotedTexts }: PlayedTurn): string[] {
  return findClaims(reply, quotedTexts)
    .filter(({ proof }) => !receipts.some(({ type }) => proof.test(type)))
    .map(({ action, sentence }) => `claims ${action} without a receipt: "${sentence}"`);
}

function checkReceipt({ type, id, code }: Receipt, { response, before, after }: PlayedTurn): string[] {
  const guarantee = RECEIPT_GUARANTEES[type];
  const [previousRow, row] = [before.get(id), after.get(id)];
  if (!guarantee || !row) return [guarantee ? `has no row ${id}` : 'is not for this customer'];
  const { kind, statuses, isNew = false, isMoved = false } = guarantee;
  const checks: readonly (readonly [problem: string, hasFailed: boolean])[] = [
    [`is about a ${row.kind}`, row.kind !== kind],
    [`is about a row that is ${row.status}`, !statuses.includes(row.status)],
    ['is about a row that was there before', isNew && previousRow !== undefined],
    ['is about a row that was not there before', !isNew && previousRow === undefined],
    ['is about an unchanged row', previousRow?.digest === row.digest],
    ['is about an unchanged time', isMoved && previousRow?.starts_at?.getTime() === row.starts_at?.getTime()],
    [`has the code ${code}, not ${row.code}`, code != null && code !== row.code],
    ['is not followed by the code in the reply', isNew && row.code !== null && !response.reply.includes(row.code)],
  ];
  return checks.filter(([, hasFailed]) => hasFailed).map(([problem]) => problem);
}

function checkRows({ response, before, after }: PlayedTurn): string[] {
  const receiptIds = new Set(response.receipts.map(({ id }) => id));
  const getStatus = (row: Row | undefined) => row?.status ?? 'no row';
  return findChangedRowIds(before, after)
    .filter((id) => !receiptIds.has(id) && !isWaitlistOffer(id, { response, before, after }))
    .map((id) => `${id} went from ${getStatus(before.get(id))} to ${getStatus(after.get(id))} without a receipt`);
}

/** A canceled spot in a class is offered to the next customer on the waitlist, which is not reported to this customer. */
function isWaitlistOffer(
  id: string,
  { response, before, after }: Pick<PlayedTurn, 'response' | 'before' | 'after'>,
): boolean {
  const [previousRow, currentRow] = [before.get(id), after.get(id)];
  const hasFreedSpot = response.receipts.some(
    (receipt) =>
      receipt.type === 'booking.cancelled' && after.get(receipt.id)?.occurrence_id === currentRow?.occurrence_id,
  );
  return hasFreedSpot && previousRow?.status === 'waitlisted' && currentRow?.status === 'offered';
}

/** Anyone who has a booking's code can cancel it, so a reply must never contain another customer's code. */
function checkCodes(turn: PlayedTurn): string[] {
  const replyText = JSON.stringify([turn.response.reply, turn.response.receipts]);
  return [...turn.after.values()]
    .filter((row) => row.code !== null && replyText.includes(row.code) && !belongsToCustomer(row, turn))
    .map(({ code }) => `reveals somebody else's code ${code}`);
}

const belongsToCustomer = ({ conversation_id, code, person }: Row, { response, customerText }: PlayedTurn) =>
  conversation_id === response.conversationId ||
  customerText.toLowerCase().includes(code!.toLowerCase()) ||
  person === null ||
  customerText.toLowerCase().includes(person.toLowerCase());
