import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { insertWorkspace } from '../accounts/workspaces.ts';
import { activate } from '../business/setup.ts';
import { type Documents, readDocument } from '../business/store.ts';
import { makeKey } from '../keys/format.ts';
import { createKey } from '../keys/store.ts';

export type DemoOptions = { database: Database; keyring: Keyring; documents: Documents };

const MOST_ORIGINS = 20;

/**
 * One workspace per industry, made when its page is first opened: each has its own questions, hours and greeting. Its
 * id and its publishable test key follow from the master key, so that every instance knows them and nothing is stored
 * in clear.
 */
export function createDemoWorkspaces({ database, keyring, documents }: DemoOptions) {
  const ready = new Map<string, Promise<string>>();

  async function make(industry: AnyIndustry, name: string, origins: string[]): Promise<string> {
    const id = `ws_${keyring.derive(`demo workspace ${industry.name}`).toString('hex').slice(0, 26)}`;
    const key = makeKey('publishable', 'test', keyring.derive(`demo key ${industry.name}`));
    const sandbox = await database.inWorkspace(id, async (db) => {
      await takeTurns(db, id);
      const found = await sandboxOf(db);
      if (!found) await insertWorkspace({ db, keyring }, { id, name: `Demo: ${name}`, plan: 'business' });
      await allowOrigins(db, id, key, origins);
      return found ?? must(await sandboxOf(db), 'the sandbox of a new workspace');
    });
    await database.inWorkspace(sandbox, (db) => setUp(db, { id: sandbox, accountId: id }, industry, name));
    return key;
  }

  async function setUp(db: Db, ids: { id: string; accountId: string }, industry: AnyIndustry, name: string) {
    const workspace = { ...ids, mode: 'test' as const, name, plan: 'business', timezone: 'UTC' };
    await takeTurns(db, ids.id);
    const { version, document } = await readDocument(db, workspace);
    if (version > 0) return;
    const actor = { kind: 'key' as const, id: 'demo', publishable: false };
    // Nobody holds it in memory yet, and whoever does is told by the database.
    const ctx = {
      db,
      keyring,
      workspace,
      actor,
      now: new Date(),
      afterCommit: () => undefined,
    };
    await documents.write(ctx, 1, { ...activate(document, industry), name } as Business);
  }

  return {
    /** The publishable key of the industry's demo, good for pages of these origins. */
    keyOf(industry: AnyIndustry, name: string, origins: string[]): Promise<string> {
      const known = `${industry.name} ${origins.join(' ')}`;
      const made = ready.get(known) ?? make(industry, name, origins);
      ready.set(known, made);
      made.catch(() => ready.delete(known));
      return made;
    },
  };
}

/** Several instances, and several pages, may ask at once. */
const takeTurns = (db: Db, id: string) => sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(db);

const sandboxOf = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('workspaces').select('id').where('mode', '=', 'test').executeTakeFirst())?.id;

async function allowOrigins(db: Db, workspaceId: string, key: string, wanted: string[]): Promise<void> {
  const row = await db.selectFrom('api_keys').select(['id', 'origins']).executeTakeFirst();
  if (!row) {
    const given = { name: 'Demo page', mode: 'test' as const, kind: 'publishable' as const, origins: wanted };
    return void (await createKey(db, { ...given, workspaceId, key }));
  }
  const origins = [...new Set([...wanted, ...(row.origins ?? [])])].slice(0, MOST_ORIGINS);
  if (wanted.every((origin) => row.origins?.includes(origin))) return;
  await db.updateTable('api_keys').set({ origins }).where('id', '=', row.id).execute();
}
