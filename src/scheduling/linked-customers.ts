import { type RawBuilder, sql } from 'kysely';
import type { Expansion } from '../kernel/http/route.ts';

/** The customers whom triggers have linked to the rows of a table or query. */
export const createLinkedCustomerIdFinder =
  (source: RawBuilder<unknown>): Expansion['findReferencedIds'] =>
  async ({ db }, items) => {
    const { rows } = await sql<{ id: string; customer_id: string }>`
      select id, customer_id from ${source} as linked
      where id = any(${items.map(({ id }) => id)}::text[]) and customer_id is not null`.execute(db);
    return new Map(rows.map(({ id, customer_id }) => [id, customer_id]));
  };
