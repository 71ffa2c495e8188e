import type { Database } from '../../kernel/database/database.ts';
import { readInBatches } from '../../kernel/http/export.ts';
import type { PageInput } from '../../kernel/http/pagination.ts';
import { isEncrypted, readDetails } from './details.ts';
import { presentCustomer } from './shapes.ts';
import { type CustomerFilter, listCustomers } from './store.ts';
import type { CustomerContext } from './write.ts';

/** The import recognizes the same names. */
export const EXPORT_COLUMNS = [
  'id',
  'name',
  'phone',
  'email',
  'dateOfBirth',
  'language',
  'tags',
  'notes',
  'texts',
  'marketing',
  'lastBookingAt',
  'createdAt',
];

/** Each batch is read in its own transaction after the one before was sent. Encrypted details are exported only with `shouldDecrypt`. */
export async function* exportCustomers(
  ctx: CustomerContext & { workspace: { timezone: string } },
  database: Database,
  filter: Omit<CustomerFilter, keyof PageInput>,
  shouldDecrypt: boolean,
) {
  const rows = readInBatches((startingAfter, limit) =>
    database.inWorkspace(ctx.workspace.id, async (db) => {
      const batchCtx = { ...ctx, db };
      const cursor = startingAfter ? { starting_after: startingAfter } : {};
      const pageRows = (await listCustomers(batchCtx, { ...filter, limit, ...cursor })).slice(0, limit);
      const details = await readDetails(
        batchCtx,
        shouldDecrypt ? pageRows : pageRows.filter((row) => !isEncrypted(row)),
      );
      return pageRows.map((row) => ({ id: row.id, row, details: details.get(row.id) }));
    }),
  );
  for await (const { row, details } of rows)
    if (details) yield toCells(presentCustomer(row, details, ctx.workspace.timezone));
}

function toCells({ tags, consents, dateOfBirth, ...customer }: ReturnType<typeof presentCustomer>) {
  const toYesOrNo = (consent: { allowed: boolean } | null) => (consent ? (consent.allowed ? 'yes' : 'no') : null);
  const { sealed: _sealed, version: _version, updatedAt: _updatedAt, ...cells } = customer;
  return {
    ...cells,
    dateOfBirth: dateOfBirth ?? null,
    tags: tags.join(', '),
    texts: toYesOrNo(consents.texts),
    marketing: toYesOrNo(consents.marketing),
  };
}
