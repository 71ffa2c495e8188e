import { Temporal } from 'temporal-polyfill';
import { Problem } from './problem.ts';

/** Returns the current time. Injected, so that tests can control it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Parses the `X-Test-Clock` header, which sets the time of a single request made with a test key. */
export function parseTestClock(value: string): Date {
  try {
    const date = new Date(Temporal.Instant.from(value).epochMilliseconds);
    if (date.getUTCFullYear() < 1970 || date.getUTCFullYear() > 9998) throw new RangeError();
    return date;
  } catch {
    const detail = 'X-Test-Clock must be an RFC 3339 time with its offset, such as 2026-11-18T10:00:00-05:00.';
    throw new Problem('invalid_request', detail, { errors: [{ pointer: '/x-test-clock', detail }] });
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MINUTES_PER_DAY = 1440;
const NANOSECONDS_PER_MINUTE = 60_000_000_000;
const MAX_CACHED_DAYS = 5_000;
/** By zone and UTC day: the offset in minutes, or undefined where it changes during that day. */
const offsetsByZone = new Map<string, Map<number, number | undefined>>();
const datesByDay = new Map<number, string>();

/** Formats as RFC 3339 with the zone's offset, omitting zero milliseconds. */
export function rfc3339(date: Date, zone: string): string {
  const offsetMinutes = getOffsetMinutes(zone, date.getTime());
  const localMs = date.getTime() + offsetMinutes * MINUTE_MS;
  const day = Math.floor(localMs / DAY_MS);
  const offset = zone === 'UTC' ? 'Z' : formatOffset(offsetMinutes);
  return `${formatDay(day)}T${formatTimeOfDay(localMs - day * DAY_MS)}${offset}`;
}

/** The date of a day that counts from 1970-01-01. Cached, because toISOString is slow and lists of times repeat few days. */
export function formatDay(day: number): string {
  const cachedDate = datesByDay.get(day);
  if (cachedDate) return cachedDate;
  if (datesByDay.size > MAX_CACHED_DAYS) datesByDay.clear();
  const date = new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length);
  datesByDay.set(day, date);
  return date;
}

function formatTimeOfDay(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const time = `${formatClock(minutes)}:${twoDigits(Math.floor(ms / 1000) % 60)}`;
  return ms % 1000 ? `${time}.${String(ms % 1000).padStart(3, '0')}` : time;
}

function getOffsetMinutes(zone: string, epochMs: number): number {
  if (zone === 'UTC') return 0;
  return findCachedOffsetMinutes(zone, Math.floor(epochMs / DAY_MS)) ?? findOffsetMinutes(zone, epochMs);
}

/** Caches offsets per day, because looking one up is slow and it rarely changes. */
function findCachedOffsetMinutes(zone: string, day: number): number | undefined {
  let offsetsByDay = offsetsByZone.get(zone);
  if (!offsetsByDay || offsetsByDay.size > MAX_CACHED_DAYS) {
    offsetsByDay = new Map();
    offsetsByZone.set(zone, offsetsByDay);
  }
  if (!offsetsByDay.has(day)) {
    const offset = findOffsetMinutes(zone, day * DAY_MS);
    offsetsByDay.set(day, offset === findOffsetMinutes(zone, (day + 1) * DAY_MS) ? offset : undefined);
  }
  return offsetsByDay.get(day);
}

function findOffsetMinutes(zone: string, epochMs: number): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  return Math.trunc(offsetNanoseconds / NANOSECONDS_PER_MINUTE);
}

function formatOffset(minutes: number): string {
  return (minutes < 0 ? '-' : '+') + formatClock(Math.abs(minutes));
}

/** Minutes may be negative or past midnight; they wrap around. */
export function formatClock(minutes: number): string {
  const minuteOfDay = ((minutes % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`;
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : `${number}`);

/** Parses a caller's time: with an offset, local to the zone, or a day (which means its start). */
export function parseTime(text: string, zone: string): Date | undefined {
  if (text.includes('[')) return undefined;
  try {
    const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(text) && text.includes(':');
    const instant = hasOffset
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant();
    const date = new Date(instant.epochMilliseconds);
    return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : undefined;
  } catch {
    return undefined;
  }
}

/** Parses the start or end of a time range in a query string. */
export function parseRangeBound(name: string, text: string, zone: string): Date {
  const time = parseTime(text, zone);
  if (time) return time;
  const detail = 'must be a day such as 2026-11-18, or a time such as 2026-11-18T10:00:00-05:00';
  throw new Problem('invalid_request', `${name} ${detail}.`, { errors: [{ pointer: `/${name}`, detail }] });
}
