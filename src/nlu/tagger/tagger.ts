import { readFileSync } from 'node:fs';
import { must } from '../../kernel/must.ts';
import { augment } from './augmentation.ts';
import { featuresOf } from './features.ts';
import type { Slot } from './labels.ts';
import { exponentiate, findPhrases, runForwardBackward, type TaggedPhrase } from './linear-chain-crf.ts';
import { tokenise } from './tokens.ts';
import { type TaggedMessage, type TrainingOptions, train } from './trainer.ts';
import { createFamiliarityLookup, deserializeWeights, scoresOf, serializeWeights, type Weights } from './weights.ts';

export type { TaggedMessage };

/** `start` and `end` are character positions in the message. */
type Span = {
  readonly slot: Slot;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence: number;
};

/** Finds party sizes, dates, times and names in a customer's message, given the slots that were requested. */
export type Tagger = { readonly tag: (text: string, requestedSlots?: Slot | readonly Slot[]) => Span[] };

const SHIPPED_WEIGHTS_URL = new URL('../../../models/tagger/tagger.bin', import.meta.url);
const DEFAULT_TRAINING_OPTIONS: TrainingOptions = {
  epochs: 8,
  learningRate: 0.1,
  featureDropout: 0.15,
  minFeatureCount: 4,
  seed: 1,
};

/** Half of the model's F1 score: reporting a phrase likelier than this improves F1. */
const MIN_LIKELIHOOD = 0.45;

/** Of overlapping phrases for the same slot, keeps the likeliest. */
const withoutOverlap = (phrases: readonly TaggedPhrase[]): TaggedPhrase[] =>
  phrases.filter(({ slot, first, last, likelihood }) =>
    phrases.every(
      (other) => other.slot !== slot || other.first > last || other.last < first || other.likelihood <= likelihood,
    ),
  );

function createTagger(weights: Weights): Tagger {
  const transitions = exponentiate(weights.transitions);
  // How often a word was seen in training other than as a name, from 0 (never) to 3: a rare one is more likely a name.
  const lookUpFamiliarity = createFamiliarityLookup(weights);
  const tag: Tagger['tag'] = (text, requestedSlots = []) => {
    const tokens = tokenise(text);
    if (tokens.length === 0) return [];
    const features = featuresOf(
      tokens,
      typeof requestedSlots === 'string' ? [requestedSlots] : requestedSlots,
      lookUpFamiliarity,
    );
    const phrases = findPhrases(
      runForwardBackward(scoresOf(weights, features), tokens.length, transitions),
      MIN_LIKELIHOOD,
    );
    return withoutOverlap(phrases).map(({ slot, first, last, likelihood }) => {
      const { start } = must(tokens[first], 'a token');
      const { end } = must(tokens[last], 'a token');
      return { slot, start, end, text: text.slice(start, end), confidence: likelihood };
    });
  };
  return { tag };
}

export const loadTagger = (bytes: Uint8Array = readFileSync(SHIPPED_WEIGHTS_URL)): Tagger =>
  createTagger(deserializeWeights(bytes));

export function trainTagger(
  messages: readonly TaggedMessage[],
  options: Partial<TrainingOptions> = {},
): { readonly serialize: () => Uint8Array } & Tagger {
  const trainingOptions = { ...DEFAULT_TRAINING_OPTIONS, ...options };
  const weights = train(augment(messages, trainingOptions.seed), trainingOptions);
  return { ...createTagger(weights), serialize: () => serializeWeights(weights) };
}
