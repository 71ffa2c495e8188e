// Scores above which a sentence counts as a claim, tuned on cross-validation folds and a development set, stored with
// the model.
import { readFileSync } from 'node:fs';
import type { Claim } from './claim-model.ts';

/**
 * By kind of claim: the `plain` threshold and those for special circumstances; `mostly` is a minimum share of words
 * found in a record.
 */
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
