import type { AnyIndustry } from '../../capability/industry.ts';
import { type Risk, readRisk } from '../../guardrails/risk.ts';
import { createLruCache, identifyObject, memoize } from '../../kernel/memoize.ts';
import { must } from '../../kernel/must.ts';
import { ACTS, type Encoder, INTENTS, type PreviousTurn, type TurnEncoding } from '../../nlu/encoder/encoder.ts';
import { findBookingCodes } from '../../nlu/entities/references.ts';
import type { Classifier, IntentRanking } from '../../nlu/intents/classifier.ts';
import { dot } from '../../nlu/intents/vector-math.ts';
import { splitIntoClauses } from './clauses.ts';
import { NO_PREVIOUS_TURN } from './focus.ts';
import { parseMessage } from './parsed-message.ts';
import { createPassageIndex, type ScoredCandidate, type SearchHit, type SearchScope } from './passage-index.ts';
import type { Passage } from './search-hit.ts';
import { splitIntoSentences } from './sentences.ts';
import { CONFIDENT, VERY_CONFIDENT } from './thresholds.ts';
import { type ClassifierScope, type DecisionClassifierName, loadIntentClassifier } from './training-data.ts';

/** The predicted intents of one sentence, with the passages that match it. */
export type IntentPrediction = {
  text: string;
  /** Best first. */
  ranked: { intent: string; confidence: number }[];
  /** The probability that it is any of the intents; the decision boundary is 0.5. */
  inScope: number;
  /** The prediction of the model that also reads the previous turn. */
  contextual: ContextualPrediction;
  signals: ScoredCandidate[];
};

type ContextualPrediction = {
  /** How likely each intent is. */
  intents: ReadonlyMap<string, number>;
  /** The probability of each dialogue act. */
  acts: ReadonlyMap<string, number>;
};

export type Nlu = {
  /** Loads models ahead, so that the first customer does not wait for them. */
  warmUp(industries: readonly AnyIndustry[]): Promise<void>;
  /**
   * Encodes a message ahead, so that no transaction waits for the encoder; in the context of `previousTurn` if that is
   * known, and each of its sentences too if `withParts`.
   */
  encodeAhead(message: string, previousTurn: PreviousTurn | undefined, withParts: boolean): Promise<void>;
  /** The risks in a message, such as an emergency. */
  assessRisk(message: string): Promise<Risk>;
  /** The passages of the business that match a message, best first. */
  search(message: string, scope: SearchScope): Promise<SearchHit[]>;
  /** The intent of a simple question in a language other than English, if it is certain. */
  predictForeignIntent(message: string): Promise<string | undefined>;
  /** Whether a message that follows a list asks for what the list left out. */
  asksForRest(message: string): Promise<boolean>;
  /** Whether a customer describes something that a nurse or doctor should hear about today. */
  needsCareToday(message: string): Promise<boolean>;
  /** The sentence of a passage that answers a message best. */
  pickSentence(passage: Passage, message: string, previousTurn?: PreviousTurn): Promise<string>;
  /** Predicts a message in the context of the previous turn. */
  predictIntent(message: string, scope: SearchScope, previousTurn?: PreviousTurn): Promise<IntentPrediction>;
  /** The same for each sentence of a message that has several. */
  predictIntentsOfParts(message: string, scope: SearchScope, previousTurn?: PreviousTurn): Promise<IntentPrediction[]>;
};

const MAX_CACHED_PREDICTIONS = 2_000;

/** `onTraining` is told the name of a classifier whose phrases have changed since its weights were stored. */
export function createNlu(encoder: Encoder, onTraining?: (name: string) => void): Nlu {
  const passageIndex = createPassageIndex(encoder);
  const classifiers = new Map<string, Promise<Classifier>>();
  const getClassifier = (scope: ClassifierScope) => {
    const name = typeof scope === 'string' ? scope : (scope?.name ?? '');
    let classifier = classifiers.get(name);
    if (!classifier) {
      classifier = loadIntentClassifier(encoder, scope, onTraining);
      classifiers.set(name, classifier);
      classifier.catch(() => classifiers.delete(name));
    }
    return classifier;
  };
  const encodeText = async (text: string) => must((await encoder.encode([text]))[0], 'the vector of a text');
  const predictOne = async (
    text: string,
    scope: SearchScope,
    turnEncoding: TurnEncoding,
  ): Promise<Omit<IntentPrediction, 'text'>> => {
    const [classifier, vector] = await Promise.all([getClassifier(scope.industry), encodeText(text)]);
    const ranking = classifier.classify(text, vector);
    const signals = await passageIndex.compare(scope, text, vector, turnEncoding.vector);
    return { ...ranking, contextual: createContextualPrediction(turnEncoding, ranking), signals };
  };
  // Greetings, thanks and questions about the hours repeat, so predictions are cached.
  const predictionCache = createLruCache<string, Promise<Omit<IntentPrediction, 'text'>>>(MAX_CACHED_PREDICTIONS);
  const predictCached = (
    message: MessageInContext,
    /** 0 for the whole message, n for its n-th part. */
    position: number,
    scope: SearchScope,
  ): Promise<Omit<IntentPrediction, 'text'>> => {
    const { text, parts, previousTurn } = message;
    const { business, industry, knowledgeIndex } = scope;
    const cacheKey = `${identifyObject(business)} ${knowledgeIndex ? identifyObject(knowledgeIndex) : ''} ${industry?.name} ${position} ${previousTurn.said}|${previousTurn.told}|${text}`;
    const cachedPrediction = predictionCache.get(cacheKey);
    if (cachedPrediction !== undefined) return cachedPrediction;
    const partText = withoutCodes(position ? must(parts[position - 1], 'a part of the message') : text);
    const prediction = encodeMessage(message).then((turnEncodings) =>
      predictOne(partText, scope, must(turnEncodings[position], 'the encoding of each part')),
    );
    predictionCache.set(cacheKey, prediction);
    prediction.catch(() => predictionCache.delete(cacheKey));
    return prediction;
  };
  const encodeMessage = ({ text, parts, previousTurn }: MessageInContext): Promise<TurnEncoding[]> =>
    encoder.encodeTurn(withoutCodes(text), previousTurn, parts.map(withoutCodes));
  /** The intent that the classifier for a single decision predicts; undefined for `unknown`, or below the confidence. */
  const predictWithDecisionClassifier = async (
    name: DecisionClassifierName,
    message: string,
    minConfidence: number,
  ) => {
    const [classifier, vector] = await Promise.all([getClassifier(name), encodeText(message)]);
    const [best] = classifier.classify(message, vector).ranked;
    return best && best.intent !== 'unknown' && best.confidence >= minConfidence ? best.intent : undefined;
  };
  return {
    async warmUp(industries) {
      await encoder.scoreRisks('hello');
      for (const industry of industries) await getClassifier(industry);
    },
    async encodeAhead(message, previousTurn, withParts) {
      const { text } = parseMessage(message);
      const messageInContext = previousTurn && createMessageInContext(text, previousTurn);
      const texts = messageInContext ? [text, ...(withParts ? messageInContext.parts : [])].map(withoutCodes) : [];
      await Promise.all([
        encoder.scoreRisks(withoutCodes(text)),
        encoder.encode(texts),
        messageInContext && encodeMessage(messageInContext),
      ]);
    },
    assessRisk: async (message) => readRisk(await encoder.scoreRisks(withoutCodes(parseMessage(message).text))),
    predictForeignIntent: (message) => predictWithDecisionClassifier('abroad', message, VERY_CONFIDENT),
    asksForRest: async (message) => (await predictWithDecisionClassifier('rest', message, CONFIDENT)) === 'rest',
    needsCareToday: async (message) =>
      (await predictWithDecisionClassifier('care-today', message, VERY_CONFIDENT)) === 'urgent',
    async search(message, scope) {
      const text = withoutCodes(message);
      const [classifier, vector] = await Promise.all([getClassifier(scope.industry), encodeText(text)]);
      return passageIndex.search(scope, text, vector, needsFullSearch(classifier.classify(text, vector)));
    },
    async pickSentence({ text, source }, message, previousTurn = NO_PREVIOUS_TURN) {
      const sentences = splitIntoSentences(text);
      const [[turnEncoding], entries] = await Promise.all([
        encodeMessage(createMessageInContext(message, previousTurn)),
        encoder.encodeEntries(sentences.map((sentence) => `${source.title}: ${sentence}`)),
      ]);
      const { vector } = must(turnEncoding, 'the encoding of the message');
      const scores = entries.map((entry) => dot(entry, vector));
      return must(sentences[scores.indexOf(Math.max(...scores))], 'a sentence');
    },
    async predictIntent(text, scope, previousTurn = NO_PREVIOUS_TURN) {
      return { text, ...(await predictCached(createMessageInContext(text, previousTurn), 0, scope)) };
    },
    predictIntentsOfParts(message, scope, previousTurn = NO_PREVIOUS_TURN) {
      const messageInContext = createMessageInContext(message, previousTurn);
      return Promise.all(
        messageInContext.parts.map(async (text, index) => ({
          text,
          ...(await predictCached(messageInContext, index + 1, scope)),
        })),
      );
    },
  };
}

/** A message with its sentences, if it has several, and the previous turn. */
type MessageInContext = { text: string; parts: readonly string[]; previousTurn: PreviousTurn };

/** Cached by identity, because every prediction of a turn uses the same previous turn. */
const previousTurnsWithoutCodes = new WeakMap<PreviousTurn, PreviousTurn>();

function replaceCodesInTurn(previousTurn: PreviousTurn): PreviousTurn {
  const turnWithPlaceholders = { said: withoutCodes(previousTurn.said), told: withoutCodes(previousTurn.told) };
  previousTurnsWithoutCodes.set(previousTurn, turnWithPlaceholders);
  return turnWithPlaceholders;
}

function createMessageInContext(text: string, previousTurn: PreviousTurn): MessageInContext {
  const clauses = splitIntoClauses(text);
  const parts = clauses.length > 1 ? clauses : [];
  return { text, parts, previousTurn: previousTurnsWithoutCodes.get(previousTurn) ?? replaceCodesInTurn(previousTurn) };
}

/**
 * Normalizes the probabilities over the intents of this industry. Intents that the contextual model was not trained on,
 * such as those of a new industry, keep the probability of the classifier; the model's intents share the rest.
 */
function createContextualPrediction({ acts, intents }: TurnEncoding, { ranked }: IntentRanking): ContextualPrediction {
  const availableIntents = new Set(ranked.map(({ intent }) => intent));
  const untrainedIntents = ranked.filter(({ intent }) => !INTENTS.includes(intent));
  const trainedShare = 1 - untrainedIntents.reduce((total, { confidence }) => total + confidence, 0);
  const odds = INTENTS.flatMap((intent, index) =>
    // biome-ignore lint/style/noNonNullAssertion: each intent has its score
    availableIntents.has(intent) ? [[intent, Math.exp(intents[index]!)] as const] : [],
  );
  const sum = odds.reduce((total, [, odd]) => total + odd, 0);
  return {
    intents: new Map([
      ...odds.map(([intent, odd]) => [intent, (trainedShare * odd) / sum] as const),
      ...untrainedIntents.map(({ intent, confidence }) => [intent, confidence] as const),
    ]),
    // biome-ignore lint/style/noNonNullAssertion: each act has its probability
    acts: new Map(ACTS.map((act, index) => [act, acts[index]!])),
  };
}

const PLACEHOLDER_CODE = 'K7MX4P';

/** The letters of a booking code must not influence the prediction. */
const withoutCodes = memoize(
  (text: string) => text,
  (text) =>
    findBookingCodes(text)
      .sort((one, other) => other.start - one.start)
      .reduce(
        (remainingText, { start, end }) => remainingText.slice(0, start) + PLACEHOLDER_CODE + remainingText.slice(end),
        text,
      ),
);

const MIN_CERTAIN_CONFIDENCE = 0.85;

/** Whether to search all passages, because the intent classifier leaves room for a question that they answer. */
const needsFullSearch = ({ ranked: [top] }: IntentRanking) =>
  !top || top.intent === 'faq' || top.intent === 'unknown' || top.confidence < MIN_CERTAIN_CONFIDENCE;
