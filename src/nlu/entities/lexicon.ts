import { editDistance } from './edit-distance.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import { formOf, headOf, isSmall, isWeak, plainDegreeOf, rootOf, type Word } from './word-forms.ts';

/** Which word of which name. */
type Place = { name: number; word: number };
/** What a word of a message may stand for, and how well: 1 is the word itself. */
export type Sense = { places: readonly Place[]; quality: number };
type Term = { form: string; places: Place[]; rarity: number };
/** A word as it may be misspelt, which is not always the form that it is compared in. */
type Spelling = { text: string; letters: number; term: Term };

const AS_GLUED = 0.98;
const AS_ROOT = 0.9;
const AS_HEAD = 0.9;
const AS_DEGREE = 0.9;
const AS_SHORTENED = 0.88;
const AS_INITIALS = 0.8;
const AS_SLIP = 0.85;
const AS_TWO_SLIPS = 0.75;
/** Shorter words are taken as they are written. */
const SHORTEST = 4;
/** From this length on, a word may have two slips. */
const LONG = 8;
/** Of fewer letters too many words begin with. */
const SHORTEST_BEGINNING = 5;
/** What an ordinary word may be short for: "consult" for a consultation, but "butter" for no butternut. */
const ENDING = /^(?:at|it)?ions?$|^ments?$|^als?$/;
/** Two letters that are seldom anything's initials. */
const NO_INITIALS = new Set('am pm ok us uk tv id it or in on at so no hi my we he'.split(' '));

/** The words of all names: where they stand, how rare they are, and what else may be meant by them. */
export class Lexicon {
  readonly #terms = new Map<string, Term>();
  readonly #byRoot = new Map<string, Term[]>();
  readonly #byHead = new Map<string, Term[]>();
  /** Two words of a name written as one: where the first of them stands. */
  readonly #glued = new Map<string, Place[]>();
  /** Names by their initials: the place of their last word. */
  readonly #initials = new Map<string, Place[]>();
  /** By first letter and length, which a slip of the pen leaves nearly as they are. */
  readonly #shelves = new Map<string, Spelling[]>();
  /** In the order of the alphabet, so that words with one beginning stand together. */
  readonly #sorted: readonly Term[];

  constructor(names: readonly { forms: readonly string[]; spellings: readonly string[]; initials: string }[]) {
    for (const [name, { forms, initials }] of names.entries()) this.#add(name, forms, initials);
    for (const term of this.#terms.values()) {
      const { form, places } = term;
      term.rarity = Math.log(1 + names.length / places.length) * (isWeak(form) ? 0.4 : 1) + 0.1;
      push(this.#byRoot, rootOf(form), term);
      push(this.#byHead, headOf(form), term);
    }
    for (const spelling of new Set(names.flatMap(({ forms, spellings }) => [...forms, ...spellings])))
      this.#shelve(spelling);
    this.#sorted = [...this.#terms.values()].sort((a, b) => (a.form < b.form ? -1 : 1));
  }

  #shelve(text: string): void {
    const term = this.#terms.get(text) ?? this.#terms.get(formOf(text));
    if (!term || text.length < SHORTEST || isSmall(term.form)) return;
    push(this.#shelves, shelfOf(text.charAt(0), text.length), { text, letters: lettersOf(text), term });
  }

  #add(name: number, forms: readonly string[], initials: string): void {
    for (const [word, form] of forms.entries()) {
      const term = this.#terms.get(form);
      if (term) term.places.push({ name, word });
      else this.#terms.set(form, { form, places: [{ name, word }], rarity: 0 });
      const before = forms[word - 1];
      if (before !== undefined) push(this.#glued, before + form, { name, word: word - 1 });
    }
    if (forms.length > 1) push(this.#initials, initials, { name, word: forms.length - 1 });
  }

  rarity(form: string): number {
    return this.#terms.get(form)?.rarity ?? 0;
  }

  sensesOf({ form, plain, capital }: Word): Sense[] {
    const senses: Sense[] = [];
    const exact = this.#terms.get(form) ?? this.#terms.get(plain);
    if (exact) senses.push({ places: exact.places, quality: 1 });
    const glued = this.#glued.get(form) ?? this.#glued.get(plain);
    if (glued) senses.push({ places: glued.flatMap(withNext), quality: AS_GLUED });
    if (isWeak(form)) return senses;
    add(senses, this.#byHead.get(form), AS_HEAD);
    add(senses, this.#known(headOf(form)), AS_HEAD);
    add(senses, this.#known(plainDegreeOf(form)), AS_DEGREE);
    const ordinary = ORDINARY_WORDS.has(plain) || ORDINARY_WORDS.has(form);
    if (senses.length === 0) add(senses, this.#begunWith(form, ordinary), AS_SHORTENED);
    if (ordinary) return senses;
    add(senses, this.#known(rootOf(form)), AS_ROOT);
    add(senses, this.#byRoot.get(form), AS_ROOT);
    const initials = this.#initials.get(plain);
    if (initials && (plain.length > 2 || (capital && !NO_INITIALS.has(plain)))) {
      senses.push({ places: initials.flatMap(withEarlier), quality: AS_INITIALS });
    }
    if (senses.length === 0) this.#addSlips(senses, form);
    return senses;
  }

  /** Two words of a message that are one in a name: "blow out". */
  sensesOfTwo(one: Word, two: Word): Sense[] {
    const term = this.#terms.get(one.plain + two.form);
    return term && term.form.length > SHORTEST ? [{ places: term.places, quality: AS_GLUED }] : [];
  }

  #known(form: string | undefined): Term[] | undefined {
    const term = form === undefined ? undefined : this.#terms.get(form);
    return term && [term];
  }

  #begunWith(form: string, ordinary: boolean): Term[] {
    if (form.length < SHORTEST_BEGINNING) return [];
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      // biome-ignore lint/style/noNonNullAssertion: it lies between low and high
      if (this.#sorted[middle]!.form < form) low = middle + 1;
      else high = middle;
    }
    const begun: Term[] = [];
    for (let term = this.#sorted[low]; term?.form.startsWith(form); term = this.#sorted[++low]) {
      if (!ordinary || ENDING.test(term.form.slice(form.length))) begun.push(term);
    }
    return begun;
  }

  #addSlips(senses: Sense[], form: string): void {
    if (form.length < SHORTEST || /\d/.test(form)) return;
    const limit = form.length >= LONG - 1 ? 2 : 1;
    const letters = lettersOf(form);
    let least = limit + 1;
    let nearest: Term[] = [];
    for (const initial of new Set([form.charAt(0), form.charAt(1)])) {
      for (let length = form.length - limit; length <= form.length + limit; length++) {
        for (const { text, term, letters: others } of this.#shelves.get(shelfOf(initial, length)) ?? []) {
          // Each slip changes at most two letters of those that a word has.
          if (bitsOf(letters ^ others) > 2 * limit) continue;
          const distance = slipsBetween(form, text, limit);
          if (distance < least) nearest = [];
          if (distance <= least) nearest.push(term);
          least = Math.min(least, distance);
        }
      }
    }
    if (least <= limit) add(senses, nearest, least === 1 ? AS_SLIP : AS_TWO_SLIPS);
  }
}

const shelfOf = (initial: string, length: number) => initial + length;
const withNext = ({ name, word }: Place): Place[] => [
  { name, word },
  { name, word: word + 1 },
];
const withEarlier = ({ name, word }: Place): Place[] =>
  Array.from({ length: word + 1 }, (_, each) => ({ name, word: each }));

/** With another first letter only where the first two were exchanged; two slips only in a long word. */
function slipsBetween(form: string, known: string, limit: number): number {
  const exchanged = form[0] === known[1] && form[1] === known[0];
  if (form[0] !== known[0] && !exchanged) return limit + 1;
  // Of four letters another one makes another word as a rule.
  if (form.length === SHORTEST && known.length === SHORTEST && lettersOf(form) !== lettersOf(known)) return limit + 1;
  const allowed = known.length >= LONG ? limit : 1;
  const distance = editDistance(form, known, allowed);
  return distance > allowed ? limit + 1 : distance;
}

/** Which letters a word has, as bits. */
function lettersOf(form: string): number {
  let bits = 0;
  for (let index = 0; index < form.length; index++) bits |= 1 << (form.charCodeAt(index) & 31);
  return bits;
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function add(senses: Sense[], terms: readonly Term[] | undefined, quality: number): void {
  for (const { places } of terms ?? []) senses.push({ places, quality });
}

function push<V>(lists: Map<string, V[]>, key: string | undefined, value: V): void {
  if (key === undefined) return;
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
