import type { Facts, Given } from './evidence.ts';
import type { Named } from './prices.ts';
import type { Values } from './values.ts';

/** Why a sentence is not said. */
export type Reason =
  | 'deed'
  | 'price'
  | 'time'
  | 'availability'
  | 'allergen'
  | 'health'
  | 'contact'
  | 'unfit'
  | 'name'
  | 'number'
  | 'too-long';

/** All that a sentence is held against. */
export type Known = { given: Given; document: Facts; written: Facts; results: Facts; told: Facts; records: Facts[] };
/** A sentence, and what was read out of it. */
export type About = {
  sentence: string;
  values: Values;
  named: readonly Named[];
  known: Known;
  /** Amounts of the sentences before it. */
  earlier?: readonly number[];
};
