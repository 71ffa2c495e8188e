import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Found } from './found.ts';
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
 * Phone numbers in E.164; local ones are read as of the country. Groups of digits that stand together are read as one
 * number, or else the longest part of them that is one: "at 7 917 555 0155".
 */
export function findPhones(text: string, country: string): Found<string>[] {
  if (text.replace(/\D+/g, '').length < FEWEST_DIGITS) return [];
  const defaultCountry = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const bare = text.replace(OTHERWISE, (match) => '_'.repeat(match.length));
  return runsOf(bare).flatMap((run) => phoneIn(bare, run, defaultCountry) ?? []);
}

function runsOf(text: string): Group[][] {
  const runs: Group[][] = [];
  let last: Group | undefined;
  for (const { 0: digits, index } of text.matchAll(/(?<![\p{L}\d_])\d+(?![\p{L}_])/gu)) {
    const group = { digits, start: index, end: index + digits.length };
    const joined = last && index - last.end <= 4 && /^[\s().\u2010-\u2015-]+$/.test(text.slice(last.end, index));
    if (joined && !text.slice(last!.end, index).includes('. ')) runs.at(-1)!.push(group);
    else runs.push([group]);
    last = group;
  }
  return runs.filter((run) => run.length <= MOST_GROUPS && lengthOf(run) >= FEWEST_DIGITS);
}

const lengthOf = (groups: readonly Group[]) => groups.reduce((sum, { digits }) => sum + digits.length, 0);

function phoneIn(text: string, run: Group[], defaultCountry: CountryCode | undefined): Found<string> | undefined {
  let possible: Found<string> | undefined;
  for (let length = run.length; length > 0; length--) {
    for (let first = run.length - length; first >= 0; first--) {
      const groups = run.slice(first, first + length);
      const digits = lengthOf(groups);
      if (digits < FEWEST_DIGITS || digits > MOST_DIGITS || lengthOf(run) - digits > 6) continue;
      const start = beginningOf(text, groups[0]!.start);
      const end = groups.at(-1)!.end;
      const read = parsePhoneNumberFromString(text.slice(start, end), { defaultCountry, extract: false });
      if (!read) continue;
      const found = { value: read.number, start, end };
      if (read.isValid()) return found;
      // Ranges are handed out faster than libraries hear of it, so one of a right length will do when none is better.
      if (length === run.length && read.isPossible()) possible = found;
    }
  }
  return possible;
}

/** A plus sign or a bracket before the first digit belongs to the number. */
function beginningOf(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - 2), start).match(/(?:\+\(?|\()$/)?.[0] ?? '';
  return start - before.length;
}
