// Counts how much of the assistant is handwritten: alternatives in regular expressions, and decimal constants.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

export type PatternCount = { alternatives: number; constants: number };

/** Counts in a folder, without tests and without `separateFolders`, which are counted on their own. */
export function countInFolder(folder: string, separateFolders: readonly string[] = []): PatternCount {
  const excludedFolders = separateFolders.filter((separate) => separate.startsWith(`${folder}/`));
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts') && !excludedFolders.some((excluded) => file.startsWith(`${excluded}/`)),
  );
  return files
    .map((file) => countInCode(readFileSync(join(ROOT, file), 'utf8')))
    .reduce(addCounts, { alternatives: 0, constants: 0 });
}

export function countInCode(code: string): PatternCount {
  const { program } = parseSync('code.ts', code);
  return countInNode(program);
}

const addCounts = (a: PatternCount, b: PatternCount): PatternCount => ({
  alternatives: a.alternatives + b.alternatives,
  constants: a.constants + b.constants,
});

function countInNode(node: unknown): PatternCount {
  if (typeof node !== 'object' || node === null) return { alternatives: 0, constants: 0 };
  if (Array.isArray(node)) return node.map(countInNode).reduce(addCounts, { alternatives: 0, constants: 0 });
  const { type, value, regex, raw } = node as Record<string, unknown>;
  if (type === 'Literal' && regex)
    return { alternatives: countAlternatives((regex as { pattern: string }).pattern), constants: 0 };
  if (type === 'Literal' && typeof value === 'string') return { alternatives: countAlternatives(value), constants: 0 };
  if (type === 'Literal' && typeof value === 'number')
    return { alternatives: 0, constants: String(raw).includes('.') ? 1 : 0 };
  // Patterns are also built from template strings.
  if (type === 'TemplateElement')
    return { alternatives: countAlternatives((value as { raw: string }).raw), constants: 0 };
  return Object.values(node).map(countInNode).reduce(addCounts, { alternatives: 0, constants: 0 });
}

/** The number of `|` signs outside character classes. */
const countAlternatives = (pattern: string): number =>
  pattern
    .replaceAll(/\\./g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .split('|').length - 1;
