import { Temporal } from 'temporal-polyfill';
import { Problem } from './problem.ts';

/** The business's time. One is injected; a test key may set it for a single request. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Reads the header `X-Test-Clock`. */
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

const DAY = 86_400_000;
/** By zone and UTC day: the offset in minutes, or undefined where it changes during that day. */
const offsets = new Map<string, Map<number, number | undefined>>();

/** RFC 3339 with the zone's offset, without a fraction where there is none. */
export function rfc3339(date: Date, zone: string): string {
  if (zone === 'UTC') return date.toISOString().replace('.000Z', 'Z');
  const minutes = offsetOn(zone, Math.floor(date.getTime() / DAY)) ?? offsetAt(zone, date.getTime());
  const local = new Date(date.getTime() + minutes * 60_000).toISOString();
  return local.replace(/(\.000)?Z$/, writeOffset(minutes));
}

/** Looking an offset up takes long, and it changes twice a year. */
function offsetOn(zone: string, day: number): number | undefined {
  let known = offsets.get(zone);
  if (!known || known.size > 5_000) {
    known = new Map();
    offsets.set(zone, known);
  }
  if (!known.has(day)) {
    const offset = offsetAt(zone, day * DAY);
    known.set(day, offset === offsetAt(zone, (day + 1) * DAY) ? offset : undefined);
  }
  return known.get(day);
}

function offsetAt(zone: string, epoch: number): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone);
  return Math.trunc(offsetNanoseconds / 60_000_000_000);
}

function writeOffset(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

/** A point of time as a caller writes it: with an offset, local in the business's zone, or a day, meaning its start. */
export function readTime(text: string, zone: string): Date | undefined {
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

/** A bound of a range in a query. */
export function readBound(name: string, text: string, zone: string): Date {
  const time = readTime(text, zone);
  if (time) return time;
  const detail = 'must be a day such as 2026-11-18, or a time such as 2026-11-18T10:00:00-05:00';
  throw new Problem('invalid_request', `${name} ${detail}.`, { errors: [{ pointer: `/${name}`, detail }] });
}
