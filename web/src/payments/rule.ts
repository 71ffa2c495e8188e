import type { Rule } from '../../../src/capability/deposit-sentences.ts';

/** The deposit rules as they are in the business's document. */
export type DepositRule = Rule & { services?: string[] };
export type DepositOptions = { rules: DepositRule[]; payWithinMinutes?: number };
