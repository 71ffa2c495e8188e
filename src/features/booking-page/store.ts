// Whether a business has a booking page, what it leaves out, and its names in the address.
import { randomBytes } from 'node:crypto';
import type { Database, Db } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { nameFrom } from './names.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    booking_pages: { workspace_id: string; enabled: boolean; hidden: string[]; updated_at: Date };
    booking_page_names: { workspace_id: string; name: string; chosen_at: Date };
    booking_page_forms: { workspace_id: string; id: string; booking_id: string | null; expires_at: Date };
  }
}

type Ctx = { db: Db; workspace: { id: string; mode: 'live' | 'test' }; now: Date };
export type PageSettings = { enabled: boolean; hidden: string[]; name: string | null };
/** A page that is switched on. */
export type FoundPage = { workspace_id: string; mode: 'live' | 'test'; plan: string; name: string };

const NUMBERED_NAMES = 20;

export async function findPage(
  database: Database,
  wanted: { name: string } | { workspaceId: string },
): Promise<FoundPage | undefined> {
  const values = 'name' in wanted ? [wanted.name, null] : [null, wanted.workspaceId];
  const [page] = await database.statement<FoundPage>('select * from find_booking_page($1, $2)', values);
  return page;
}

export async function readSettings(db: Db): Promise<PageSettings> {
  const row = await db.selectFrom('booking_pages').select(['enabled', 'hidden']).executeTakeFirst();
  const current = await db
    .selectFrom('booking_page_names')
    .select('name')
    .orderBy('chosen_at', 'desc')
    .orderBy('name')
    .executeTakeFirst();
  return { enabled: row?.enabled ?? false, hidden: row?.hidden ?? [], name: current?.name ?? null };
}

export async function saveSettings(
  { db, workspace, now }: Ctx,
  { enabled, hidden }: Pick<PageSettings, 'enabled' | 'hidden'>,
): Promise<void> {
  const values = { enabled, hidden, updated_at: now };
  await db
    .insertInto('booking_pages')
    .values({ workspace_id: workspace.id, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute();
}

/** Makes a name the current one; the ones before it still lead to the page. */
export async function chooseName(ctx: Ctx, name: string): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('booking_page_names')
    .set({ chosen_at: ctx.now })
    .where('name', '=', name)
    .executeTakeFirst();
  if (numUpdatedRows || (await claimName(ctx, name))) return;
  throw new Problem('conflict', 'That address is taken. Choose another one.', {
    errors: [{ pointer: '/name', detail: 'is taken' }],
  });
}

/** The first free name made from the business's own. */
export async function chooseFirstName(ctx: Ctx, businessName: string): Promise<void> {
  const base = `${nameFrom(businessName)}${ctx.workspace.mode === 'test' ? '-test' : ''}`;
  for (let number = 1; number <= NUMBERED_NAMES; number++)
    if (await claimName(ctx, number === 1 ? base : `${base}-${number}`)) return;
  await claimName(ctx, `${base}-${randomBytes(5).toString('hex')}`);
}

/** Returns whether the name was free. The database keeps it for one business. */
async function claimName({ db, workspace, now }: Ctx, name: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('booking_page_names')
    .values({ workspace_id: workspace.id, name, chosen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
