// Encrypts and decrypts who a booking is for, in industries where that is health data. Every access is audited, so
// `ctx` needs a transaction that can write: a GET route needs `transaction: 'write'`.
import { type Business, countryOf } from '../capability/document.ts';
import type { EncryptionContext } from '../kernel/encryption/data-keys.ts';
import { createRowHashes, createSearchHashes } from '../kernel/encryption/search-hashes.ts';
import { auditAccess, decryptValue, type EncryptedColumn, encryptValue } from '../kernel/encryption/values.ts';
import { must } from '../kernel/must.ts';
import { toE164 } from '../kernel/phone.ts';
import type { PersonalDetails } from './present.ts';
import type { Booking } from './store.ts';

export const ENCRYPTED_PERSON = {
  table: 'bookings',
  column: 'sealed',
  associatedField: 'person',
  hashColumn: 'person_hashes',
} satisfies EncryptedColumn;

export type DecryptedPerson = {
  name: string;
  dateOfBirth: string;
  /** E.164 */
  phone: string | null;
  email: string | null;
  notes: string | null;
  reason: string | null;
};

export async function encryptPerson(ctx: EncryptionContext, bookingId: string, person: DecryptedPerson) {
  const sealed = await encryptValue(ctx, bookingId, ENCRYPTED_PERSON.associatedField, person);
  const hashes = await createRowHashes(ctx, person);
  await auditAccess(ctx, 'booking.write', bookingId);
  return { sealed, hashes };
}

export async function decryptPerson(
  ctx: EncryptionContext,
  bookingId: string,
  sealed: Buffer,
): Promise<DecryptedPerson> {
  const [person] = await decryptPeople(ctx, [{ id: bookingId, sealed }]);
  return must(person, 'the person of the booking');
}

export async function decryptPeople(
  ctx: EncryptionContext,
  rows: { id: string; sealed: Buffer }[],
): Promise<DecryptedPerson[]> {
  const people: DecryptedPerson[] = [];
  for (const { id, sealed } of rows)
    people.push(await decryptValue<DecryptedPerson>(ctx, id, ENCRYPTED_PERSON.associatedField, sealed));
  await auditAccess(ctx, 'booking.read', ...rows.map(({ id }) => id));
  return people;
}

export const toPersonalDetails = ({ name, phone, email, notes }: DecryptedPerson): PersonalDetails => ({
  customer: { name, phone, email },
  notes,
});

/** The people of the encrypted bookings among these, by booking id, for `presentBooking`. Writes an audit entry for each. */
export async function decryptPersonalDetails(
  ctx: EncryptionContext,
  bookings: Booking[],
): Promise<Map<string, PersonalDetails>> {
  const rows = bookings.flatMap(({ id, sealed }) => (sealed ? [{ id, sealed }] : []));
  const people = await decryptPeople(ctx, rows);
  return new Map(
    rows.map(({ id }, index) => [id, toPersonalDetails(must(people[index], 'a person for each booking'))]),
  );
}

/** The columns to store when the notes of an encrypted booking change. Both must change together, or key rotation could lose data. */
export async function reencryptWithNotes(ctx: EncryptionContext, { id, sealed }: Booking, notes: string | null) {
  const person = await decryptPerson(ctx, id, must(sealed, 'an encrypted booking'));
  const encrypted = await encryptPerson(ctx, id, { ...person, notes });
  return { sealed: encrypted.sealed, person_hashes: encrypted.hashes };
}

/** Keyed hashes of the text as a name, a phone and an e-mail, because a search box does not say which it is. */
export async function createSearchHashesOfText(
  ctx: EncryptionContext & { business: Business },
  text: string,
): Promise<Buffer[]> {
  const phone = toE164(text, countryOf(ctx.business));
  return (await createSearchHashes(ctx, { name: text, email: text, ...(phone ? { phone } : {}) })).flat();
}
