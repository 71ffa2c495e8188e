// The age of a person, and the age range that a service is for.
import { mayFollowCount } from '../time/following-words.ts';
import type { ExtractedEntity } from './extracted-entity.ts';
import { NUMBER_PATTERN, readNumber } from './numbers.ts';

const YEARS_OLD_PATTERN = new RegExp(String.raw`\b(${NUMBER_PATTERN})[- ]?(?:y(?:ea)?rs?[- ]olds?|yo|y\/o)\b`, 'i');
const IS_AGED_PATTERN = new RegExp(
  String.raw`\b(?:i['’]?m|aged?|(?:s?he|who|(?:my|our) \w+)(?:['’]?s| is)|turn(?:s|ed)) (?:only |just )?(${NUMBER_PATTERN})(?![\w:%.'’]*[\w%])`,
  'i',
);

/** "im 34 and", "my 7 yr old", "she's 81": an age, not a time or a quantity. */
export function findAge(text: string): ExtractedEntity<number> | undefined {
  const match = YEARS_OLD_PATTERN.exec(text) ?? unlessQuantity(IS_AGED_PATTERN.exec(text), text);
  if (!match) return undefined;
  const [matchedText, number = ''] = match;
  const value = readNumber(number);
  return value === undefined ? undefined : { value, start: match.index, end: match.index + matchedText.length };
}

function unlessQuantity(match: RegExpExecArray | null, text: string): RegExpExecArray | undefined {
  if (!match) return undefined;
  const rest = text.slice(match.index + match[0].length).toLowerCase();
  return mayFollowCount(` ${rest.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `) ? undefined : match;
}

/** In years, both inclusive. */
export type AgeRange = { from: number; to: number };

const NO_UPPER_AGE = Number.POSITIVE_INFINITY;
const AGE_RANGE_PATTERN = /\b(\d{1,2})\s?(?:[-–]|to)\s?(\d{1,2})\b/i;
const UNDER_AGE_PATTERN = /\b(?:under|below)[- ](\d{1,2})/i;
const AGE_AND_UNDER_PATTERN = /\b(\d{1,2}) and under\b/i;
const AGE_AND_OVER_PATTERN = /\b(?:over|from) (\d{1,2})|\b(\d{1,2})(?:\+| and over\b)/i;
/** Age ranges by the first letters of a word in the name. */
const AGE_RANGE_BY_PREFIX: readonly [AgeRange, ...string[]][] = [
  [{ from: 0, to: 3 }, 'infant', 'baby', 'babies', 'toddler'],
  [{ from: 12, to: 19 }, 'teen'],
  [{ from: 0, to: 17 }, 'kid', 'child', 'junior', 'youth', 'paediatric', 'pediatric'],
  [{ from: 60, to: NO_UPPER_AGE }, 'senior', 'pension', 'elder', 'older'],
  [{ from: 18, to: NO_UPPER_AGE }, 'adult'],
];

/** The age range in a name: "Children's eye exam", "Juniors (6 to 9)", "Over 60s swim". */
export function ageRangeOf(name: string): AgeRange | undefined {
  const [, low, high] = AGE_RANGE_PATTERN.exec(name) ?? [];
  if (low && high && Number(low) < Number(high)) return { from: Number(low), to: Number(high) };
  const underAge = UNDER_AGE_PATTERN.exec(name)?.[1];
  if (underAge) return { from: 0, to: Number(underAge) - 1 };
  const oldestAge = AGE_AND_UNDER_PATTERN.exec(name)?.[1];
  if (oldestAge) return { from: 0, to: Number(oldestAge) };
  const minAgeMatch = AGE_AND_OVER_PATTERN.exec(name);
  if (minAgeMatch) return { from: Number(minAgeMatch[1] ?? minAgeMatch[2]), to: NO_UPPER_AGE };
  const words = name.toLowerCase().split(/[^a-z]+/);
  return AGE_RANGE_BY_PREFIX.find(([, ...prefixes]) =>
    words.some((word) => prefixes.some((prefix) => word.startsWith(prefix))),
  )?.[0];
}

/**
 * Selects the items for a person of that age. Someone of 70 gets "Senior" rather than the less specific "Adult"; items
 * without an age range are for everyone, unless there is one for this age.
 */
export function selectForAge<T extends { name: string }>(items: readonly T[], age: number): T[] {
  const includesAge = ({ from, to }: AgeRange) => age >= from && age <= to;
  const itemsWithAges = items.map((item) => ({ item, ages: ageRangeOf(item.name) }));
  const itemsForAge = itemsWithAges.flatMap(({ item, ages }) =>
    ages && includesAge(ages) ? [{ item, from: ages.from }] : [],
  );
  const highestMinimumAge = Math.max(...itemsForAge.map(({ from }) => from));
  const closestItems = itemsForAge.filter(({ from }) => from === highestMinimumAge);
  if (closestItems.length > 0) return closestItems.map(({ item }) => item);
  return itemsWithAges.filter(({ ages }) => !ages).map(({ item }) => item);
}

/** In full years, by the date in UTC. */
export function ageOf(dateOfBirth: string, now: Date): number {
  const today = now.toISOString();
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return dateOfBirth.slice(5, 10) > today.slice(5, 10) ? years - 1 : years;
}
