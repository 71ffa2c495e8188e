import { sql } from 'kysely';
import { type Business, countryOf } from '../../capability/document.ts';
import type { EncryptionContext } from '../../kernel/encryption/data-keys.ts';
import { createRowHashes } from '../../kernel/encryption/search-hashes.ts';
import { newId } from '../../kernel/ids.ts';
import { must } from '../../kernel/must.ts';
import { toE164 } from '../../kernel/phone.ts';
import { type FieldError, Problem } from '../../kernel/problem.ts';
import { buildDetailColumns, type CustomerDetails, HIDDEN_DETAILS } from './details.ts';
import type { CustomerInput } from './shapes.ts';
import type { Consents, CustomerRow } from './tables.ts';

export type CustomerContext = EncryptionContext & { business: Business };

/** The input as it is stored: phones in E.164, emails and tags in lower case. Throws if a field is invalid. */
export function normalizeInput(
  { phone, email, tags, name, ...input }: CustomerInput,
  business: Business,
): CustomerInput {
  const errors: FieldError[] = [];
  const e164 = phone && toE164(phone, countryOf(business));
  if (phone && !e164) errors.push({ pointer: '/phone', detail: 'is not a phone number' });
  if (input.dateOfBirth && !(Date.parse(input.dateOfBirth) <= Date.now()))
    errors.push({ pointer: '/dateOfBirth', detail: 'is not a date in the past' });
  throwIfInvalid(errors);
  return {
    ...input,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(phone === undefined ? {} : { phone: e164 || null }),
    ...(email === undefined ? {} : { email: email?.trim().toLowerCase() || null }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].sort() }),
  };
}

/** A date of birth marks a customer of health care: required if all industries are about health, refused if none is. */
export function requireDateOfBirthAllowed(
  { dateOfBirth }: CustomerInput,
  business: Business,
  isHealthIndustry: (industry: string) => boolean,
) {
  const healthCount = business.industries.filter(isHealthIndustry).length;
  const pointer = '/dateOfBirth';
  if (!dateOfBirth && healthCount > 0 && healthCount === business.industries.length)
    throwIfInvalid([{ pointer, detail: 'is required in health care' }]);
  if (dateOfBirth && healthCount === 0) throwIfInvalid([{ pointer, detail: 'is only stored in health care' }]);
}

function throwIfInvalid(errors: FieldError[]): void {
  const [firstError] = errors;
  if (firstError) throw new Problem('validation_failed', `${firstError.pointer} ${firstError.detail}`, { errors });
}

/** Undefined if somebody with this phone, email, or name and date of birth is already known. */
export async function insertCustomer(ctx: CustomerContext, input: CustomerInput): Promise<CustomerRow | undefined> {
  const { db, workspace, now } = ctx;
  const id = newId('cus');
  const columns = await buildDetailColumns(ctx, id, { ...HIDDEN_DETAILS, ...pickDetails(input) });
  return db
    .insertInto('customers')
    .values({
      ...columns,
      workspace_id: workspace.id,
      id,
      language: input.language ?? null,
      consents: JSON.stringify(mergeConsents({}, input, now)),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Customers with this phone, email, or name and date of birth; a merged customer counts as the one they were merged into. */
export async function findMatchingCustomers(
  ctx: CustomerContext,
  { name, phone, email, dateOfBirth }: CustomerInput,
): Promise<string[]> {
  const hashes = dateOfBirth && name ? await createRowHashes(ctx, { name, dateOfBirth }) : [];
  const unencryptedContact = {
    phone: dateOfBirth ? null : (phone ?? null),
    email: dateOfBirth ? null : (email ?? null),
  };
  // One index each: a plan made while the table was small would scan it for an OR.
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into, id) as id from customers where phone = ${unencryptedContact.phone}
    union select coalesce(merged_into, id) from customers where email = ${unencryptedContact.email}
    union select coalesce(merged_into, id) from customers
      where identity = ${hashes.length ? Buffer.concat(hashes) : null}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export const createDuplicateProblem = (customerId: string) =>
  new Problem('conflict', 'Another customer has this phone or email. Open that customer, or merge the two.', {
    reason: 'duplicate',
    customerId,
  });

/** Stores the changed fields of a locked customer, whose details are passed as `currentDetails`. */
export async function updateCustomer(
  ctx: CustomerContext,
  row: CustomerRow,
  currentDetails: CustomerDetails,
  input: CustomerInput,
): Promise<{ row: CustomerRow; details: CustomerDetails }> {
  const { db, now } = ctx;
  const details = { ...currentDetails, ...pickDetails(input) };
  const otherIds = (await findMatchingCustomers(ctx, { ...details })).filter((id) => id !== row.id);
  if (otherIds[0]) throw createDuplicateProblem(otherIds[0]);
  await takeOverContacts(ctx, row.id, details);
  const updatedRow = await db
    .updateTable('customers')
    .set({
      ...(await buildDetailColumns(ctx, row.id, details)),
      ...(input.language === undefined ? {} : { language: input.language }),
      consents: JSON.stringify(mergeConsents(row.consents, input, now)),
      version: row.version + 1,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst();
  return { row: must(updatedRow, 'the locked customer'), details };
}

/** Removes a phone or email from customers merged into this one, because it becomes this one's own. */
const takeOverContacts = ({ db }: CustomerContext, id: string, { phone, email }: CustomerDetails) =>
  sql`update customers set phone = nullif(phone, ${phone}), email = nullif(email, ${email})
    where merged_into = ${id} and (phone = ${phone} or email = ${email})`.execute(db);

const pickDetails = ({ name, phone, email, tags, notes, dateOfBirth }: CustomerInput): Partial<CustomerDetails> => ({
  ...(name === undefined ? {} : { name }),
  ...(phone === undefined ? {} : { phone }),
  ...(email === undefined ? {} : { email }),
  ...(tags === undefined ? {} : { tags }),
  ...(notes === undefined ? {} : { notes }),
  ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
});

/** A consent keeps the time at which it was given or refused. */
function mergeConsents(currentConsents: Consents, { consents = {} }: CustomerInput, now: Date): Consents {
  const merged = { ...currentConsents };
  for (const [name, allowed] of Object.entries(consents) as [keyof Consents, boolean | null][]) {
    if (allowed === null) delete merged[name];
    else if (merged[name]?.allowed !== allowed) merged[name] = { allowed, at: now.toISOString() };
  }
  return merged;
}

/** Whether the input would change anything. */
export function changesAnything(row: CustomerRow, details: CustomerDetails, input: CustomerInput): boolean {
  const updatedDetails = { ...details, ...pickDetails(input) };
  return (
    JSON.stringify(sortEntries(updatedDetails)) !== JSON.stringify(sortEntries(details)) ||
    (input.language !== undefined && input.language !== row.language) ||
    JSON.stringify(mergeConsents(row.consents, input, new Date(0))) !== JSON.stringify(row.consents)
  );
}

const sortEntries = (details: CustomerDetails) => Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1));
