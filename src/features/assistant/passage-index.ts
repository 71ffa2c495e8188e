// Semantic search over everything that the business has written.
import { phrasesIn } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { type AnyIndustry, peopleOf } from '../../capability/industry.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { dot } from '../../nlu/intents/numbers.ts';
import { contentWords } from './content-words.ts';
import type { DocumentIndex } from './document-index.ts';
import { type OfferedItem, offeredItemsOf } from './offered-items.ts';
import { asSentence, quote } from './quote.ts';
import { type Passage, type SearchHit, TOPIC_WEIGHT, WORD_WEIGHT } from './search-hit.ts';
import { loadTopics, shared, type Topics } from './topics.ts';

export type { SearchHit };

type IndexedPassage = {
  passage: Passage;
  entry: Float32Array;
  vectors: Float32Array[];
  profiles: Float32Array[];
  words: Set<string>;
  title: Set<string>;
};

/** How well a question matches a passage. */
type Likeness = {
  /** By meaning. */
  near: number;
  /** How well it answers the sentence in its conversation, as the reader sees it. */
  answers: number;
  /** By topic. */
  about: number;
  /** The share of the question's words that it has, and of its title's words that the question has, the rare counting more. */
  common: number;
  titled: number;
};
export type MatchSignal = Likeness & { hit?: SearchHit; thing?: OfferedItem };
type IndexedItem = {
  thing: OfferedItem;
  entry: Float32Array;
  vectors: Float32Array[];
  words: Set<string>;
  title: Set<string>;
};

/** "Boarding is $35: cats only, per night." What is a sentence of its own stays one. */
function withAbout(is: string, about: string | undefined): string {
  if (!about) return `${is}.`;
  if (SENTENCE.test(about)) return `${is}. ${asSentence(about)}`;
  const first = /^[A-Z][a-z]+ (?![A-Z])/.test(about) ? about.charAt(0).toLowerCase() : about.charAt(0);
  return `${is}: ${first}${asSentence(about.slice(1))}`;
}
const SENTENCE = /\b(?:we|you|our|your|it|they|is|are|can|will)\b|[.!?] /i;

const OF_EXAMPLES = 0.9;

/** These are a little near to whatever is asked of a visit: without a word in common they must be nearer. */
const OF_A_VISIT = new Set(['cancellation', 'lateArrival', 'deposit']);
const STRANGE = 0.06;
/** What a business is or does in general is rarely what a question is after. */
const VAGUE = new Set(['service', 'about']);

const POLICIES = ['cancellation', 'deposit', 'lateArrival', 'returns'] as const;
const TITLES = { cancellation: 'Cancellation', deposit: 'Deposit', lateArrival: 'Late arrival', returns: 'Returns' };
const asked = Object.fromEntries(POLICIES.map((name) => [name, phrasesIn(`${import.meta.dirname}/policies`, name)]));

const phrasesOf = (policy: string) => must(asked[policy], 'the phrases of a policy');

export function passagesOf(business: Business, industry: AnyIndustry | undefined): Passage[] {
  const { faqs, policies, services, description } = business;
  const say = formatterFor(business);
  return [
    ...faqs.map(({ question, answer }, index) => ({
      text: answer,
      source: { kind: 'faq', id: String(index + 1), title: question },
      prompts: [question, answer],
    })),
    ...POLICIES.flatMap((name) => {
      const text = policies[name];
      return text
        ? [{ text, source: { kind: 'policy', id: name, title: TITLES[name] }, prompts: [text, ...phrasesOf(name)] }]
        : [];
    }),
    ...(industry && business[industry.name] ? (industry.facts?.(business) ?? []) : []).map(
      ({ id, title, text, asked: like }) => ({
        text,
        source: { kind: 'policy', id, title },
        prompts: [text, ...(typeof like === 'string' ? phrasesOf(like) : like)],
      }),
    ),
    // Starter content is not yet what the business offers.
    ...services
      .filter(({ sample }) => !sample)
      .map(({ name, description: about, price }) => ({
        text: withAbout(`${name}${price === undefined ? '' : ` is ${say.money(price)}`}`, about),
        source: { kind: 'service', id: name, title: name },
        prompts: [name, ...(about ? [about] : [])],
      })),
    // Who speaks French, or is good with children.
    ...peopleOf(business, industry).flatMap(({ id, name, about }) =>
      about
        ? [{ text: asSentence(`${name}: ${about}`), source: { kind: 'staff', id, title: name }, prompts: [about] }]
        : [],
    ),
    ...(description
      ? [
          {
            text: description,
            source: { kind: 'about', id: 'description', title: business.name },
            prompts: [description],
          },
        ]
      : []),
  ];
}

/** Texts that are more alike than this are about the same; they may differ in every other way. */
export const SAME_TOPIC = 0.4;

/** Searches what a business has written, and its offer. */
export type PassageIndex = {
  /** The passages nearest to a question, best first; thoroughly, also those that share nothing but the topic with it. */
  search(scope: SearchScope, text: string, vector: Float32Array, thoroughly: boolean): Promise<SearchHit[]>;
  /** How all that the business has written, and all that it has on offer, is like a question. */
  compare(scope: SearchScope, text: string, vector: Float32Array, reading: Float32Array): Promise<MatchSignal[]>;
};

export type SearchScope = {
  business: Business;
  industry: AnyIndustry | undefined;
  /** What was read from documents and websites. */
  written?: DocumentIndex | undefined;
};

export function createPassageIndex(encoder: Encoder): PassageIndex {
  /** Indexed once for each version of a document, and industry. */
  const read = new WeakMap<Business, Map<string, Promise<IndexedPassage[]>>>();
  let topics: Promise<Topics> | undefined;
  const theTopics = () => {
    topics ??= loadTopics(encoder);
    return topics;
  };

  const know = async ({ business, industry }: SearchScope): Promise<IndexedPassage[]> => {
    const { profile } = await theTopics();
    const passages = passagesOf(business, industry);
    const [entries, vectors] = await Promise.all([
      encoder.encodeEntries(passages.map(({ source, text }) => `${source.title}: ${text}`)),
      Promise.all(passages.map(({ prompts }) => encoder.encode(prompts))),
    ]);
    return passages.map((passage, index) => {
      const own = must(vectors[index], 'the vectors of each');
      return {
        passage,
        entry: must(entries[index], 'the vector of each'),
        vectors: own,
        profiles: own.slice(0, passage.source.kind === 'faq' ? 2 : 1).map(profile),
        words: contentWords(`${passage.source.title} ${passage.text}`),
        title: contentWords(passage.source.title),
      };
    });
  };
  const learn = (scope: SearchScope): Promise<IndexedPassage[]> => {
    const name = scope.industry?.name ?? '';
    const versions = read.get(scope.business) ?? new Map<string, Promise<IndexedPassage[]>>();
    read.set(scope.business, versions);
    let known = versions.get(name);
    if (!known) {
      known = know(scope);
      versions.set(name, known);
      known.catch(() => versions.delete(name));
    }
    return known;
  };
  const offers = new WeakMap<Business, Map<string, Promise<IndexedItem[]>>>();
  const learnThings = ({ business, industry }: SearchScope): Promise<IndexedItem[]> => {
    const name = industry?.name ?? '';
    const versions = offers.get(business) ?? new Map<string, Promise<IndexedItem[]>>();
    offers.set(business, versions);
    let known = versions.get(name);
    if (!known) {
      const things = offeredItemsOf(business, industry);
      const entries = encoder.encodeEntries(things.map(({ name, text }) => `${name}: ${text}`));
      known = Promise.all(
        things.map(async (thing, index) => ({
          thing,
          entry: must((await entries)[index], 'the vector of each'),
          vectors: await encoder.encode([thing.name, thing.text]),
          words: contentWords(`${thing.name} ${thing.text}`),
          title: contentWords(thing.name),
        })),
      );
      versions.set(name, known);
      known.catch(() => versions.delete(name));
    }
    return known;
  };
  const rarities = new WeakMap<object, (word: string) => number>();
  return {
    async compare(scope, text, vector, reading) {
      const [passages, things] = await Promise.all([learn(scope), learnThings(scope)]);
      const { profile: profileOf } = await theTopics();
      const profile = profileOf(vector);
      const rarity = rarities.get(passages) ?? rarityIn([...passages, ...things].map(({ words }) => words));
      rarities.set(passages, rarity);
      const words = [...contentWords(text)];
      const weights = words.map(rarity);
      const weighIn = (own: Set<string>) =>
        // biome-ignore lint/style/noNonNullAssertion: each word has its weight
        words.reduce((sum, word, at) => (own.has(word) ? sum + weights[at]! : sum), 0);
      const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
      const likeness = (
        own: Set<string>,
        title: Set<string>,
        kind: string,
        vectors: Float32Array[],
        entry: Float32Array,
      ) => ({
        near: nearness(
          kind,
          vectors.map((each) => dot(each, vector)),
        ),
        answers: dot(entry, reading),
        common: weighIn(own) / whole,
        titled: weighIn(title) / weightOf(title, rarity),
      });
      const own = passages.map(({ passage, words: its, title, vectors, profiles, entry }) => ({
        ...likeness(its, title, passage.source.kind, vectors, entry),
        about: Math.max(...profiles.map((each) => shared(profile, each))),
        hit: { passage, score: 0 },
      }));
      const offered = things.map(({ thing, words: its, title, vectors, entry }) => ({
        ...likeness(its, title, 'faq', vectors, entry),
        about: 0,
        thing,
      }));
      const near = scope.written
        ? await quote(encoder, scope.written, { words: new Set(words), vector, profile, profileOf })
        : [];
      const entries = await encoder.encodeEntries(near.map(({ quote: text }) => text));
      const read = near.map(({ near: by, about, common, ...hit }, at) => ({
        ...{ near: by, about, common, titled: 0, answers: dot(must(entries[at], 'the vector of each'), reading) },
        hit,
      }));
      return [...own, ...offered, ...read];
    },
    async search(scope, text, vector, thoroughly) {
      const known = await learn(scope);
      const words = contentWords(text);
      const { profile: profileOf } = await theTopics();
      const profile = thoroughly ? profileOf(vector) : undefined;
      const own = known.map((each) => ({ passage: each.passage, score: scoreOf(each, words, vector, profile) }));
      const read = scope.written ? await quote(encoder, scope.written, { words, vector, profile, profileOf }) : [];
      const [first, next, ...rest] = [...own, ...read].sort((a, b) => b.score - a.score);
      return first && next ? [{ ...first, next }, next, ...rest] : first ? [first] : [];
    },
  };
}

const titles = new WeakMap<Set<string>, number>();

/** A title stands in one document, whose words are as rare each time. */
function weightOf(title: Set<string>, rarity: (word: string) => number): number {
  const weight = titles.get(title) ?? ([...title].reduce((sum, word) => sum + rarity(word), 0) || 1);
  titles.set(title, weight);
  return weight;
}

/** A word that stands everywhere says little. */
function rarityIn(texts: readonly Set<string>[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log((1 + texts.length) / (1 + (counts.get(word) ?? 0))) + 0.1;
}

/** Nearness of the words themselves, and of what they are about: about 1 for the same question in other words. */
function scoreOf(
  { passage, vectors, profiles, words: own }: IndexedPassage,
  words: Set<string>,
  vector: Float32Array,
  profile: Float32Array | undefined,
): number {
  const near = nearness(
    passage.source.kind,
    vectors.map((each) => dot(each, vector)),
  );
  const about = profile ? Math.max(...profiles.map((each) => shared(profile, each))) : near;
  const common = [...words].filter((word) => own.has(word)).length;
  const weight = VAGUE.has(passage.source.kind) ? 0.6 : 1;
  const far = OF_A_VISIT.has(passage.source.id) && common === 0 ? STRANGE : 0;
  return weight * (near + TOPIC_WEIGHT * about) + WORD_WEIGHT * Math.min(1, common / Math.max(1, words.size)) - far;
}

/** Of an entry its question and its answer; of a policy its text, or the few phrases that are most like it. */
function nearness(kind: string, [first = 0, ...rest]: number[]): number {
  const [second] = rest;
  if (second === undefined) return first;
  if (kind === 'faq') return 0.7 * Math.max(first, second) + 0.3 * Math.min(first, second);
  const [a = second, b = a, c = b] = rest.sort((one, other) => other - one);
  return Math.max(first, (OF_EXAMPLES * (a + b + c)) / 3);
}
