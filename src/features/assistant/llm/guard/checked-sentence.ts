import type { Margins } from './claim-model.ts';
import type { Facts, GuardInput } from './evidence.ts';
import type { Named } from './prices.ts';
import type { Values } from './values.ts';

/** Why a sentence is dropped. */
export type DropReason =
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

/** The evidence that a sentence is checked against. */
export type Evidence = {
  given: GuardInput;
  document: Facts;
  written: Facts;
  results: Facts;
  told: Facts;
  records: Facts[];
};
/** A sentence, with the values and claims extracted from it. */
export type CheckedSentence = {
  sentence: string;
  /** Without the names of what is in the records. */
  nameless: string;
  /** Names of the records are in English mostly: what another language calls something need not be seen. */
  isEnglish: boolean;
  values: Values;
  /** What kinds of statement it makes. */
  claims: Margins;
  /** The encoder has told what it means. */
  isSeen: boolean;
  /** Its subjects, by the words of the claim model. */
  subjects: readonly string[];
  named: readonly Named[];
  /** What was named last before it. */
  focus: readonly Named[];
  known: Evidence;
  /** Amounts and shares of the sentences before it. */
  earlier: { readonly amounts: readonly number[]; readonly shares: readonly number[] };
};
