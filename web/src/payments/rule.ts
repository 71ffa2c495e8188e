import type { DepositTerms } from '../../../src/capability/deposit-sentences.ts';

/** A deposit rule as it is in the business's document. */
export type DepositRule = DepositTerms & { services?: string[] };
export type DepositOptions = { rules: DepositRule[]; payWithinMinutes?: number };
