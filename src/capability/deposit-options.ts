// The schema of a business's deposit rules: which bookings need one, how much it is, and when it is refunded.
import { type Static, Type } from 'typebox';
import { OneOf, Strict } from '../kernel/http/schema.ts';

/** `charge` takes the money when the customer books, `hold` reserves it on the card. */
export const DEPOSIT_MODES = ['charge', 'hold'] as const;
export type DepositMode = (typeof DEPOSIT_MODES)[number];

const Amount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000, title: 'Money', description }));

export const DepositRule = Strict({
  services: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Only for these services, classes or visit types, by id',
    }),
  ),
  minPartySize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'Only for parties of this size or more' }),
  ),
  minMinutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_880, description: 'Only for bookings that take this long or longer' }),
  ),
  fixed: Amount('The same for every booking. Give one of `fixed`, `perPerson` and `percent`'),
  perPerson: Amount('For each person of the party'),
  percent: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Of the price; nothing is asked where it is unknown' }),
  ),
  mode: OneOf(DEPOSIT_MODES, {
    description:
      '`charge`: paid when booking. `hold`: reserved on the card, charged for a no-show, and released after the visit; ' +
      'cards hold money for a week, so bookings further ahead are charged',
  }),
  refundUntilHours: Type.Integer({
    minimum: 0,
    maximum: 8_760,
    description: 'Customers who cancel at least this long before the start get it back',
  }),
});
export type DepositRule = Static<typeof DepositRule>;

export const DepositOptions = Strict({
  rules: Type.Array(DepositRule, { maxItems: 20, description: 'Where several apply, the largest deposit is asked' }),
  payWithinMinutes: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: 1_440,
      description: 'How long a booking is held for its deposit; 30 if left out',
    }),
  ),
});
export type DepositOptions = Static<typeof DepositOptions>;
