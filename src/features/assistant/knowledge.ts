// What the business has written down in its own words, found by meaning.
import { phrasesIn } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { type AnyIndustry, peopleOf } from '../../capability/industry.ts';
import { sayFor } from '../../capability/say.ts';
import type { Encoder } from '../../understanding/encoder/encoder.ts';
import { dot } from '../../understanding/intents/numbers.ts';
import { contentWords } from './content-words.ts';
import { type Hit, OF_TOPIC, OF_WORDS, type Passage } from './hit.ts';
import { asSentence, quote } from './quote.ts';
import { type Thing, thingsOf } from './things.ts';
import { loadTopics, shared, type Topics } from './topics.ts';
import type { Written } from './written.ts';

export type { Hit };

type Known = {
  passage: Passage;
  entry: Float32Array;
  vectors: Float32Array[];
  profiles: Float32Array[];
  words: Set<string>;
  title: Set<string>;
};

/** How a question and something that the business has written are alike. */
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
export type Signal = Likeness & { hit?: Hit; thing?: Thing };
type KnownThing = {
  thing: Thing;
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

export function passagesOf(business: Business, industry: AnyIndustry | undefined): Passage[] {
  const { faqs, policies, services, description } = business;
  const say = sayFor(business);
  return [
    ...faqs.map(({ question, answer }, index) => ({
      text: answer,
      source: { kind: 'faq', id: String(index + 1), title: question },
      prompts: [question, answer],
    })),
    ...POLICIES.flatMap((name) => {
      const text = policies[name];
      return text
        ? [{ text, source: { kind: 'policy', id: name, title: TITLES[name] }, prompts: [text, ...asked[name]!] }]
        : [];
    }),
    ...(industry && business[industry.name] ? (industry.facts?.(business) ?? []) : []).map(
      ({ id, title, text, asked: like }) => ({
        text,
        source: { kind: 'policy', id, title },
        prompts: [text, ...(typeof like === 'string' ? asked[like]! : like)],
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

/** Finds what a business has written about a question. */
export type Library = {
  /** The passages nearest to a question, best first; thoroughly, also those that share nothing but the topic with it. */
  search(shelf: Shelf, text: string, vector: Float32Array, thoroughly: boolean): Promise<Hit[]>;
  /** How all that the business has written, and all that it has on offer, is like a question. */
  compare(shelf: Shelf, text: string, vector: Float32Array, reading: Float32Array): Promise<Signal[]>;
};

export type Shelf = {
  business: Business;
  industry: AnyIndustry | undefined;
  /** What was read from documents and websites. */
  written?: Written | undefined;
};

export function openLibrary(encoder: Encoder): Library {
  /** Read once for each version of a document, and industry. */
  const read = new WeakMap<Business, Map<string, Promise<Known[]>>>();
  let topics: Promise<Topics> | undefined;

  const know = async ({ business, industry }: Shelf): Promise<Known[]> => {
    topics ??= loadTopics(encoder);
    const { profile } = await topics;
    const passages = passagesOf(business, industry);
    const [entries, ...vectors] = await Promise.all([
      encoder.encodeEntries(passages.map(({ source, text }) => `${source.title}: ${text}`)),
      ...passages.map(({ prompts }) => encoder.encode(prompts)),
    ]);
    return passages.map((passage, index) => ({
      passage,
      entry: entries[index]!,
      vectors: vectors[index]!,
      profiles: vectors[index]!.slice(0, passage.source.kind === 'faq' ? 2 : 1).map(profile),
      words: contentWords(`${passage.source.title} ${passage.text}`),
      title: contentWords(passage.source.title),
    }));
  };
  const learn = (shelf: Shelf): Promise<Known[]> => {
    const name = shelf.industry?.name ?? '';
    const versions = read.get(shelf.business) ?? new Map<string, Promise<Known[]>>();
    read.set(shelf.business, versions);
    let known = versions.get(name);
    if (!known) {
      known = know(shelf);
      versions.set(name, known);
      known.catch(() => versions.delete(name));
    }
    return known;
  };
  const offers = new WeakMap<Business, Map<string, Promise<KnownThing[]>>>();
  const learnThings = ({ business, industry }: Shelf): Promise<KnownThing[]> => {
    const name = industry?.name ?? '';
    const versions = offers.get(business) ?? new Map<string, Promise<KnownThing[]>>();
    offers.set(business, versions);
    let known = versions.get(name);
    if (!known) {
      const things = thingsOf(business, industry);
      const entries = encoder.encodeEntries(things.map(({ name, text }) => `${name}: ${text}`));
      known = Promise.all(
        things.map(async (thing, index) => ({
          thing,
          entry: (await entries)[index]!,
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
    async compare(shelf, text, vector, reading) {
      const [passages, things] = await Promise.all([learn(shelf), learnThings(shelf)]);
      const { profile: profileOf } = await topics!;
      const profile = profileOf(vector);
      const rarity = rarities.get(passages) ?? rarityIn([...passages, ...things].map(({ words }) => words));
      rarities.set(passages, rarity);
      const words = [...contentWords(text)];
      const weights = words.map(rarity);
      const weighIn = (own: Set<string>) =>
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
      const near = shelf.written
        ? await quote(encoder, shelf.written, { words: new Set(words), vector, profile, profileOf })
        : [];
      const entries = await encoder.encodeEntries(near.map(({ quote: text }) => text));
      const read = near.map(({ near: by, about, common, ...hit }, at) => ({
        ...{ near: by, about, common, titled: 0, answers: dot(entries[at]!, reading) },
        hit,
      }));
      return [...own, ...offered, ...read];
    },
    async search(shelf, text, vector, thoroughly) {
      const known = await learn(shelf);
      const words = contentWords(text);
      const { profile: profileOf } = await topics!;
      const profile = thoroughly ? profileOf(vector) : undefined;
      const own = known.map((each) => ({ passage: each.passage, score: scoreOf(each, words, vector, profile) }));
      const read = shelf.written ? await quote(encoder, shelf.written, { words, vector, profile, profileOf }) : [];
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
  { passage, vectors, profiles, words: own }: Known,
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
  return weight * (near + OF_TOPIC * about) + OF_WORDS * Math.min(1, common / Math.max(1, words.size)) - far;
}

/** Of an entry its question and its answer; of a policy its text, or the few phrases that are most like it. */
function nearness(kind: string, [first = 0, ...rest]: number[]): number {
  if (rest.length === 0) return first;
  if (kind === 'faq') return 0.7 * Math.max(first, rest[0]!) + 0.3 * Math.min(first, rest[0]!);
  const [a, b = a!, c = b] = rest.sort((one, other) => other - one);
  return Math.max(first, (OF_EXAMPLES * (a! + b + c)) / 3);
}
