/** As the API describes them in the business's document. */
export type DepositRule = {
  services?: string[];
  minPartySize?: number;
  minMinutes?: number;
  fixed?: number;
  perPerson?: number;
  percent?: number;
  mode: 'charge' | 'hold';
  refundUntilHours: number;
};
export type DepositOptions = { rules: DepositRule[]; payWithinMinutes?: number };
