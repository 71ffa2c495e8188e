import { FUNCTION_WORDS, GENERIC_WORDS, SYNONYMS } from './word-lists.ts';

/** A word of a text, normalized for comparison, and its position. */
export type Word = {
  /** The word in lower case, without accents and apostrophes. */
  normalized: string;
  /** The same for all variants of the word, see `canonicalFormOf`. */
  canonicalForm: string;
  /** Character positions in the text. */
  start: number;
  end: number;
  isCapitalized: boolean;
  /** Whether punctuation separates it from the previous word. */
  startsNewPhrase: boolean;
};

const WORD_PATTERN = /[\p{L}\p{M}\p{N}]+(?:['‘’ʼ´`][\p{L}\p{M}]+)*/gu;
const MAX_WORD_LENGTH = 40;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let previousEnd = 0;
  for (const { 0: match, index } of text.matchAll(WORD_PATTERN)) {
    const textBetween = text.slice(previousEnd, index);
    const normalized = normalizeSpelling(match);
    previousEnd = index + match.length;
    if (!normalized || normalized.length > MAX_WORD_LENGTH) continue;
    const isCapitalized = /^\p{Lu}/u.test(match);
    const startsNewPhrase = textBetween.length > 1 && words.length > 0 && /[.,;:?!()\n]|\s[-–—]\s/.test(textBetween);
    words.push({
      normalized,
      canonicalForm: canonicalFormOf(match),
      start: index,
      end: previousEnd,
      isCapitalized,
      startsNewPhrase,
    });
  }
  return words;
}

const normalizeSpelling = (word: string) => foldCaseAndAccents(word).replace(/['‘’ʼ´`]/g, '');

const foldCaseAndAccents = (word: string) =>
  // A fast path, because most words need no folding, and it is the most expensive step.
  /^[a-zA-Z\d']+$/.test(word)
    ? word.toLowerCase()
    : word
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/ß/g, 'ss')
        .replace(/ø/g, 'o')
        .replace(/æ/g, 'ae')
        .replace(/œ/g, 'oe')
        .replace(/ł/g, 'l')
        .replace(/ı/g, 'i');

/**
 * One form for all variants of a word: the singular, in American spelling, and the first of its synonyms. "Men's", "mens" and
 * "man" have the same form, and so do "colours" and "color", "dr" and "doctor", "eggplant" and "aubergine".
 */
export function canonicalFormOf(word: string): string {
  const stem = foldCaseAndAccents(word)
    .replace(/['‘’ʼ´`]s?$/, '')
    .replace(/['‘’ʼ´`]/g, '');
  const singularForm = toSingular(stem);
  return SYNONYMS.get(stem) ?? SYNONYMS.get(singularForm) ?? toAmericanSpelling(singularForm);
}

function toSingular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (/(?:tat|mat)oes$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Converts regular British spellings to American ones. */
const toAmericanSpelling = (word: string): string =>
  word.length < 5 || !/ou|is|re$/.test(word)
    ? word
    : word
        .replace(/(?<=[a-z]{2}[lnbmvd])our(?=$|ed|ing|ist|ful)/, 'or')
        .replace(/(?<=[a-z]{3})is(?=e[drs]?$|ing$|ation$)/, 'iz')
        .replace(/(?<=[a-z]{2}[tb])re$/, 'er');

/** A word without its verb ending: "spinning", "waxing", "coloured". */
export function verbStemOf(canonicalForm: string): string | undefined {
  const stem =
    canonicalForm.length >= 6 && canonicalForm.endsWith('ing')
      ? canonicalForm.slice(0, -3)
      : canonicalForm.replace(/(?<=\w{4})ed$/, '');
  if (stem === canonicalForm || stem.length < 3) return undefined;
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

const GRADABLE_ADJECTIVES = new Set(
  'long short big small large high low hot cold warm cool new old young fast slow quick full light dark heavy easy soft'
    .concat(' hard thick thin strong deep early late simple')
    .split(' '),
);

/** The adjective of a comparative or superlative: "long" for "longer" and "longest", but not "corn" for "corner". */
export function baseAdjectiveOf(canonicalForm: string): string | undefined {
  const stem = canonicalForm.match(/^(\w{2,})(?:er|est)$/)?.[1];
  if (!stem) return undefined;
  return [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(\w)\1$/, '$1')].find((word) =>
    GRADABLE_ADJECTIVES.has(word),
  );
}

/** Words such as "the" and "with", which name nothing. */
export const isFunctionWord = (canonicalForm: string): boolean => FUNCTION_WORDS.has(canonicalForm);
/**
 * Function words, numbers, and words such as "class" or "special", which are too general to tell on their own which of the
 * business's items, services or people is meant.
 */
export const isWeakWord = (canonicalForm: string): boolean =>
  FUNCTION_WORDS.has(canonicalForm) || GENERIC_WORDS.has(canonicalForm) || /^\d+\w{0,2}$/.test(canonicalForm);

/** Second parts of compounds that are also used alone: "cut" for a haircut, "cake" for a cheesecake. */
const COMPOUND_HEADS = new Set(
  'cut cake bread burger shirt wash brush berry melon fish ball bag pack book coat suit wear light case bottle pot pan'
    .concat(' spray cream stick shake roll wrap steak nut corn pie pop board cap hat jacket boot shoe stone lift scan')
    .split(' '),
);

/** The second part of a compound, such as "cake" of "cheesecake". */
export function compoundHeadOf(canonicalForm: string): string | undefined {
  for (let length = 3; length <= Math.min(6, canonicalForm.length - 3); length++) {
    const head = canonicalForm.slice(-length);
    if (COMPOUND_HEADS.has(head)) return head;
  }
  return undefined;
}
