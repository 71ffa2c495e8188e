// biome-ignore-all lint/style/noNonNullAssertion: spots and matches refer to existing names and words

import { must } from '../../kernel/must.ts';
import {
  type CatalogEntry,
  type CatalogMatch,
  type CatalogName,
  describesPastEvent,
  findNameMatches,
  isComplete,
  isPlausible,
  isStartOfOtherName,
  toCatalogName,
  toMatch,
} from './catalog-match.ts';
import { Lexicon, type WordSense } from './lexicon.ts';
import { type Word, wordsOf } from './word-forms.ts';

export type { CatalogEntry };
/** An entry named in a message. A `score` of 1 is the complete name as written, 0.5 little more than a guess. */
export type EntityMention = {
  slot: string;
  id: string;
  name: string;
  start: number;
  end: number;
  score: number;
  isExact: boolean;
};
export type EntityCatalog = { find(text: string): EntityMention[] };

/** The rest of a longer message is ignored. */
const MAX_WORDS = 800;
/** The most entries that one word can name; a word shared by more of them names none. */
const MAX_EQUAL_MATCHES = 50;

/** Lower scores are no better than chance. */
const MIN_SCORE = 0.5;
const OTHER_NAME_CONFIDENCE = 0.5;
const REDUCED_CONFIDENCE = 0.65;
const EXACT_QUALITY = 0.99;
/** The score of a partial match: a base, and a share for how much of the name was used. */
const BASE_SCORE = 0.6;
const COVERAGE_SCORE = 0.35;
/** Further repetitions of a word are ignored. */
const MAX_REPETITIONS = 3;

/** One or two words of the message, and the words of names that they may mean. */
type WordSpot = { index: number; width: number; senses: readonly WordSense[] };

/** Finds a business's entries in messages, tolerating typos and shortened names. Entries are indexed once. */
export function createEntityCatalog(entries: readonly CatalogEntry[]): EntityCatalog {
  const names = entries.flatMap((entry) =>
    [entry.name, ...(entry.aliases ?? [])].map((text) => toCatalogName(entry, text)),
  );
  const lexicon = new Lexicon(names);
  for (const name of names) name.weight = name.forms.reduce((sum, form) => sum + lexicon.getRarity(form), 0);
  const hitCounts = new Uint16Array(names.length);
  return {
    find(text) {
      const words = wordsOf(text).slice(0, MAX_WORDS);
      const spots = findSpots(words, lexicon);
      const chosen = chooseBest([], findMultiWordMatches(spots, names, hitCounts, words, lexicon));
      // Most names match with one word only and rarely beat matches of several words, so they are tried last.
      const matches = chooseBest(chosen, findSingleWordMatches(spots, names, chosen, words, lexicon));
      const knownIndexes = new Set(spots.map(({ index }) => index));
      const mentions = toMentions(matches, words, (index) => knownIndexes.has(index)).filter(
        ({ score }) => score >= MIN_SCORE,
      );
      return [...mentions, ...findSiblingMentions(mentions, text, entries)];
    },
  };
}

function findSpots(words: readonly Word[], lexicon: Lexicon): WordSpot[] {
  const repetitionsByForm = new Map<string, number>();
  const spots: WordSpot[] = [];
  for (const [index, word] of words.entries()) {
    const repetitions = (repetitionsByForm.get(word.canonicalForm) ?? 0) + 1;
    repetitionsByForm.set(word.canonicalForm, repetitions);
    const previousWord = words[index - 1]?.normalized;
    if (repetitions > MAX_REPETITIONS || (previousWord === 'no' && word.normalized === 'longer')) continue;
    const next = words[index + 1];
    const oneWordSenses = lexicon.findSenses(word);
    const twoWordSenses = next && !next.startsNewPhrase ? lexicon.findSensesOfTwo(word, next) : [];
    if (oneWordSenses.length > 0) spots.push({ index, width: 1, senses: oneWordSenses });
    if (twoWordSenses.length > 0) spots.push({ index, width: 2, senses: twoWordSenses });
  }
  return spots;
}

function findMultiWordMatches(
  spots: readonly WordSpot[],
  names: readonly CatalogName[],
  hitCounts: Uint16Array,
  words: readonly Word[],
  lexicon: Lexicon,
): CatalogMatch[] {
  hitCounts.fill(0);
  for (const { senses } of spots)
    for (const { positions } of senses) for (const { nameIndex } of positions) hitCounts[nameIndex]!++;
  const hits = new Map<number, CatalogMatch['hits'][number][]>();
  for (const { index, width, senses } of spots) {
    for (const { positions, quality } of senses) {
      for (const { nameIndex, nameWordIndex } of positions) {
        if (hitCounts[nameIndex]! < 2) continue;
        const hit = { index, width, nameWordIndex, quality };
        if (!hits.get(nameIndex)?.push(hit)) hits.set(nameIndex, [hit]);
      }
    }
  }
  return [...hits].flatMap(([nameIndex, nameHits]) =>
    findNameMatches(names[nameIndex]!, nameHits, words, lexicon).filter((match) => isPlausible(match, words)),
  );
}

function findSingleWordMatches(
  spots: readonly WordSpot[],
  names: readonly CatalogName[],
  chosen: readonly CatalogMatch[],
  words: readonly Word[],
  lexicon: Lexicon,
): CatalogMatch[] {
  const bestMatches: CatalogMatch[] = [];
  for (const { index, width, senses } of spots) {
    const matches: CatalogMatch[] = [];
    const claimedSlots = new Set(
      chosen.filter(({ first, last }) => first < index + width && index <= last).map(getSlot),
    );
    for (const { positions, quality } of senses) {
      let partialMatches = 0;
      for (const { nameIndex, nameWordIndex } of positions) {
        const name = names[nameIndex]!;
        if (claimedSlots.has(name.entry.slot) || (name.forms.length > 1 && ++partialMatches > 2 * MAX_EQUAL_MATCHES))
          continue;
        const match = toMatch(name, [{ index, width, nameWordIndex, quality }], lexicon);
        if (isPlausible(match, words)) matches.push(match);
      }
    }
    // An exact match beats inexact ones for the same slot: "fish" does not mean a crayfish.
    const exactSlots = new Set(matches.filter(isExact).map(getSlot));
    bestMatches.push(...matches.filter((match) => match.quality === 1 || !exactSlots.has(getSlot(match))));
  }
  return bestMatches;
}

const isExact = (match: CatalogMatch) => isComplete(match) && match.quality === 1;

const getSlot = ({ name }: CatalogMatch) => name.entry.slot;

/** The best matches per slot without overlaps; matches that explain the same words equally well are all kept. */
function chooseBest(previousMatches: readonly CatalogMatch[], matches: readonly CatalogMatch[]): CatalogMatch[] {
  const chosen = [...previousMatches];
  const chosenKeys = new Set(previousMatches.map(getEntryKey));
  const claims = new Map<string, (WordClaim | undefined)[]>();
  for (const match of previousMatches) claimWords(getSlotClaims(claims, match), match);
  const strongestFirst = matches.toSorted(
    (a, b) =>
      b.explainedRarity - a.explainedRarity || Number(isComplete(b)) - Number(isComplete(a)) || b.quality - a.quality,
  );
  for (const match of strongestFirst) {
    const slotClaims = getSlotClaims(claims, match);
    if (!isAvailable(slotClaims, match) || chosenKeys.has(getEntryKey(match))) continue;
    chosen.push(match);
    chosenKeys.add(getEntryKey(match));
    claimWords(slotClaims, match);
  }
  return chosen;
}

/** The match that took a word of the message first, and the number of matches that explain it equally well. */
type WordClaim = { match: CatalogMatch; equalMatches: number };

const getEntryKey = ({ name: { entry } }: CatalogMatch) => `${entry.slot} ${entry.id}`;

function getSlotClaims(claims: Map<string, (WordClaim | undefined)[]>, match: CatalogMatch): (WordClaim | undefined)[] {
  const existing = claims.get(getSlot(match));
  if (existing) return existing;
  const newClaims: (WordClaim | undefined)[] = [];
  claims.set(getSlot(match), newClaims);
  return newClaims;
}

function isAvailable(slotClaims: readonly (WordClaim | undefined)[], match: CatalogMatch): boolean {
  for (let index = match.first; index <= match.last; index++) {
    const claim = slotClaims[index];
    if (claim && !(isEqualMatch(claim.match, match) && claim.equalMatches < MAX_EQUAL_MATCHES)) return false;
  }
  return true;
}

function claimWords(slotClaims: (WordClaim | undefined)[], match: CatalogMatch): void {
  for (let index = match.first; index <= match.last; index++) {
    const claim = slotClaims[index];
    if (claim) claim.equalMatches++;
    else slotClaims[index] = { match, equalMatches: 1 };
  }
}

const isEqualMatch = (a: CatalogMatch, b: CatalogMatch) =>
  a.first === b.first &&
  a.last === b.last &&
  Math.abs(a.explainedRarity - b.explainedRarity) < 1e-9 &&
  isComplete(a) === isComplete(b);

function toMentions(
  matches: readonly CatalogMatch[],
  words: readonly Word[],
  isKnown: (index: number) => boolean,
): EntityMention[] {
  // Matches of the same words get the same score, however long their names are.
  const bestScoreBySpot = new Map<string, number>();
  const formatSpotKey = (match: CatalogMatch) => `${getSlot(match)} ${match.first}`;
  for (const match of matches)
    bestScoreBySpot.set(
      formatSpotKey(match),
      Math.max(bestScoreBySpot.get(formatSpotKey(match)) ?? 0, computeScore(match, words, isKnown)),
    );
  return matches
    .map((match): EntityMention => {
      const { slot, id, name } = match.name.entry;
      const score = Math.round(must(bestScoreBySpot.get(formatSpotKey(match)), 'a score for each match') * 1000) / 1000;
      return {
        slot,
        id,
        name,
        start: words[match.first]!.start,
        end: words[match.last]!.end,
        score,
        isExact: score === 1,
      };
    })
    .sort((a, b) => a.start - b.start || b.score - a.score);
}

const ALTERNATIVE_AFTER_PATTERN = /^\s*(?:vs\.?|versus|or|and|than)\s+(?:a |the )?(\p{L}+)(?=\W|$)/iu;

/** A second entry named only by the word that differs: "half head foils or full". */
function findSiblingMentions(
  mentions: readonly EntityMention[],
  text: string,
  entries: readonly CatalogEntry[],
): EntityMention[] {
  return mentions.flatMap(({ slot, id, name, end }) => {
    const alternative = ALTERNATIVE_AFTER_PATTERN.exec(text.slice(end));
    if (!alternative || mentions.some((other) => other.start > end && other.slot === slot)) return [];
    const [, alternativeWord = ''] = alternative;
    const [word, otherWords] = [alternativeWord.toLowerCase(), getOtherWords(name)];
    const siblings = entries.filter(
      (entry) =>
        entry.slot === slot &&
        entry.id !== id &&
        otherWords &&
        getOtherWords(entry.name) === otherWords &&
        getFirstWord(entry.name) === word,
    );
    const [sibling] = siblings;
    const start = end + alternative[0].length - word.length;
    return sibling && siblings.length === 1
      ? [
          {
            slot,
            id: sibling.id,
            name: sibling.name,
            start,
            end: start + word.length,
            score: REDUCED_CONFIDENCE,
            isExact: false,
          },
        ]
      : [];
  });
}

const splitLowercaseWords = (name: string) => name.toLowerCase().split(/[\s-]+/);
const getFirstWord = (name: string) => splitLowercaseWords(name)[0];
const getOtherWords = (name: string) => splitLowercaseWords(name).slice(1).join(' ');

function computeScore(match: CatalogMatch, words: readonly Word[], isKnown: (index: number) => boolean): number {
  if (isComplete(match) && match.quality > EXACT_QUALITY) return 1;
  const confidence = isStartOfOtherName(match, words, isKnown)
    ? OTHER_NAME_CONFIDENCE
    : describesPastEvent(match, words)
      ? REDUCED_CONFIDENCE
      : 1;
  return match.quality * (BASE_SCORE + COVERAGE_SCORE * match.coverage) * confidence;
}
