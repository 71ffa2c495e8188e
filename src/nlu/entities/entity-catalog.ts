// biome-ignore-all lint/style/noNonNullAssertion: spots and matches are made of the names and words that they number

import { must } from '../../kernel/must.ts';
import { Lexicon, type Sense } from './lexicon.ts';
import {
  type Entry,
  isMeant,
  isOfOther,
  isTold,
  isWhole,
  type Match,
  matchesOf,
  matchOf,
  type Name,
  nameOf,
} from './name-match.ts';
import { type Word, wordsOf } from './word-forms.ts';

export type { Entry };
/** Where a message names an entry. A `score` of 1 is the whole name as it is written, 0.5 hardly more than a guess. */
export type Mention = {
  slot: string;
  id: string;
  name: string;
  start: number;
  end: number;
  score: number;
  exact: boolean;
};
export type EntityCatalog = { find(text: string): Mention[] };

/** So many words of a message are looked at; nobody orders in longer ones. */
const MOST_WORDS = 800;
/** So many entries come back for one word; a word that more of them share names none of them. */
const MOST_EQUALS = 50;

/** Less is no better than chance. */
const LEAST_SCORE = 0.5;
const OF_OTHER = 0.5;
const AS_TOLD = 0.65;
/** Said more often than that, a word tells nothing new. */
const MOST_TIMES = 3;

type Spot = { at: number; width: number; senses: readonly Sense[] };

/** Finds a business's own words in messages as people write them. Entries may be thousands; they are read once. */
export function createEntityCatalog(entries: readonly Entry[]): EntityCatalog {
  const names = entries.flatMap((entry) => [entry.name, ...(entry.aliases ?? [])].map((text) => nameOf(entry, text)));
  const lexicon = new Lexicon(names);
  for (const name of names) name.weight = name.forms.reduce((sum, form) => sum + lexicon.rarity(form), 0);
  const counts = new Uint16Array(names.length);
  return {
    find(text) {
      const words = wordsOf(text).slice(0, MOST_WORDS);
      const spots = spotsOf(words, lexicon);
      const chosen = choose([], matchesOfMany(spots, names, counts, words, lexicon));
      // Names of which one word was said are by far the most, and seldom get past those of which more was said.
      const all = choose(chosen, matchesOfOne(spots, names, chosen, words, lexicon));
      const known = new Set(spots.map(({ at }) => at));
      const mentions = mentionsOf(all, words, (at) => known.has(at)).filter(({ score }) => score >= LEAST_SCORE);
      return [...mentions, ...siblingsOf(mentions, text, entries)];
    },
  };
}

function spotsOf(words: readonly Word[], lexicon: Lexicon): Spot[] {
  const times = new Map<string, number>();
  const spots: Spot[] = [];
  for (const [at, word] of words.entries()) {
    const said = (times.get(word.form) ?? 0) + 1;
    times.set(word.form, said);
    const before = words[at - 1]?.plain;
    if (said > MOST_TIMES || (before === 'no' && word.plain === 'longer')) continue;
    const next = words[at + 1];
    const one = lexicon.sensesOf(word);
    const two = next && !next.apart ? lexicon.sensesOfTwo(word, next) : [];
    if (one.length > 0) spots.push({ at, width: 1, senses: one });
    if (two.length > 0) spots.push({ at, width: 2, senses: two });
  }
  return spots;
}

function matchesOfMany(
  spots: readonly Spot[],
  names: readonly Name[],
  counts: Uint16Array,
  words: readonly Word[],
  lexicon: Lexicon,
): Match[] {
  counts.fill(0);
  for (const { senses } of spots) for (const { places } of senses) for (const { name } of places) counts[name]!++;
  const hits = new Map<number, Match['hits'][number][]>();
  for (const { at, width, senses } of spots) {
    for (const { places, quality } of senses) {
      for (const { name, word } of places) {
        if (counts[name]! < 2) continue;
        const hit = { at, width, word, quality };
        if (!hits.get(name)?.push(hit)) hits.set(name, [hit]);
      }
    }
  }
  return [...hits].flatMap(([index, found]) =>
    matchesOf(names[index]!, found, words, lexicon).filter((match) => isMeant(match, words)),
  );
}

function matchesOfOne(
  spots: readonly Spot[],
  names: readonly Name[],
  chosen: readonly Match[],
  words: readonly Word[],
  lexicon: Lexicon,
): Match[] {
  const all: Match[] = [];
  for (const { at, width, senses } of spots) {
    const matches: Match[] = [];
    const taken = new Set(chosen.filter(({ first, last }) => first < at + width && at <= last).map(slotOf));
    for (const { places, quality } of senses) {
      let parts = 0;
      for (const { name: index, word } of places) {
        const name = names[index]!;
        if (taken.has(name.entry.slot) || (name.forms.length > 1 && ++parts > 2 * MOST_EQUALS)) continue;
        const match = matchOf(name, [{ at, width, word, quality }], lexicon);
        if (isMeant(match, words)) matches.push(match);
      }
    }
    // Who says "fish" means fish, however rare a crayfish is among the names.
    const named = new Set(matches.filter(isExact).map(slotOf));
    all.push(...matches.filter((match) => match.quality === 1 || !named.has(slotOf(match))));
  }
  return all;
}

const isExact = (match: Match) => isWhole(match) && match.quality === 1;

const slotOf = ({ name }: Match) => name.entry.slot;

/** The best matches that do not overlap, slot by slot; those that explain the same words equally well all stay. */
function choose(before: readonly Match[], matches: readonly Match[]): Match[] {
  const chosen = [...before];
  const known = new Set(before.map(keyOf));
  const takers = new Map<string, (Taker | undefined)[]>();
  for (const match of before) take(takersOf(takers, match), match);
  const order = matches.toSorted(
    (a, b) => b.explained - a.explained || Number(isWhole(b)) - Number(isWhole(a)) || b.quality - a.quality,
  );
  for (const match of order) {
    const taken = takersOf(takers, match);
    if (!isFree(taken, match) || known.has(keyOf(match))) continue;
    chosen.push(match);
    known.add(keyOf(match));
    take(taken, match);
  }
  return chosen;
}

/** Which match took a word first, and how many of its equals. */
type Taker = { match: Match; equals: number };

const keyOf = ({ name: { entry } }: Match) => `${entry.slot} ${entry.id}`;

function takersOf(takers: Map<string, (Taker | undefined)[]>, match: Match): (Taker | undefined)[] {
  const known = takers.get(slotOf(match));
  if (known) return known;
  const none: (Taker | undefined)[] = [];
  takers.set(slotOf(match), none);
  return none;
}

function isFree(taken: readonly (Taker | undefined)[], match: Match): boolean {
  for (let at = match.first; at <= match.last; at++) {
    const taker = taken[at];
    if (taker && !(isEqual(taker.match, match) && taker.equals < MOST_EQUALS)) return false;
  }
  return true;
}

function take(taken: (Taker | undefined)[], match: Match): void {
  for (let at = match.first; at <= match.last; at++) {
    const taker = taken[at];
    if (taker) taker.equals++;
    else taken[at] = { match, equals: 1 };
  }
}

const isEqual = (a: Match, b: Match) =>
  a.first === b.first && a.last === b.last && Math.abs(a.explained - b.explained) < 1e-9 && isWhole(a) === isWhole(b);

function mentionsOf(matches: readonly Match[], words: readonly Word[], isKnown: (at: number) => boolean): Mention[] {
  // Those that were said equally well score equally, however long their names are.
  const best = new Map<string, number>();
  const spotOf = (match: Match) => `${slotOf(match)} ${match.first}`;
  for (const match of matches)
    best.set(spotOf(match), Math.max(best.get(spotOf(match)) ?? 0, scoreOf(match, words, isKnown)));
  return matches
    .map((match): Mention => {
      const { slot, id, name } = match.name.entry;
      const score = Math.round(must(best.get(spotOf(match)), 'a score of each') * 1000) / 1000;
      return {
        slot,
        id,
        name,
        start: words[match.first]!.start,
        end: words[match.last]!.end,
        score,
        exact: score === 1,
      };
    })
    .sort((a, b) => a.start - b.start || b.score - a.score);
}

const BESIDE = /^\s*(?:vs\.?|versus|or|and|than)\s+(?:a |the )?(\p{L}+)(?=\W|$)/iu;

/** "Half head foils or full": the other one by the word that tells them apart. */
function siblingsOf(mentions: readonly Mention[], text: string, entries: readonly Entry[]): Mention[] {
  return mentions.flatMap(({ slot, id, name, end }) => {
    const beside = BESIDE.exec(text.slice(end));
    if (!beside || mentions.some((other) => other.start > end && other.slot === slot)) return [];
    const [, said = ''] = beside;
    const [word, rest] = [said.toLowerCase(), restOf(name)];
    const others = entries.filter(
      (entry) =>
        entry.slot === slot && entry.id !== id && rest && restOf(entry.name) === rest && firstOf(entry.name) === word,
    );
    const [one] = others;
    const start = end + beside[0].length - word.length;
    return one && others.length === 1
      ? [{ slot, id: one.id, name: one.name, start, end: start + word.length, score: AS_TOLD, exact: false }]
      : [];
  });
}

const plainOf = (name: string) => name.toLowerCase().split(/[\s-]+/);
const firstOf = (name: string) => plainOf(name)[0];
const restOf = (name: string) => plainOf(name).slice(1).join(' ');

function scoreOf(match: Match, words: readonly Word[], isKnown: (at: number) => boolean): number {
  if (isWhole(match) && match.quality > 0.99) return 1;
  const doubt = isOfOther(match, words, isKnown) ? OF_OTHER : isTold(match, words) ? AS_TOLD : 1;
  return match.quality * (0.6 + 0.35 * match.coverage) * doubt;
}
