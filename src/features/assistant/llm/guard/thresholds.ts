// From where on a sentence is taken for a claim: chosen on held-back folds and a development set, kept with the model.
import { readFileSync } from 'node:fs';
import type { Claim } from './claim-model.ts';

/** By kind: how far it must lie on the side of it, `plain` or in a circumstance; and `mostly`, the share of its words that is written. */
type Thresholds = {
  deed: Record<
    | 'plain'
    | 'english'
    | 'named'
    | 'question'
    | 'written'
    | 'record'
    | 'englishRecord'
    | 'compared'
    | 'sure'
    | 'mostly',
    number
  >;
  health: Record<'plain' | 'seen' | 'atPractice' | 'ofBody' | 'asked' | 'question' | 'emergency' | 'mostly', number>;
  food: Record<'plain' | 'elsewhere' | 'named' | 'lacking' | 'unknown' | 'mostly', number>;
  promise: Record<
    'plain' | 'seen' | 'rule' | 'given' | 'denied' | 'value' | 'question' | 'written' | 'free' | 'mostly',
    number
  >;
} & Record<Claim, Record<string, number>>;

export const THRESHOLDS: Thresholds = JSON.parse(
  readFileSync(new URL('../../../../../models/claims/thresholds.json', import.meta.url), 'utf8'),
);
