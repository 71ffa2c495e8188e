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

const QUARTER_HOUR = 900_000;
const offsets = new Map<string, Map<number, string>>();

/** RFC 3339 with the zone's offset, without a fraction where there is none. Zones change their offset only on quarter hours, so one is looked up per quarter. */
export function rfc3339(date: Date, zone: string): string {
  if (zone === 'UTC') return date.toISOString().replace('.000Z', 'Z');
  const quarter = Math.floor(date.getTime() / QUARTER_HOUR);
  let known = offsets.get(zone);
  if (!known || known.size > 50_000) {
    known = new Map();
    offsets.set(zone, known);
  }
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone).offset;
    known.set(quarter, offset);
  }
  const sign = offset.startsWith('-') ? -1 : 1;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return new Date(date.getTime() + sign * minutes * 60_000).toISOString().replace(/(\.000)?Z$/, offset.slice(0, 6));
}

/** A point of time as a caller writes it: with an offset, local in the business's zone, or a day, meaning its start. */
export function readTime(text: string, zone: string): Date | undefined {
  try {
    const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(text) && text.includes(':');
    const instant = hasOffset
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant();
    return new Date(instant.epochMilliseconds);
  } catch {
    return undefined;
  }
}
