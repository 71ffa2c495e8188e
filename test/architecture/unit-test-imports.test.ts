// Unit tests are named x.test.ts (not x.db.test.ts). Checks that they import neither the service nor a database.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Files that start or query a database, the service or a browser. */
const HEAVY_FILES = [
  'test/harness.ts',
  'test/database.ts',
  'src/app.ts',
  'src/services.ts',
  'src/kernel/database/embedded.ts',
];
const HEAVY_PACKAGES = ['playwright-core', 'autocannon'];
/** Uses of a database connection. */
const DATABASE_USE_PATTERN = /inject\('postgres'\)|new pg\./;

const unitTests = globSync('{src,test,widget/src,web/src,clients}/**/*.test.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.db.test.ts') && !file.startsWith('test/browser/'),
);

const importCache = new Map<string, string[]>();
/** The files and packages that a file loads at runtime, so without type imports. */
function listImports(file: string): string[] {
  const cached = importCache.get(file);
  if (cached) return cached;
  const text = existsSync(resolve(ROOT, file)) ? readFileSync(resolve(ROOT, file), 'utf8') : '';
  const importedPaths = [
    ...text.matchAll(/^(?:import|export)(?! type\b)\s*(?:([^'";]*?)\sfrom\s*)?'([^']+)'/gm),
    ...text.matchAll(/import\(()'([^']+)'\)/g),
  ].flatMap(([, importClause = '', path]) => {
    const namedImports = /^\{(.*)\}$/s
      .exec(importClause.trim())?.[1]
      ?.split(',')
      .map((name) => name.trim());
    if (namedImports?.every((name) => !name || name.startsWith('type '))) return [];
    return [path!.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), path!)) : path!];
  });
  importCache.set(file, importedPaths);
  return importedPaths;
}

/** The import chain from a test to a heavy file, if there is one. */
function findHeavyImport(testFile: string): string | undefined {
  const importedBy = new Map<string, string | undefined>([[testFile, undefined]]);
  for (const [file] of importedBy) {
    if (HEAVY_FILES.includes(file) || HEAVY_PACKAGES.includes(file)) {
      const chain: string[] = [];
      for (let importer: string | undefined = file; importer; importer = importedBy.get(importer))
        chain.unshift(importer);
      return chain.join(' → ');
    }
    for (const imported of listImports(file)) if (!importedBy.has(imported)) importedBy.set(imported, file);
  }
  return undefined;
}

it('finds the unit tests', () => {
  expect(unitTests.length).toBeGreaterThan(100);
});

it('unit tests import no database, service or browser: otherwise name it x.db.test.ts or move it to test/browser', () => {
  expect(unitTests.map(findHeavyImport).filter(Boolean)).toEqual([]);
});

it('unit tests open no database connection: otherwise name it x.db.test.ts', () => {
  const thisFile = relative(ROOT, import.meta.filename);
  const testsUsingDatabase = unitTests.filter(
    (file) => file !== thisFile && DATABASE_USE_PATTERN.test(readFileSync(resolve(ROOT, file), 'utf8')),
  );
  expect(testsUsingDatabase).toEqual([]);
});

it('finds the import chain of a test that uses the database', () => {
  expect(findHeavyImport('src/features/keys/keys.db.test.ts')).toMatch(
    /^src\/features\/keys\/keys\.db\.test\.ts → test\/harness\.ts/,
  );
  expect(findHeavyImport('test/browser/languages.test.ts')).toBeDefined();
});
