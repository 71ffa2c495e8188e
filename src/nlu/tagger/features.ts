// biome-ignore-all lint/style/noNonNullAssertion: there is a word, a shape and a kind at the place of each token

import { must } from '../../kernel/must.ts';
import type { Slot } from './labels.ts';
import type { Token } from './tokens.ts';
import { kindsOf, shapeOf } from './word-kinds.ts';

/** How familiar a word is as an ordinary one, from 0 (hardly seen: perhaps a name) to 2. */
export type Familiarity = (word: string) => number;

/**
 * What the model looks at: each line joins views of the token itself or of one so many places before or after it.
 * - word, class (its kind, or else the word), kind (its kind, or else its shape), shape, joined to the one before
 * - rare: how familiar it is, and whether it has a capital; starts and ends: its letters
 * - asked: the slots that were asked for; order: the same in the order of asking; size: of the message
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

const parsed = TEMPLATES.trim()
  .split('\n')
  .map((line, index) => ({
    seed: Math.imul(index + 1, 0x9e3779b1),
    parts: line.split(' ').map((part) => {
      const [, view = '', offset] = must(/^([a-z]+\d?)([+-]\d)?$/.exec(part), 'a view and where');
      return { view, offset: Number(offset ?? 0) };
    }),
  }));

/** Nothing to see: features that would look at it are left out. */
const NOTHING = 0;
const BEFORE_ALL = 1;
const AFTER_ALL = 2;

export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0x4;
}

const mix = (hash: number, value: number): number => {
  const next = Math.imul(hash ^ value, 0x85ebca6b);
  return next ^ (next >>> 15);
};

const sizeOf = (count: number): string => (count > 12 ? 'long' : count > 6 ? 'middling' : String(count));

function viewsOf(tokens: readonly Token[], asked: readonly Slot[], familiarity: Familiarity): Views {
  const words = tokens.map(({ text }) => text.toLowerCase().replaceAll('’', "'"));
  const kinds = kindsOf(tokens, words);
  const shapes = tokens.map(({ text }) => shapeOf(text));
  const isWord = words.map((word) => /^\p{L}/u.test(word));
  const view = (see: (i: number) => string | false): View =>
    Int32Array.from(tokens, (_, i) => {
      const seen = see(i);
      return seen === false ? NOTHING : hashOf(seen);
    });
  const rarity = (i: number): string =>
    kinds[i] ? 'kind' : isWord[i] ? `${familiarity(words[i]!)}${shapes[i]![0] === 'X' ? 'X' : ''}` : 'sign';
  const letters = (i: number, count: number) => isWord[i] === true && words[i]!.length > count && words[i]!;
  return {
    any: view(() => ''),
    word: view((i) => words[i]!),
    class: view((i) => kinds[i] || words[i]!),
    kind: view((i) => kinds[i] || shapes[i]!),
    shape: view((i) => shapes[i]!),
    joined: view((i) => String(i > 0 && tokens[i - 1]!.end === tokens[i]!.start)),
    rare: view(rarity),
    size: view(() => sizeOf(tokens.length)),
    asked: view(() => [...new Set(asked)].sort().join('+')),
    order: view(() => asked.length > 0 && asked.join('+')),
    ...Object.fromEntries(
      [1, 2, 3, 4].flatMap((count) => [
        [`starts${count}`, view((i) => letters(i, count) && words[i]!.slice(0, count))],
        [`ends${count}`, view((i) => letters(i, count) && words[i]!.slice(-count))],
      ]),
    ),
  };
}

/** For each token what the model looks at there, each as a number. */
export function featuresOf(tokens: readonly Token[], asked: readonly Slot[], familiarity: Familiarity): Int32Array[] {
  const views = viewsOf(tokens, asked, familiarity);
  const templates = parsed.map(({ seed, parts }) => ({
    seed,
    parts: parts.map(({ view, offset }) => ({ view: must(views[view], 'a view of that name'), offset })),
  }));
  const found = new Int32Array(templates.length);
  return tokens.map((_, position) => {
    let count = 0;
    for (const { seed, parts } of templates) {
      let hash = seed;
      for (const { view, offset } of parts) {
        const at = position + offset;
        const seen = at < 0 ? BEFORE_ALL : at >= tokens.length ? AFTER_ALL : view[at]!;
        hash = seen === NOTHING ? NOTHING : mix(hash, seen);
        if (hash === NOTHING) break;
      }
      if (hash !== NOTHING) found[count++] = hash;
    }
    return found.slice(0, count);
  });
}
