// Whether a business has a booking page, what it leaves out, and its names in URLs.
import { randomBytes } from 'node:crypto';
import type { Database, Db } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { createPageName } from './names.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    booking_pages: { workspace_id: string; name: string; enabled: boolean; hidden: string[]; updated_at: Date };
    booking_page_names: { workspace_id: string; name: string };
    booking_page_forms: { workspace_id: string; id: string; booking_id: string | null; expires_at: Date };
  }
}

type Ctx = { db: Db; workspace: { id: string; mode: 'live' | 'test' }; now: Date };
export type PageSettings = { enabled: boolean; hidden: string[]; name: string | null };
/** A page that is switched on. */
export type FoundPage = { workspace_id: string; mode: 'live' | 'test'; plan: string; name: string };

const MAX_NUMBERED_NAMES = 20;

export async function findPage(
  database: Database,
  lookup: { name: string } | { workspaceId: string },
): Promise<FoundPage | undefined> {
  const values = 'name' in lookup ? [lookup.name, null] : [null, lookup.workspaceId];
  const [page] = await database.statement<FoundPage>('select * from find_booking_page($1, $2)', values);
  return page;
}

export async function readSettings(db: Db): Promise<PageSettings> {
  const row = await db.selectFrom('booking_pages').select(['enabled', 'hidden', 'name']).executeTakeFirst();
  return row ?? { enabled: false, hidden: [], name: null };
}

export async function saveSettings(
  { db, workspace, now }: Ctx,
  { enabled, hidden, name }: PageSettings & { name: string },
): Promise<void> {
  const values = { enabled, hidden, name, updated_at: now };
  await db
    .insertInto('booking_pages')
    .values({ workspace_id: workspace.id, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute();
}

/** Reserves the name for the business, unless another one has or had it. */
export async function reserveName(ctx: Ctx, name: string): Promise<void> {
  if (await insertNameIfFree(ctx, name)) return;
  const ownName = await ctx.db
    .selectFrom('booking_page_names')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  if (ownName) return;
  throw new Problem('conflict', 'That address is taken. Choose another one.', {
    errors: [{ pointer: '/name', detail: 'is taken' }],
  });
}

/** Reserves the first free name made from the business's own. */
export async function reserveFirstFreeName(ctx: Ctx, businessName: string): Promise<string> {
  const baseName = `${createPageName(businessName)}${ctx.workspace.mode === 'test' ? '-test' : ''}`;
  for (let number = 1; number <= MAX_NUMBERED_NAMES; number++) {
    const name = number === 1 ? baseName : `${baseName}-${number}`;
    if (await insertNameIfFree(ctx, name)) return name;
  }
  const name = `${baseName}-${randomBytes(5).toString('hex')}`;
  await reserveName(ctx, name);
  return name;
}

/** Returns whether the name was free. The database keeps it for one business. */
async function insertNameIfFree({ db, workspace }: Ctx, name: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('booking_page_names')
    .values({ workspace_id: workspace.id, name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
