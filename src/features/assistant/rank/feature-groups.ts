import type { Cue } from './cues.ts';

/** The signals of a sentence that all of its candidates share. */
export type SentenceSignals = {
  /** From the sentence alone. */
  intentProbabilities: ReadonlyMap<string, number>;
  /** From the sentence and the previous turn. */
  contextualIntentProbabilities: ReadonlyMap<string, number>;
  /** The best scores of any passage; `itemOrPassageAnswerScore` also includes items. */
  best: { similarity: number; answerScore: number; itemOrPassageAnswerScore: number; sharedWordRatio: number };
  /** The probability that the sentence performs one of these dialogue acts. */
  sumActProbabilities: (...acts: string[]) => number;
  questionProbability: number;
  startProbability: number;
  smallTalkProbability: number;
  cues: Record<Cue, boolean>;
  /** The highest probability of an intent other than `faq` and `unknown`. */
  specificIntentProbability: number;
  /** The probability that the sentence is about the business at all. */
  inScope: number;
  isShort: boolean;
  namesTime: boolean;
  namesItem: boolean;
  namesRestriction: boolean;
  /** Slots that name no particular item, such as a category. */
  broadSlots: ReadonlySet<string>;
  /** Slots that almost determine the intent, such as an order number. */
  decisiveSlots: ReadonlySet<string>;
  hasBudget: boolean;
  /** The previous reply contained a passage. */
  followsPassage: boolean;
};

export type FeatureValues = Record<string, number | boolean | undefined>;
/**
 * The features of one candidate. The feature 'near' in the group 'passage' is trained as 'passage near'; groups avoid
 * concatenating names at run time, which would take most of the time.
 */
export type FeatureGroups = readonly (readonly [group: string, values: FeatureValues])[];

const MIN_LOG_PROBABILITY = Math.log(1e-4);
/** A log probability, scaled to a range close to that of the other features. */
export const scaleLogProbability = (probability: number) =>
  Math.max(MIN_LOG_PROBABILITY, Math.log(probability)) / 4 + 1;
