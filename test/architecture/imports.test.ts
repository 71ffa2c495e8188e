import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../src');

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

/** Code that runs outside the service. It has no layers but must not have circular imports either. */
const CLIENT_FOLDERS = ['web/src', 'widget/src', 'clients/typescript/src'];

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
    expect(findCycle(importsByFile)).toBeUndefined();
  });

  it.each(CLIENT_FOLDERS)('have no cycles in %s', (folder) => {
    const root = resolve(SRC, '..', folder);
    const clientFiles = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    expect(clientFiles.length).toBeGreaterThan(1);
    expect(findCycle(new Map(clientFiles.map((file) => [file, listImports(file, root)])))).toBeUndefined();
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
