// Whose a booking is: the one rule for conversations, tools and endpoints.
import { sql } from 'kysely';
import { identify } from '../capability/identify.ts';
import type { EncryptionContext } from '../kernel/encryption/data-keys.ts';
import { foldName, type Identity, isPerson, searchHashesOf } from '../kernel/encryption/search-hashes.ts';
import type { BookingContext } from './calendar.ts';
import { type Booking, findByCode, upcomingOf } from './store.ts';

/** How a customer shows that a booking is theirs. */
export type OwnershipClaim = { code?: string; name?: string; phone?: string; dateOfBirth?: string };

/** How ownership was proven: by the booking's code, by booking in this conversation, or by details that others may know too. */
export type OwnershipProof = 'code' | 'conversation' | 'details';

export type OwnedBookings = { bookings: Booking[]; proof: OwnershipProof };

/**
 * The upcoming bookings of the caller: by code (a sealed one: and date of birth), booked in this conversation, or by name and
 * phone (a sealed one: name and date of birth). A wrong claim reads like a booking that does not exist.
 */
export async function findOwnedBookings(
  ctx: BookingContext,
  { code, name, phone, dateOfBirth }: OwnershipClaim,
): Promise<OwnedBookings> {
  const here = await bookedInConversation(ctx, code);
  if (here.length > 0) return { bookings: here, proof: 'conversation' };
  if (code) return { bookings: upcoming([await findBookingByCode(ctx, code, dateOfBirth)], ctx.now), proof: 'code' };
  const bookings =
    name && dateOfBirth
      ? await byBirth(ctx, name, dateOfBirth)
      : name && phone
        ? await byPhone(ctx, name, phone)
        : undefined;
  return { bookings: bookings ?? [], proof: 'details' };
}

/** Upcoming bookings that were made in this conversation, optionally with this code. */
export async function bookedInConversation(
  { db, now, conversationId }: BookingContext,
  code?: string,
): Promise<Booking[]> {
  const here = conversationId === undefined ? [] : await upcomingOf(db, now, { conversationId });
  return code ? here.filter((booking) => booking.code === plain(code)) : here;
}

const plain = (code: string) => code.trim().toUpperCase();

/** A sealed booking's code is shown only to callers who had it or booked here: others may know name and date of birth. */
export const mayShowCode = ({ sealed }: Pick<Booking, 'sealed'>, proof: OwnershipProof | undefined): boolean =>
  sealed === null || proof === 'code' || proof === 'conversation';

/** By its code, and a sealed one by the date of birth too: either one wrong reads like a code that does not exist. */
export function findBookingByCode(
  ctx: BookingContext,
  code: string,
  dateOfBirth?: string,
): Promise<Booking | undefined> {
  const about = `code ${plain(code)}`;
  return identify(ctx, { about: [about], said: [about, dateOfBirth] }, async () => {
    const wanted = await searchHashesOf(ctx, { dateOfBirth });
    const found = await findByCode(ctx.db, code);
    return found && (!found.sealed || isPerson(found.person_hashes, wanted)) ? found : undefined;
  });
}

const byBirth = (ctx: BookingContext, name: string, dateOfBirth: string) =>
  identify(ctx, { about: [nameOf(name)], said: [nameOf(name), dateOfBirth] }, async () =>
    orNothing(upcoming(await findSealedBookings(ctx, { name, dateOfBirth }), ctx.now).reverse()),
  );

const byPhone = (ctx: BookingContext, name: string, phone: string) =>
  identify(ctx, { about: [nameOf(name), `phone ${phone}`], said: [nameOf(name), phone] }, async () =>
    orNothing(await upcomingOf(ctx.db, ctx.now, { name, phone })),
  );

const nameOf = (name: string) => `name ${foldName(name)}`;
const orNothing = (bookings: Booking[]) => (bookings.length > 0 ? bookings : undefined);

/** The sealed bookings of somebody, newest start first. All that is given has to match. */
export async function findSealedBookings(ctx: EncryptionContext, given: Identity): Promise<Booking[]> {
  const wanted = await searchHashesOf(ctx, given);
  if (!wanted.length) return [];
  let matching = ctx.db.selectFrom('bookings').selectAll().where('sealed', 'is not', null);
  for (const any of wanted) matching = matching.where(sql<boolean>`person_hashes && ${any}::bytea[]`);
  return matching.orderBy('starts_at', 'desc').limit(100).execute();
}

export const upcoming = (bookings: (Booking | undefined)[], now: Date): Booking[] =>
  bookings.filter((each) => each !== undefined && LIVE.has(each.status) && each.starts_at > now) as Booking[];

const LIVE = new Set(['confirmed', 'waitlisted', 'offered']);
