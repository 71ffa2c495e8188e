import type { Format } from '../locale-format.ts';

export type Slots = Record<string, unknown>;

/** Shows `startsAt` if known, otherwise the date and time slots. */
export function listDisplayedSlots({ startsAt, date, time, ...rest }: Slots, format: Format): [string, string][] {
  const whenSlots: Slots = startsAt
    ? { startsAt: format.dateTime(String(startsAt)) }
    : { ...(date ? { date: format.longDay(String(date)) } : {}), ...(time ? { time } : {}) };
  return Object.entries({ ...whenSlots, ...rest }).map(([name, value]) => [name, String(value)]);
}

/** Makes an identifier without a label readable: `join_class` becomes "Join class". */
export function makeReadable(name: string): string {
  const text = name.replace(/^[a-z_.]+\.(?=[a-z_]+$)/, '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
