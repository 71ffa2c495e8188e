import { readFileSync } from 'node:fs';
import { must } from '../../kernel/must.ts';
import { chainOf, movesFrom, type Phrase, phrasesIn } from './chain.ts';
import { withCopies } from './copies.ts';
import { featuresOf } from './features.ts';
import type { Slot } from './labels.ts';
import { tokenise } from './tokens.ts';
import { type TaggedMessage, type TrainingOptions, train } from './trainer.ts';
import { familiarityIn, pack, scoresOf, unpack, type Weights } from './weights.ts';

export type { TaggedMessage };

type Span = {
  readonly slot: Slot;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence: number;
};

/** Finds party sizes, dates, times and names in what a customer wrote, knowing what was asked for. */
export type Tagger = { readonly tag: (text: string, asked?: Slot | readonly Slot[]) => Span[] };

const SHIPPED = new URL('../../../models/tagger/tagger.bin', import.meta.url);
const SCHOOLING: TrainingOptions = { epochs: 8, rate: 0.1, hidden: 0.15, leastSeen: 4, seed: 1 };

/** Half of the F1 that is reached: from there on saying a phrase gains more than it risks. */
const LEAST_LIKELIHOOD = 0.45;

/** Of the phrases for one slot that overlap, the likeliest. */
const withoutOverlap = (phrases: readonly Phrase[]): Phrase[] =>
  phrases.filter(({ slot, first, last, likelihood }) =>
    phrases.every(
      (other) => other.slot !== slot || other.first > last || other.last < first || other.likelihood <= likelihood,
    ),
  );

function taggerFrom(weights: Weights): Tagger {
  const moves = movesFrom(weights.moves);
  const familiarity = familiarityIn(weights);
  const tag: Tagger['tag'] = (text, asked = []) => {
    const tokens = tokenise(text);
    if (tokens.length === 0) return [];
    const features = featuresOf(tokens, typeof asked === 'string' ? [asked] : asked, familiarity);
    const phrases = phrasesIn(chainOf(scoresOf(weights, features), tokens.length, moves), LEAST_LIKELIHOOD);
    return withoutOverlap(phrases).map(({ slot, first, last, likelihood }) => {
      const { start } = must(tokens[first], 'a token');
      const { end } = must(tokens[last], 'a token');
      return { slot, start, end, text: text.slice(start, end), confidence: likelihood };
    });
  };
  return { tag };
}

export const loadTagger = (bytes: Uint8Array = readFileSync(SHIPPED)): Tagger => taggerFrom(unpack(bytes));

export function trainTagger(
  messages: readonly TaggedMessage[],
  options: Partial<TrainingOptions> = {},
): { readonly save: () => Uint8Array } & Tagger {
  const schooling = { ...SCHOOLING, ...options };
  const weights = train(withCopies(messages, schooling.seed), schooling);
  return { ...taggerFrom(weights), save: () => pack(weights) };
}
