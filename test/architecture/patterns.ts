// How much of the assistant is written by hand: alternatives in patterns, and numbers that somebody has set.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

export type Count = { alternatives: number; constants: number };

/** Of the code below a folder, without its tests, and without folders that are counted by themselves. */
export function countIn(folder: string, apart: readonly string[] = []): Count {
  const within = apart.filter((each) => each.startsWith(`${folder}/`));
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts') && !within.some((each) => file.startsWith(`${each}/`)),
  );
  return files
    .map((file) => count(readFileSync(join(ROOT, file), 'utf8')))
    .reduce(added, { alternatives: 0, constants: 0 });
}

export function count(code: string): Count {
  const { program } = parseSync('code.ts', code);
  return walk(program);
}

const added = (a: Count, b: Count): Count => ({
  alternatives: a.alternatives + b.alternatives,
  constants: a.constants + b.constants,
});

function walk(node: unknown): Count {
  if (typeof node !== 'object' || node === null) return { alternatives: 0, constants: 0 };
  if (Array.isArray(node)) return node.map(walk).reduce(added, { alternatives: 0, constants: 0 });
  const { type, value, regex, raw } = node as Record<string, unknown>;
  if (type === 'Literal' && regex) return { alternatives: bars((regex as { pattern: string }).pattern), constants: 0 };
  if (type === 'Literal' && typeof value === 'string') return { alternatives: bars(value), constants: 0 };
  if (type === 'Literal' && typeof value === 'number')
    return { alternatives: 0, constants: String(raw).includes('.') ? 1 : 0 };
  // Patterns are put together from texts, too.
  if (type === 'TemplateElement') return { alternatives: bars((value as { raw: string }).raw), constants: 0 };
  return Object.values(node).map(walk).reduce(added, { alternatives: 0, constants: 0 });
}

/** Not those within square brackets. */
const bars = (pattern: string): number =>
  pattern
    .replaceAll(/\\./g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .split('|').length - 1;
