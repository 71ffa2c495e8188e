import { must } from '../../kernel/must.ts';
import { type ExtractedEntity, overlaps } from './extracted-entity.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import { oneOf } from './patterns.ts';

/** The format of our booking codes, without easily confused letters and digits. */
const CODE_PATTERN = /(?<![\p{L}\d@.])[2-9A-HJKMNP-Z]{6}(?![\p{L}\d@])/giu;
/** A code written in two halves. A lookahead, so that an overlapping match at the previous word does not hide it. */
const SPLIT_CODE_PATTERN = /(?<![\p{L}\d@.])(?=([2-9A-HJKMNP-Z]{3}[ -][2-9A-HJKMNP-Z]{3})(?![\p{L}\d@]))/giu;

const BOOKING_WORD_PATTERN = oneOf`booking|reservation|appointment|confirmation|reference|class`;
const CODE_CUE_PATTERN = new RegExp(
  oneOf`
    (${BOOKING_WORD_PATTERN}\s+)?(code|reference|ref|confirmation|${BOOKING_WORD_PATTERN}\s+(number|no\.?|num|id))\s*(number|no\.?|#|id)?
  ` + String.raw`\s*(?:is|was|:|=|-|it's|its)?\s*[#"']?$`,
  'i',
);

/** Not in our format but meant as a code, as in "cancel booking ZZ9QQ1", so the customer is told that it does not exist. */
const OTHER_CODE_PATTERN = /(?<![\p{L}\d@.#])(?=\d*[A-Z])(?=[A-Z]*\d)[A-Z\d]{5,8}(?![\p{L}\d@])/gu;
const BOOKING_CUE_PATTERN = new RegExp(String.raw`\b${BOOKING_WORD_PATTERN}\s+[#"']?$`, 'i');

/** How far before a code its label may start. */
const MAX_LABEL_DISTANCE_CHARS = 50;

type ReferenceOptions = { isRequested?: boolean };

/**
 * Booking codes in upper case. Six letters are a code only if they do not look like a word: in upper case within other
 * text, without a vowel, or labelled as a code. If `isRequested`, the customer was asked for a code.
 */
export function findBookingCodes(
  text: string,
  {
    isRequested = false,
    fullText = text,
  }: ReferenceOptions & { /** The whole message, if `text` is a part of it. */ fullText?: string } = {},
): ExtractedEntity<string>[] {
  const entities: ExtractedEntity<string>[] = [];
  const isAllCaps = !/\p{Ll}/u.test(fullText);
  for (const { 0: match, index } of text.matchAll(CODE_PATTERN)) {
    const isLabelled =
      isRequested || CODE_CUE_PATTERN.test(text.slice(Math.max(0, index - MAX_LABEL_DISTANCE_CHARS), index));
    if (isCode(match, isLabelled, isAllCaps)) entities.push(toCodeEntity(match, index));
  }
  for (const { 1: match = '', index } of text.matchAll(SPLIT_CODE_PATTERN)) {
    const isLabelled =
      isRequested || CODE_CUE_PATTERN.test(text.slice(Math.max(0, index - MAX_LABEL_DISTANCE_CHARS), index));
    const splitCode = toCodeEntity(match, index);
    const isMixed = /\d/.test(match) && /[A-Z]/i.test(match) && !/\b(?:am|pm)\b/i.test(match);
    if (isLabelled && isMixed && !entities.some((other) => overlaps(other, splitCode))) entities.push(splitCode);
  }
  for (const { 0: match, index } of text.matchAll(OTHER_CODE_PATTERN)) {
    const textBefore = text.slice(Math.max(0, index - MAX_LABEL_DISTANCE_CHARS), index);
    const otherCode = toCodeEntity(match, index);
    const isLabelled = isRequested || CODE_CUE_PATTERN.test(textBefore) || BOOKING_CUE_PATTERN.test(textBefore);
    if (isLabelled && !entities.some((other) => overlaps(other, otherCode))) entities.push(otherCode);
  }
  return entities;
}

const toCodeEntity = (match: string, start: number): ExtractedEntity<string> => ({
  value: match.replace(/[ -]/g, '').toUpperCase(),
  start,
  end: start + match.length,
});

function isCode(word: string, isLabelled: boolean, isAllCaps: boolean): boolean {
  const letters = word.replace(/\d/g, '').toLowerCase();
  const isUppercase = word === word.toUpperCase();
  if (letters === '') return isLabelled;
  const isLettersWithOuterDigits = /^\d*[A-Z]+\d*$/i.test(word);
  if (isLettersWithOuterDigits && ORDINARY_WORDS.has(letters) && letters.length > 3) return false;
  if (letters.length < word.length) return isLabelled || !/^(?:\d+[a-z]{4,}|[a-z]{5}\d)$/.test(word);
  return isLabelled || (isUppercase && !isAllCaps) || !/[aeuy]/.test(letters);
}

const DOCUMENT_WORD_PATTERN = oneOf`orders?|invoice|purchase|receipt|parcel|package|tracking|ref(erence)?|confirmation`;
const NUMBER_WORD_PATTERN = oneOf`number|num|nr|no\.?|nos?|id|code|ref(erence)?|#`;
const LABELLED_NUMBER_PATTERN = oneOf`(?=[a-z-]*\d)[a-z\d]([a-z\d-]{1,18}[a-z\d])?`;
const PREFIXED_NUMBER_PATTERN = String.raw`[a-z]{1,4}-?\d{4,10}(?:-\d{1,6})?`;
/** Formats of order numbers, the most certain first. A labelled one may be anything with a digit in it. */
const ORDER_PATTERNS = [
  oneOf`\b(${DOCUMENT_WORD_PATTERN}\s*${NUMBER_WORD_PATTERN}|(my|the)\s+(order\s+)?(number|no\.?))` +
    oneOf`\s*(is|was|are|:|=|-|it's)?\s*#?\s*(?<number>${LABELLED_NUMBER_PATTERN})(?![\w@]|[.-]\d|\s?\d{3})`,
  oneOf`\border(ed)?\s*[:#-]?\s*#?(?<number>${PREFIXED_NUMBER_PATTERN}|\d{4,12}(-\d{1,6})?)(?![\w@]|[.-]\d)`,
  oneOf`#\s?(?<number>(?=[a-z-]*\d)[a-z\d][a-z\d-]{1,18}[a-z\d])(?!\w)`,
  oneOf`(?<![\w@./-])(?<number>${PREFIXED_NUMBER_PATTERN})(?![\w@]|[.:-]\d)`,
].map((pattern) => new RegExp(pattern, 'gi'));
const BARE_NUMBER_PATTERN = /(?<![\w@./$£€+-]|\d\s)(?<number>\d{4,10})(?![\w@]|[.:/-]\d|\s?\d{3})/g;
/** Words before a year, phone numbers, and numbers too short for an order. */
const NOT_AN_ORDER_NUMBER_PATTERN = new RegExp(
  `^${oneOf`
    (at|in|on|by|for|from|to|the|of|mid|pre|post|sept?|oct|nov|dec|jan|feb|mar|apr|may|jun|jul|aug)-?\d.*
    \d{1,2}|\d{10,11}
  `}$`,
  'i',
);

/** Order numbers in upper case. If `isRequested`, the customer was asked for one, so bare digits count. */
export function findOrderNumbers(
  text: string,
  { isRequested = false }: ReferenceOptions = {},
): ExtractedEntity<string>[] {
  if (!/\d/.test(text)) return [];
  const entities: ExtractedEntity<string>[] = [];
  for (const pattern of isRequested ? [...ORDER_PATTERNS, BARE_NUMBER_PATTERN] : ORDER_PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const orderNumber = must(match.groups?.number, 'a number');
      const start = match.index + match[0].lastIndexOf(orderNumber);
      const order = { value: orderNumber.toUpperCase(), start, end: start + orderNumber.length };
      if (NOT_AN_ORDER_NUMBER_PATTERN.test(orderNumber)) continue;
      if (!entities.some((other) => overlaps(other, order))) entities.push(order);
    }
  }
  return entities.sort((a, b) => a.start - b.start);
}
