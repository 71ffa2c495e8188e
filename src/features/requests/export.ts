import type { RawBuilder } from 'kysely';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database/database.ts';
import { readInBatches } from '../../kernel/http/export.ts';
import type { PageInput } from '../../kernel/http/pagination.ts';
import { listRequests, type RequestFilter } from './list.ts';

export const EXPORT_COLUMNS = [
  ...['id', 'kind', 'status', 'customer', 'phone', 'email', 'details', 'createdAt', 'updatedAt'],
];

/** Each batch has its own transaction. Encrypted requests have no details, as in the list. */
export async function* exportRequests(
  database: Database,
  workspace: { id: string; timezone: string },
  allRequestsQuery: RawBuilder<unknown>,
  filter: Omit<RequestFilter, keyof PageInput>,
) {
  const rows = readInBatches((startingAfter, limit) =>
    database.inWorkspace(workspace.id, async (db) => {
      const cursor = startingAfter ? { starting_after: startingAfter } : {};
      return (await listRequests(db, allRequestsQuery, { ...filter, limit, ...cursor })).slice(0, limit);
    }),
  );
  for await (const { id, kind, status, data, created_at, updated_at } of rows) {
    const { customer, phone, email, ...details } = data as Details;
    yield {
      id,
      kind,
      status,
      customer: customer?.name ?? '',
      phone: customer?.phone ?? phone ?? '',
      email: customer?.email ?? email ?? '',
      details: formatDetails(details),
      createdAt: rfc3339(created_at, workspace.timezone),
      updatedAt: rfc3339(updated_at, workspace.timezone),
    };
  }
}

type Details = {
  customer?: { name?: string; phone?: string; email?: string };
  phone?: string;
  email?: string;
  [field: string]: unknown;
};

/** "type: freeze, reason: moving": what differs from kind to kind, in one column. */
const formatDetails = (details: Record<string, unknown>) =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([field, value]) => `${field}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
