import type { Db } from '../../kernel/database/database.ts';
import './store.ts';

/** The origins of the websites that have the widget. They may also show the business's pages in a frame. */
export async function listWidgetOrigins({ db, now }: { db: Db; now: Date }): Promise<string[]> {
  const keys = await db
    .selectFrom('api_keys')
    .select('origins')
    .where('kind', '=', 'publishable')
    .where('mode', '=', 'live')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return [...new Set(keys.flatMap(({ origins }) => origins ?? []))];
}
