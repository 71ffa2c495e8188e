// biome-ignore-all lint/style/noNonNullAssertion: hits and matches refer to existing words
import type { Lexicon } from './lexicon.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import { isFunctionWord, isWeakWord, type Word, wordsOf } from './word-forms.ts';
import { JOINING_WORDS, TIME_WORDS, WORDS_AFTER_NAMED_THING } from './word-lists.ts';

/** Something with a name that belongs to a business, such as a service, a product or a staff member. */
export type CatalogEntry = { slot: string; id: string; name: string; aliases?: readonly string[] };

/** One name of an entry. Joining words such as "and" are left out, unless there are no others. */
export type CatalogName = {
  entry: CatalogEntry;
  /** The canonical forms of its words, without duplicates. */
  forms: readonly string[];
  /** The normalized spellings of its words. */
  spellings: readonly string[];
  initials: string;
  /** Not the entry's own name: "plant based" for vegan. */
  isAlias: boolean;
  /** Whether it contains an "and" or punctuation, which end a match otherwise. */
  hasSeparator: boolean;
  /** Whether that is more than brackets: "BIAB or gel" is not the Builder Gel (BIAB). */
  hasListSeparator: boolean;
  /** The sum of its words' rarities. */
  weight: number;
};
/**
 * The `width` words of the message from `index` on, one or two, which may be a word of a name. `quality` is how well they
 * agree with it: 1 if they are the same, less for typos and word forms.
 */
type WordHit = { index: number; width: number; nameWordIndex: number; quality: number };
/** A range of words in the message that may mean a name. */
export type CatalogMatch = {
  name: CatalogName;
  hits: readonly WordHit[];
  first: number;
  last: number;
  /** The rarities of the matched words, weighted by quality: how much of the message the match explains. */
  explainedRarity: number;
  /** The share of the name that occurs in the message. */
  coverage: number;
  quality: number;
};

/** Other words allowed between two words of a name. */
const MAX_GAP_WORDS = 2;
const TWO_WORD_BONUS = 1.6;
/** One word of a longer name needs more than this quality. */
const SINGLE_HIT_QUALITY = 0.89;
/** Weak words alone need at least this quality. */
const WEAK_WORDS_QUALITY = 0.95;
/** Weak words that are all of the message need more than this share of the name. */
const LONE_WORD_COVERAGE = 0.3;

export function toCatalogName(entry: CatalogEntry, text: string): CatalogName {
  const words = wordsOf(text);
  const contentWords = words.filter(({ canonicalForm }) => !JOINING_WORDS.has(canonicalForm));
  const nameWords = contentWords.length > 0 ? contentWords : words;
  const hasSeparator =
    words.some(
      ({ canonicalForm, startsNewPhrase }) => startsNewPhrase || canonicalForm === 'and' || canonicalForm === 'or',
    ) || /[&+/]/.test(text);
  return {
    entry,
    hasListSeparator: hasSeparator && /[&+/,;]|\s[-–—]\s|\b(?:and|or)\b/i.test(text),
    forms: [...new Set(nameWords.map(({ canonicalForm }) => canonicalForm))],
    spellings: nameWords.map(({ normalized }) => normalized),
    initials: nameWords.map(({ canonicalForm }) => canonicalForm[0]).join(''),
    isAlias: text !== entry.name,
    hasSeparator,
    weight: 0,
  };
}

/** Splits a name's hits where they are too far apart, and keeps the best hits of each group. */
export function findNameMatches(
  name: CatalogName,
  hits: readonly WordHit[],
  words: readonly Word[],
  lexicon: Lexicon,
): CatalogMatch[] {
  const groups: WordHit[][] = [];
  let end = -1;
  for (const hit of hits.toSorted((a, b) => a.index - b.index || b.width - a.width)) {
    const lastGroup = groups.at(-1);
    if (lastGroup && isWithinGap(end, hit.index, words, name)) lastGroup.push(hit);
    else groups.push([hit]);
    end = Math.max(end, hit.index + hit.width);
  }
  return groups.map((group) => toMatch(name, chooseBestHits(name, group, lexicon), lexicon));
}

function isWithinGap(
  end: number,
  hitIndex: number,
  words: readonly Word[],
  { hasSeparator, hasListSeparator }: CatalogName,
): boolean {
  if (hitIndex < end) return true;
  if (hitIndex - end > MAX_GAP_WORDS) return false;
  for (let index = end; index <= hitIndex; index++) {
    const { startsNewPhrase, canonicalForm } = words[index]!;
    if (
      (startsNewPhrase && !hasSeparator) ||
      (!hasListSeparator && index < hitIndex && (canonicalForm === 'and' || canonicalForm === 'or'))
    )
      return false;
  }
  return true;
}

/** Uses each word of the name and each word of the message at most once. */
function chooseBestHits(name: CatalogName, group: readonly WordHit[], lexicon: Lexicon): WordHit[] {
  const computeHitScore = ({ nameWordIndex, quality, width }: WordHit) =>
    lexicon.getRarity(name.forms[nameWordIndex]!) * quality * width;
  const chosenHits: WordHit[] = [];
  for (const hit of group.toSorted((a, b) => computeHitScore(b) - computeHitScore(a) || a.index - b.index)) {
    if (
      chosenHits.every(
        (other) =>
          other.nameWordIndex !== hit.nameWordIndex && (areDisjoint(hit, other) || areFromSameJoinedWord(hit, other)),
      )
    )
      chosenHits.push(hit);
  }
  return chosenHits;
}

const areDisjoint = (a: WordHit, b: WordHit) => a.index + a.width <= b.index || b.index + b.width <= a.index;
/** One word of the message for two words of the name: "blowdry". */
const areFromSameJoinedWord = (a: WordHit, b: WordHit) =>
  a.index === b.index && a.width === b.width && a.quality === b.quality && a.quality < 1;

export function toMatch(name: CatalogName, hits: readonly WordHit[], lexicon: Lexicon): CatalogMatch {
  let [explained, matchedRarity, weightedQuality] = [0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { index, width, nameWordIndex, quality } of hits) {
    const rarity = lexicon.getRarity(name.forms[nameWordIndex]!);
    matchedRarity += rarity;
    weightedQuality += rarity * quality;
    explained += rarity * quality * (width > 1 ? TWO_WORD_BONUS : 1);
    first = Math.min(first, index);
    last = Math.max(last, index + width - 1);
  }
  return {
    name,
    hits,
    first,
    last,
    explainedRarity: explained,
    coverage: matchedRarity / name.weight,
    quality: weightedQuality / matchedRarity,
  };
}

export const isComplete = ({ name, hits }: CatalogMatch): boolean => hits.length === name.forms.length;

/** Whether the message contains enough of a name to mean it. */
export function isPlausible(match: CatalogMatch, words: readonly Word[]): boolean {
  const { name, hits } = match;
  if (hits.some(({ nameWordIndex }) => !isWeakWord(name.forms[nameWordIndex]!))) {
    if (isComplete(match) || hits.length > 1 || hits[0]!.quality > SINGLE_HIT_QUALITY) return true;
    // A short misspelt word is not enough, and neither is one word of an alias.
    return words[match.first]!.canonicalForm.length > 4 && !name.isAlias;
  }
  const hitWords = hits.map(({ index }) => words[index]!);
  if (match.quality < WEAK_WORDS_QUALITY) return false;
  // Counting words too, so that of two names with the same start the one with the rarer ending is not at a disadvantage.
  const coversMostWords = match.coverage >= 0.5 || 2 * hits.length > name.forms.length;
  if (hits.length > 1 && (isComplete(match) || coversMostWords))
    return hitWords.some(({ canonicalForm }) => !isTimeWord(canonicalForm));
  if (isIntroducedAsPerson(match, words)) return true;
  if (hitWords.some(({ canonicalForm }) => isTimeWord(canonicalForm) || isFunctionWord(canonicalForm)))
    return isComplete(match) && isNamedThing(match, words);
  return isComplete(match)
    ? !continuesAsConjunction(match, words)
    : match.coverage > LONE_WORD_COVERAGE && areOtherWordsFiller(match, words);
}

const isTimeWord = (form: string) => TIME_WORDS.has(form) || /^\d/.test(form);

const WORDS_BEFORE_PEOPLE = new Set('with see dr doctor ask'.split(' '));
const WORDS_AFTER_CONJUNCTION = new Set(
  'a an the my our his her i we you one two three four five six it that this'.split(' '),
);
const NAMED_THING_WORDS = new Set('membership plan pass class session package ticket special'.split(' '));
const FILLER_WORDS = new Set(
  'a an the yes ok okay please pls thanks thank you just for my um oh hi hey then one and'.split(' '),
);

/** "with Will", "is Will free": a common word used as a person's name. */
function isIntroducedAsPerson({ first }: CatalogMatch, words: readonly Word[]): boolean {
  const { isCapitalized, startsNewPhrase, canonicalForm } = words[first]!;
  const previous = words[first - 1];
  if (!previous || startsNewPhrase || /^\d/.test(canonicalForm)) return false;
  if (WORDS_BEFORE_PEOPLE.has(previous.normalized)) return isFunctionWord(canonicalForm) || isTimeWord(canonicalForm);
  return isCapitalized && isFunctionWord(canonicalForm) && !previous.isCapitalized && !words[first + 1]?.isCapitalized;
}

/** "Plus" may be the name of a membership, but not in "two adults plus a child". */
function continuesAsConjunction({ last }: CatalogMatch, words: readonly Word[]): boolean {
  const next = words[last + 1];
  return Boolean(
    next && !next.startsNewPhrase && (WORDS_AFTER_CONJUNCTION.has(next.normalized) || /^\d/.test(next.normalized)),
  );
}

/** "single" as the whole message, or "the single membership". */
const isNamedThing = ({ last }: CatalogMatch, words: readonly Word[]) =>
  words.length === 1 || NAMED_THING_WORDS.has(words[last + 1]?.canonicalForm ?? '');

const areOtherWordsFiller = ({ first, last }: CatalogMatch, words: readonly Word[]) =>
  words.every(({ normalized }, index) => (index >= first && index <= last) || FILLER_WORDS.has(normalized));

const PREDICATE_WORDS = new Set('is are was were does do did has have will can how whats'.split(' '));

/**
 * Whether the words start the name of something else: "orange juice" is not the blood orange sorbet, and Sam Reyes is not
 * Dr. Sam. `isKnown` tells whether a word of the message occurs in any name.
 */
export function isStartOfOtherName(
  { name, hits, first, last }: CatalogMatch,
  words: readonly Word[],
  isKnown: (index: number) => boolean,
) {
  const word = words[last]!;
  const next = words[last + 1];
  if (!next || next.startsNewPhrase || hits.some((hit) => hit.nameWordIndex === name.forms.length - 1)) return false;
  if (
    next.normalized.length < 3 ||
    isWeakWord(next.canonicalForm) ||
    WORDS_AFTER_NAMED_THING.has(next.canonicalForm) ||
    isKnown(last + 1)
  )
    return false;
  if (word.isCapitalized && next.isCapitalized) return true;
  // In "is the orange ripe" the next word only describes it.
  const isSubject =
    words[first - 1]?.normalized === 'the' &&
    words.slice(0, first).some(({ normalized }) => PREDICATE_WORDS.has(normalized));
  return ORDINARY_WORDS.has(word.canonicalForm) && !isSubject;
}

const WORDS_AFTER_PAST_VERB = new Set('my our his her their your the it them mine'.split(' '));

/** "I never coloured my hair" is about the past, not a request for a colour service. */
export const describesPastEvent = ({ hits }: CatalogMatch, words: readonly Word[]): boolean =>
  hits.some(
    ({ index, quality }) =>
      quality < 1 &&
      words[index]!.normalized.endsWith('ed') &&
      WORDS_AFTER_PAST_VERB.has(words[index + 1]?.normalized ?? ''),
  );
