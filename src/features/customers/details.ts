// Who a customer is. In health care, the details are encrypted, and every access is audited.
import { sql } from 'kysely';
import type { EncryptionContext } from '../../kernel/encryption/data-keys.ts';
import { createRowHashes } from '../../kernel/encryption/search-hashes.ts';
import { auditAccess, decryptValue, type EncryptedColumn, encryptValue } from '../../kernel/encryption/values.ts';
import { must } from '../../kernel/must.ts';
import { decryptPeople } from '../../scheduling/person-encryption.ts';
import type { CustomerRow } from './tables.ts';

export const ENCRYPTED_CUSTOMER = {
  table: 'customers',
  column: 'sealed',
  associatedField: 'customer',
  hashColumn: 'person_hashes',
} satisfies EncryptedColumn;

export type CustomerDetails = {
  name: string;
  /** E.164 */
  phone: string | null;
  email: string | null;
  tags: string[];
  notes: string;
  /** In health care only. */
  dateOfBirth?: string;
};

export const HIDDEN_DETAILS: CustomerDetails = { name: '', phone: null, email: null, tags: [], notes: '' };

export const isEncrypted = ({ person_hashes }: Pick<CustomerRow, 'person_hashes'>): boolean => person_hashes.length > 0;

/** The details of each customer by id. For an encrypted customer without stored details, those of the latest booking. */
export async function readDetails(ctx: EncryptionContext, rows: CustomerRow[]): Promise<Map<string, CustomerDetails>> {
  const details = new Map<string, CustomerDetails>();
  const encryptedRows = rows.filter(isEncrypted);
  for (const { id, name, phone, email, tags, notes } of rows) details.set(id, { name, phone, email, tags, notes });
  for (const { id, sealed } of encryptedRows)
    if (sealed)
      details.set(id, await decryptValue<CustomerDetails>(ctx, id, ENCRYPTED_CUSTOMER.associatedField, sealed));
  await auditAccess(ctx, 'customer.read', ...encryptedRows.map(({ id }) => id));
  for (const [id, person] of await readPeopleOfBookings(
    ctx,
    encryptedRows.filter(({ sealed }) => !sealed),
  )) {
    const { name, phone, email, dateOfBirth } = person;
    details.set(id, { ...HIDDEN_DETAILS, name, phone, email, dateOfBirth });
  }
  return details;
}

async function readPeopleOfBookings(ctx: EncryptionContext, customers: CustomerRow[]) {
  if (!customers.length) return [];
  const { rows } = await sql<{ id: string; customer_id: string; sealed: Buffer }>`
    select distinct on (customer_id) id, customer_id, sealed from bookings
    where customer_id = any(${customers.map(({ id }) => id)}::text[]) and sealed is not null
    order by customer_id, starts_at desc`.execute(ctx.db);
  const people = await decryptPeople(ctx, rows);
  return rows.map(({ customer_id }, index) => [customer_id, must(people[index], 'a person for each booking')] as const);
}

/** The columns that store the details: plain, or encrypted with hashes to find the customer by. */
export async function buildDetailColumns(
  ctx: EncryptionContext,
  id: string,
  { dateOfBirth, ...details }: CustomerDetails,
) {
  if (!dateOfBirth) return { ...details, sealed: null, person_hashes: [] };
  const person = { ...details, dateOfBirth };
  const sealed = await encryptValue(ctx, id, ENCRYPTED_CUSTOMER.associatedField, person);
  const person_hashes = await createRowHashes(ctx, person);
  await auditAccess(ctx, 'customer.write', id);
  return { ...HIDDEN_DETAILS, sealed, person_hashes };
}
