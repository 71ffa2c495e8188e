import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../src');

/** From the bottom up: a part may import itself and what stands before it. */
const ORDER = [
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
  'features/bookings',
  'features/business',
  'features/requests',
  'features/tools',
  'features/assistant',
  'features/knowledge',
  'features/checkup',
  'features/conversations',
  'features/inbox',
  'features/notifications',
  'features/widget',
  'features/webhooks',
  'features/reminders',
  'features/analytics',
  'features/privacy',
  'features/channels',
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
const imports = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string, root = SRC): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/(?:from|import\(|import)\s*'(\.[^']+)'/g);
  return [...found].map(([, path]) => relative(root, resolve(root, dirname(file), path!)));
}

const rank = (file: string) => ORDER.findIndex((part) => file === part || file.startsWith(`${part}/`));

/** What runs elsewhere, each by itself: no order, but no circle either. */
const OTHERS = ['web/src', 'widget/src', 'clients/typescript/src'];

describe('imports', () => {
  it('knows where every file stands', () => {
    expect(files.filter((file) => rank(file) < 0)).toEqual([]);
  });

  it('point one way', () => {
    const upward = files.flatMap((file) =>
      imports
        .get(file)!
        .filter((other) => rank(other) > rank(file))
        .map((other) => `${file} → ${other}`),
    );
    expect(upward).toEqual([]);
  });

  it('go in no circle', () => {
    expect(findCircle(imports)).toBeUndefined();
  });

  it.each(OTHERS)('go in no circle in %s', (folder) => {
    const root = resolve(SRC, '..', folder);
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    expect(found.length).toBeGreaterThan(1);
    expect(findCircle(new Map(found.map((file) => [file, importsOf(file, root)])))).toBeUndefined();
  });

  it('lead to files that exist', () => {
    const missing = files.flatMap((file) =>
      imports
        .get(file)!
        .filter((other) => !files.includes(other))
        .map((other) => `${file} → ${other}`),
    );
    expect(missing).toEqual([]);
  });
});

function findCircle(imports: ReadonlyMap<string, string[]>): string | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ');
    if (done.has(file)) return undefined;
    path.push(file);
    for (const other of imports.get(file) ?? []) {
      const circle = visit(other);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
}

describe('the source', () => {
  it('needs no package that an install without development dependencies leaves out', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(SRC, '../package.json'), 'utf8'));
    const needed = files.flatMap((file) => {
      const text = readFileSync(join(SRC, file), 'utf8').replace(/^import type .*$/gm, '');
      const found = [...text.matchAll(/(?:from|import\(|import|resolve\()\s*'((?:@[\w-]+\/)?[\w-]+)/g)];
      return found.filter(([, name]) => name! in devDependencies).map(([, name]) => `${file} → ${name}`);
    });
    // A helper of tests.
    expect(needed).toEqual(['nlu/entities/catalog-test-helpers.ts → vitest']);
  });

  it('reads the environment in one file', () => {
    const readers = files.filter((file) => readFileSync(join(SRC, file), 'utf8').includes('process.env'));
    expect(readers).toEqual(['kernel/config.ts']);
  });

  it('keeps files short', () => {
    const long = files
      .map((file) => [file, readFileSync(join(SRC, file), 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 330);
    expect(long).toEqual([]);
  });
});
