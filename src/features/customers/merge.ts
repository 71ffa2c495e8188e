import { sql } from 'kysely';
import { audit } from '../../kernel/audit/log.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { must } from '../../kernel/must.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { type CustomerDetails, isEncrypted, readDetails } from './details.ts';
import { findCustomer, lockCustomers } from './store.ts';
import type { CustomerRow } from './tables.ts';
import { type CustomerContext, updateCustomer } from './write.ts';

type MergeContext = Context<WorkspacePrincipal> & CustomerContext;

/**
 * Merges the customer `otherId` into `id`. The other row stays as a pointer with its phone and email, so that its id and
 * later bookings lead here. Bookings being made wait for the lock, or have been made before it.
 */
export async function mergeCustomers(ctx: MergeContext, id: string, otherId: string): Promise<void> {
  const { db } = ctx;
  const [target, other] = await lockBoth(ctx, id, otherId);
  if (target.id === other.id) {
    if (id === otherId) throw new Problem('conflict', 'A customer can’t be merged with themselves.');
    return;
  }
  if (isEncrypted(target) !== isEncrypted(other))
    throw new Problem('conflict', 'Customers with and without encrypted details can’t be merged.');
  const details = await readDetails(ctx, [target, other]);
  await sql`update customers set merged_into = ${target.id} where merged_into = ${other.id}`.execute(db);
  for (const table of ['bookings', 'conversations', 'requests'])
    await sql`update ${sql.table(table)} set customer_id = ${target.id} where customer_id = ${other.id}`.execute(db);
  await sql`
    update customers set merged_into = ${target.id}, name = '', tags = '{}', notes = '', consents = '{}', sealed = null,
      updated_at = ${ctx.now} where id = ${other.id}`.execute(db);
  const targetDetails = must(details.get(target.id), 'the details of the target');
  const otherDetails = must(details.get(other.id), 'the details of the other');
  const consents = { ...other.consents, ...target.consents };
  await updateCustomer(ctx, { ...target, consents }, targetDetails, {
    ...joinDetails(targetDetails, otherDetails),
    language: target.language ?? other.language,
  });
  await audit(ctx, 'customer.merge', target.id, other.id);
}

async function lockBoth({ db }: MergeContext, id: string, otherId: string): Promise<[CustomerRow, CustomerRow]> {
  for (;;) {
    const [target, other] = [await findCustomer(db, id), await findCustomer(db, otherId)];
    if (!target || !other) throw notFound('customer');
    const locked = await lockCustomers(db, [target.id, other.id]);
    const lockedTarget = locked.find((row) => row.id === target.id && !row.merged_into);
    const lockedOther = locked.find((row) => row.id === other.id && !row.merged_into);
    // One of them may have been merged while this waited for the lock.
    if (lockedTarget && lockedOther) return [lockedTarget, lockedOther];
  }
}

/** The target's own details win; what it lacks comes from the other. Notes and tags are joined. */
const joinDetails = (target: CustomerDetails, other: CustomerDetails) => ({
  name: target.name || other.name,
  phone: target.phone ?? other.phone,
  email: target.email ?? other.email,
  tags: [...new Set([...target.tags, ...other.tags])].sort(),
  notes: [target.notes, other.notes].filter(Boolean).join('\n\n'),
});
