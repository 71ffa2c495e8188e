import { GENERIC_WORDS, SAME_WORDS, SMALL_WORDS } from './word-lists.ts';

/** A word of a text: how it is compared, and where it stands. */
export type Word = {
  /** Without accents, apostrophes and capitals. */
  plain: string;
  /** As `plain`, but in the singular and in one spelling. */
  form: string;
  start: number;
  end: number;
  capital: boolean;
  /** Whether punctuation that ends a thought stands before it. */
  apart: boolean;
};

const WORD = /[\p{L}\p{M}\p{N}]+(?:['‘’ʼ´`][\p{L}\p{M}]+)*/gu;
const LONGEST = 40;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let last = 0;
  for (const { 0: match, index } of text.matchAll(WORD)) {
    const between = text.slice(last, index);
    const plain = plainOf(match);
    last = index + match.length;
    if (!plain || plain.length > LONGEST) continue;
    const capital = /^\p{Lu}/u.test(match);
    const apart = between.length > 1 && words.length > 0 && /[.,;:?!()\n]|\s[-–—]\s/.test(between);
    words.push({ plain, form: formOf(match), start: index, end: last, capital, apart });
  }
  return words;
}

const plainOf = (word: string) => fold(word).replace(/['‘’ʼ´`]/g, '');

const fold = (word: string) =>
  // Most words are plain already, and folding is the dearest step of all.
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

/** The singular in one spelling: "Men's", "mens" and "men" are one, so are "colours" and "color". */
export function formOf(word: string): string {
  const bare = fold(word)
    .replace(/['‘’ʼ´`]s?$/, '')
    .replace(/['‘’ʼ´`]/g, '');
  const one = singular(bare);
  return SAME_WORDS.get(bare) ?? SAME_WORDS.get(one) ?? spelling(one);
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (/(?:tat|mat)oes$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** British spelling as American, where a rule does it. */
const spelling = (word: string): string =>
  word.length < 5 || !/ou|is|re$/.test(word)
    ? word
    : word
        .replace(/(?<=[a-z]{2}[lnbmvd])our(?=$|ed|ing|ist|ful)/, 'or')
        .replace(/(?<=[a-z]{3})is(?=e[drs]?$|ing$|ation$)/, 'iz')
        .replace(/(?<=[a-z]{2}[tb])re$/, 'er');

/** What is left of a word without the ending of a verb: "spinning", "waxing", "coloured". */
export function rootOf(form: string): string | undefined {
  const bare = form.length >= 6 && form.endsWith('ing') ? form.slice(0, -3) : form.replace(/(?<=\w{4})ed$/, '');
  if (bare === form || bare.length < 3) return undefined;
  return /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
}

const DEGREES = new Set(
  'long short big small large high low hot cold warm cool new old young fast slow quick full light dark heavy easy soft'
    .concat(' hard thick thin strong deep early late simple')
    .split(' '),
);

/** "long" of "longer" and "longest", but no "corn" of "corner". */
export function plainDegreeOf(form: string): string | undefined {
  const bare = form.match(/^(\w{2,})(?:er|est)$/)?.[1];
  if (!bare) return undefined;
  return [bare, `${bare}e`, bare.replace(/i$/, 'y'), bare.replace(/(\w)\1$/, '$1')].find((word) => DEGREES.has(word));
}

/** Small words say nothing of what is meant; generic ones say too little to stand alone. */
export const isSmall = (form: string): boolean => SMALL_WORDS.has(form);
export const isWeak = (form: string): boolean =>
  SMALL_WORDS.has(form) || GENERIC_WORDS.has(form) || /^\d+\w{0,2}$/.test(form);

/** Second halves of words that are also said alone: a "cut" is a haircut, a "cake" may be a cheesecake. */
const HEADS = new Set(
  'cut cake bread burger shirt wash brush berry melon fish ball bag pack book coat suit wear light case bottle pot pan'
    .concat(' spray cream stick shake roll wrap steak nut corn pie pop board cap hat jacket boot shoe stone lift scan')
    .split(' '),
);

export function headOf(form: string): string | undefined {
  for (let length = 3; length <= Math.min(6, form.length - 3); length++) {
    const head = form.slice(-length);
    if (HEADS.has(head)) return head;
  }
  return undefined;
}
