// How old somebody is, and for which ages something is.
import { isAmount } from '../time/follow.ts';
import type { Found } from './found.ts';
import { NUMBER, readNumber } from './numbers.ts';

const OLD = new RegExp(String.raw`\b(${NUMBER})[- ]?(?:(?:yrs?|years?)[- ]olds?|yo|y\/o)\b`, 'i');
const IS = new RegExp(
  String.raw`\b(?:i['’]?m|i am|aged?|(?:s?he|who|son|daughter|boy|girl|mum|mom|dad|one|lad)(?:['’]?s| is)|turn(?:s|ed|ing)) (?:only |just |now |nearly )?(${NUMBER})(?![\w:%.'’]*[\w%])`,
  'i',
);

/** "im 34 and", "my 7 yr old", "she's 81": an age, and neither a time nor a number of anything. */
export function findAge(text: string): Found<number> | undefined {
  const match = OLD.exec(text) ?? withoutAmount(IS.exec(text), text);
  const value = match && readNumber(match[1]!);
  return value === undefined ? undefined : { value, start: match!.index, end: match!.index + match![0].length };
}

function withoutAmount(match: RegExpExecArray | null, text: string): RegExpExecArray | undefined {
  if (!match) return undefined;
  const rest = text.slice(match.index + match[0].length).toLowerCase();
  return isAmount(` ${rest.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `) ? undefined : match;
}

export type Ages = { from: number; to: number };

const ANY_AGE = Number.POSITIVE_INFINITY;
const BETWEEN = /\b(\d{1,2})\s?(?:-|–|to)\s?(\d{1,2})(?: ?(?:yrs?|years?|year[- ]olds?))?\b/i;
const UNDER = /\b(?:under|below|up to)[- ](\d{1,2})/i;
const DOWN = /\b(\d{1,2}) (?:and|or) (?:under|younger)\b/i;
const UP = /\b(?:over|from|above) (\d{1,2})|\b(\d{1,2})(?:\+| (?:and|or) (?:over|older|up|above))/i;
const ADULT = 18;
const SENIOR = 60;
/** In the words of what it is called. */
const CALLED: readonly [RegExp, Ages][] = [
  [/\b(?:infant|bab(?:y|ies)|toddler)/i, { from: 0, to: 3 }],
  [/\bteen/i, { from: 12, to: 19 }],
  [/\b(?:kid|child|junior|youth|p(?:a)?ediatric|youngster)/i, { from: 0, to: ADULT - 1 }],
  [/\b(?:senior|pension|elder|older)/i, { from: SENIOR, to: ANY_AGE }],
  [/\badults?\b/i, { from: ADULT, to: ANY_AGE }],
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
  return CALLED.find(([called]) => called.test(name))?.[1];
}

/**
 * Of several things those for somebody of that age. Between "Adult" and "Senior" somebody of 70 has the one that says
 * more; what is for no age in particular is for everyone, unless something is for theirs.
 */
export function forAge<T extends { name: string }>(things: readonly T[], age: number): T[] {
  const fits = ({ from, to }: Ages) => age >= from && age <= to;
  const aged = things.map((thing) => ({ thing, ages: agesOf(thing.name) }));
  const theirs = aged.filter(({ ages }) => ages && fits(ages));
  const latest = Math.max(...theirs.map(({ ages }) => ages!.from));
  const closest = theirs.filter(({ ages }) => ages!.from === latest);
  if (closest.length > 0) return closest.map(({ thing }) => thing);
  return aged.filter(({ ages }) => !ages).map(({ thing }) => thing);
}

const YEAR = 365.25 * 86_400_000;

/** How old who was born then is by now. */
export const ageOf = (dateOfBirth: string, now: Date): number =>
  Math.floor((now.getTime() - Date.parse(dateOfBirth)) / YEAR);
