import { Lexicon, type Sense } from './lexicon.ts';
import { isMeant, isOfOther, isWhole, type Match, matchesOf, type Name, nameOf } from './name-match.ts';
import { type Word, wordsOf } from './word-forms.ts';

/** Something that a business calls by name. */
export type Entry = { slot: string; id: string; name: string; aliases?: readonly string[] };
/** Where a message names an entry. A `score` of 1 is the whole name as it is written; below 0.5 it is a guess. */
export type Mention = {
  slot: string;
  id: string;
  name: string;
  start: number;
  end: number;
  score: number;
  exact: boolean;
};
export type Gazetteer = { find(text: string): Mention[] };

/** So many words of a message are looked at; nobody orders in longer ones. */
const MOST_WORDS = 800;
/** So many entries come back for one word; a word that more of them share names none of them. */
const MOST_EQUALS = 50;

type Spot = { at: number; width: number; senses: readonly Sense[] };

/** Finds a business's own words in messages as people write them. Entries may be thousands; they are read once. */
export function makeGazetteer(entries: readonly Entry[]): Gazetteer {
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
      return mentionsOf(choose(chosen, matchesOfOne(spots, names, chosen, words, lexicon)), words);
    },
  };
}

function spotsOf(words: readonly Word[], lexicon: Lexicon): Spot[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    const two = next && !next.apart ? lexicon.sensesOfTwo(word, next) : [];
    return [
      { at, width: 1, senses: lexicon.sensesOf(word) },
      { at, width: 2, senses: two },
    ].filter(({ senses }) => senses.length > 0);
  });
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
  return spots.flatMap(({ at, width, senses }) => {
    const taken = new Set(chosen.filter(({ first, last }) => first < at + width && at <= last).map(slotOf));
    return senses.flatMap(({ places, quality }) =>
      places
        .filter(({ name }) => !taken.has(names[name]!.entry.slot))
        .flatMap(({ name, word }) => matchesOf(names[name]!, [{ at, width, word, quality }], words, lexicon))
        .filter((match) => isMeant(match, words)),
    );
  });
}

const slotOf = ({ name }: Match) => name.entry.slot;

/** The best matches that do not overlap, slot by slot; those that explain the same words equally well all stay. */
function choose(before: readonly Match[], matches: readonly Match[]): Match[] {
  const order = matches.toSorted(
    (a, b) => b.explained - a.explained || Number(isWhole(b)) - Number(isWhole(a)) || b.quality - a.quality,
  );
  const chosen = [...before];
  const known = new Set(chosen.map(keyOf));
  // Of each slot, which match took a word.
  const takers = new Map<string, { match: Match; equals: number }>();
  for (const match of chosen) take(takers, match);
  for (const match of order) {
    const rivals = spanOf(match).map((at) => takers.get(`${slotOf(match)} ${at}`));
    const free = rivals.every((rival) => !rival || (isEqual(rival.match, match) && rival.equals < MOST_EQUALS));
    if (!free || known.has(keyOf(match))) continue;
    chosen.push(match);
    known.add(keyOf(match));
    take(takers, match);
  }
  return chosen;
}

const keyOf = ({ name: { entry } }: Match) => `${entry.slot} ${entry.id}`;
const spanOf = ({ first, last }: Match) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

function take(takers: Map<string, { match: Match; equals: number }>, match: Match): void {
  for (const at of spanOf(match)) {
    const taker = takers.get(`${slotOf(match)} ${at}`);
    if (taker) taker.equals++;
    else takers.set(`${slotOf(match)} ${at}`, { match, equals: 1 });
  }
}

const isEqual = (a: Match, b: Match) =>
  a.first === b.first && a.last === b.last && Math.abs(a.explained - b.explained) < 1e-9 && isWhole(a) === isWhole(b);

function mentionsOf(matches: readonly Match[], words: readonly Word[]): Mention[] {
  // Those that were said equally well score equally, however long their names are.
  const best = new Map<string, number>();
  const spotOf = (match: Match) => `${slotOf(match)} ${match.first}`;
  for (const match of matches) best.set(spotOf(match), Math.max(best.get(spotOf(match)) ?? 0, scoreOf(match, words)));
  return matches
    .map((match): Mention => {
      const { slot, id, name } = match.name.entry;
      const score = Math.round(best.get(spotOf(match))! * 1000) / 1000;
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

function scoreOf(match: Match, words: readonly Word[]): number {
  if (isWhole(match) && match.quality > 0.99) return 1;
  return match.quality * (0.6 + 0.35 * match.coverage) * (isOfOther(match, words) ? 0.65 : 1);
}
