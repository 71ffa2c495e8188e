// Grades a conversation by its bookings, receipts and status, and by the wording of replies where a case requires it or a
// reply claims an action. Every function returns the problems it found, which the exam prints.
import type { Expectations, Turn } from './cases.ts';

type Receipt = { type: string; id: string; code?: string };
export type ChatResponse = {
  conversationId: string;
  reply: string;
  receipts?: Receipt[];
  status: string;
  intent: string;
};
export type Booking = Record<string, unknown>;
export type Outcome = {
  responses: readonly ChatResponse[];
  receipts: readonly Receipt[];
  newBookings: readonly Booking[];
};

const CLAIM_PATTERN = new RegExp(
  "\\b(you're|you are|i've|i have|it's|has been|have been|your [\\w' ]{1,40} is) (now |all )?" +
    '(booked|reserved|confirmed|rescheduled|moved|cancell?ed|submitted|set)\\b',
  'i',
);

const matches = (text: string, pattern: string) => new RegExp(pattern, 'i').test(text);

/** The reply with straight apostrophes, as the patterns have. */
const straightenApostrophes = ({ reply }: ChatResponse): string => reply.replaceAll('’', "'");

export function gradeTurn({ say, match = [], never = [] }: Turn, response: ChatResponse): string[] {
  const reply = straightenApostrophes(response);
  return [
    ...match.filter((pattern) => !matches(reply, pattern)).map((pattern) => `reply to "${say}" lacks /${pattern}/`),
    ...never.filter((pattern) => matches(reply, pattern)).map((pattern) => `reply to "${say}" has /${pattern}/`),
  ];
}

export function gradeConversation(expected: Expectations, outcome: Outcome): string[] {
  return [...gradeReplies(expected, outcome), ...gradeOutcome(expected, outcome), ...gradeClaims(outcome)];
}

function gradeReplies({ match = [], lastMatch = [], never = [] }: Expectations, { responses }: Outcome): string[] {
  const replies = responses.map(straightenApostrophes);
  const lastReply = replies.at(-1) ?? '';
  const isInAnyReply = (pattern: string) => replies.some((reply) => matches(reply, pattern));
  return [
    ...match.filter((pattern) => !isInAnyReply(pattern)).map((pattern) => `no reply has /${pattern}/`),
    ...lastMatch.filter((pattern) => !matches(lastReply, pattern)).map((pattern) => `last reply lacks /${pattern}/`),
    ...never.filter(isInAnyReply).map((pattern) => `a reply has /${pattern}/`),
  ];
}

function gradeOutcome(expected: Expectations, { responses, receipts, newBookings }: Outcome): string[] {
  const status = responses.at(-1)?.status;
  const receiptTypes = receipts.map(({ type }) => type);
  const problems = (expected.receipts ?? [])
    .filter((type) => !receiptTypes.includes(type))
    .map((type) => `no receipt ${type}`);
  if (expected.status && status !== expected.status) problems.push(`status ${status}, not ${expected.status}`);
  if (expected.noReceipts && receiptTypes.length > 0) problems.push(`receipts ${receiptTypes.join(', ')}`);
  if (expected.bookings) problems.push(...gradeBookings(expected.bookings, newBookings));
  return problems;
}

function gradeBookings(expected: readonly Booking[], newBookings: readonly Booking[]): string[] {
  const missingBookings = expected.filter((booking) => !newBookings.some((row) => matchesBooking(row, booking)));
  const foundBookings = `among ${JSON.stringify(newBookings.map(summarize))}`;
  return [
    ...(newBookings.length === expected.length
      ? []
      : [`${newBookings.length} new bookings, not ${expected.length}, ${foundBookings}`]),
    ...missingBookings.map((booking) => `no booking like ${JSON.stringify(booking)} ${foundBookings}`),
  ];
}

function summarize({ status, kind, startsAt, partySize, service, resource, customer }: Booking) {
  return { status, kind, startsAt, partySize, service, resource, customer };
}

/** No reply may claim an action in a conversation without any receipt. */
function gradeClaims({ responses, receipts }: Outcome): string[] {
  const claimingReply = responses.map(straightenApostrophes).find((reply) => CLAIM_PATTERN.test(reply));
  return claimingReply && receipts.length === 0 ? [`claims without a receipt: ${claimingReply}`] : [];
}

const matchesBooking = (row: Booking, expected: Booking) =>
  Object.entries(expected).every(([path, value]) => matchesValue(path, getValueAt(row, path), value));

const getValueAt = (row: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], row);

function matchesValue(path: string, actual: unknown, expected: unknown): boolean {
  if (path.endsWith('phone')) return getLastDigits(actual) === getLastDigits(expected);
  if (path.endsWith('At')) return Date.parse(String(actual)) === Date.parse(String(expected));
  return typeof expected === 'string'
    ? String(actual ?? '').toLowerCase() === expected.toLowerCase()
    : actual === expected;
}

/** The last ten digits, by which phone numbers are compared: without format and country code. */
const getLastDigits = (phone: unknown) => String(phone).replace(/\D/g, '').slice(-10);
