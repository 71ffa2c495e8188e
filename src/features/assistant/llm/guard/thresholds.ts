// Scores above which a sentence counts as a claim, tuned on cross-validation folds and a development set, stored with
// the model.
import { readFileSync } from 'node:fs';
import type { Claim } from './claim-model.ts';

/**
 * By kind of claim: the `plain` threshold and those for special circumstances; `mostly` is a minimum share of words
 * found in a record. The keys are those of `thresholds.json`.
 * - deed: an `english` sentence, an entry that is only `named`, mostly `written` in a text of the business, the values of a
 *   `record`, hours or availability that were `compared` and are true; above `sure` it counts as canceling if the customer asked
 * - health and promise: `seen` if the encoder's embedding of the sentence is available
 * - health: the sentence is `ofBody` or names the `emergency` number, the customer `asked`, the business is a practice
 * - food: it has a `named` food, denies an ingredient (`lacking`), says that it is `unknown`, or is not about food (`elsewhere`)
 * - promise: a concession is `given` or `denied`, only a duration or percentage (`value`) is stated
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
