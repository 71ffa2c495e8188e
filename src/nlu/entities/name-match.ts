// biome-ignore-all lint/style/noNonNullAssertion: hits and matches are made of the words that they number
import type { Lexicon } from './lexicon.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import { isSmall, isWeak, type Word, wordsOf } from './word-forms.ts';
import { JOINING_WORDS, NOT_FOREIGN, TIME_WORDS } from './word-lists.ts';

/** Something that a business calls by name. */
export type Entry = { slot: string; id: string; name: string; aliases?: readonly string[] };

/** One way to call an entry. Words that only join others are left out, unless there are no others. */
export type Name = {
  entry: Entry;
  forms: readonly string[];
  spellings: readonly string[];
  initials: string;
  /** Another way to say it: "plant based" for vegan. */
  isAlias: boolean;
  /** Whether it holds an "and" or a comma, over which a match goes no further otherwise. */
  joins: boolean;
  /** Whether it does without brackets alone: "BIAB or gel" is not the Builder Gel (BIAB). */
  lists: boolean;
  weight: number;
};
/** A word of the message, or two, that may be a word of a name. */
type Hit = { at: number; width: number; word: number; quality: number };
/** A stretch of a message and the name that may be meant by it. */
export type Match = {
  name: Name;
  hits: readonly Hit[];
  first: number;
  last: number;
  /** How much of what the message says is explained: the longer match of rarer words wins. */
  explained: number;
  /** How much of the name was said. */
  coverage: number;
  quality: number;
};

/** So many words that belong to nothing may stand between two of a name. */
const WIDEST_GAP = 2;
const TWO_WORDS_IN_ONE = 1.6;

export function nameOf(entry: Entry, text: string): Name {
  const words = wordsOf(text);
  const telling = words.filter(({ form }) => !JOINING_WORDS.has(form));
  const kept = telling.length > 0 ? telling : words;
  const joins = words.some(({ form, apart }) => apart || form === 'and' || form === 'or') || /[&+/]/.test(text);
  return {
    entry,
    lists: joins && /[&+/,;]|\s[-–—]\s|\b(?:and|or)\b/i.test(text),
    forms: [...new Set(kept.map(({ form }) => form))],
    spellings: kept.map(({ plain }) => plain),
    initials: kept.map(({ form }) => form[0]).join(''),
    isAlias: text !== entry.name,
    joins,
    weight: 0,
  };
}

/** Splits a name's hits where the message turns to something else, and keeps the best of each stretch. */
export function matchesOf(name: Name, hits: readonly Hit[], words: readonly Word[], lexicon: Lexicon): Match[] {
  const stretches: Hit[][] = [];
  let end = -1;
  for (const hit of hits.toSorted((a, b) => a.at - b.at || b.width - a.width)) {
    const last = stretches.at(-1);
    if (last && isNear(end, hit.at, words, name)) last.push(hit);
    else stretches.push([hit]);
    end = Math.max(end, hit.at + hit.width);
  }
  return stretches.map((stretch) => matchOf(name, bestOf(name, stretch, lexicon), lexicon));
}

function isNear(end: number, at: number, words: readonly Word[], { joins, lists }: Name): boolean {
  if (at < end) return true;
  if (at - end > WIDEST_GAP) return false;
  for (let index = end; index <= at; index++) {
    const { apart, form } = words[index]!;
    if ((apart && !joins) || (!lists && index < at && (form === 'and' || form === 'or'))) return false;
  }
  return true;
}

/** Each word of the name once, each word of the message once. */
function bestOf(name: Name, stretch: readonly Hit[], lexicon: Lexicon): Hit[] {
  const worth = ({ word, quality, width }: Hit) => lexicon.rarity(name.forms[word]!) * quality * width;
  const taken: Hit[] = [];
  for (const hit of stretch.toSorted((a, b) => worth(b) - worth(a) || a.at - b.at)) {
    if (taken.every((other) => other.word !== hit.word && (isClear(hit, other) || isGlued(hit, other))))
      taken.push(hit);
  }
  return taken;
}

const isClear = (a: Hit, b: Hit) => a.at + a.width <= b.at || b.at + b.width <= a.at;
/** One word that was said for two of the name: "blowdry". */
const isGlued = (a: Hit, b: Hit) => a.at === b.at && a.width === b.width && a.quality === b.quality && a.quality < 1;

export function matchOf(name: Name, hits: readonly Hit[], lexicon: Lexicon): Match {
  let [explained, matched, said] = [0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { at, width, word, quality } of hits) {
    const rarity = lexicon.rarity(name.forms[word]!);
    matched += rarity;
    said += rarity * quality;
    explained += rarity * quality * (width > 1 ? TWO_WORDS_IN_ONE : 1);
    first = Math.min(first, at);
    last = Math.max(last, at + width - 1);
  }
  return { name, hits, first, last, explained, coverage: matched / name.weight, quality: said / matched };
}

export const isWhole = ({ name, hits }: Match): boolean => hits.length === name.forms.length;

/** Whether so much of a name was said that it can be meant. */
export function isMeant(match: Match, words: readonly Word[]): boolean {
  const { name, hits } = match;
  if (hits.some(({ word }) => !isWeak(name.forms[word]!))) {
    if (isWhole(match) || hits.length > 1 || hits[0]!.quality > 0.89) return true;
    // A short word that was misspelt is too little to go by, and so is one of several that only stand for the name.
    return words[match.first]!.form.length > 4 && !name.isAlias;
  }
  const said = hits.map(({ at }) => words[at]!);
  if (match.quality < 0.95) return false;
  // Of two names that begin alike, the one with the rarer rest is meant as much.
  const isMost = match.coverage >= 0.5 || 2 * hits.length > name.forms.length;
  if (hits.length > 1 && (isWhole(match) || isMost)) return said.some(({ form }) => !isOfTime(form));
  if (isIntroduced(match, words)) return true;
  if (said.some(({ form }) => isOfTime(form) || isSmall(form))) return isWhole(match) && isNamed(match, words);
  return isWhole(match) ? !goesOn(match, words) : match.coverage > 0.3 && isAlone(match, words);
}

const isOfTime = (form: string) => TIME_WORDS.has(form) || /^\d/.test(form);

const BEFORE_PEOPLE = new Set('with see dr doctor ask'.split(' '));
const NEXT_THING = new Set('a an the my our his her i we you one two three four five six it that this'.split(' '));
const NAMED_THINGS = new Set('membership plan pass class session package ticket special'.split(' '));
const BESIDE = new Set(
  'a an the yes ok okay please pls thanks thank you just for my um oh hi hey then one and'.split(' '),
);

/** "with Will", "is Will free": a common word that is somebody's name, said as a name. */
function isIntroduced({ first }: Match, words: readonly Word[]): boolean {
  const { capital, apart, form } = words[first]!;
  const before = words[first - 1];
  if (!before || apart || /^\d/.test(form)) return false;
  if (BEFORE_PEOPLE.has(before.plain)) return isSmall(form) || isOfTime(form);
  return capital && isSmall(form) && !before.capital && !words[first + 1]?.capital;
}

/** "Plus" as the name of a membership, but not in "two adults plus a child". */
function goesOn({ last }: Match, words: readonly Word[]): boolean {
  const after = words[last + 1];
  return Boolean(after && !after.apart && (NEXT_THING.has(after.plain) || /^\d/.test(after.plain)));
}

/** "single", "the single membership": nothing else could be meant. */
const isNamed = ({ last }: Match, words: readonly Word[]) =>
  words.length === 1 || NAMED_THINGS.has(words[last + 1]?.form ?? '');

const isAlone = ({ first, last }: Match, words: readonly Word[]) =>
  words.every(({ plain }, index) => (index >= first && index <= last) || BESIDE.has(plain));

const PREDICATES = new Set('is are was were does do did has have will can how whats'.split(' '));

/**
 * "Orange juice" is no blood orange sorbet, and Sam Reyes not Dr. Sam: what a name only begins with goes on otherwise.
 * `isKnown`: whether a word of the message is one of any name.
 */
export function isOfOther(
  { name, hits, first, last }: Match,
  words: readonly Word[],
  isKnown: (at: number) => boolean,
) {
  const word = words[last]!;
  const next = words[last + 1];
  if (!next || next.apart || hits.some((hit) => hit.word === name.forms.length - 1)) return false;
  if (next.plain.length < 3 || isWeak(next.form) || NOT_FOREIGN.has(next.form) || isKnown(last + 1)) return false;
  if (word.capital && next.capital) return true;
  // "is the orange ripe": what follows is said of it.
  const told = words[first - 1]?.plain === 'the' && words.slice(0, first).some(({ plain }) => PREDICATES.has(plain));
  return ORDINARY_WORDS.has(word.form) && !told;
}

const WHAT_WAS_DONE = new Set('my our his her their your the it them mine'.split(' '));

/** "I never coloured my hair" tells of something; who wants it would have the hair coloured. */
export const isTold = ({ hits }: Match, words: readonly Word[]): boolean =>
  hits.some(
    ({ at, quality }) =>
      quality < 1 && words[at]!.plain.endsWith('ed') && WHAT_WAS_DONE.has(words[at + 1]?.plain ?? ''),
  );
