import type { Business } from '../../capability/document.ts';
import type { Email } from '../../kernel/mail.ts';
import { WEEKDAYS } from '../../scheduling/zone.ts';
import type { totalsOf } from './counts.ts';
import type { Gap } from './gaps.ts';
import { type BusyHour, busiestHour, type readReport } from './report.ts';

export type Week = {
  totals: ReturnType<typeof totalsOf>;
  /** Of the week before. */
  before: ReturnType<typeof totalsOf>;
  report: Awaited<ReturnType<typeof readReport>>;
  /** Customers who rescheduled or canceled in time after a reminder. */
  avoidedNoShows: number;
  gaps: Gap[];
};

const MAX_QUESTION_LENGTH = 120;
/** A Monday, to name weekdays by. */
const MONDAY = Date.UTC(2026, 10, 16);
const HOUR_MS = 3_600_000;

/** Only lines that have something to tell. */
export function digestMail(
  business: Pick<Business, 'name' | 'locale' | 'currency'>,
  week: Week,
  linkBase: string,
  settingsUrl: string,
): Omit<Email, 'to'> {
  const { totals, before, report, gaps } = week;
  const money = moneyFormat(business);
  const lines = [
    `${countOf(totals.conversations, 'conversation')}${describeChange(totals.conversations, before.conversations)}`,
    `${countOf(totals.bookings, 'booking')}${describeValue(totals.bookingValue, money)}${describeChange(totals.bookings, before.bookings)}`,
    ...afterHoursLine(report.bookings, money),
    ...visitLines(report.visits, week.avoidedNoShows),
    ...teamLines(report, totals.handoffs),
    ...busiestLine(busiestHour(report.busiestHours), business.locale),
  ];
  const questions = gaps.flatMap(({ id, question, count: times }) => [
    `  • “${shorten(question)}”${times > 1 ? ` (and ${times - 1} more like it)` : ''}`,
    `    Answer: ${linkBase}/?gap=${id}`,
  ]);
  const text = [
    `Last week at ${business.name}:`,
    '',
    ...lines.map((line) => `  ${line}`),
    '',
    ...(questions.length ? ['Questions your assistant couldn’t answer:', '', ...questions, ''] : []),
    `See the full report: ${linkBase}/reports?days=7`,
    `To stop these emails: ${settingsUrl}`,
  ].join('\n');
  return { subject: `${business.name}: your week in review`, text };
}

const countOf = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function describeChange(current: number, before: number): string {
  if (!before || current === before) return '';
  return current > before
    ? `, ${current - before} more than the week before`
    : `, ${before - current} fewer than the week before`;
}

const describeValue = (value: number, money: (value: number) => string) => (value ? `, worth ${money(value)}` : '');

const afterHoursLine = (
  { afterHours, afterHoursValue }: Week['report']['bookings'],
  money: (value: number) => string,
) => (afterHours ? [`${countOf(afterHours, 'booking')} made after hours${describeValue(afterHoursValue, money)}`] : []);

function visitLines({ attended, noShows }: Week['report']['visits'], avoided: number): string[] {
  return [
    ...(noShows ? [`${countOf(noShows, 'no-show')} out of ${countOf(attended + noShows, 'visit')}`] : []),
    ...(avoided ? [`${countOf(avoided, 'customer')} rescheduled or canceled in time after a reminder`] : []),
  ];
}

function teamLines({ satisfaction, teamReplies: { averageWaitSeconds } }: Week['report'], handoffs: number): string[] {
  const wait = averageWaitSeconds === null ? '' : `, answered after ${duration(averageWaitSeconds)} on average`;
  const { average, ratings } = satisfaction;
  return [
    ...(handoffs ? [`${countOf(handoffs, 'handoff')} to your team${wait}`] : []),
    ...(average === null ? [] : [`Rated ${average.toFixed(1)} out of 5 by ${countOf(ratings, 'customer')}`]),
  ];
}

function busiestLine(busiest: BusyHour | undefined, locale: string): string[] {
  if (!busiest) return [];
  const at = new Date(MONDAY + (WEEKDAYS.indexOf(busiest.weekday) * 24 + busiest.hour) * HOUR_MS);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at);
  return [`Busiest hour: ${format({ weekday: 'long' })} at ${format({ hour: 'numeric' })}`];
}

function duration(seconds: number): string {
  if (seconds < 90) return 'about a minute';
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : countOf(Math.round(minutes / 60), 'hour');
}

function moneyFormat({ locale, currency }: Pick<Business, 'locale' | 'currency'>) {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return (value: number) => format.format(value / 10 ** digits);
}

const shorten = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return [...line].length > MAX_QUESTION_LENGTH ? `${[...line].slice(0, MAX_QUESTION_LENGTH - 1).join('')}…` : line;
};
