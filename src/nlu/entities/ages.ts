// How old somebody is, and for which ages something is.
import { isAmount } from '../time/follow.ts';
import type { ExtractedEntity } from './extracted-entity.ts';
import { NUMBER, readNumber } from './numbers.ts';

const OLD = new RegExp(String.raw`\b(${NUMBER})[- ]?(?:y(?:ea)?rs?[- ]olds?|yo|y\/o)\b`, 'i');
const IS = new RegExp(
  String.raw`\b(?:i['’]?m|aged?|(?:s?he|who|(?:my|our) \w+)(?:['’]?s| is)|turn(?:s|ed)) (?:only |just )?(${NUMBER})(?![\w:%.'’]*[\w%])`,
  'i',
);

/** "im 34 and", "my 7 yr old", "she's 81": an age, and neither a time nor a number of anything. */
export function findAge(text: string): ExtractedEntity<number> | undefined {
  const match = OLD.exec(text) ?? withoutAmount(IS.exec(text), text);
  if (!match) return undefined;
  const [said, number = ''] = match;
  const value = readNumber(number);
  return value === undefined ? undefined : { value, start: match.index, end: match.index + said.length };
}

function withoutAmount(match: RegExpExecArray | null, text: string): RegExpExecArray | undefined {
  if (!match) return undefined;
  const rest = text.slice(match.index + match[0].length).toLowerCase();
  return isAmount(` ${rest.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `) ? undefined : match;
}

export type Ages = { from: number; to: number };

const ANY_AGE = Number.POSITIVE_INFINITY;
const BETWEEN = /\b(\d{1,2})\s?(?:[-–]|to)\s?(\d{1,2})\b/i;
const UNDER = /\b(?:under|below)[- ](\d{1,2})/i;
const DOWN = /\b(\d{1,2}) and under\b/i;
const UP = /\b(?:over|from) (\d{1,2})|\b(\d{1,2})(?:\+| and over\b)/i;
/** In the words of what it is called, by how they begin. */
const CALLED: readonly [Ages, ...string[]][] = [
  [{ from: 0, to: 3 }, 'infant', 'baby', 'babies', 'toddler'],
  [{ from: 12, to: 19 }, 'teen'],
  [{ from: 0, to: 17 }, 'kid', 'child', 'junior', 'youth', 'paediatric', 'pediatric'],
  [{ from: 60, to: ANY_AGE }, 'senior', 'pension', 'elder', 'older'],
  [{ from: 18, to: ANY_AGE }, 'adult'],
];

/** For which ages something is, as its name says: "Children's eye exam", "Juniors (6 to 9)", "Over 60s swim". */
export function agesOf(name: string): Ages | undefined {
  const [, low, high] = BETWEEN.exec(name) ?? [];
  if (low && high && Number(low) < Number(high)) return { from: Number(low), to: Number(high) };
  const under = UNDER.exec(name)?.[1];
  if (under) return { from: 0, to: Number(under) - 1 };
  const down = DOWN.exec(name)?.[1];
  if (down) return { from: 0, to: Number(down) };
  const up = UP.exec(name);
  if (up) return { from: Number(up[1] ?? up[2]), to: ANY_AGE };
  const words = name.toLowerCase().split(/[^a-z]+/);
  return CALLED.find(([, ...begins]) => words.some((word) => begins.some((start) => word.startsWith(start))))?.[0];
}

/**
 * Of several things those for somebody of that age. Between "Adult" and "Senior" somebody of 70 has the one that says
 * more; what is for no age in particular is for everyone, unless something is for theirs.
 */
export function forAge<T extends { name: string }>(things: readonly T[], age: number): T[] {
  const fits = ({ from, to }: Ages) => age >= from && age <= to;
  const aged = things.map((thing) => ({ thing, ages: agesOf(thing.name) }));
  const theirs = aged.flatMap(({ thing, ages }) => (ages && fits(ages) ? [{ thing, from: ages.from }] : []));
  const latest = Math.max(...theirs.map(({ from }) => from));
  const closest = theirs.filter(({ from }) => from === latest);
  if (closest.length > 0) return closest.map(({ thing }) => thing);
  return aged.filter(({ ages }) => !ages).map(({ thing }) => thing);
}

/** How old who was born then is by now. */
export function ageOf(dateOfBirth: string, now: Date): number {
  const today = now.toISOString();
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return dateOfBirth.slice(5, 10) > today.slice(5, 10) ? years - 1 : years;
}
