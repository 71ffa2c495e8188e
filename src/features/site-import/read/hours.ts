// Reads opening hours from lines of text, such as "Mon–Thu 11am – 10pm". A line that says more is left to the owner.
import { DAYS } from '../../../capability/document.ts';
import type { Period, Week } from './findings.ts';
import { CLOSED_WORDS, type Day, dayReader, FILLER_WORDS, LIST_WORDS, RANGE_WORDS } from './words.ts';

type Clock = { hour: number; minute: number; half?: 'am' | 'pm' | undefined };
type Token =
  | { kind: 'days'; days: readonly Day[] }
  | { kind: 'clock'; clock: Clock }
  | { kind: 'range' | 'list' | 'closed' | 'filler' | 'other' };

export type HoursReader = {
  tokens(text: string): Token[];
  /** The week that these lines describe. Each line must consist of days, times and the words between them. */
  read(lines: readonly string[]): Week;
};

/** Only English pages use a clock of twelve hours. */
type Options = { extraDays?: Readonly<Record<string, Day>>; is24Hours?: boolean };

const TOKEN = /\d{1,2}(?:[:.h]\d{2})?\s?(?:[ap]\.?\s?m\b\.?|(?<=\d\s?)h\b)?|[\p{L}\p{M}’'/]+(?:-end)?|[^\s\p{L}\d]/giu;

export function createHoursReader(language: string, options: Options = {}): HoursReader {
  const { extraDays = {}, is24Hours = !/^(?:en\b|$)/i.test(language) } = options;
  const readDay = dayReader(language);
  const tokenOf = (text: string): Token => {
    const word = text.toLowerCase().replace(/'/g, '’');
    const clock = clockOf(word);
    if (clock) return { kind: 'clock', clock };
    const extra = extraDays[word];
    const days = extra ? [extra] : readDay(word);
    if (days) return { kind: 'days', days };
    if (CLOSED_WORDS.has(word)) return { kind: 'closed' };
    if (RANGE_WORDS.has(word)) return { kind: 'range' };
    if (LIST_WORDS.has(word)) return { kind: 'list' };
    return { kind: FILLER_WORDS.has(word) ? 'filler' : 'other' };
  };
  const tokens = (text: string) => (text.match(TOKEN) ?? []).map(tokenOf);
  return { tokens, read: (lines) => weekOf(lines.map(tokens), is24Hours) };
}

function clockOf(word: string): Clock | undefined {
  if (word === 'noon') return { hour: 12, minute: 0, half: 'pm' };
  if (word === 'midnight') return { hour: 12, minute: 0, half: 'am' };
  const match = /^(\d{1,2})(?:[:.h](\d{2}))?\s?([ap]|h)?/.exec(word);
  if (!match) return undefined;
  const [, hour, minute = '0', mark] = match;
  const half = mark === 'a' ? 'am' : mark === 'p' ? 'pm' : undefined;
  const clock: Clock = { hour: Number(hour), minute: Number(minute), half };
  return clock.hour <= (half ? 12 : 24) && clock.minute < 60 ? clock : undefined;
}

const MINUTES_PER_HALF_DAY = 720;
const minutesOf = ({ hour, minute, half }: Clock) =>
  (half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour) * 60 + minute;
const format = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * By a clock of twelve hours, "9 – 5pm" and "10 – 6" open in the morning, because opening comes before closing. Two hours
 * such as "5 – 10" could both be in the morning or in the evening, so they are not read.
 */
function periodOf(opens: Clock, closes: Clock, is24Hours: boolean): Period | undefined {
  let from = minutesOf(opens);
  let to = minutesOf(closes);
  const isTwelveHours = !is24Hours && opens.hour > 0 && opens.hour <= 12 && closes.hour <= 12;
  if (isTwelveHours && closes.half && !opens.half) {
    const inSameHalf = minutesOf({ ...opens, half: closes.half });
    from = inSameHalf < to ? inSameHalf : minutesOf({ ...opens, half: 'am' });
  } else if (isTwelveHours && !closes.half && !opens.half) {
    if (to <= from) to += MINUTES_PER_HALF_DAY;
    else if (closes.hour < 12) return undefined;
  }
  // Midnight at the end of a day, not at its start.
  if (to === 0 && from > 0) to = 1_440;
  return from === to ? undefined : [format(from), format(to)];
}

function weekOf(lines: readonly Token[][], is24Hours: boolean): Week {
  const week: Week = {};
  let days: Day[] = [];
  let periods: Period[] = [];
  let isClosed = false;
  let openTimes: Clock | undefined;
  const flush = () => {
    if (isClosed || periods.length)
      for (const day of days) week[day] = isClosed ? [] : [...(week[day] ?? []), ...periods];
    if (days.length) [days, periods, isClosed] = [[], [], false];
  };
  for (const tokens of lines) {
    let previous: Token | undefined;
    let link: 'range' | 'list' | undefined;
    if (days.length && (periods.length || isClosed) && tokens.some(({ kind }) => kind === 'days')) flush();
    for (const token of tokens) {
      if (token.kind === 'filler') continue;
      if (token.kind === 'range' || token.kind === 'list') {
        link = token.kind;
        continue;
      }
      if (token.kind === 'days') {
        if (days.length && (periods.length || isClosed) && previous?.kind !== 'days') flush();
        days.push(
          ...(link === 'range' && previous?.kind === 'days' ? daysBetween(days.at(-1), token.days) : token.days),
        );
      } else if (token.kind === 'closed') isClosed = true;
      else if (token.kind === 'clock') {
        const period = openTimes && link === 'range' ? periodOf(openTimes, token.clock, is24Hours) : undefined;
        if (period) periods.push(period);
        openTimes = period ? undefined : token.clock;
      }
      previous = token;
      link = undefined;
    }
    openTimes = undefined;
  }
  flush();
  return week;
}

function daysBetween(from: Day | undefined, to: readonly Day[]): Day[] {
  const [start, end] = [from && DAYS.indexOf(from), to[0] && DAYS.indexOf(to[0])];
  if (start === undefined || end === undefined) return [...to];
  const count = (end - start + 7) % 7;
  return Array.from({ length: count }, (_, offset) => DAYS[(start + offset + 1) % 7] as Day);
}
