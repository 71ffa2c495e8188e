import type { AnyIndustry } from '../../capability/industry.ts';
import { type Risk, readRisk } from '../../guardrails/risk.ts';
import { createLruCache, memoize, objectId } from '../../kernel/memoize.ts';
import { must } from '../../kernel/must.ts';
import { ACTS, type ContextualReading, type Encoder, INTENTS, type PreviousTurn } from '../../nlu/encoder/encoder.ts';
import { findCodes } from '../../nlu/entities/references.ts';
import type { Classifier, Ranking } from '../../nlu/intents/classifier.ts';
import { dot } from '../../nlu/intents/numbers.ts';
import { clausesOf } from './clauses.ts';
import { NO_PREVIOUS_TURN } from './focus.ts';
import { parseMessage } from './parsed-message.ts';
import { createPassageIndex, type MatchSignal, type SearchHit, type SearchScope } from './passage-index.ts';
import type { Passage } from './search-hit.ts';
import { sentencesOf } from './sentences.ts';
import { VERY_CONFIDENT } from './thresholds.ts';
import { type ClassifierScope, loadIntentClassifier } from './training-data.ts';

/** The predicted intents of one sentence, with the passages that match it. */
export type IntentPrediction = {
  text: string;
  /** Best first. */
  ranked: { intent: string; confidence: number }[];
  /** The probability that it is any of the intents; the decision boundary is 0.5. */
  inScope: number;
  /** The prediction of the model that also reads the previous turn. */
  contextual: ContextualPrediction;
  signals: MatchSignal[];
};

type ContextualPrediction = {
  /** How likely each intent is. */
  intents: ReadonlyMap<string, number>;
  /** The probability of each dialogue act. */
  acts: ReadonlyMap<string, number>;
};

export type Nlu = {
  /** Loads models ahead, so that the first customer does not wait for them. */
  warm(industries: readonly AnyIndustry[]): Promise<void>;
  /**
   * Encodes a message ahead, so that no transaction waits for the encoder; in the context of `before` where that is
   * known, and each of its parts too where `inDepth`.
   */
  prepare(message: string, before: PreviousTurn | undefined, inDepth: boolean): Promise<void>;
  /** What a message puts at risk. */
  assess(message: string): Promise<Risk>;
  /** What the business has written about a message, nearest first. */
  search(message: string, scope: SearchScope): Promise<SearchHit[]>;
  /** What a plain question in another language than English asks for, where that is sure. */
  predictForeignIntent(message: string): Promise<string | undefined>;
  /** The sentence of a passage that answers a message best. */
  pick(passage: Passage, message: string, before?: PreviousTurn): Promise<string>;
  /** A message after what was said last, by both; and, where it has several, each of its parts. */
  predictIntent(message: string, scope: SearchScope, before?: PreviousTurn): Promise<IntentPrediction>;
  predictIntentsOfParts(message: string, scope: SearchScope, before?: PreviousTurn): Promise<IntentPrediction[]>;
};

const MOST_KNOWN = 2_000;

export function createNlu(encoder: Encoder): Nlu {
  const index = createPassageIndex(encoder);
  const classifiers = new Map<string, Promise<Classifier>>();
  const classifierOf = (industry: ClassifierScope) => {
    const name = typeof industry === 'string' ? industry : (industry?.name ?? '');
    let classifier = classifiers.get(name);
    if (!classifier) {
      classifier = loadIntentClassifier(encoder, industry);
      classifiers.set(name, classifier);
      classifier.catch(() => classifiers.delete(name));
    }
    return classifier;
  };
  const vectorOf = async (text: string) => must((await encoder.encode([text]))[0], 'the vector of a text');
  const understandOne = async (
    text: string,
    scope: SearchScope,
    reading: ContextualReading,
  ): Promise<Omit<IntentPrediction, 'text'>> => {
    const [classifier, vector] = await Promise.all([classifierOf(scope.industry), vectorOf(text)]);
    const ranking = classifier.classify(text, vector);
    const signals = await index.compare(scope, text, vector, reading.vector);
    return { ...ranking, contextual: contextualOf(reading, ranking), signals };
  };
  // Greetings, thanks and questions about the hours repeat, so predictions are cached.
  const known = createLruCache<string, Promise<Omit<IntentPrediction, 'text'>>>(MOST_KNOWN);
  const remembered = (
    message: MessageInContext,
    at: number,
    scope: SearchScope,
  ): Promise<Omit<IntentPrediction, 'text'>> => {
    const { text, parts, before } = message;
    const { business, industry, written } = scope;
    const key = `${objectId(business)} ${written ? objectId(written) : ''} ${industry?.name} ${at} ${before.said}|${before.told}|${text}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const one = withoutCodes(at ? must(parts[at - 1], 'a part of the message') : text);
    const prediction = readAhead(message).then((readings) =>
      understandOne(one, scope, must(readings[at], 'the reading of each')),
    );
    known.set(key, prediction);
    prediction.catch(() => known.delete(key));
    return prediction;
  };
  const readAhead = ({ text, parts, before }: MessageInContext): Promise<ContextualReading[]> =>
    encoder.read(withoutCodes(text), before, parts.map(withoutCodes));
  return {
    async warm(industries) {
      await encoder.assess('hello');
      for (const industry of industries) await classifierOf(industry);
    },
    async prepare(message, before, inDepth) {
      const { text } = parseMessage(message);
      const said = before && inContext(text, before);
      const texts = said ? [text, ...(inDepth ? said.parts : [])].map(withoutCodes) : [];
      await Promise.all([encoder.assess(withoutCodes(text)), encoder.encode(texts), said && readAhead(said)]);
    },
    assess: async (message) => readRisk(await encoder.assess(withoutCodes(parseMessage(message).text))),
    async predictForeignIntent(message) {
      const [classifier, vector] = await Promise.all([classifierOf('abroad'), vectorOf(message)]);
      const [best] = classifier.classify(message, vector).ranked;
      return best && best.intent !== 'unknown' && best.confidence >= VERY_CONFIDENT ? best.intent : undefined;
    },
    async search(message, scope) {
      const text = withoutCodes(message);
      const [classifier, vector] = await Promise.all([classifierOf(scope.industry), vectorOf(text)]);
      return index.search(scope, text, vector, isDoubtful(classifier.classify(text, vector)));
    },
    async pick({ text, source }, message, before = NO_PREVIOUS_TURN) {
      const sentences = sentencesOf(text);
      const [[reading], entries] = await Promise.all([
        readAhead(inContext(message, before)),
        encoder.encodeEntries(sentences.map((sentence) => `${source.title}: ${sentence}`)),
      ]);
      const { vector } = must(reading, 'the reading of the message');
      const fits = entries.map((entry) => dot(entry, vector));
      return must(sentences[fits.indexOf(Math.max(...fits))], 'a sentence');
    },
    async predictIntent(text, scope, before = NO_PREVIOUS_TURN) {
      return { text, ...(await remembered(inContext(text, before), 0, scope)) };
    },
    predictIntentsOfParts(message, scope, before = NO_PREVIOUS_TURN) {
      const said = inContext(message, before);
      return Promise.all(said.parts.map(async (text, at) => ({ text, ...(await remembered(said, at + 1, scope)) })));
    },
  };
}

/** A message with its parts, where it has several, after what was said last. */
type MessageInContext = { text: string; parts: readonly string[]; before: PreviousTurn };

/** The same for all that is asked of a message in a turn. */
const codeless = new WeakMap<PreviousTurn, PreviousTurn>();

function withoutItsCodes(before: PreviousTurn): PreviousTurn {
  const plain = { said: withoutCodes(before.said), told: withoutCodes(before.told) };
  codeless.set(before, plain);
  return plain;
}

function inContext(text: string, before: PreviousTurn): MessageInContext {
  const clauses = clausesOf(text);
  const parts = clauses.length > 1 ? clauses : [];
  return { text, parts, before: codeless.get(before) ?? withoutItsCodes(before) };
}

/** Of the intents that there are here. */
function contextualOf({ acts, intents }: ContextualReading, { ranked }: Ranking): ContextualPrediction {
  const own = new Set(ranked.map(({ intent }) => intent));
  // biome-ignore lint/style/noNonNullAssertion: each intent has its score
  const odds = INTENTS.flatMap((intent, at) => (own.has(intent) ? [[intent, Math.exp(intents[at]!)] as const] : []));
  const sum = odds.reduce((total, [, odd]) => total + odd, 0);
  return {
    intents: new Map(odds.map(([intent, odd]) => [intent, odd / sum])),
    // biome-ignore lint/style/noNonNullAssertion: so has each act
    acts: new Map(ACTS.map((act, at) => [act, acts[at]!])),
  };
}

const ANY_CODE = 'K7MX4P';

/** The letters of a booking code must not influence the prediction. */
const withoutCodes = memoize(
  (text: string) => text,
  (text) =>
    findCodes(text)
      .sort((one, other) => other.start - one.start)
      .reduce((rest, { start, end }) => rest.slice(0, start) + ANY_CODE + rest.slice(end), text),
);

const SURE = 0.85;

/** Worth a look at everything that the business has written. */
const isDoubtful = ({ ranked: [top] }: Ranking) =>
  !top || top.intent === 'faq' || top.intent === 'unknown' || top.confidence < SURE;
