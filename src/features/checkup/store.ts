import type { ColumnType } from 'kysely';
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { PlayedQuestion } from './play.ts';
import type { CheckupResult } from './run.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    checkups: {
      workspace_id: string;
      version: number;
      results: ColumnType<PlayedQuestion[], string, string>;
      passed: number;
      failed: number;
      skipped: number;
      created_at: Date;
    };
  }
}

export type Checked = { version: number; results: PlayedQuestion[]; skipped: number; created_at: Date };

/** Older ones tell nobody anything. */
const MOST_KEPT = 50;

/** A version has one: the latest. */
export async function storeCheckup(
  { db, workspace, now }: Pick<CapabilityContext, 'db' | 'workspace' | 'now'>,
  version: number,
  { results, skipped }: CheckupResult,
): Promise<Checked> {
  const passed = results.filter((each) => each.passed).length;
  const row = {
    results: JSON.stringify(results),
    passed,
    failed: results.length - passed,
    skipped,
    created_at: now,
  };
  await db
    .insertInto('checkups')
    .values({ workspace_id: workspace.id, version, ...row })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'version']).doUpdateSet(row))
    .execute();
  await db
    .deleteFrom('checkups')
    .where('version', '<=', version - MOST_KEPT)
    .execute();
  return { version, results, skipped, created_at: now };
}

export const findCheckup = (db: Db, version: number) =>
  db.selectFrom('checkups').selectAll().where('version', '=', version).executeTakeFirst();

/** The latest of an earlier version; left out: the latest of all. */
export function lastCheckup(db: Db, before?: number) {
  const latest = db.selectFrom('checkups').selectAll().orderBy('version', 'desc').limit(1);
  return (before === undefined ? latest : latest.where('version', '<', before)).executeTakeFirst();
}

export const listCheckups = (db: Db, limit: number) =>
  db
    .selectFrom('checkups')
    .select(['version', 'passed', 'failed', 'skipped', 'created_at'])
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
