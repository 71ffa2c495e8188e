import type { AnyIndustry } from '../../capability/industry.ts';
import { type Risk, readRisk } from '../../guardrails/risk.ts';
import { numberOf, recent } from '../../kernel/recent.ts';
import { ACTS, type Before, type Encoder, INTENTS, type Reading } from '../../understanding/encoder/encoder.ts';
import { findCodes } from '../../understanding/fields/references.ts';
import type { Classifier, Ranking } from '../../understanding/intents/classifier.ts';
import { dot } from '../../understanding/intents/numbers.ts';
import { clausesOf, plainText } from './clauses.ts';
import type { Passage } from './hit.ts';
import { type Hit, openLibrary, type Shelf, type Signal } from './knowledge.ts';
import { loadLessons } from './lessons.ts';
import { sentencesOf } from './sentences.ts';
import { NOTHING_SAID } from './tracker.ts';

/** What one sentence wants, as far as its words tell. */
export type Understood = {
  text: string;
  /** Best first. */
  ranked: { intent: string; confidence: number }[];
  /** How surely it is any of the intents: the border is at a half. */
  inScope: number;
  /** As it is meant in its conversation. */
  inContext: InContext;
  signals: Signal[];
};

type InContext = {
  /** How likely each intent is. */
  intents: ReadonlyMap<string, number>;
  /** How likely the sentence does each of these. */
  acts: ReadonlyMap<string, number>;
};

export type Understanding = {
  /** Gets ready what the first customer would otherwise wait for. */
  warm(industries: readonly AnyIndustry[]): Promise<void>;
  /** Reads a message ahead, so that nothing waits for the encoder while a transaction is open, each of its parts too where `inDepth`. */
  prepare(message: string, inDepth: boolean): Promise<void>;
  /** What a message puts at risk. */
  assess(message: string): Promise<Risk>;
  /** What the business has written about a message, nearest first. */
  search(message: string, shelf: Shelf): Promise<Hit[]>;
  /** The sentence of a passage that answers a message best. */
  pick(passage: Passage, message: string, before?: Before): Promise<string>;
  /** `before` is what was said last, by both. */
  understand(texts: readonly string[], shelf: Shelf, before?: Before): Promise<Understood[]>;
};

const MOST_KNOWN = 2_000;

export function createUnderstanding(encoder: Encoder): Understanding {
  const library = openLibrary(encoder);
  const classifiers = new Map<string, Promise<Classifier>>();
  const classifierOf = (industry: AnyIndustry | undefined) => {
    const name = industry?.name ?? '';
    let classifier = classifiers.get(name);
    if (!classifier) {
      classifier = loadLessons(encoder, industry);
      classifiers.set(name, classifier);
      classifier.catch(() => classifiers.delete(name));
    }
    return classifier;
  };
  const understandOne = async (text: string, shelf: Shelf, before: Before): Promise<Omit<Understood, 'text'>> => {
    const [classifier, [vector], reading] = await Promise.all([
      classifierOf(shelf.industry),
      encoder.encode([text]),
      encoder.read(text, before),
    ]);
    const ranking = classifier.classify(text, vector!);
    const signals = await library.compare(shelf, text, vector!, reading.vector);
    return { ...ranking, inContext: inContext(reading, ranking), signals };
  };
  // People greet, thank and ask for the hours in the same few words.
  const known = recent<string, Promise<Omit<Understood, 'text'>>>(MOST_KNOWN);
  const remembered = (text: string, shelf: Shelf, before: Before) => {
    const { business, industry, written } = shelf;
    const key = `${numberOf(business)} ${written ? numberOf(written) : ''} ${industry?.name} ${before.said}|${before.told}|${text}`;
    const found = known.get(key);
    if (found) return found;
    const understood = understandOne(text, shelf, before);
    known.set(key, understood);
    understood.catch(() => known.delete(key));
    return understood;
  };
  return {
    async warm(industries) {
      await encoder.assess('hello');
      for (const industry of industries) await classifierOf(industry);
    },
    async prepare(message, inDepth) {
      const text = plainText(message);
      const clauses = inDepth ? [...new Set([text, ...clausesOf(text)])].map(withoutCodes) : [];
      await Promise.all([
        encoder.assess(withoutCodes(text)),
        encoder.encode(clauses),
        ...clauses.map((clause) => encoder.read(clause, NOTHING_SAID)),
      ]);
    },
    assess: async (message) => readRisk(await encoder.assess(withoutCodes(plainText(message)))),
    async search(message, shelf) {
      const text = withoutCodes(message);
      const [classifier, [vector]] = await Promise.all([classifierOf(shelf.industry), encoder.encode([text])]);
      return library.search(shelf, text, vector!, isDoubtful(classifier.classify(text, vector!)));
    },
    async pick({ text, source }, message, { said, told } = NOTHING_SAID) {
      const sentences = sentencesOf(text);
      const before = { said: withoutCodes(said), told: withoutCodes(told) };
      const [reading, entries] = await Promise.all([
        encoder.read(withoutCodes(message), before),
        encoder.encodeEntries(sentences.map((sentence) => `${source.title}: ${sentence}`)),
      ]);
      const fits = entries.map((entry) => dot(entry, reading.vector));
      return sentences[fits.indexOf(Math.max(...fits))]!;
    },
    understand: (texts, shelf, { said, told } = NOTHING_SAID) => {
      const before = { said: withoutCodes(said), told: withoutCodes(told) };
      return Promise.all(
        texts.map(async (text) => ({ text, ...(await remembered(withoutCodes(text), shelf, before)) })),
      );
    },
  };
}

/** Of the intents that there are here. */
function inContext({ acts, intents }: Reading, { ranked }: Ranking): InContext {
  const own = new Set(ranked.map(({ intent }) => intent));
  const odds = INTENTS.flatMap((intent, at) => (own.has(intent) ? [[intent, Math.exp(intents[at]!)] as const] : []));
  const sum = odds.reduce((total, [, odd]) => total + odd, 0);
  return {
    intents: new Map(odds.map(([intent, odd]) => [intent, odd / sum])),
    acts: new Map(ACTS.map((act, at) => [act, acts[at]!])),
  };
}

const ANY_CODE = 'K7MX4P';

/** What letters a booking's code happens to have must not decide what is wanted. */
const withoutCodes = (text: string): string =>
  findCodes(text)
    .sort((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + ANY_CODE + rest.slice(end), text);

const SURE = 0.85;

/** Worth a look at everything that the business has written. */
const isDoubtful = ({ ranked: [top] }: Ranking) =>
  !top || top.intent === 'faq' || top.intent === 'unknown' || top.confidence < SURE;
