import type { DepositTerms } from '../../../src/capability/deposit-sentences.ts';

/** The deposit rules as they are in the business's document. */
export type DepositRule = DepositTerms & { services?: string[] };
export type DepositOptions = { rules: DepositRule[]; payWithinMinutes?: number };
