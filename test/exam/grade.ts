// Rows first, then receipts and status; words only where the fact itself decides.
import type { Expectations, Turn } from './cases.ts';

type Receipt = { type: string; id: string; code?: string };
export type Answer = { conversationId: string; reply: string; receipts?: Receipt[]; status: string; intent: string };
export type Booking = Record<string, unknown>;
export type Outcome = { answers: readonly Answer[]; receipts: readonly Receipt[]; newBookings: readonly Booking[] };

const CLAIM = new RegExp(
  "\\b(you're|you are|i've|i have|it's|has been|have been|your [\\w' ]{1,40} is) (now |all )?" +
    '(booked|reserved|confirmed|rescheduled|moved|cancell?ed|submitted|set)\\b',
  'i',
);

const has = (text: string, pattern: string) => new RegExp(pattern, 'i').test(text);

export function gradeTurn({ say, match = [], never = [] }: Turn, { reply }: Answer): string[] {
  return [
    ...match.filter((pattern) => !has(reply, pattern)).map((pattern) => `reply to "${say}" lacks /${pattern}/`),
    ...never.filter((pattern) => has(reply, pattern)).map((pattern) => `reply to "${say}" has /${pattern}/`),
  ];
}

export function grade(wanted: Expectations, outcome: Outcome): string[] {
  return [...judgeWords(wanted, outcome), ...judgeDeeds(wanted, outcome), ...judgeClaims(outcome)];
}

function judgeWords({ match = [], lastMatch = [], never = [] }: Expectations, { answers }: Outcome): string[] {
  const replies = answers.map(({ reply }) => reply);
  const last = replies.at(-1) ?? '';
  const said = (pattern: string) => replies.some((reply) => has(reply, pattern));
  return [
    ...match.filter((pattern) => !said(pattern)).map((pattern) => `no reply has /${pattern}/`),
    ...lastMatch.filter((pattern) => !has(last, pattern)).map((pattern) => `last reply lacks /${pattern}/`),
    ...never.filter(said).map((pattern) => `a reply has /${pattern}/`),
  ];
}

function judgeDeeds(wanted: Expectations, { answers, receipts, newBookings }: Outcome): string[] {
  const status = answers.at(-1)?.status;
  const types = receipts.map(({ type }) => type);
  const problems = (wanted.receipts ?? []).filter((type) => !types.includes(type)).map((type) => `no receipt ${type}`);
  if (wanted.status && status !== wanted.status) problems.push(`status ${status}, not ${wanted.status}`);
  if (wanted.noReceipts && types.length > 0) problems.push(`receipts ${types.join(', ')}`);
  if (wanted.bookings) problems.push(...judgeRows(wanted.bookings, newBookings));
  return problems;
}

function judgeRows(wanted: readonly Booking[], rows: readonly Booking[]): string[] {
  const missing = wanted.filter((booking) => !rows.some((row) => isLike(row, booking)));
  const found = `among ${JSON.stringify(rows.map(inShort))}`;
  return [
    ...(rows.length === wanted.length ? [] : [`${rows.length} new bookings, not ${wanted.length}, ${found}`]),
    ...missing.map((booking) => `no booking like ${JSON.stringify(booking)} ${found}`),
  ];
}

function inShort({ status, kind, startsAt, partySize, service, resource, customer }: Booking) {
  return { status, kind, startsAt, partySize, service, resource, customer };
}

/** Nothing may be claimed that no receipt proves. */
function judgeClaims({ answers, receipts }: Outcome): string[] {
  const claim = answers.find(({ reply }) => CLAIM.test(reply));
  return claim && receipts.length === 0 ? [`claims without a receipt: ${claim.reply}`] : [];
}

const isLike = (row: Booking, wanted: Booking) =>
  Object.entries(wanted).every(([path, value]) => isSame(path, at(row, path), value));

const at = (row: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], row);

function isSame(path: string, got: unknown, wanted: unknown): boolean {
  if (path.endsWith('phone')) return lastDigits(got) === lastDigits(wanted);
  if (path.endsWith('At')) return Date.parse(String(got)) === Date.parse(String(wanted));
  return typeof wanted === 'string' ? String(got ?? '').toLowerCase() === wanted.toLowerCase() : got === wanted;
}

/** However the number is written, with its country or without. */
const lastDigits = (phone: unknown) => String(phone).replace(/\D/g, '').slice(-10);
