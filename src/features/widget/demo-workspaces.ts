import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { insertWorkspace } from '../accounts/workspaces.ts';
import { activateIndustry } from '../business/setup.ts';
import { type Documents, readDocument } from '../business/store.ts';
import { generateKey } from '../keys/format.ts';
import { createKey } from '../keys/store.ts';

export type DemoOptions = { database: Database; keyring: Keyring; documents: Documents };

const MAX_ORIGINS = 20;

/**
 * One workspace per industry, created when its page is first opened, with its own FAQs, hours and greeting. Its id and
 * publishable test key are derived from the master key, so that every instance knows them without storing the key.
 */
export function createDemoWorkspaces({ database, keyring, documents }: DemoOptions) {
  const keysByPage = new Map<string, Promise<string>>();

  async function createWorkspace(industry: AnyIndustry, name: string, origins: string[]): Promise<string> {
    const id = `ws_${keyring.derive(`demo workspace ${industry.name}`).toString('hex').slice(0, 26)}`;
    const key = generateKey('publishable', 'test', keyring.derive(`demo key ${industry.name}`));
    const sandbox = await database.inWorkspace(id, async (db) => {
      await lockWorkspace(db, id);
      const existingSandboxId = await findSandboxId(db);
      if (!existingSandboxId) await insertWorkspace({ db, keyring }, { id, name: `Demo: ${name}`, plan: 'business' });
      await allowOrigins(db, id, key, origins);
      return existingSandboxId ?? must(await findSandboxId(db), 'the sandbox of a new workspace');
    });
    await database.inWorkspace(sandbox, (db) => writeDocument(db, { id: sandbox, liveId: id }, industry, name));
    return key;
  }

  async function writeDocument(db: Db, ids: { id: string; liveId: string }, industry: AnyIndustry, name: string) {
    const workspace = { ...ids, mode: 'test' as const, name, plan: 'business', timezone: 'UTC' };
    await lockWorkspace(db, ids.id);
    const { version, document } = await readDocument(db, workspace);
    if (version > 0) return;
    const actor = { kind: 'key' as const, id: 'demo', publishable: false };
    // No cache to update after the commit: the document is new, and other instances are notified by the database.
    const ctx = {
      db,
      keyring,
      workspace,
      actor,
      now: new Date(),
      afterCommit: () => undefined,
    };
    await documents.write(ctx, 1, { ...activateIndustry(document, industry), name } as Business);
  }

  return {
    /** The publishable key of the industry's demo, valid for pages of these origins. */
    ensurePublishableKey(industry: AnyIndustry, name: string, origins: string[]): Promise<string> {
      const pageId = `${industry.name} ${origins.join(' ')}`;
      const key = keysByPage.get(pageId) ?? createWorkspace(industry, name, origins);
      keysByPage.set(pageId, key);
      key.catch(() => keysByPage.delete(pageId));
      return key;
    },
  };
}

/** Several instances and pages may create the same workspace at once. */
const lockWorkspace = (db: Db, id: string) => sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(db);

const findSandboxId = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('workspaces').select('id').where('mode', '=', 'test').executeTakeFirst())?.id;

async function allowOrigins(db: Db, workspaceId: string, key: string, requestedOrigins: string[]): Promise<void> {
  const row = await db.selectFrom('api_keys').select(['id', 'origins']).executeTakeFirst();
  if (!row) {
    const keyFields = {
      name: 'Demo page',
      mode: 'test' as const,
      kind: 'publishable' as const,
      origins: requestedOrigins,
    };
    return void (await createKey(db, { ...keyFields, workspaceId, key }));
  }
  const origins = [...new Set([...requestedOrigins, ...(row.origins ?? [])])].slice(0, MAX_ORIGINS);
  if (requestedOrigins.every((origin) => row.origins?.includes(origin))) return;
  await db.updateTable('api_keys').set({ origins }).where('id', '=', row.id).execute();
}
