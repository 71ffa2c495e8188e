// Where code names an industry, or the words of one trade: everything outside of its folder goes by what it declares.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { loadIndustries } from '../../src/industries/load.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const industries = await loadIndustries();
const NAMES = industries.map(({ name }) => name);
const SLOTS = industries.flatMap(({ slots = {} }) => Object.keys(slots));

/** Alone, as part of a path, in quotes, or with what is its own: `salon.book`. */
const NAMED = new RegExp(`^(?:${NAMES.join('|')})$|["'/](?:${NAMES.join('|')})["'/]|\\b(?:${NAMES.join('|')})\\.[a-z]`);

type Node = { type: string; [field: string]: unknown };

/** The files of these folders, without tests and what generators write. */
export const filesIn = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('src/industries/'),
  );

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** All that names an industry in code: texts, and fields of the document. */
export const industriesNamed = (code: string, file?: string): string[] => [...nodesOf(code, file)].flatMap(namedBy);

/** All that goes by the name of a trade's slot. */
export const slotsNamed = (code: string, file?: string): string[] =>
  [...nodesOf(code, file)].flatMap(slotIn).filter((slot) => SLOTS.includes(slot));

function namedBy(node: Node): string[] {
  const { type, value, property, key, computed } = node;
  if (type === 'Literal' && typeof value === 'string') return NAMED.test(value) ? [value] : [];
  if (type === 'TemplateElement')
    return NAMED.test((value as { raw: string }).raw) ? [(value as { raw: string }).raw] : [];
  const field = type === 'MemberExpression' ? property : /Property/.test(type) ? key : undefined;
  const name = computed ? undefined : nameOf(field);
  return name !== undefined && NAMES.includes(name) ? [name] : [];
}

function slotIn({ type, object, property, computed, id, init, callee, arguments: given, left, right }: Node): string[] {
  if (type === 'MemberExpression' && !computed && ['words', 'own'].includes(nameOf(object) ?? ''))
    return some(nameOf(property));
  if (type === 'VariableDeclarator' && nameOf(init) === 'words')
    return ((id as Node).properties as Node[] | undefined)?.flatMap(({ key }) => some(nameOf(key))) ?? [];
  if (type === 'CallExpression') {
    const [first, second] = given as unknown[];
    if (['theOne', 'allOf'].includes(nameOf(callee) ?? '')) return some(textOf(second));
    const isOfSubject = nameOf(callee) === 'includes' && nameOf((callee as Node).object) === 'subject';
    return isOfSubject ? some(textOf(first)) : [];
  }
  if (type !== 'BinaryExpression') return [];
  if (nameOf(left) === 'slot') return some(textOf(right));
  return nameOf(right) === 'slot' ? some(textOf(left)) : [];
}

const some = (text: string | undefined): string[] => (text === undefined ? [] : [text]);
function textOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as Node;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

/** What an expression is called last: of `heard.words` it is `words`. */
function nameOf(node: unknown): string | undefined {
  const { type, name, property } = (node ?? {}) as Node;
  if (type === 'Identifier') return name as string;
  return type === 'MemberExpression' ? nameOf(property) : undefined;
}

function* nodesOf(code: string, file = 'code.ts'): Generator<Node> {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read.`);
  const waiting: unknown[] = [program];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node) yield node as Node;
    waiting.push(...Object.values(node));
  }
}
