import { parsePhone } from '../../kernel/phone.ts';
import type { ExtractedEntity } from './extracted-entity.ts';
import { oneOf } from './patterns.ts';

const FEWEST_DIGITS = 7;
const MOST_DIGITS = 15;
/** More groups of digits than any number has; longer runs are lists of something else. */
const MOST_GROUPS = 8;

const NUMBERED = oneOf`order|invoice|receipt|tracking|ref|reference|code|card|account|policy|member(ship)?`;
/** Digits that mean something else: dates, times, prices, and what is called an order or a code. */
const OTHERWISE = new RegExp(
  oneOf`
    \b\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}\b(?![.-]?\d)
    \b\d{1,2}:\d{2}\b
    [$£€]\s?\d[\d,.]*
    #\s?[\w-]+
    \b${NUMBERED}\b(\s+(no\.?|num(ber)?|id))?\s*(is|was|:)?\s*[a-z]{0,4}-?\d[\d-]*
  `,
  'gi',
);

type Group = { digits: string; start: number; end: number };

/**
 * Phone numbers in E.164, as `readPhone` reads them; local ones are read as of the country. Groups of digits that stand
 * together are read as one number, or else the longest part of them that is one: "at 7 917 555 0155".
 */
export function findPhones(text: string, country: string): ExtractedEntity<string>[] {
  if (text.replace(/\D+/g, '').length < FEWEST_DIGITS) return [];
  const bare = text.replace(OTHERWISE, (match) => '_'.repeat(match.length));
  return runsOf(bare).flatMap((run) => phoneIn(bare, run, country) ?? []);
}

function runsOf(text: string): Group[][] {
  const runs: Group[][] = [];
  for (const { 0: digits, index } of text.matchAll(/(?<![\p{L}\d_])\d+(?![\p{L}_])/gu)) {
    const group = { digits, start: index, end: index + digits.length };
    const run = runs.at(-1);
    const last = run?.at(-1);
    const between = last && index - last.end <= 4 ? text.slice(last.end, index) : '';
    if (run && /^[\s().\u2010-\u2015-]+$/.test(between) && !between.includes('. ')) run.push(group);
    else runs.push([group]);
  }
  return runs.filter((run) => run.length <= MOST_GROUPS && lengthOf(run) >= FEWEST_DIGITS);
}

const lengthOf = (groups: readonly Group[]) => groups.reduce((sum, { digits }) => sum + digits.length, 0);

function phoneIn(text: string, given: Group[], country: string): ExtractedEntity<string> | undefined {
  // "At 7 030 901820": the zero begins the number.
  const [first, second] = given;
  const run = first && isCount(text, first) && second?.digits.startsWith('0') ? given.slice(1) : given;
  const whole = read(text, run, country);
  // Who writes nothing but a number has written the whole of it.
  if (whole && !/[\p{L}\p{N}]/u.test(text.slice(0, whole.start) + text.slice(whole.end))) return whole;
  const parts = partsOf(run);
  const beside = parts.filter(({ left }) => left.every((group) => isCount(text, group)));
  const likely = beside.flatMap(({ groups }) => read(text, groups, country) ?? []);
  const best = likely.find(({ isInUse }) => isInUse) ?? likely[0];
  if (best) return best;
  return parts
    .filter(({ left }) => lengthOf(left) <= 6)
    .flatMap(({ groups }) => read(text, groups, country) ?? [])
    .find(({ isInUse }) => isInUse);
}

/** Longest first, and of those the last. */
const partsOf = (run: Group[]): { groups: Group[]; left: Group[] }[] =>
  run.flatMap((_, shorter) =>
    Array.from({ length: shorter + 1 }, (_, before) => {
      const first = shorter - before;
      const end = first + run.length - shorter;
      return { groups: run.slice(first, end), left: [...run.slice(0, first), ...run.slice(end)] };
    }),
  );

type Read = ExtractedEntity<string> & { isInUse: boolean };

function read(text: string, groups: Group[], country: string): Read | undefined {
  const digits = lengthOf(groups);
  const [first, last] = [groups[0], groups.at(-1)];
  if (!first || !last || digits < FEWEST_DIGITS || digits > MOST_DIGITS) return undefined;
  const start = beginningOf(text, first.start);
  const { end } = last;
  const phone = parsePhone(text.slice(start, end), country);
  return phone && { value: phone.number, start, end, isInUse: phone.isInUse };
}

/** An hour or a number of people may stand beside a number; an area code is longer, or begins with a zero. */
const isCount = (text: string, { digits, start }: Group) => /^[1-9]\d?$/.test(digits) && text[start - 1] !== '+';

/** A plus sign or a bracket before the first digit belongs to the number. */
function beginningOf(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - 2), start).match(/(?:\+\(?|\()$/)?.[0] ?? '';
  return start - before.length;
}
