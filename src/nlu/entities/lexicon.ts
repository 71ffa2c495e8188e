import { computeEditDistance } from './edit-distance.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import {
  baseAdjectiveOf,
  canonicalFormOf,
  compoundHeadOf,
  isFunctionWord,
  isWeakWord,
  verbStemOf,
  type Word,
} from './word-forms.ts';

/** The index of a name in the catalog, and of a word in that name. */
type NameWordPosition = { nameIndex: number; nameWordIndex: number };
/** The words of names that a word of a message may mean; a quality of 1 is the word itself. */
export type WordSense = { positions: readonly NameWordPosition[]; quality: number };
type Term = { form: string; positions: NameWordPosition[]; rarity: number };
/** A spelling to compare typos with, which may differ from the term's normalized form. */
type Spelling = { text: string; letterBits: number; term: Term };

const JOINED_QUALITY = 0.98;
const VERB_STEM_QUALITY = 0.9;
const COMPOUND_HEAD_QUALITY = 0.9;
const COMPARATIVE_QUALITY = 0.9;
const PREFIX_QUALITY = 0.88;
const INITIALS_QUALITY = 0.8;
const ONE_TYPO_QUALITY = 0.85;
const TWO_TYPOS_QUALITY = 0.75;
const WEAK_WORD_FACTOR = 0.4;
const MIN_RARITY = 0.1;
/** Shorter words are never corrected. */
const MIN_CHARS_FOR_TYPOS = 4;
/** Words of this length may have two typos. */
const MIN_CHARS_FOR_TWO_TYPOS = 8;
/** Shorter prefixes fit too many words. */
const MIN_PREFIX_CHARS = 5;
/** Endings that an ordinary word may omit: "consult" for consultation, but not "butter" for butternut. */
const NOUN_SUFFIX_PATTERN = /^(?:at|it)?ions?$|^ments?$|^als?$/;
/** Two-letter words that are rarely initials. */
const WORDS_THAT_ARE_NO_INITIALS = new Set('am pm ok us uk tv id it or in on at so no hi my we he'.split(' '));

/** An index of the words of all names: their positions, rarity, and variants. */
export class Lexicon {
  readonly #terms = new Map<string, Term>();
  readonly #byVerbStem = new Map<string, Term[]>();
  readonly #byCompoundHead = new Map<string, Term[]>();
  /** Two words of a name written as one, with the position of the first. */
  readonly #joinedPairs = new Map<string, NameWordPosition[]>();
  /** Names by their initials, with the position of their last word. */
  readonly #initials = new Map<string, NameWordPosition[]>();
  /** Spellings by first letter and length, which typos barely change. */
  readonly #spellingBuckets = new Map<string, Spelling[]>();
  /** Sorted, so that words with the same prefix are adjacent. */
  readonly #sorted: readonly Term[];

  constructor(names: readonly { forms: readonly string[]; spellings: readonly string[]; initials: string }[]) {
    for (const [name, { forms, initials }] of names.entries()) this.#add(name, forms, initials);
    for (const term of this.#terms.values()) {
      const { form, positions } = term;
      term.rarity =
        Math.log(1 + names.length / positions.length) * (isWeakWord(form) ? WEAK_WORD_FACTOR : 1) + MIN_RARITY;
      pushToList(this.#byVerbStem, verbStemOf(form), term);
      pushToList(this.#byCompoundHead, compoundHeadOf(form), term);
    }
    for (const spelling of new Set(names.flatMap(({ forms, spellings }) => [...forms, ...spellings])))
      this.#addSpelling(spelling);
    this.#sorted = [...this.#terms.values()].sort((a, b) => (a.form < b.form ? -1 : 1));
  }

  #addSpelling(text: string): void {
    const term = this.#terms.get(text) ?? this.#terms.get(canonicalFormOf(text));
    if (!term || text.length < MIN_CHARS_FOR_TYPOS || isFunctionWord(term.form)) return;
    pushToList(this.#spellingBuckets, formatBucketKey(text.charAt(0), text.length), {
      text,
      letterBits: toLetterBits(text),
      term,
    });
  }

  #add(nameIndex: number, forms: readonly string[], initials: string): void {
    for (const [nameWordIndex, form] of forms.entries()) {
      const term = this.#terms.get(form);
      if (term) term.positions.push({ nameIndex, nameWordIndex });
      else this.#terms.set(form, { form, positions: [{ nameIndex, nameWordIndex }], rarity: 0 });
      const previousForm = forms[nameWordIndex - 1];
      if (previousForm !== undefined)
        pushToList(this.#joinedPairs, previousForm + form, { nameIndex, nameWordIndex: nameWordIndex - 1 });
    }
    if (forms.length > 1) pushToList(this.#initials, initials, { nameIndex, nameWordIndex: forms.length - 1 });
  }

  getRarity(form: string): number {
    return this.#terms.get(form)?.rarity ?? 0;
  }

  findSenses({ canonicalForm, normalized, isCapitalized }: Word): WordSense[] {
    const senses: WordSense[] = [];
    const exactTerm = this.#terms.get(canonicalForm) ?? this.#terms.get(normalized);
    if (exactTerm) senses.push({ positions: exactTerm.positions, quality: 1 });
    const joinedPositions = this.#joinedPairs.get(canonicalForm) ?? this.#joinedPairs.get(normalized);
    if (joinedPositions) senses.push({ positions: joinedPositions.flatMap(addNextPosition), quality: JOINED_QUALITY });
    if (isWeakWord(canonicalForm)) return senses;
    addSenses(senses, this.#byCompoundHead.get(canonicalForm), COMPOUND_HEAD_QUALITY);
    addSenses(senses, this.#termsFor(compoundHeadOf(canonicalForm)), COMPOUND_HEAD_QUALITY);
    addSenses(senses, this.#termsFor(baseAdjectiveOf(canonicalForm)), COMPARATIVE_QUALITY);
    const isOrdinary = ORDINARY_WORDS.has(normalized) || ORDINARY_WORDS.has(canonicalForm);
    if (senses.length === 0) addSenses(senses, this.#termsWithPrefix(canonicalForm, isOrdinary), PREFIX_QUALITY);
    if (isOrdinary) return senses;
    addSenses(senses, this.#termsFor(verbStemOf(canonicalForm)), VERB_STEM_QUALITY);
    addSenses(senses, this.#byVerbStem.get(canonicalForm), VERB_STEM_QUALITY);
    const initials = this.#initials.get(normalized);
    if (initials && (normalized.length > 2 || (isCapitalized && !WORDS_THAT_ARE_NO_INITIALS.has(normalized)))) {
      senses.push({ positions: initials.flatMap(addEarlierPositions), quality: INITIALS_QUALITY });
    }
    if (senses.length === 0) this.#addTypos(senses, canonicalForm);
    return senses;
  }

  /** Two words of a message that are one word in a name: "blow out". */
  findSensesOfTwo(first: Word, second: Word): WordSense[] {
    const term = this.#terms.get(first.normalized + second.canonicalForm);
    return term && term.form.length > MIN_CHARS_FOR_TYPOS
      ? [{ positions: term.positions, quality: JOINED_QUALITY }]
      : [];
  }

  #termsFor(form: string | undefined): Term[] | undefined {
    const term = form === undefined ? undefined : this.#terms.get(form);
    return term && [term];
  }

  #termsWithPrefix(form: string, isOrdinary: boolean): Term[] {
    if (form.length < MIN_PREFIX_CHARS) return [];
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      // biome-ignore lint/style/noNonNullAssertion: it lies between low and high
      if (this.#sorted[middle]!.form < form) low = middle + 1;
      else high = middle;
    }
    const terms: Term[] = [];
    for (let term = this.#sorted[low]; term?.form.startsWith(form); term = this.#sorted[++low]) {
      if (!isOrdinary || NOUN_SUFFIX_PATTERN.test(term.form.slice(form.length))) terms.push(term);
    }
    return terms;
  }

  #addTypos(senses: WordSense[], form: string): void {
    if (form.length < MIN_CHARS_FOR_TYPOS || /\d/.test(form)) return;
    const maxTypos = form.length >= MIN_CHARS_FOR_TWO_TYPOS - 1 ? 2 : 1;
    const letterBits = toLetterBits(form);
    let leastDistance = maxTypos + 1;
    let nearestTerms: Term[] = [];
    for (const initial of new Set([form.charAt(0), form.charAt(1)])) {
      for (let length = form.length - maxTypos; length <= form.length + maxTypos; length++) {
        for (const { text, term, letterBits: otherLetterBits } of this.#spellingBuckets.get(
          formatBucketKey(initial, length),
        ) ?? []) {
          // Each typo changes at most two of a word's letters.
          if (countBits(letterBits ^ otherLetterBits) > 2 * maxTypos) continue;
          const distance = computeTypoDistance(form, text, maxTypos);
          if (distance < leastDistance) nearestTerms = [];
          if (distance <= leastDistance) nearestTerms.push(term);
          leastDistance = Math.min(leastDistance, distance);
        }
      }
    }
    if (leastDistance <= maxTypos)
      addSenses(senses, nearestTerms, leastDistance === 1 ? ONE_TYPO_QUALITY : TWO_TYPOS_QUALITY);
  }
}

const formatBucketKey = (initial: string, length: number) => initial + length;
const addNextPosition = ({ nameIndex, nameWordIndex }: NameWordPosition): NameWordPosition[] => [
  { nameIndex, nameWordIndex },
  { nameIndex, nameWordIndex: nameWordIndex + 1 },
];
const addEarlierPositions = ({ nameIndex, nameWordIndex }: NameWordPosition): NameWordPosition[] =>
  Array.from({ length: nameWordIndex + 1 }, (_, earlierWord) => ({ nameIndex, nameWordIndex: earlierWord }));

/** The first letter may only differ if the first two are swapped, and only long words may have two typos. */
function computeTypoDistance(form: string, spelling: string, limit: number): number {
  const isTransposed = form[0] === spelling[1] && form[1] === spelling[0];
  if (form[0] !== spelling[0] && !isTransposed) return limit + 1;
  // Changing a letter of a four-letter word usually gives another word.
  if (
    form.length === MIN_CHARS_FOR_TYPOS &&
    spelling.length === MIN_CHARS_FOR_TYPOS &&
    toLetterBits(form) !== toLetterBits(spelling)
  )
    return limit + 1;
  const maxTypos = spelling.length >= MIN_CHARS_FOR_TWO_TYPOS ? limit : 1;
  const distance = computeEditDistance(form, spelling, maxTypos);
  return distance > maxTypos ? limit + 1 : distance;
}

/** The set of letters in a word, as bits. */
function toLetterBits(form: string): number {
  let bits = 0;
  for (let index = 0; index < form.length; index++) bits |= 1 << (form.charCodeAt(index) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count++;
  return count;
}

function addSenses(senses: WordSense[], terms: readonly Term[] | undefined, quality: number): void {
  for (const { positions } of terms ?? []) senses.push({ positions, quality });
}

function pushToList<V>(lists: Map<string, V[]>, key: string | undefined, value: V): void {
  if (key === undefined) return;
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
