// Reads opening hours from lines of text, such as "Mon–Thu 11am – 10pm". A line that says more is left to the owner.
import { DAYS } from '../../../capability/document.ts';
import type { Period, Week } from './findings.ts';
import {
  CLOSED_WORDS,
  createDayParser,
  type Day,
  FILLER_WORDS,
  HOLIDAY_WORDS,
  HOURS_WORDS,
  LIST_WORDS,
  MIDNIGHT_WORDS,
  NOON_WORDS,
  RANGE_WORDS,
} from './words.ts';

type ClockTime = { hour: number; minute: number; half?: 'am' | 'pm' | undefined };
type Token =
  | { kind: 'days'; days: readonly Day[] }
  | { kind: 'clock'; clock: ClockTime }
  | { kind: 'allDay' | 'range' | 'list' | 'closed' | 'filler' | 'other' };

export type HoursReader = {
  tokenize(text: string): Token[];
  /** The week that these lines describe. Each line must consist of days, times and the words between them. */
  read(lines: readonly string[]): Week;
};

/** Only English pages use a clock of twelve hours. */
type ReaderOptions = { extraDays?: Readonly<Record<string, Day>>; is24Hours?: boolean };

/** The alternatives, in order: all day, a time, days written as one word, half a word ("Sonn- und Feiertag"), a word, a sign. */
const TOKEN_PATTERN = new RegExp(
  [
    String.raw`24 ?(?:hours|hrs|stunden)\b|24\/7`,
    String.raw`\d{1,2}(?:[:.h]\d{2})?(?:\s?[ap]\.?\s?m\b\.?|[ap]\b|\s?h\b)?`,
    String.raw`m ?[-–] ?f\b|t\/m\b`,
    String.raw`(?:diens|donners|frei|sams|sonn|feier)-(?=\s)`,
    String.raw`[\p{L}\p{M}’']+(?:-end)?`,
    String.raw`[^\s\p{L}\d]`,
  ].join('|'),
  'giu',
);

export function createHoursReader(language: string, options: ReaderOptions = {}): HoursReader {
  const { extraDays = {}, is24Hours = !/^(?:en\b|$)/i.test(language) } = options;
  const parseDay = createDayParser(language);
  const toToken = (text: string): Token => {
    const word = text.toLowerCase().replace(/'/g, '’');
    if (/^24(?: ?\p{L}|\/7)/u.test(word) && !/^24 ?h$/.test(word)) return { kind: 'allDay' };
    const clock = parseClock(word);
    if (clock) return { kind: 'clock', clock };
    const extraDay = extraDays[word];
    const days = extraDay ? [extraDay] : parseDay(word.replace(/-$/, 'tag'));
    if (HOLIDAY_WORDS.has(word.replace(/-$/, 'tag'))) return { kind: 'days', days: [] };
    if (days) return { kind: 'days', days };
    if (CLOSED_WORDS.has(word)) return { kind: 'closed' };
    if (RANGE_WORDS.has(word)) return { kind: 'range' };
    if (LIST_WORDS.has(word)) return { kind: 'list' };
    return { kind: FILLER_WORDS.has(word) || HOURS_WORDS.has(word) ? 'filler' : 'other' };
  };
  const tokenize = (text: string) => (text.match(TOKEN_PATTERN) ?? []).map(toToken);
  return { tokenize, read: (lines) => buildWeek(lines.map(tokenize), is24Hours) };
}

function parseClock(word: string): ClockTime | undefined {
  if (NOON_WORDS.has(word)) return { hour: 12, minute: 0, half: 'pm' };
  if (MIDNIGHT_WORDS.has(word)) return { hour: 12, minute: 0, half: 'am' };
  const match = /^(\d{1,2})(?:[:.h](\d{2}))?\s?([ap]|h)?/.exec(word);
  if (!match) return undefined;
  const [, hour, minute = '0', suffix] = match;
  const half = suffix === 'a' ? 'am' : suffix === 'p' ? 'pm' : undefined;
  const clock: ClockTime = { hour: Number(hour), minute: Number(minute), half };
  return clock.hour <= (half ? 12 : 24) && clock.minute < 60 ? clock : undefined;
}

const MINUTES_PER_HALF_DAY = 720;
const toMinutesAfterMidnight = ({ hour, minute, half }: ClockTime) =>
  (half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour) * 60 + minute;
const formatTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * By a clock of twelve hours, "9 – 5pm" and "10 – 6" open in the morning and "noon – 5" closes in the afternoon, because
 * opening comes before closing. "5 – 10" and "8am – 11" could close in the morning or in the evening, so they are not read.
 * After the morning's "8 – 12", "1 – 5" is in the afternoon.
 */
function toPeriod(
  opens: ClockTime,
  closes: ClockTime,
  is24Hours: boolean,
  previousEnd: string | undefined,
): Period | undefined {
  let from = toMinutesAfterMidnight(opens);
  let to = toMinutesAfterMidnight(closes);
  const isTwelveHours = !is24Hours && opens.hour > 0 && opens.hour <= 12 && closes.hour <= 12;
  if (isTwelveHours && closes.half && !opens.half) {
    const inSameHalf = toMinutesAfterMidnight({ ...opens, half: closes.half });
    from = inSameHalf < to ? inSameHalf : toMinutesAfterMidnight({ ...opens, half: 'am' });
  } else if (isTwelveHours && opens.half && !closes.half && closes.hour > 0) {
    const [morning, evening] = [
      toMinutesAfterMidnight({ ...closes, half: 'am' }),
      toMinutesAfterMidnight({ ...closes, half: 'pm' }),
    ];
    if (from < morning) return undefined;
    to = from < evening ? evening : morning;
  } else if (isTwelveHours && !closes.half && !opens.half) {
    const isAfternoon =
      previousEnd !== undefined &&
      formatTime(from) < previousEnd &&
      previousEnd <= formatTime(from + MINUTES_PER_HALF_DAY);
    if (isAfternoon && from < to) [from, to] = [from + MINUTES_PER_HALF_DAY, to + MINUTES_PER_HALF_DAY];
    else if (to <= from) to += MINUTES_PER_HALF_DAY;
    else if (closes.hour < 12) return undefined;
  }
  // Midnight at the end of a day, not at its start.
  if (to === 0 && from > 0) to = 1_440;
  return from === to ? undefined : [formatTime(from), formatTime(to)];
}

/** The days that are being read, and the hours read for them so far. */
type PendingDays = { days: Day[]; isNamed: boolean; periods: Period[]; isClosed: boolean; isUnclear: boolean };
const createPendingDays = (): PendingDays => ({
  days: [],
  isNamed: false,
  periods: [],
  isClosed: false,
  isUnclear: false,
});

function buildWeek(lines: readonly Token[][], is24Hours: boolean): Week {
  const week: Week = {};
  let pending = createPendingDays();
  const flush = () => {
    const { days, isNamed, periods, isClosed, isUnclear } = pending;
    if ((isClosed || periods.length) && !isUnclear)
      for (const day of days) week[day] = [...(week[day] ?? []), ...periods];
    if (isNamed) pending = createPendingDays();
  };
  const isComplete = () => pending.isNamed && (pending.periods.length > 0 || pending.isClosed);
  for (const tokens of lines) {
    let previous: Token | undefined;
    let link: 'range' | 'list' | undefined;
    let opens: ClockTime | undefined;
    let isClosedHere = false;
    if (isComplete() && tokens.some(({ kind }) => kind === 'days')) flush();
    const meaningfulTokens = tokens.filter(({ kind }) => kind !== 'filler');
    for (const [index, token] of meaningfulTokens.entries()) {
      if (token.kind === 'range' || token.kind === 'list') {
        link = token.kind;
        continue;
      }
      if (token.kind === 'days') {
        if (isComplete() && previous?.kind !== 'days') flush();
        const isRange = link === 'range' && previous?.kind === 'days';
        pending.days.push(...(isRange ? daysBetween(pending.days.at(-1), token.days) : token.days));
        pending.isNamed = true;
      } else if (token.kind === 'closed') {
        // "Sat 9-3, closed Sunday"; but in "9-12, closed" only the afternoon is.
        if (pending.periods.length && meaningfulTokens[index + 1]?.kind === 'days') flush();
        // "Dinner Tuesday to Sunday. Closed Mondays." does not say when dinner is.
        else if (isAboutNext(meaningfulTokens.slice(index + 1))) pending = createPendingDays();
        pending.isClosed ||= !pending.periods.length;
        isClosedHere = true;
      } else if (token.kind === 'clock') {
        const previousEnd = pending.periods.at(-1)?.[1];
        const period = opens && link === 'range' ? toPeriod(opens, token.clock, is24Hours, previousEnd) : undefined;
        if (period) pending.periods.push(period);
        if (period && isClosedHere && pending.isClosed) pending.isUnclear = true;
        opens = period ? undefined : token.clock;
      } else if (token.kind === 'allDay') pending.periods.push(['00:00', '24:00']);
      previous = token;
      link = undefined;
    }
    // Only holidays are closed, or open.
    if (pending.isNamed && !pending.days.length) pending = createPendingDays();
  }
  flush();
  return Object.fromEntries(Object.entries(week).flatMap(([day, periods]) => withoutOverlaps(day, periods)));
}

const isAboutNext = ([nextToken, ...laterTokens]: readonly Token[]): boolean =>
  nextToken?.kind === 'days' && laterTokens.every(({ kind }) => kind === 'days' || kind === 'range' || kind === 'list');

/** Brunch within the hours of a day adds nothing; periods that overlap otherwise contradict each other. */
function withoutOverlaps(day: string, periods: readonly Period[]): [string, Period[]][] {
  const isInside = ([from, to]: Period, [start, end]: Period) => start <= from && to <= end && from < to;
  const outerPeriods = periods.filter(
    (period, index) =>
      !periods.some(
        (other, otherIndex) =>
          otherIndex !== index && isInside(period, other) && (otherIndex < index || !isInside(other, period)),
      ),
  );
  const isApart = outerPeriods.every(
    ([, to], index) => index === outerPeriods.length - 1 || to <= (outerPeriods[index + 1]?.[0] ?? ''),
  );
  return isApart || outerPeriods.length === 1 ? [[day, outerPeriods]] : [];
}

function daysBetween(from: Day | undefined, to: readonly Day[]): Day[] {
  const [start, end] = [from && DAYS.indexOf(from), to[0] && DAYS.indexOf(to[0])];
  if (start === undefined || end === undefined) return [...to];
  const count = (end - start + 7) % 7;
  return Array.from({ length: count }, (_, offset) => DAYS[(start + offset + 1) % 7] as Day);
}
