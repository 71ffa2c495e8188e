// Local time of a business as numbers: days since 1970-01-01 and minutes since midnight.

import { Temporal } from 'temporal-polyfill';
import { formatDay } from '../kernel/clock.ts';
import { createLruCache } from '../kernel/memoize.ts';
import { must } from '../kernel/must.ts';

/** The middle of a day, in minutes since midnight. It is the same day in every time zone's calendar. */
export const NOON_MINUTES = 12 * 60;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

interface LocalTime {
  day: number;
  minutes: number;
  weekday: Weekday;
}

export interface Zone {
  readonly name: string;
  /** The first instant with this local time; a time skipped by the clocks moves forward by the length of the gap. */
  epochAt(day: number, minutes: number): number;
  /** Like `epochAt`, but a skipped time becomes the moment of the skip: closing at 2:30 must not mean open at 3:15. */
  endAt(day: number, minutes: number): number;
  localAt(epoch: number): LocalTime;
  /** `undefined` for a local time that the clocks skip. */
  exactEpochOf(localMs: number): number | undefined;
}

/** A time range with one UTC offset, in epoch milliseconds. */
interface OffsetSpan {
  fromMs: number;
  toMs: number;
  offsetMs: number;
}

const MAX_CACHED_SPANS = 400;
const MAX_CACHED_CONVERSIONS = 20_000;
/** No zone ever moved by more than a day, so a local time further than this from a transition is unambiguous. */
const TRANSITION_MARGIN_MS = 25 * 3_600_000;

const zones = new Map<string, Zone>();

/** Throws a RangeError if there is no such time zone. */
export function zoneOf(name: string): Zone {
  const cachedZone = zones.get(name);
  if (cachedZone) return cachedZone;
  // Only the canonical name is cached, so different spellings cannot fill the memory.
  const canonicalName = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  const zone = zones.get(canonicalName) ?? createZone(canonicalName);
  zones.set(canonicalName, zone);
  return zone;
}

function createZone(name: string): Zone {
  const findSpan = createSpanFinder(name);
  const conversionCache = createLruCache<number, number>(MAX_CACHED_CONVERSIONS);

  const convertNearTransition = (localMs: number): number => {
    let epoch = conversionCache.get(localMs);
    if (epoch === undefined) {
      const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime();
      epoch = local.toZonedDateTime(name, { disambiguation: 'compatible' }).epochMilliseconds;
      conversionCache.set(localMs, epoch);
    }
    return epoch;
  };
  const toEpoch = (localMs: number): number => {
    const span = findSpan(localMs);
    const epoch = localMs - span.offsetMs;
    return epoch - TRANSITION_MARGIN_MS >= span.fromMs && epoch + TRANSITION_MARGIN_MS < span.toMs
      ? epoch
      : convertNearTransition(localMs);
  };
  const isSkipped = (localMs: number, epoch: number) => epoch + findSpan(epoch).offsetMs !== localMs;

  return {
    name,
    epochAt: (day, minutes) => toEpoch(day * DAY_MS + minutes * MINUTE_MS),
    endAt: (day, minutes) => {
      const localMs = day * DAY_MS + minutes * MINUTE_MS;
      const epoch = toEpoch(localMs);
      return isSkipped(localMs, epoch) ? findSpan(epoch).fromMs : epoch;
    },
    localAt: (epoch) => {
      const localMs = epoch + findSpan(epoch).offsetMs;
      const day = Math.floor(localMs / DAY_MS);
      return { day, minutes: Math.floor((localMs - day * DAY_MS) / MINUTE_MS), weekday: weekdayOf(day) };
    },
    exactEpochOf: (localMs) => {
      const epoch = toEpoch(localMs);
      return isSkipped(localMs, epoch) ? undefined : epoch;
    },
  };
}

function createSpanFinder(name: string): (epoch: number) => OffsetSpan {
  let spans: OffsetSpan[] = [];
  let lastSpan: OffsetSpan = { fromMs: 0, toMs: 0, offsetMs: 0 };
  return (epoch) => {
    if (epoch >= lastSpan.fromMs && epoch < lastSpan.toMs) return lastSpan;
    let span = spans.find((each) => epoch >= each.fromMs && epoch < each.toMs);
    if (!span) {
      if (spans.length >= MAX_CACHED_SPANS) spans = [];
      span = findOffsetSpan(name, epoch);
      spans.push(span);
    }
    lastSpan = span;
    return span;
  };
}

function findOffsetSpan(name: string, epoch: number): OffsetSpan {
  const moment = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(name);
  // 'previous' excludes the moment itself, so one millisecond is added to include a transition at exactly that moment.
  const from = moment.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  const to = moment.getTimeZoneTransition('next');
  return {
    fromMs: from?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    toMs: to?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: moment.offsetNanoseconds / 1_000_000,
  };
}

/** 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): Weekday {
  // biome-ignore lint/style/noNonNullAssertion: 0 to 6, whatever the day
  return WEEKDAYS[(((day + 3) % 7) + 7) % 7]!;
}

const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Days since 1970-01-01; `undefined` if the text is not a calendar date. */
export function parseDay(text: string): number | undefined {
  const [, year, month, dayOfMonth] = DATE_PATTERN.exec(text) ?? [];
  if (year === undefined) return undefined;
  const ms = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(dayOfMonth));
  const day = Math.floor(ms / DAY_MS);
  return formatDay(day) === text ? day : undefined;
}

/** For dates that were already validated. */
export const mustParseDay = (date: string): number => must(parseDay(date), 'a date');

const TIME_PATTERN = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:\d{2})?$/;

/** Parses RFC 3339 or a local time in the zone. An ambiguous time means the first; `gap` is a time the clocks skip. */
export function parseLocalTime(text: string, zone: Zone): { epoch: number } | { gap: true } | undefined {
  const [, date, hours, minutes, seconds = '0', fraction = '', offset] = TIME_PATTERN.exec(text) ?? [];
  const day = date === undefined ? undefined : parseDay(date);
  if (day === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3));
  const localMs = day * DAY_MS + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1000 + millis;
  if (offset === undefined) {
    const epoch = zone.exactEpochOf(localMs);
    return epoch === undefined ? { gap: true } : { epoch };
  }
  const offsetMs = parseUtcOffset(offset);
  return offsetMs === undefined ? undefined : { epoch: localMs - offsetMs };
}

function parseUtcOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}
