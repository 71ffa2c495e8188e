import type { Rule } from '../../../src/capability/deposit-sentences.ts';

/** As the API describes them in the business's document. */
export type DepositRule = Rule & { services?: string[] };
export type DepositOptions = { rules: DepositRule[]; payWithinMinutes?: number };
