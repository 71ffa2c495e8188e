import type { Format } from '../figures.ts';

export type Slots = Record<string, unknown>;

/** Day and time are told once, together where both are known. */
export function shownOf({ startsAt, date, time, ...rest }: Slots, format: Format): [string, string][] {
  const when: Slots = startsAt
    ? { startsAt: format.full(String(startsAt)) }
    : { ...(date ? { date: format.longDay(String(date)) } : {}), ...(time ? { time } : {}) };
  return Object.entries({ ...when, ...rest }).map(([name, value]) => [name, String(value)]);
}

/** A name of the program's that has no words of its own here, made readable: `join_class` is "Join class". */
export function spoken(name: string): string {
  const words = name.replace(/^.*\./, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
