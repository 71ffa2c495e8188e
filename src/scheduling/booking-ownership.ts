// Decides who owns a booking: the single rule for conversations, tools and endpoints.
import { sql } from 'kysely';
import { lookUpWithAttemptLimit } from '../capability/identify.ts';
import type { EncryptionContext } from '../kernel/encryption/data-keys.ts';
import {
  createSearchHashes,
  type IdentifyingDetails,
  matchesSearch,
  normalizeName,
} from '../kernel/encryption/search-hashes.ts';
import type { BookingContext } from './schedules.ts';
import { ACTIVE_STATUSES } from './shapes.ts';
import { type Booking, findUpcomingBookings, selectBookingByCode } from './store.ts';

/** How a customer shows that a booking is theirs. */
export type OwnershipClaim = { code?: string; name?: string; phone?: string; dateOfBirth?: string };

/**
 * How ownership was proven: by the booking's code, by booking in this conversation, by writing from the phone or email address
 * that it is under, or by details that others may know too.
 */
export type OwnershipProof = 'code' | 'conversation' | 'contact' | 'details';

/** The upcoming bookings that are still active. `isCanceled`: there is none, because the booking with the given code has been canceled. */
export type OwnedBookings = { bookings: Booking[]; proof: OwnershipProof; isCanceled?: boolean };

/**
 * The upcoming bookings of the customer: made in this conversation, under the phone or email address that they proved to have,
 * or found by code or by name and phone. An encrypted booking also needs the date of birth with the code, or name and date of
 * birth. A wrong claim looks like no booking.
 */
export async function findOwnedBookings(
  ctx: BookingContext,
  { code, name, phone, dateOfBirth }: OwnershipClaim,
): Promise<OwnedBookings> {
  const conversationBookings = await findConversationBookings(ctx, code);
  const contactBookings = await findContactBookings(ctx, { code, phone });
  const ownBookings = [
    ...conversationBookings,
    ...contactBookings.filter(({ id }) => !conversationBookings.some((each) => each.id === id)),
  ];
  if (ownBookings.length > 0)
    return {
      bookings: ownBookings.sort((one, other) => one.starts_at.getTime() - other.starts_at.getTime()),
      proof: ownBookings.length > conversationBookings.length ? 'contact' : 'conversation',
    };
  if (code) return toOwnedBookings(await findBookingByCode(ctx, code, dateOfBirth), ctx.now, 'code');
  const bookings =
    name && dateOfBirth
      ? await findByDateOfBirth(ctx, name, dateOfBirth)
      : name && phone
        ? await findByPhone(ctx, name, phone)
        : undefined;
  return { bookings: bookings ?? [], proof: 'details' };
}

/** Upcoming bookings that were made in this conversation, optionally with this code. */
export async function findConversationBookings(
  { db, now, conversationId }: BookingContext,
  code?: string,
): Promise<Booking[]> {
  const bookings = conversationId === undefined ? [] : await findUpcomingBookings(db, now, { conversationId });
  return code ? bookings.filter((booking) => booking.code === normalizeCode(code)) : bookings;
}

/** Upcoming bookings under the phone or email address that the customer writes from, unless they ask for another phone's. */
async function findContactBookings(
  { db, now, proven }: BookingContext,
  { code, phone }: Pick<OwnershipClaim, 'code' | 'phone'>,
): Promise<Booking[]> {
  if (!proven || (phone && proven.phone && phone !== proven.phone)) return [];
  const bookings = await findUpcomingBookings(db, now, { contact: proven });
  return code ? bookings.filter((booking) => booking.code === normalizeCode(code)) : bookings;
}

const normalizeCode = (code: string) => code.trim().toUpperCase();

/** The code of an encrypted booking is only shown to those who gave it or booked here; others may know the personal details. */
export const canShowCode = ({ sealed }: Pick<Booking, 'sealed'>, proof: OwnershipProof | undefined): boolean =>
  sealed === null || proof === 'code' || proof === 'conversation';

/** An encrypted booking needs the date of birth too. A wrong one looks like a code that does not exist. */
export function findBookingByCode(
  ctx: BookingContext,
  code: string,
  dateOfBirth?: string,
): Promise<Booking | undefined> {
  const codeKey = `code ${normalizeCode(code)}`;
  return lookUpWithAttemptLimit(ctx, { lookupKeys: [codeKey], details: [codeKey, dateOfBirth] }, async () => {
    const birthHashes = await createSearchHashes(ctx, { dateOfBirth });
    const booking = await selectBookingByCode(ctx.db, code);
    return booking && (!booking.sealed || matchesSearch(booking.person_hashes, birthHashes)) ? booking : undefined;
  });
}

const findByDateOfBirth = (ctx: BookingContext, name: string, dateOfBirth: string) =>
  lookUpWithAttemptLimit(
    ctx,
    { lookupKeys: [formatNameKey(name)], details: [formatNameKey(name), dateOfBirth] },
    async () =>
      undefinedIfEmpty(filterUpcoming(await findEncryptedBookings(ctx, { name, dateOfBirth }), ctx.now).reverse()),
  );

const findByPhone = (ctx: BookingContext, name: string, phone: string) =>
  lookUpWithAttemptLimit(
    ctx,
    { lookupKeys: [formatNameKey(name), `phone ${phone}`], details: [formatNameKey(name), phone] },
    async () => undefinedIfEmpty(await findUpcomingBookings(ctx.db, ctx.now, { name, phone })),
  );

const formatNameKey = (name: string) => `name ${normalizeName(name)}`;
const undefinedIfEmpty = (bookings: Booking[]) => (bookings.length > 0 ? bookings : undefined);

const MAX_ENCRYPTED_BOOKINGS = 100;

/** The encrypted bookings of a person, latest start first. Every given detail must match. */
export async function findEncryptedBookings(ctx: EncryptionContext, identity: IdentifyingDetails): Promise<Booking[]> {
  const searchHashes = await createSearchHashes(ctx, identity);
  if (!searchHashes.length) return [];
  let query = ctx.db.selectFrom('bookings').selectAll().where('sealed', 'is not', null);
  for (const hashes of searchHashes) query = query.where(sql<boolean>`person_hashes && ${hashes}::bytea[]`);
  return query.orderBy('starts_at', 'desc').limit(MAX_ENCRYPTED_BOOKINGS).execute();
}

/** The booking that the customer has shown to be theirs, if it is upcoming and active. */
export const toOwnedBookings = (booking: Booking | undefined, now: Date, proof: OwnershipProof): OwnedBookings => ({
  bookings: filterUpcoming([booking], now),
  proof,
  isCanceled: booking?.status === 'cancelled',
});

const filterUpcoming = (bookings: (Booking | undefined)[], now: Date): Booking[] =>
  bookings.filter(
    (booking) => booking !== undefined && ACTIVE_STATUS_SET.has(booking.status) && booking.starts_at > now,
  ) as Booking[];

const ACTIVE_STATUS_SET = new Set<Booking['status']>(ACTIVE_STATUSES);
