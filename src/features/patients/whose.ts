// Whose a booking is: the one rule for conversations, tools and endpoints.
import { sql } from 'kysely';
import { identify } from '../access/identify.ts';
import type { BookingContext } from '../scheduling/calendar.ts';
import { type Booking, findByCode, upcomingOf } from '../scheduling/store.ts';
import { foldName, type HealthContext } from './data-keys.ts';
import { isPerson, lookUp } from './sealed.ts';

/** How a customer shows that a booking is theirs. */
export type Claim = { code?: string; name?: string; phone?: string; dateOfBirth?: string };

/** What of it they have shown: that they have its code, that they made it here, or what others may know of them too. */
export type Proof = 'code' | 'conversation' | 'details';

export type Found = { bookings: Booking[]; proof: Proof };

/**
 * What is still to come for whoever asks: by its code (a patient's: and date of birth), made in this conversation, or by
 * name and phone (a patient's: name and date of birth). Anything else finds as little as a booking that does not exist.
 */
export async function bookingsOf(ctx: BookingContext, { code, name, phone, dateOfBirth }: Claim): Promise<Found> {
  const here = await madeHere(ctx, code);
  if (here.length > 0) return { bookings: here, proof: 'conversation' };
  if (code) return { bookings: stillToCome([await bookingByCode(ctx, code, dateOfBirth)], ctx.now), proof: 'code' };
  const bookings =
    name && dateOfBirth
      ? await byBirth(ctx, name, dateOfBirth)
      : name && phone
        ? await byPhone(ctx, name, phone)
        : undefined;
  return { bookings: bookings ?? [], proof: 'details' };
}

/** What was booked in this conversation and is still to come, or of it what has this code. */
export async function madeHere({ db, now, conversationId }: BookingContext, code?: string): Promise<Booking[]> {
  const here = conversationId === undefined ? [] : await upcomingOf(db, now, { conversationId });
  return code ? here.filter((booking) => booking.code === plain(code)) : here;
}

const plain = (code: string) => code.trim().toUpperCase();

/** A patient's code is told only to whoever had it or booked here: name and date of birth are known to others too. */
export const tellsCode = ({ sealed }: Pick<Booking, 'sealed'>, proof: Proof | undefined): boolean =>
  sealed === null || proof === 'code' || proof === 'conversation';

/** By its code, and a patient's by the date of birth too: either one wrong reads like a code that does not exist. */
export function bookingByCode(ctx: BookingContext, code: string, dateOfBirth?: string): Promise<Booking | undefined> {
  const about = `code ${plain(code)}`;
  return identify(ctx, { about: [about], said: [about, dateOfBirth] }, async () => {
    const wanted = await lookUp(ctx, { dateOfBirth });
    const found = await findByCode(ctx.db, code);
    return found && (!found.sealed || isPerson(found.person_hashes, wanted)) ? found : undefined;
  });
}

const byBirth = (ctx: BookingContext, name: string, dateOfBirth: string) =>
  identify(ctx, { about: [nameOf(name)], said: [nameOf(name), dateOfBirth] }, async () =>
    orNothing(stillToCome(await findPatientBookings(ctx, { name, dateOfBirth }), ctx.now).reverse()),
  );

const byPhone = (ctx: BookingContext, name: string, phone: string) =>
  identify(ctx, { about: [nameOf(name), `phone ${phone}`], said: [nameOf(name), phone] }, async () =>
    orNothing(await upcomingOf(ctx.db, ctx.now, { name, phone })),
  );

const nameOf = (name: string) => `name ${foldName(name)}`;
const orNothing = (bookings: Booking[]) => (bookings.length > 0 ? bookings : undefined);

/** A patient's bookings, newest start first. All that is given has to match. */
export async function findPatientBookings(ctx: HealthContext, given: Parameters<typeof lookUp>[1]): Promise<Booking[]> {
  const wanted = await lookUp(ctx, given);
  if (!wanted.length) return [];
  let matching = ctx.db.selectFrom('bookings').selectAll().where('sealed', 'is not', null);
  for (const any of wanted) matching = matching.where(sql<boolean>`person_hashes && ${any}::bytea[]`);
  return matching.orderBy('starts_at', 'desc').limit(100).execute();
}

export const stillToCome = (bookings: (Booking | undefined)[], now: Date): Booking[] =>
  bookings.filter((each) => each !== undefined && LIVE.has(each.status) && each.starts_at > now) as Booking[];

const LIVE = new Set(['confirmed', 'waitlisted', 'offered']);
