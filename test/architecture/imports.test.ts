import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

/** The layers from bottom to top: a file may import from its own layer and from those listed before it. */
const LAYERS = [
  'kernel',
  'messages',
  'nlu',
  'guardrails',
  'capability',
  'scheduling',
  'features/audit',
  'features/accounts',
  'features/keys',
  'features/plans',
  'features/access',
  'features/brand',
  'features/bookings',
  'features/calendars',
  'features/business',
  'features/requests',
  'features/tools',
  'features/assistant',
  'features/knowledge',
  'features/site-import',
  'features/checkup',
  'features/conversations',
  'features/customers',
  'features/service-levels',
  'features/inbox',
  'features/notifications',
  'features/widget',
  'features/webhooks',
  'features/analytics',
  'features/privacy',
  'features/channels',
  'features/payments',
  'features/reminders',
  'features/booking-page',
  'features/mcp',
  'features/service',
  'industries',
  'background.ts',
  'app-options.ts',
  'services.ts',
  'app.ts',
  'cli',
  'worker.ts',
  'main.ts',
];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const importsByFile = new Map(files.map((file) => [file, listImports(file)]));

function listImports(file: string, root = SRC): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const matches = code.matchAll(/(?:from|import\(|import)\s*'(\.[^']+)'/g);
  return [...matches].map(([, path]) => relative(root, resolve(root, dirname(file), path!)));
}

const findLayerIndex = (file: string) => LAYERS.findIndex((layer) => file === layer || file.startsWith(`${layer}/`));

/** Everything, with tests. Only files of `src` have layers. */
const allFiles = globSync('{src,clients,web,widget,bench,eval,test,models}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules'],
});
const importsByAnyFile = new Map(allFiles.map((file) => [file, listImports(file, ROOT)]));

/** What browsers and API clients share with the service. It imports nothing, so it runs anywhere. */
const SHARED_FILES = [
  'src/capability/deposit-sentences.ts',
  'src/features/inbox/limits.ts',
  'src/features/keys/scopes.ts',
  'src/kernel/parse-table.ts',
  'src/messages/languages.ts',
];

describe('imports', () => {
  it('come from files that all belong to a layer', () => {
    expect(files.filter((file) => findLayerIndex(file) < 0)).toEqual([]);
  });

  it('never point to a higher layer', () => {
    const upwardImports = files.flatMap((file) =>
      importsByFile
        .get(file)!
        .filter((imported) => findLayerIndex(imported) > findLayerIndex(file))
        .map((imported) => `${file} → ${imported}`),
    );
    expect(upwardImports).toEqual([]);
  });

  it('have no cycles', () => {
    expect(allFiles.length).toBeGreaterThan(1_000);
    expect(findCycle(importsByAnyFile)).toBeUndefined();
  });

  it('of the dashboard, the widget and the clients take only shared files from the service', () => {
    const clientFiles = allFiles.filter((file) => /^(?:web|widget|clients)\/(?!.*\.test\.ts)/.test(file));
    const importedFiles = clientFiles.flatMap((file) => importsByAnyFile.get(file) ?? []);
    const serviceFiles = new Set(importedFiles.filter((file) => file.startsWith('src/')));
    expect([...serviceFiles].sort()).toEqual(SHARED_FILES);
  });

  it.each(SHARED_FILES)('are not in %s, which runs in browsers too', (file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(/\bfrom '|\bimport\b.*'|process\.|Buffer/);
  });

  it('point to files that exist', () => {
    const missingImports = files.flatMap((file) =>
      importsByFile
        .get(file)!
        .filter((imported) => !files.includes(imported))
        .map((imported) => `${file} → ${imported}`),
    );
    expect(missingImports).toEqual([]);
  });
});

function findCycle(imports: ReadonlyMap<string, string[]>): string | undefined {
  const visited = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ');
    if (visited.has(file)) return undefined;
    path.push(file);
    for (const imported of imports.get(file) ?? []) {
      const cycle = visit(imported);
      if (cycle) return cycle;
    }
    path.pop();
    visited.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return undefined;
}

describe('the source', () => {
  it('imports no development dependency', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(SRC, '../package.json'), 'utf8'));
    const devImports = files.flatMap((file) => {
      const code = readFileSync(join(SRC, file), 'utf8').replace(/^import type .*$/gm, '');
      const packages = [...code.matchAll(/(?:from|import\(|import|resolve\()\s*'((?:@[\w-]+\/)?[\w-]+)/g)];
      return packages.filter(([, name]) => name! in devDependencies).map(([, name]) => `${file} → ${name}`);
    });
    // A test helper.
    expect(devImports).toEqual(['nlu/entities/catalog-test-helpers.ts → vitest']);
  });

  it('reads the environment in one file', () => {
    const environmentReaders = files.filter((file) => readFileSync(join(SRC, file), 'utf8').includes('process.env'));
    expect(environmentReaders).toEqual(['kernel/config.ts']);
  });

  it('keeps files short', () => {
    const longFiles = files
      .map((file) => [file, readFileSync(join(SRC, file), 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 330);
    expect(longFiles).toEqual([]);
  });
});
