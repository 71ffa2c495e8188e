import { editDistance } from './edit-distance.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import { headOf, isSmall, isWeak, rootOf, type Word } from './word-forms.ts';

/** Which word of which name. */
type Place = { name: number; word: number };
/** What a word of a message may stand for, and how well: 1 is the word itself. */
export type Sense = { places: readonly Place[]; quality: number };

const AS_GLUED = 0.98;
const AS_ROOT = 0.9;
const AS_HEAD = 0.8;
const AS_INITIALS = 0.8;
const AS_SLIP = 0.85;
const AS_TWO_SLIPS = 0.75;
/** Two capitals that are seldom somebody's initials. */
const NO_INITIALS = new Set(['am', 'pm', 'ok', 'us', 'uk', 'tv', 'id', 'it', 'or', 'in', 'on', 'at', 'so', 'no', 'hi']);

/** The words of all names: where they stand, how rare they are, and what else may be meant by them. */
export class Lexicon {
  readonly #places = new Map<string, Place[]>();
  readonly #rarity = new Map<string, number>();
  readonly #byRoot = new Map<string, string[]>();
  readonly #byHead = new Map<string, string[]>();
  readonly #joined = new Map<string, Place[]>();
  readonly #initials = new Map<string, Place[]>();
  /** By first letter and length, which a slip of the pen leaves nearly as they are. */
  readonly #shelves = new Map<string, string[]>();

  constructor(names: readonly { forms: readonly string[]; initials: string }[]) {
    for (const [name, { forms, initials }] of names.entries()) this.#add(name, forms, initials);
    for (const [form, places] of this.#places) {
      this.#rarity.set(form, Math.log(1 + names.length / places.length) * (isWeak(form) ? 0.4 : 1) + 0.1);
      push(this.#byRoot, rootOf(form), form);
      push(this.#byHead, headOf(form), form);
      if (form.length >= 4 && !isSmall(form)) push(this.#shelves, shelfOf(form, form.length), form);
    }
  }

  #add(name: number, forms: readonly string[], initials: string): void {
    for (const [word, form] of forms.entries()) {
      push(this.#places, form, { name, word });
      const next = forms[word + 1];
      if (next === undefined) continue;
      const joined = form + next;
      push(this.#joined, joined, { name, word });
      push(this.#joined, joined, { name, word: word + 1 });
    }
    if (forms.length >= 2) for (const word of forms.keys()) push(this.#initials, initials, { name, word });
  }

  rarity(form: string): number {
    return this.#rarity.get(form) ?? 0;
  }

  sensesOf({ form, plain, capital }: Word): Sense[] {
    const exact = this.#places.get(form) ?? this.#places.get(plain);
    const senses: Sense[] = exact ? [{ places: exact, quality: 1 }] : [];
    const glued = this.#joined.get(form) ?? this.#joined.get(plain);
    if (glued) senses.push({ places: glued, quality: AS_GLUED });
    if (isSmall(form)) return senses;
    const head = headOf(form);
    this.#gather(senses, this.#byHead.get(form), AS_HEAD);
    if (head && this.#places.has(head)) this.#gather(senses, [head], AS_HEAD);
    if (ORDINARY_WORDS.has(plain)) return senses;
    const root = rootOf(form);
    if (root && this.#places.has(root)) this.#gather(senses, [root], AS_ROOT);
    this.#gather(senses, this.#byRoot.get(form), AS_ROOT);
    const initials = this.#initials.get(plain);
    if (initials && (plain.length >= 3 || (capital && !NO_INITIALS.has(plain)))) {
      senses.push({ places: initials, quality: AS_INITIALS });
    }
    if (senses.length === 0) this.#gatherSlips(senses, form);
    return senses;
  }

  /** Two words of a message that are one in a name: "blow out". */
  sensesOfTwo(one: Word, two: Word): Sense[] {
    const places = this.#places.get(one.plain + two.form);
    return places ? [{ places, quality: AS_GLUED }] : [];
  }

  #gather(senses: Sense[], forms: readonly string[] | undefined, quality: number): void {
    for (const form of forms ?? []) senses.push({ places: this.#places.get(form)!, quality });
  }

  #gatherSlips(senses: Sense[], form: string): void {
    const limit = form.length >= 8 ? 2 : 1;
    if (form.length < 4 || /\d/.test(form)) return;
    let least = limit + 1;
    let nearest: string[] = [];
    for (const initial of new Set([form[0]!, form[1]!])) {
      for (let length = form.length - limit; length <= form.length + limit; length++) {
        for (const known of this.#shelves.get(shelfOf(initial, length)) ?? []) {
          const distance = slips(form, known, limit);
          if (distance > least) continue;
          if (distance < least) nearest = [];
          least = distance;
          nearest.push(known);
        }
      }
    }
    if (least <= limit) this.#gather(senses, nearest, least === 1 ? AS_SLIP : AS_TWO_SLIPS);
  }
}

const shelfOf = (form: string, length: number) => `${form[0]}${length}`;

/** With another first letter only where the first two were exchanged. */
function slips(form: string, known: string, limit: number): number {
  const allowed = known.length >= 8 ? limit : Math.min(limit, 1);
  const exchanged = form[0] === known[1] && form[1] === known[0];
  if (form[0] !== known[0] && !exchanged) return limit + 1;
  const distance = editDistance(form, known, allowed);
  return distance > allowed ? limit + 1 : distance;
}

function push<V>(lists: Map<string, V[]>, key: string | undefined, value: V): void {
  if (key === undefined) return;
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
