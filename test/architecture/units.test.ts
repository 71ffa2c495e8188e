// A test is a unit test by its name: x.test.ts, and not x.db.test.ts. Here what it imports is looked at.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Whatever starts or asks a database, the service or a browser. */
const HEAVY = [
  'test/harness.ts',
  'test/database.ts',
  'src/app.ts',
  'src/services.ts',
  'src/kernel/database/embedded.ts',
];
const HEAVY_PACKAGES = ['playwright-core', 'autocannon'];
/** The connection that vitest provides. */
const ASKS_FOR_DATABASE = /inject\('postgres'\)|new pg\./;

const units = globSync('{src,test,widget/src,web/src,clients}/**/*.test.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.db.test.ts') && !file.startsWith('test/browser/'),
);

const known = new Map<string, string[]>();
/** What a file loads: types are erased, and what is imported for them alone. */
function importsOf(file: string): string[] {
  const before = known.get(file);
  if (before) return before;
  const text = existsSync(resolve(ROOT, file)) ? readFileSync(resolve(ROOT, file), 'utf8') : '';
  const found = [
    ...text.matchAll(/^(?:import|export)(?! type\b)\s*(?:([^'";]*?)\sfrom\s*)?'([^']+)'/gm),
    ...text.matchAll(/import\(()'([^']+)'\)/g),
  ].flatMap(([, names = '', path]) => {
    const inBraces = /^\{(.*)\}$/s
      .exec(names.trim())?.[1]
      ?.split(',')
      .map((name) => name.trim());
    if (inBraces?.every((name) => !name || name.startsWith('type '))) return [];
    return [path!.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), path!)) : path!];
  });
  known.set(file, found);
  return found;
}

/** The way by which a test reaches what it must not, if there is one. */
function wayFrom(test: string): string | undefined {
  const cameFrom = new Map<string, string | undefined>([[test, undefined]]);
  for (const [file] of cameFrom) {
    if (HEAVY.includes(file) || HEAVY_PACKAGES.includes(file)) {
      const way: string[] = [];
      for (let at: string | undefined = file; at; at = cameFrom.get(at)) way.unshift(at);
      return way.join(' → ');
    }
    for (const next of importsOf(file)) if (!cameFrom.has(next)) cameFrom.set(next, file);
  }
  return undefined;
}

it('knows unit tests', () => {
  expect(units.length).toBeGreaterThan(100);
});

it('unit tests reach no database, no service and no browser: name it x.db.test.ts, or put it into test/browser', () => {
  expect(units.map(wayFrom).filter(Boolean)).toEqual([]);
});

it('unit tests ask for no connection: name it x.db.test.ts', () => {
  const own = relative(ROOT, import.meta.filename);
  const asking = units.filter(
    (file) => file !== own && ASKS_FOR_DATABASE.test(readFileSync(resolve(ROOT, file), 'utf8')),
  );
  expect(asking).toEqual([]);
});

it('tells who would reach the database', () => {
  expect(wayFrom('src/features/keys/keys.db.test.ts')).toMatch(
    /^src\/features\/keys\/keys\.db\.test\.ts → test\/harness\.ts/,
  );
  expect(wayFrom('test/browser/languages.test.ts')).toBeDefined();
});
