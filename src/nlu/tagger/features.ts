// biome-ignore-all lint/style/noNonNullAssertion: there is a word, a shape and a kind for each token

import { must } from '../../kernel/must.ts';
import type { Slot } from './labels.ts';
import type { Token } from './tokens.ts';
import { kindsOf, shapeOf } from './word-kinds.ts';

/** How common a word is in the training messages other than as a name, from 0 (never seen, perhaps a name) to 3. */
export type FamiliarityLookup = (word: string) => number;

/**
 * Feature templates: each line combines views of the token itself, or of a token at an offset from it.
 * - word, class (its kind or else the word), kind (its kind or else its shape), shape, joined (no space before it)
 * - rare: its familiarity and whether it is capitalized; starts and ends: its first and last letters
 * - asked: the requested slots; order: the same in the order of the question; size: the length of the message
 */
const TEMPLATES = `
any
word
class
kind
shape
word-3
word-2
word-1
word+1
word+2
word+3
class-2
class-1
class+1
class+2
word-1 word
word word+1
word class+1
class-1 class
class class+1
class-2 class
class class+2
class-1 class+1
class-2 class-1
class+1 class+2
class-2 class-1 class
class-1 class class+1
class class+1 class+2
class-1 kind
kind class+1
class-2 class-1 kind
kind class+1 class+2
class-3 class-2 class-1 kind
kind class+1 class+2 class+3
kind-1 kind kind+1
kind-2 kind-1 kind kind+1 kind+2
joined kind
joined+1 kind
rare
rare-1 rare
rare rare+1
rare-1 rare rare+1
class-1 rare
rare class+1
class-2 class-1 rare
rare class+1 class+2
class-2 rare-1 rare
class-1 rare rare+1
size kind
asked
asked word
asked kind
asked shape
asked kind size
asked kind-1 kind kind+1
asked rare
asked rare size
asked rare-1 rare rare+1
order rare
order kind size
starts1
starts2
starts3
starts4
ends1
ends2
ends3
ends4`;

type View = Int32Array;
type Views = Readonly<Record<string, View>>;

const PARSED_TEMPLATES = TEMPLATES.trim()
  .split('\n')
  .map((line, index) => ({
    seed: Math.imul(index + 1, 0x9e3779b1),
    parts: line.split(' ').map((part) => {
      const [, view = '', offset] = must(/^([a-z]+\d?)([+-]\d)?$/.exec(part), 'a view and an offset');
      return { view, offset: Number(offset ?? 0) };
    }),
  }));

/** The view has no value here; features that use it are left out. */
const NO_VALUE = 0;
const BEFORE_START = 1;
const AFTER_END = 2;

const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a; the set bit keeps hashes apart from the special values above. */
export function hashOf(text: string): number {
  let hash = FNV_OFFSET_BASIS;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash | 0x4;
}

const combineHashes = (hash: number, value: number): number => {
  const next = Math.imul(hash ^ value, 0x85ebca6b);
  return next ^ (next >>> 15);
};

const sizeOf = (count: number): string => (count > 12 ? 'long' : count > 6 ? 'middling' : String(count));

function viewsOf(
  tokens: readonly Token[],
  requestedSlots: readonly Slot[],
  lookUpFamiliarity: FamiliarityLookup,
): Views {
  const words = tokens.map(({ text }) => text.toLowerCase().replaceAll('’', "'"));
  const kinds = kindsOf(tokens, words);
  const shapes = tokens.map(({ text }) => shapeOf(text));
  const isWord = words.map((word) => /^\p{L}/u.test(word));
  const view = (valueAt: (i: number) => string | false): View =>
    Int32Array.from(tokens, (_, i) => {
      const value = valueAt(i);
      return value === false ? NO_VALUE : hashOf(value);
    });
  const rarity = (i: number): string =>
    kinds[i] ? 'kind' : isWord[i] ? `${lookUpFamiliarity(words[i]!)}${shapes[i]![0] === 'X' ? 'X' : ''}` : 'sign';
  const wordLongerThan = (i: number, count: number) => isWord[i] === true && words[i]!.length > count && words[i]!;
  return {
    any: view(() => ''),
    word: view((i) => words[i]!),
    class: view((i) => kinds[i] || words[i]!),
    kind: view((i) => kinds[i] || shapes[i]!),
    shape: view((i) => shapes[i]!),
    joined: view((i) => String(i > 0 && tokens[i - 1]!.end === tokens[i]!.start)),
    rare: view(rarity),
    size: view(() => sizeOf(tokens.length)),
    asked: view(() => [...new Set(requestedSlots)].sort().join('+')),
    order: view(() => requestedSlots.length > 0 && requestedSlots.join('+')),
    ...Object.fromEntries(
      [1, 2, 3, 4].flatMap((count) => [
        [`starts${count}`, view((i) => wordLongerThan(i, count) && words[i]!.slice(0, count))],
        [`ends${count}`, view((i) => wordLongerThan(i, count) && words[i]!.slice(-count))],
      ]),
    ),
  };
}

/** The hashed features of each token. */
export function featuresOf(
  tokens: readonly Token[],
  requestedSlots: readonly Slot[],
  lookUpFamiliarity: FamiliarityLookup,
): Int32Array[] {
  const views = viewsOf(tokens, requestedSlots, lookUpFamiliarity);
  const templates = PARSED_TEMPLATES.map(({ seed, parts }) => ({
    seed,
    parts: parts.map(({ view, offset }) => ({ view: must(views[view], 'a view of that name'), offset })),
  }));
  const features = new Int32Array(templates.length);
  return tokens.map((_, position) => {
    let count = 0;
    for (const { seed, parts } of templates) {
      let hash = seed;
      for (const { view, offset } of parts) {
        const tokenIndex = position + offset;
        const value = tokenIndex < 0 ? BEFORE_START : tokenIndex >= tokens.length ? AFTER_END : view[tokenIndex]!;
        hash = value === NO_VALUE ? NO_VALUE : combineHashes(hash, value);
        if (hash === NO_VALUE) break;
      }
      if (hash !== NO_VALUE) features[count++] = hash;
    }
    return features.slice(0, count);
  });
}
