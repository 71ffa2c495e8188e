// Local time of a business as numbers: days since 1970-01-01 and minutes of the day.

import { Temporal } from 'temporal-polyfill';
import { createLruCache } from '../kernel/memoize.ts';
import { must } from '../kernel/must.ts';

export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

interface Local {
  day: number;
  minutes: number;
  weekday: Weekday;
}

export interface Zone {
  readonly name: string;
  /** The first instant with this local time; one that is skipped moves on by what the clocks skip. */
  epochAt(day: number, minutes: number): number;
  /** As `epochAt`, but a skipped time is the moment of the skip: what closes at 2:30 is not open at 3:15. */
  endAt(day: number, minutes: number): number;
  localAt(epoch: number): Local;
  /** `undefined` for a local time that the clocks skip. */
  exactly(localMs: number): number | undefined;
}

/** A stretch of time with one offset. */
interface Span {
  from: number;
  to: number;
  offset: number;
}

const MOST_SPANS = 400;
const MOST_NEAR_TRANSITIONS = 20_000;
/** No zone ever moved by more than a day, so further than this from a transition a local time is read one way only. */
const MARGIN = 25 * 3_600_000;

const zones = new Map<string, Zone>();

/** Throws a RangeError for a name that is no time zone. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  // Only the proper spelling is kept, so that spellings cannot fill the memory.
  const proper = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  const zone = zones.get(proper) ?? makeZone(proper);
  zones.set(proper, zone);
  return zone;
}

function makeZone(name: string): Zone {
  const spanAt = spanFinder(name);
  const nearTransitions = createLruCache<number, number>(MOST_NEAR_TRANSITIONS);

  const slowly = (localMs: number): number => {
    let epoch = nearTransitions.get(localMs);
    if (epoch === undefined) {
      const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime();
      epoch = local.toZonedDateTime(name, { disambiguation: 'compatible' }).epochMilliseconds;
      nearTransitions.set(localMs, epoch);
    }
    return epoch;
  };
  const fromLocal = (localMs: number): number => {
    const span = spanAt(localMs);
    const epoch = localMs - span.offset;
    return epoch - MARGIN >= span.from && epoch + MARGIN < span.to ? epoch : slowly(localMs);
  };
  const isSkipped = (localMs: number, epoch: number) => epoch + spanAt(epoch).offset !== localMs;

  return {
    name,
    epochAt: (day, minutes) => fromLocal(day * DAY + minutes * MINUTE),
    endAt: (day, minutes) => {
      const localMs = day * DAY + minutes * MINUTE;
      const epoch = fromLocal(localMs);
      return isSkipped(localMs, epoch) ? spanAt(epoch).from : epoch;
    },
    localAt: (epoch) => {
      const localMs = epoch + spanAt(epoch).offset;
      const day = Math.floor(localMs / DAY);
      return { day, minutes: Math.floor((localMs - day * DAY) / MINUTE), weekday: weekdayOf(day) };
    },
    exactly: (localMs) => {
      const epoch = fromLocal(localMs);
      return isSkipped(localMs, epoch) ? undefined : epoch;
    },
  };
}

function spanFinder(name: string): (epoch: number) => Span {
  let spans: Span[] = [];
  let last: Span = { from: 0, to: 0, offset: 0 };
  return (epoch) => {
    if (epoch >= last.from && epoch < last.to) return last;
    let span = spans.find((each) => epoch >= each.from && epoch < each.to);
    if (!span) {
      if (spans.length >= MOST_SPANS) spans = [];
      span = lookUp(name, epoch);
      spans.push(span);
    }
    last = span;
    return span;
  };
}

function lookUp(name: string, epoch: number): Span {
  const at = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(name);
  // The transition before a moment is strictly before it; one at this very millisecond begins its span.
  const from = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  const to = at.getTimeZoneTransition('next');
  return {
    from: from?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: to?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: at.offsetNanoseconds / 1_000_000,
  };
}

/** 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): Weekday {
  // biome-ignore lint/style/noNonNullAssertion: 0 to 6, whatever the day
  return WEEKDAYS[(((day + 3) % 7) + 7) % 7]!;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `undefined` for what is no date of the calendar. */
export function readDay(text: string): number | undefined {
  const [, year, month, dayOfMonth] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const ms = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(dayOfMonth));
  const day = Math.floor(ms / DAY);
  return writeDay(day) === text ? day : undefined;
}

/** Of a date that has been read already. */
export const mustReadDay = (date: string): number => must(readDay(date), 'a date');

export function writeDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

const TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:\d{2})?$/;

/** Reads RFC 3339, or a local time in the zone: of an ambiguous one the first, none for one that is skipped. */
export function readLocal(text: string, zone: Zone): { epoch: number } | { gap: true } | undefined {
  const [, date, hours, minutes, seconds = '0', fraction = '', offset] = TIME.exec(text) ?? [];
  const day = date === undefined ? undefined : readDay(date);
  if (day === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3));
  const localMs = day * DAY + (Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds) * 1000 + millis;
  if (offset === undefined) {
    const epoch = zone.exactly(localMs);
    return epoch === undefined ? { gap: true } : { epoch };
  }
  const ahead = readOffset(offset);
  return ahead === undefined ? undefined : { epoch: localMs - ahead };
}

function readOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}
