import type { Business } from '../../capability/document.ts';
import type { Email } from '../../kernel/mail.ts';
import { WEEKDAYS } from '../../scheduling/zone.ts';
import type { calculateTotals } from './counts.ts';
import type { Gap } from './gaps.ts';
import { type BusyHour, findBusiestHour, type readReport } from './report.ts';

export type WeekReview = {
  totals: ReturnType<typeof calculateTotals>;
  /** The totals of the week before. */
  totalsBefore: ReturnType<typeof calculateTotals>;
  report: Awaited<ReturnType<typeof readReport>>;
  /** Customers who rescheduled or canceled in time after a reminder. */
  avoidedNoShows: number;
  gaps: Gap[];
};

const MAX_QUESTION_CHARACTERS = 120;
/** A Monday, to name weekdays by. */
const SOME_MONDAY_MS = Date.UTC(2026, 10, 16);
const HOUR_MS = 3_600_000;

/** The email about a week. Lines without anything to report are left out. */
export function composeDigest(
  business: Pick<Business, 'name' | 'locale' | 'currency'>,
  week: WeekReview,
  linkBase: string,
  settingsUrl: string,
): Omit<Email, 'to'> {
  const { totals, totalsBefore, report, gaps } = week;
  const formatMoney = createMoneyFormatter(business);
  const lines = [
    `${pluralize(totals.conversations, 'conversation')}${describeChange(totals.conversations, totalsBefore.conversations)}`,
    `${pluralize(totals.bookings, 'booking')}${describeValue(totals.bookingValue, formatMoney)}${describeChange(totals.bookings, totalsBefore.bookings)}`,
    ...composeAfterHoursLine(report.bookings, formatMoney),
    ...composeVisitLines(report.visits, week.avoidedNoShows),
    ...composeTeamLines(report, totals.handoffs),
    ...composeBusiestHourLine(findBusiestHour(report.busiestHours), business.locale),
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

const pluralize = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function describeChange(current: number, previous: number): string {
  if (!previous || current === previous) return '';
  return current > previous
    ? `, ${current - previous} more than the week before`
    : `, ${previous - current} fewer than the week before`;
}

const describeValue = (value: number, formatMoney: (value: number) => string) =>
  value ? `, worth ${formatMoney(value)}` : '';

const composeAfterHoursLine = (
  { afterHours, afterHoursValue }: WeekReview['report']['bookings'],
  formatMoney: (value: number) => string,
) =>
  afterHours
    ? [`${pluralize(afterHours, 'booking')} made after hours${describeValue(afterHoursValue, formatMoney)}`]
    : [];

function composeVisitLines({ attended, noShows }: WeekReview['report']['visits'], avoidedNoShows: number): string[] {
  return [
    ...(noShows ? [`${pluralize(noShows, 'no-show')} out of ${pluralize(attended + noShows, 'visit')}`] : []),
    ...(avoidedNoShows
      ? [`${pluralize(avoidedNoShows, 'customer')} rescheduled or canceled in time after a reminder`]
      : []),
  ];
}

function composeTeamLines(
  { satisfaction, teamReplies: { averageWaitSeconds } }: WeekReview['report'],
  handoffs: number,
): string[] {
  const answerTime =
    averageWaitSeconds === null ? '' : `, answered after ${describeWait(averageWaitSeconds)} on average`;
  const { average, ratings } = satisfaction;
  return [
    ...(handoffs ? [`${pluralize(handoffs, 'handoff')} to your team${answerTime}`] : []),
    ...(average === null ? [] : [`Rated ${average.toFixed(1)} out of 5 by ${pluralize(ratings, 'customer')}`]),
  ];
}

function composeBusiestHourLine(busyHour: BusyHour | undefined, locale: string): string[] {
  if (!busyHour) return [];
  const busiestTime = new Date(SOME_MONDAY_MS + (WEEKDAYS.indexOf(busyHour.weekday) * 24 + busyHour.hour) * HOUR_MS);
  const formatPart = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(busiestTime);
  return [`Busiest hour: ${formatPart({ weekday: 'long' })} at ${formatPart({ hour: 'numeric' })}`];
}

function describeWait(seconds: number): string {
  if (seconds < 90) return 'about a minute';
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : pluralize(Math.round(minutes / 60), 'hour');
}

function createMoneyFormatter({ locale, currency }: Pick<Business, 'locale' | 'currency'>) {
  const numberFormat = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = numberFormat.resolvedOptions();
  return (value: number) => numberFormat.format(value / 10 ** digits);
}

const shorten = (text: string) => {
  const singleLine = text.replace(/\s+/g, ' ').trim();
  return [...singleLine].length > MAX_QUESTION_CHARACTERS
    ? `${[...singleLine].slice(0, MAX_QUESTION_CHARACTERS - 1).join('')}…`
    : singleLine;
};
