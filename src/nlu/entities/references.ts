import { must } from '../../kernel/must.ts';
import { type ExtractedEntity, overlaps } from './extracted-entity.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import { oneOf } from './patterns.ts';

/** The alphabet and the length of a booking's code: no letters and digits that are taken for each other. */
const CODE = /(?<![\p{L}\d@.])[2-9A-HJKMNP-Z]{6}(?![\p{L}\d@])/giu;
/** Looked ahead for, so that a word before it does not take its first half. */
const HALVES = /(?<![\p{L}\d@.])(?=([2-9A-HJKMNP-Z]{3}[ -][2-9A-HJKMNP-Z]{3})(?![\p{L}\d@]))/giu;

const WHAT = oneOf`booking|reservation|appointment|confirmation|reference|class`;
const CODE_CUE = new RegExp(
  oneOf`
    (${WHAT}\s+)?(code|reference|ref|confirmation|${WHAT}\s+(number|no\.?|num|id))\s*(number|no\.?|#|id)?
  ` + String.raw`\s*(?:is|was|:|=|-|it's|its)?\s*[#"']?$`,
  'i',
);

/** No code of ours, but meant as one: "cancel booking ZZ9QQ1". It is looked for, and not found. */
const ALIEN = /(?<![\p{L}\d@.#])(?=\d*[A-Z])(?=[A-Z]*\d)[A-Z\d]{5,8}(?![\p{L}\d@])/gu;
const BOOKING_CUE = new RegExp(String.raw`\b${WHAT}\s+[#"']?$`, 'i');

type Asked = { asked?: boolean };

/**
 * Codes of bookings, in capitals. Six letters are a code only where they look like none of a word: written in capitals
 * among small letters, without a vowel, or called a code. `asked`: the customer was asked for it.
 */
export function findCodes(
  text: string,
  {
    asked = false,
    among = text,
  }: Asked & { /** All that was written, where `text` is a part of it. */ among?: string } = {},
): ExtractedEntity<string>[] {
  const found: ExtractedEntity<string>[] = [];
  const shouted = !/\p{Ll}/u.test(among);
  for (const { 0: match, index } of text.matchAll(CODE)) {
    const called = asked || CODE_CUE.test(text.slice(Math.max(0, index - 50), index));
    if (isCode(match, called, shouted)) found.push(foundAt(match, index));
  }
  for (const { 1: match = '', index } of text.matchAll(HALVES)) {
    const called = asked || CODE_CUE.test(text.slice(Math.max(0, index - 50), index));
    const half = foundAt(match, index);
    const mixed = /\d/.test(match) && /[A-Z]/i.test(match) && !/\b(?:am|pm)\b/i.test(match);
    if (called && mixed && !found.some((other) => overlaps(other, half))) found.push(half);
  }
  for (const { 0: match, index } of text.matchAll(ALIEN)) {
    const before = text.slice(Math.max(0, index - 50), index);
    const alien = foundAt(match, index);
    const isCalled = asked || CODE_CUE.test(before) || BOOKING_CUE.test(before);
    if (isCalled && !found.some((other) => overlaps(other, alien))) found.push(alien);
  }
  return found;
}

const foundAt = (match: string, start: number): ExtractedEntity<string> => ({
  value: match.replace(/[ -]/g, '').toUpperCase(),
  start,
  end: start + match.length,
});

function isCode(word: string, called: boolean, shouted: boolean): boolean {
  const letters = word.replace(/\d/g, '').toLowerCase();
  const capitals = word === word.toUpperCase();
  if (letters === '') return called;
  const isOnePiece = /^\d*[A-Z]+\d*$/i.test(word);
  if (isOnePiece && ORDINARY_WORDS.has(letters) && letters.length > 3) return false;
  if (letters.length < word.length) return called || !/^(?:\d+[a-z]{4,}|[a-z]{5}\d)$/.test(word);
  return called || (capitals && !shouted) || !/[aeuy]/.test(letters);
}

const PAPER = oneOf`orders?|invoice|purchase|receipt|parcel|package|tracking|ref(erence)?|confirmation`;
const NUMBERED = oneOf`number|num|nr|no\.?|nos?|id|code|ref(erence)?|#`;
const WRITTEN = oneOf`(?=[a-z-]*\d)[a-z\d]([a-z\d-]{1,18}[a-z\d])?`;
const PREFIXED = String.raw`[a-z]{1,4}-?\d{4,10}(?:-\d{1,6})?`;
/** Ways to write an order's number, the surest first. What is called one may be anything with a figure in it. */
const ORDERS = [
  oneOf`\b(${PAPER}\s*${NUMBERED}|(my|the)\s+(order\s+)?(number|no\.?))` +
    oneOf`\s*(is|was|are|:|=|-|it's)?\s*#?\s*(?<number>${WRITTEN})(?![\w@]|[.-]\d|\s?\d{3})`,
  oneOf`\border(ed)?\s*[:#-]?\s*#?(?<number>${PREFIXED}|\d{4,12}(-\d{1,6})?)(?![\w@]|[.-]\d)`,
  oneOf`#\s?(?<number>(?=[a-z-]*\d)[a-z\d][a-z\d-]{1,18}[a-z\d])(?!\w)`,
  oneOf`(?<![\w@./-])(?<number>${PREFIXED})(?![\w@]|[.:-]\d)`,
].map((pattern) => new RegExp(pattern, 'gi'));
const BARE = /(?<![\w@./$£€+-]|\d\s)(?<number>\d{4,10})(?![\w@]|[.:/-]\d|\s?\d{3})/g;
/** Words that stand before a year, and figures that are a phone number or no number of an order at all. */
const OTHERWISE = new RegExp(
  `^${oneOf`
    (at|in|on|by|for|from|to|the|of|mid|pre|post|sept?|oct|nov|dec|jan|feb|mar|apr|may|jun|jul|aug)-?\d.*
    \d{1,2}|\d{10,11}
  `}$`,
  'i',
);

/** Numbers of orders as written, in capitals. `asked`: the customer was asked for one, so that bare figures count. */
export function findOrders(text: string, { asked = false }: Asked = {}): ExtractedEntity<string>[] {
  if (!/\d/.test(text)) return [];
  const found: ExtractedEntity<string>[] = [];
  for (const pattern of asked ? [...ORDERS, BARE] : ORDERS) {
    for (const match of text.matchAll(pattern)) {
      const written = must(match.groups?.number, 'a number');
      const start = match.index + match[0].lastIndexOf(written);
      const order = { value: written.toUpperCase(), start, end: start + written.length };
      if (OTHERWISE.test(written)) continue;
      if (!found.some((other) => overlaps(other, order))) found.push(order);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
