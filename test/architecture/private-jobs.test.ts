// graphile-worker may change its private tables in any version, so few places use them. docs/decisions/054 says why.
import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../src');

const MIGRATIONS_IN_FORCE = ['0023-public-jobs.sql', '0050-jobs-in-turn.sql'];
/** Later migrations have replaced every function of these that uses private tables. */
const SUPERSEDED_MIGRATIONS = [
  '0011-governance.sql',
  '0017-audit-and-erasure.sql',
  '0018-plan-requests-and-readings.sql',
  '0019-clock-and-listeners.sql',
];

it('only listed migrations use private tables of graphile-worker', () => {
  const files = globSync('**/*.{sql,ts}', { cwd: SRC }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(400);
  const filesWithPrivateTables = files.filter((file) => readFileSync(resolve(SRC, file), 'utf8').includes('_private_'));
  expect(filesWithPrivateTables.map((file) => basename(file)).sort()).toEqual(
    [...MIGRATIONS_IN_FORCE, ...SUPERSEDED_MIGRATIONS].sort(),
  );
});
