import { parsePhone } from '../../kernel/phone.ts';
import type { ExtractedEntity } from './extracted-entity.ts';
import { oneOf } from './patterns.ts';

const MIN_DIGITS = 7;
const MAX_DIGITS = 15;
const MAX_OTHER_DIGITS = 6;
/** Phone numbers have fewer groups of digits; longer runs are lists of something else. */
const MAX_GROUPS = 8;

const OTHER_NUMBER_LABEL_PATTERN = oneOf`order|invoice|receipt|tracking|ref|reference|code|card|account|policy|member(ship)?`;
/** Digits with another meaning: dates, times, prices, order numbers and codes. */
const NOT_A_PHONE_PATTERN = new RegExp(
  oneOf`
    \b\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}\b(?![.-]?\d)
    \b\d{1,2}:\d{2}\b
    [$£€]\s?\d[\d,.]*
    #\s?[\w-]+
    \b${OTHER_NUMBER_LABEL_PATTERN}\b(\s+(no\.?|num(ber)?|id))?\s*(is|was|:)?\s*[a-z]{0,4}-?\d[\d-]*
  `,
  'gi',
);

type DigitGroup = { digits: string; start: number; end: number };

/**
 * Phone numbers in E.164 format; local numbers belong to the given country. Adjacent groups of digits are one number, or
 * else their longest part that is a valid number: "at 7 917 555 0155".
 */
export function findPhones(text: string, country: string): ExtractedEntity<string>[] {
  if (text.replace(/\D+/g, '').length < MIN_DIGITS) return [];
  const maskedText = text.replace(NOT_A_PHONE_PATTERN, (match) => '_'.repeat(match.length));
  return findDigitGroupRuns(maskedText).flatMap((run) => findPhoneInRun(maskedText, run, country) ?? []);
}

function findDigitGroupRuns(text: string): DigitGroup[][] {
  const runs: DigitGroup[][] = [];
  for (const { 0: digits, index } of text.matchAll(/(?<![\p{L}\d_])\d+(?![\p{L}_])/gu)) {
    const group = { digits, start: index, end: index + digits.length };
    const run = runs.at(-1);
    const previousGroup = run?.at(-1);
    const textBetween = previousGroup && index - previousGroup.end <= 4 ? text.slice(previousGroup.end, index) : '';
    if (run && /^[\s().\u2010-\u2015-]+$/.test(textBetween) && !textBetween.includes('. ')) run.push(group);
    else runs.push([group]);
  }
  return runs.filter((run) => run.length <= MAX_GROUPS && countDigits(run) >= MIN_DIGITS);
}

const countDigits = (groups: readonly DigitGroup[]) => groups.reduce((sum, { digits }) => sum + digits.length, 0);

function findPhoneInRun(text: string, run: DigitGroup[], country: string): ExtractedEntity<string> | undefined {
  // A zero starts the number: "at 7 030 901820".
  const [first, second] = run;
  const groups = first && isSmallCount(text, first) && second?.digits.startsWith('0') ? run.slice(1) : run;
  const wholeRun = parseGroups(text, groups, country);
  // If the message is nothing but digits, all of them are the number.
  if (wholeRun && !/[\p{L}\p{N}]/u.test(text.slice(0, wholeRun.start) + text.slice(wholeRun.end))) return wholeRun;
  const parts = listContiguousParts(groups);
  const partsBesideCounts = parts.filter(({ otherGroups }) => otherGroups.every((group) => isSmallCount(text, group)));
  const candidates = partsBesideCounts.flatMap(({ groups }) => parseGroups(text, groups, country) ?? []);
  const bestCandidate = candidates.find(({ isInUse }) => isInUse) ?? candidates[0];
  if (bestCandidate) return bestCandidate;
  return parts
    .filter(({ otherGroups }) => countDigits(otherGroups) <= MAX_OTHER_DIGITS)
    .flatMap(({ groups }) => parseGroups(text, groups, country) ?? [])
    .find(({ isInUse }) => isInUse);
}

/** The longest parts first; of equally long ones, the last first. */
const listContiguousParts = (groups: DigitGroup[]): { groups: DigitGroup[]; otherGroups: DigitGroup[] }[] =>
  groups.flatMap((_, droppedCount) =>
    Array.from({ length: droppedCount + 1 }, (_, offset) => {
      const first = droppedCount - offset;
      const end = first + groups.length - droppedCount;
      return { groups: groups.slice(first, end), otherGroups: [...groups.slice(0, first), ...groups.slice(end)] };
    }),
  );

type ParsedPhone = ExtractedEntity<string> & { isInUse: boolean };

function parseGroups(text: string, groups: DigitGroup[], country: string): ParsedPhone | undefined {
  const digitCount = countDigits(groups);
  const [firstGroup, lastGroup] = [groups[0], groups.at(-1)];
  if (!firstGroup || !lastGroup || digitCount < MIN_DIGITS || digitCount > MAX_DIGITS) return undefined;
  const start = includePlusOrBracket(text, firstGroup.start);
  const { end } = lastGroup;
  const phone = parsePhone(text.slice(start, end), country);
  return phone && { value: phone.number, start, end, isInUse: phone.isAssigned };
}

/** An hour or a party size beside a phone number; an area code is longer or starts with a zero. */
const isSmallCount = (text: string, { digits, start }: DigitGroup) =>
  /^[1-9]\d?$/.test(digits) && text[start - 1] !== '+';

/** A plus sign or a bracket before the first digit belongs to the number. */
function includePlusOrBracket(text: string, start: number): number {
  const prefix = text.slice(Math.max(0, start - 2), start).match(/(?:\+\(?|\()$/)?.[0] ?? '';
  return start - prefix.length;
}
