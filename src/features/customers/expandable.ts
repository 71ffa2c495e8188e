import { sql } from 'kysely';
import type { ExpandableObjects } from '../../kernel/http/route.ts';
import type { ResolveBusiness } from '../business/resolve-business.ts';
import { presentForList } from './routes.ts';
import { CustomerSummary } from './shapes.ts';
import type { CustomerRow } from './tables.ts';

/** The id of a customer who was merged gives the customer they were merged into. */
export const expandableCustomers = (resolveBusiness: ResolveBusiness): ExpandableObjects => ({
  scope: 'customers:read',
  schema: CustomerSummary,
  async read(context, ids) {
    const ctx = await resolveBusiness(context, 'customers.list');
    const { rows } = await sql<CustomerRow & { asked_id: string }>`
      select c.*, asked.id as asked_id from customers asked join customers c on c.id = coalesce(asked.merged_into, asked.id)
      where asked.id = any(${ids}::text[])`.execute(ctx.db);
    const customers = await presentForList(ctx, rows);
    return new Map(rows.map(({ asked_id }, index) => [asked_id, customers[index] ?? {}]));
  },
});
