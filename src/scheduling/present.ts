import { type CapabilityContext, isWithStaff } from '../capability/capability.ts';
import type { Business } from '../capability/document.ts';
import { type Formatter, formatterFor } from '../capability/formatter.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { must } from '../kernel/must.ts';
import type { Booking, BookingCustomer, Deposit } from './store.ts';

/** Who a booking is for, after decryption if it was encrypted. */
export type PersonalDetails = { customer: BookingCustomer; notes: string | null };

/** Stands in for the person of an encrypted booking where it is not decrypted. */
export const HIDDEN_PERSONAL_DETAILS: PersonalDetails = { customer: { name: '' }, notes: null };

export function presentBooking(
  booking: Booking,
  timezone: string,
  person: PersonalDetails = { customer: must(booking.customer, 'an unencrypted customer'), notes: booking.notes },
) {
  const { name, phone = null, email = null, textsAllowed } = person.customer;
  return {
    id: booking.id,
    kind: booking.kind,
    industry: booking.industry,
    status: booking.status,
    code: booking.code,
    startsAt: rfc3339(booking.starts_at, timezone),
    endsAt: rfc3339(booking.ends_at, timezone),
    timezone: timezone,
    partySize: booking.party_size,
    service: booking.service,
    resource: booking.resource,
    customer: { name, phone, email, ...(textsAllowed ? { textsAllowed } : {}) },
    notes: person.notes,
    version: booking.version,
    conversationId: booking.conversation_id,
    ...(booking.sealed ? { sealed: true } : {}),
    ...(booking.offered_until ? { offeredUntil: rfc3339(booking.offered_until, timezone) } : {}),
    ...(booking.deposit ? { deposit: presentDeposit(booking.deposit, booking.starts_at, timezone) } : {}),
    ...(booking.confirmed_at ? { confirmedAt: rfc3339(booking.confirmed_at, timezone) } : {}),
    createdAt: rfc3339(booking.created_at, timezone),
    updatedAt: rfc3339(booking.updated_at, timezone),
  };
}

const presentDeposit = (
  { id, amount, currency, mode, status, refundUntilHours, payBy, url, refunded, error }: Deposit,
  startsAt: Date,
  timezone: string,
) => ({
  id,
  amount,
  currency,
  mode,
  status,
  refundUntil: rfc3339(new Date(startsAt.getTime() - refundUntilHours * 3_600_000), timezone),
  ...(refunded ? { refundedAmount: refunded } : {}),
  // Only while it can be paid.
  ...(url ? { payBy: rfc3339(new Date(payBy), timezone), url } : {}),
  ...(error ? { error } : {}),
});

/** "a table for 4", "Cut with Ana", "Oil change" */
export function describeBooking(
  { findBookingCapability }: Pick<CapabilityContext, 'findBookingCapability'>,
  { kind, industry, party_size, service, resource }: Booking,
  format: Formatter,
): string {
  const personName = isWithStaff(findBookingCapability(industry)) ? resource?.name : undefined;
  switch (kind) {
    case 'reservation':
      return format.text('a table for {count}', { count: party_size ?? 1 });
    case 'appointment':
      return describeWithPerson(service?.name ?? format.text('an appointment'), personName, format);
    case 'training':
      return describeWithPerson(format.text('personal training'), personName, format);
    case 'class':
      return service ? format.text('a spot in {name}', { name: service.name }) : format.text('a spot in the class');
  }
}

/** "a table for 4"; for an encrypted booking without the service and the person, which are health data. */
export const describeWithoutPrivateDetails = (
  ctx: Pick<CapabilityContext<Business>, 'business' | 'findBookingCapability'>,
  booking: Booking,
): string =>
  describeBooking(
    ctx,
    booking.sealed ? { ...booking, service: null, resource: null } : booking,
    formatterFor(ctx.business),
  );

/** "Cut with Ana", or just "Cut" if nobody is named. */
export const describeWithPerson = (what: string, personName: string | null | undefined, format: Formatter): string =>
  personName ? format.text('{what} with {name}', { what, name: personName }) : what;
