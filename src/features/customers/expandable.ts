import { sql } from 'kysely';
import type { ExpandableObjects } from '../../kernel/http/route.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import { presentCustomerList } from './routes.ts';
import { CustomerSummary } from './shapes.ts';
import type { CustomerRow } from './tables.ts';

/** For the id of a merged customer, reads the customer they were merged into. */
export const expandableCustomers = (resolveBusinessContext: ResolveBusinessContext): ExpandableObjects => ({
  scope: 'customers:read',
  schema: CustomerSummary,
  async read(context, ids) {
    const ctx = await resolveBusinessContext(context, 'customers.list');
    const { rows } = await sql<CustomerRow & { requested_id: string }>`
      select c.*, requested.id as requested_id from customers requested
      join customers c on c.id = coalesce(requested.merged_into, requested.id)
      where requested.id = any(${ids}::text[])`.execute(ctx.db);
    const customers = await presentCustomerList(ctx, rows);
    return new Map(rows.map(({ requested_id }, index) => [requested_id, customers[index] ?? {}]));
  },
});
