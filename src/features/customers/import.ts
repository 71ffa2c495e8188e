import type { Business } from '../../capability/document.ts';
import { audit } from '../../kernel/audit/log.ts';
import { decryptValue, type EncryptedColumn, encryptValue } from '../../kernel/encryption/values.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import { readDetails } from './details.ts';
import { type FileLine, parseCustomerFile } from './read-file.ts';
import type { CustomerInput } from './shapes.ts';
import { lockCustomers } from './store.ts';
import type { ImportRow } from './tables.ts';
import {
  type CustomerContext,
  changesAnything,
  findMatchingCustomers,
  insertCustomer,
  requireDateOfBirthAllowed,
  updateCustomer,
} from './write.ts';

export const IMPORT_TASK = 'customers.import';
export type ImportJob = { workspaceId: string; id: string };
export const ENCRYPTED_IMPORT = {
  table: 'customer_imports',
  column: 'file',
  associatedField: 'import',
} satisfies EncryptedColumn;

const MAX_FILE_LINES = 50_000;
const BATCH_SIZE = 250;
const MAX_STORED_ERRORS = 500;

/** Stores the file and starts the job that reads it. */
export async function startImport(ctx: Context<WorkspacePrincipal> & CustomerContext, csv: string): Promise<ImportRow> {
  const { db, workspace, now, actor, business } = ctx;
  const lineCount = parseCustomerFile(csv, business).length;
  if (lineCount > MAX_FILE_LINES)
    throw new Problem('conflict', `A file can have up to ${MAX_FILE_LINES} lines. Split it.`);
  const id = newId('imp');
  const file = await encryptValue(ctx, id, ENCRYPTED_IMPORT.associatedField, { csv });
  const row = await db
    .insertInto('customer_imports')
    .values({ workspace_id: workspace.id, id, file, total: lineCount, created_by: actor.id, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueue(db, IMPORT_TASK, { workspaceId: workspace.id, id } satisfies ImportJob);
  await audit(ctx, 'customer.import', id, `${lineCount} lines`);
  return row;
}

type Outcome = 'created' | 'updated' | 'unchanged' | 'failed';

/**
 * Imports the next lines and returns whether there are more. Progress commits with the customers, so a job that is
 * retried continues where it stopped.
 */
export async function importBatch(
  context: CustomerContext,
  id: string,
  isHealthIndustry: (industry: string) => boolean,
): Promise<boolean> {
  const { db, now } = context;
  const row = await db.selectFrom('customer_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row?.file) return false;
  const ctx = { ...context, actor: { ...context.actor, id: row.created_by } };
  const { csv } = await decryptValue<{ csv: string }>(ctx, id, ENCRYPTED_IMPORT.associatedField, row.file);
  const counts = { created: row.created, updated: row.updated, unchanged: row.unchanged, failed: row.failed };
  const errors = [...row.errors];
  const lines = parseCustomerFile(csv, ctx.business).slice(row.read, row.read + BATCH_SIZE);
  for (const line of lines) {
    const { outcome, detail = '' } = await importLine(ctx, line, isHealthIndustry);
    counts[outcome]++;
    if (outcome === 'failed' && errors.length < MAX_STORED_ERRORS) errors.push({ line: line.line, detail });
  }
  const readCount = row.read + lines.length;
  const hasMore = lines.length > 0 && readCount < row.total;
  await db
    .updateTable('customer_imports')
    .set({ ...counts, read: readCount, errors: JSON.stringify(errors) })
    .set(hasMore ? {} : { status: 'finished', finished_at: now, file: null })
    .where('id', '=', id)
    .execute();
  return hasMore;
}

async function importLine(
  ctx: CustomerContext,
  line: FileLine,
  isHealthIndustry: (industry: string) => boolean,
): Promise<{ outcome: Outcome; detail?: string }> {
  if ('error' in line) return { outcome: 'failed', detail: line.error };
  const { input } = line;
  const dateOfBirthError = describeDateOfBirthError(input, ctx.business, isHealthIndustry);
  if (dateOfBirthError) return { outcome: 'failed', detail: dateOfBirthError };
  let matchingIds = await findMatchingCustomers(ctx, input);
  // A booking made at this moment may have created the customer first.
  if (!matchingIds.length && (await insertCustomer(ctx, input))) return { outcome: 'created' };
  if (!matchingIds.length) matchingIds = await findMatchingCustomers(ctx, input);
  if (matchingIds.length > 1)
    return { outcome: 'failed', detail: 'The phone and the email belong to two customers. Merge them first.' };
  const [row] = await lockCustomers(ctx.db, matchingIds);
  if (!row) return { outcome: 'failed', detail: 'The customer changed meanwhile. Import this line again.' };
  const details = must((await readDetails(ctx, [row])).get(row.id), 'the details of the customer');
  if (!changesAnything(row, details, input)) return { outcome: 'unchanged' };
  await updateCustomer(ctx, row, details, input);
  return { outcome: 'updated' };
}

/** Why the line's date of birth, or the lack of one, is not allowed; undefined if it is. */
function describeDateOfBirthError(
  input: CustomerInput,
  business: Business,
  isHealthIndustry: (industry: string) => boolean,
) {
  try {
    requireDateOfBirthAllowed(input, business, isHealthIndustry);
    return undefined;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return input.dateOfBirth ? 'A date of birth is only stored in health care.' : 'The date of birth is missing.';
  }
}
