import { Type } from 'typebox';
import { DEPOSIT_MODES } from '../capability/deposit-options.ts';
import { Id, NonBlank, Nullable, OneOf, Strict, Time, Titled } from '../kernel/http/schema.ts';
import { PAYMENT_STATUSES } from './payment-state.ts';

export const KINDS = ['reservation', 'appointment', 'training', 'class'] as const;
export const BOOKING_STATUSES = [
  'confirmed',
  'awaiting_payment',
  'waitlisted',
  'offered',
  'cancelled',
  'completed',
  'no_show',
] as const;
/** The statuses of bookings that are still to come and not canceled. */
export const ACTIVE_STATUSES = ['confirmed', 'awaiting_payment', 'waitlisted', 'offered'] as const;
const REASONS = [
  'closed',
  'full',
  'too_soon',
  'too_far',
  'no_such_resource',
  'not_offered',
  'party_too_large',
] as const;
export type Reason = (typeof REASONS)[number];

const PersonName = NonBlank({ maxLength: 200 });
const Phone = Type.String({ minLength: 3, maxLength: 50, description: 'As people write it; it comes out in E.164' });
const Email = Type.String({ format: 'email', maxLength: 254 });

export const When = Type.String({
  minLength: 10,
  maxLength: 40,
  description: 'RFC 3339, or local to the business such as 2026-11-20T19:30',
  examples: ['2026-11-20T19:30'],
});
/** A phone or an e-mail is required too, which `parseCustomer` checks. */
export const CustomerInput = Strict({ name: PersonName, phone: Type.Optional(Phone), email: Type.Optional(Email) });
const BookingCustomerInput = Strict({
  ...CustomerInput.properties,
  textsAllowed: Type.Optional(
    Type.Boolean({ description: 'The customer has agreed to text messages about the booking to this number' }),
  ),
});
export const Notes = Type.String({ maxLength: 2_000 });

/** The input fields common to the bookings of all industries. */
export const bookingFields = {
  startsAt: When,
  customer: BookingCustomerInput,
  notes: Type.Optional(Notes),
  checkOnly: Type.Optional(
    Type.Boolean({ description: 'Only check whether it is possible; `customer` may be left out' }),
  ),
};

const DepositShape = Titled('Deposit', {
  id: Id('pay'),
  amount: Type.Integer({ description: 'In the currency’s minor unit' }),
  currency: Type.String(),
  mode: OneOf(DEPOSIT_MODES),
  status: OneOf(PAYMENT_STATUSES),
  refundUntil: Time({ description: 'Customers who cancel until then get it back' }),
  refundedAmount: Type.Optional(Type.Integer()),
  payBy: Type.Optional(Time({ description: 'How long the booking is held for it' })),
  url: Type.Optional(Type.String({ description: 'The page where the customer pays, while it is awaited' })),
  error: Type.Optional(Type.String({ description: 'Why the payment provider has not done what was asked of it' })),
});

const NamedReference = Type.Object({ id: Type.String(), name: Type.String() });

export const BookingShape = Titled('Booking', {
  id: Id('bkg'),
  kind: OneOf(KINDS),
  industry: Type.String(),
  status: OneOf(BOOKING_STATUSES),
  code: Type.String({ examples: ['K7P4QX'] }),
  startsAt: Time(),
  endsAt: Time(),
  timezone: Type.String(),
  partySize: Nullable(Type.Integer()),
  service: Nullable(NamedReference),
  resource: Nullable(NamedReference),
  customer: Type.Object({
    name: Type.String(),
    phone: Nullable(Type.String()),
    email: Nullable(Type.String()),
    textsAllowed: Type.Optional(Type.Boolean()),
  }),
  notes: Nullable(Type.String()),
  version: Type.Integer(),
  conversationId: Nullable(Type.String()),
  sealed: Type.Optional(Type.Boolean({ description: 'Whom it is for is health data: each reading of it is logged' })),
  offeredUntil: Type.Optional(Time({ description: 'How long an offered place is held' })),
  deposit: Type.Optional(DepositShape),
  confirmedAt: Type.Optional(Time({ description: 'When the customer said that they will come' })),
  createdAt: Time(),
  updatedAt: Time(),
});

const CheckShape = Titled('Availability check', {
  available: Type.Boolean(),
  startsAt: Time(),
  reason: Type.Optional(OneOf(REASONS)),
  alternatives: Type.Array(Type.Object({ startsAt: Time(), resource: NamedReference })),
});

/** A booking, or with `checkOnly` the result of the availability check. */
export const BookingResultShape = Type.Union([BookingShape, CheckShape]);
