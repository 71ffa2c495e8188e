import type { ColumnType } from 'kysely';
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { PlayedQuestion } from './play-question.ts';
import type { CheckupResult } from './run-checkup.ts';

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

export type StoredCheckup = { version: number; results: PlayedQuestion[]; skipped: number; created_at: Date };

/** Checkups of older versions are deleted. */
const MAX_STORED_VERSIONS = 50;

/** Stores one checkup per version; a new one replaces it. */
export async function storeCheckup(
  { db, workspace, now }: Pick<CapabilityContext, 'db' | 'workspace' | 'now'>,
  version: number,
  { results, skipped }: CheckupResult,
): Promise<StoredCheckup> {
  const passed = results.filter((result) => result.passed).length;
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
    .where('version', '<=', version - MAX_STORED_VERSIONS)
    .execute();
  return { version, results, skipped, created_at: now };
}

export const findCheckup = (db: Db, version: number) =>
  db.selectFrom('checkups').selectAll().where('version', '=', version).executeTakeFirst();

/** The latest checkup, or the latest before a version. */
export function findLatestCheckup(db: Db, beforeVersion?: number) {
  const query = db.selectFrom('checkups').selectAll().orderBy('version', 'desc').limit(1);
  return (beforeVersion === undefined ? query : query.where('version', '<', beforeVersion)).executeTakeFirst();
}

export const listCheckups = (db: Db, limit: number) =>
  db
    .selectFrom('checkups')
    .select(['version', 'passed', 'failed', 'skipped', 'created_at'])
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
