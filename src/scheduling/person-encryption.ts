// Who a booking is for, where that is stored sealed. Every look at it leaves an audit entry.
//
// `ctx` is a route's or a capability's, in a transaction that can write: a GET needs `transaction: 'write'`.
import { type Business, countryOf } from '../capability/document.ts';
import type { EncryptionContext } from '../kernel/encryption/data-keys.ts';
import { hashPerson, searchHashesOf } from '../kernel/encryption/search-hashes.ts';
import { auditAccess, decryptValue, encryptValue, type SealedColumn } from '../kernel/encryption/values.ts';
import { must } from '../kernel/must.ts';
import { readPhone } from '../kernel/phone.ts';
import type { Person } from './present.ts';
import type { Booking } from './store.ts';

export const SEALED_PERSON = {
  table: 'bookings',
  column: 'sealed',
  field: 'person',
  hashes: 'person_hashes',
} satisfies SealedColumn;

export type SealedPerson = {
  name: string;
  dateOfBirth: string;
  /** E.164 */
  phone: string | null;
  email: string | null;
  notes: string | null;
  reason: string | null;
};

export async function encryptPerson(ctx: EncryptionContext, bookingId: string, person: SealedPerson) {
  const sealed = await encryptValue(ctx, bookingId, SEALED_PERSON.field, person);
  const hashes = await hashPerson(ctx, person);
  await auditAccess(ctx, 'booking.write', bookingId);
  return { sealed, hashes };
}

export async function decryptPerson(ctx: EncryptionContext, bookingId: string, sealed: Buffer): Promise<SealedPerson> {
  const [person] = await decryptPeople(ctx, [{ id: bookingId, sealed }]);
  return must(person, 'the person of the booking');
}

export async function decryptPeople(
  ctx: EncryptionContext,
  rows: { id: string; sealed: Buffer }[],
): Promise<SealedPerson[]> {
  const people: SealedPerson[] = [];
  for (const { id, sealed } of rows)
    people.push(await decryptValue<SealedPerson>(ctx, id, SEALED_PERSON.field, sealed));
  await auditAccess(ctx, 'booking.read', ...rows.map(({ id }) => id));
  return people;
}

export const personIn = ({ name, phone, email, notes }: SealedPerson): Person => ({
  customer: { name, phone, email },
  notes,
});

/** Who the sealed ones among these are for, by the booking's id; for `presentBooking`. Leaves an audit entry for each. */
export async function decryptBookings(ctx: EncryptionContext, bookings: Booking[]): Promise<Map<string, Person>> {
  const rows = bookings.flatMap(({ id, sealed }) => (sealed ? [{ id, sealed }] : []));
  const people = await decryptPeople(ctx, rows);
  return new Map(rows.map(({ id }, index) => [id, personIn(must(people[index], 'the person of each'))]));
}

/** What to store for a sealed booking whose notes change: both columns together, or a rotation could lose it. */
export async function encryptNotes(ctx: EncryptionContext, { id, sealed }: Booking, notes: string | null) {
  const person = await decryptPerson(ctx, id, must(sealed, 'a sealed booking'));
  const again = await encryptPerson(ctx, id, { ...person, notes });
  return { sealed: again.sealed, person_hashes: again.hashes };
}

/** Keyed hashes of a text as a name, a phone or an e-mail, for a search that does not say which. */
export async function hashesOf(ctx: EncryptionContext & { business: Business }, text: string): Promise<Buffer[]> {
  const phone = readPhone(text, countryOf(ctx.business));
  return (await searchHashesOf(ctx, { name: text, email: text, ...(phone ? { phone } : {}) })).flat();
}
