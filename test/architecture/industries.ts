// Where code names an industry, or the words of one trade: everything outside of its folder goes by what it declares.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { loadIndustries } from '../../src/industries/load.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const industries = await loadIndustries();
const NAMES = industries.map(({ name }) => name);
/** Whom an industry serves and what it keeps, where it has a word of its own for it: a patient, a prescription. */
const OWN_WORDS = industries.flatMap(({ records = [], capabilities }) => [
  ...records.map(({ kind }) => kind),
  ...capabilities.flatMap(({ personFieldName: person }) => person ?? []),
]);
const REQUESTS = industries.flatMap(({ capabilities }) => capabilities.flatMap(({ request }) => request?.kind ?? []));
const SLOTS = industries.flatMap(({ slots = {} }) => Object.keys(slots));

/** Alone, as part of a path, in quotes, or with what is its own: `salon.book`. */
const NAMED = new RegExp(`^(?:${NAMES.join('|')})$|["'/](?:${NAMES.join('|')})["'/]|\\b(?:${NAMES.join('|')})\\.[a-z]`);

/** Most files need not be parsed. */
const MENTIONED = new RegExp(NAMES.join('|'));
const HAS_OWN_WORDS = new RegExp([...OWN_WORDS, ...REQUESTS].join('|'), 'i');
const HOLDS_SLOTS = /\b(?:words|own|slot|subject|uniqueEntity|entitiesIn)\b/;

/** Part of a name, however it is written: `PatientInput`, `newPatient`, `OF_PATIENTS`. */
const IN_NAME = new RegExp(OWN_WORDS.join('|'), 'i');
/** A text that is one, several of them, or something of theirs: `prescriptions`, `patient.name`, `return.requested`. */
const IN_TEXT = new RegExp(`^(?:(?:${OWN_WORDS.join('|')})s?|${REQUESTS.join('|')})(?:\\.[\\w.]+)?$`);
/** In a pattern, or in a statement of SQL. */
const IN_CODE = new RegExp(`\\b(?:${OWN_WORDS.join('|')})s?\\b`);

type Node = { type: string; [field: string]: unknown };

/** The files of these folders, without tests and what generators write. */
export const filesIn = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('src/industries/'),
  );

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** All that names an industry in code: texts, and fields of the document. */
export const industriesNamed = (code: string, file?: string): string[] =>
  MENTIONED.test(code) ? [...nodesOf(code, file)].flatMap(namedBy) : [];

/** All that goes by what only one industry has. */
export const ownWordsNamed = (code: string, file?: string): string[] =>
  HAS_OWN_WORDS.test(code) ? [...nodesOf(code, file)].flatMap(ownWordIn) : [];

/** All that goes by the name of a trade's slot. */
export const slotsNamed = (code: string, file?: string): string[] =>
  HOLDS_SLOTS.test(code) ? [...nodesOf(code, file)].flatMap(slotIn).filter((slot) => SLOTS.includes(slot)) : [];

function namedBy(node: Node): string[] {
  const { type, value, property, key, computed } = node;
  if (type === 'Literal' && typeof value === 'string') return NAMED.test(value) ? [value] : [];
  if (type === 'TemplateElement')
    return NAMED.test((value as { raw: string }).raw) ? [(value as { raw: string }).raw] : [];
  const field = type === 'MemberExpression' ? property : /Property/.test(type) ? key : undefined;
  const name = computed ? undefined : nameOf(field);
  return name !== undefined && NAMES.includes(name) ? [name] : [];
}

function ownWordIn({ type, name, value, regex }: Node): string[] {
  if (type === 'Identifier') return IN_NAME.test(name as string) ? [name as string] : [];
  if (type === 'TemplateElement') return some(IN_CODE.exec((value as { raw: string }).raw)?.[0]);
  if (type !== 'Literal') return [];
  if (regex) return some(IN_CODE.exec((regex as { pattern: string }).pattern)?.[0]);
  return typeof value === 'string' && IN_TEXT.test(value) ? [value] : [];
}

function slotIn({ type, object, property, computed, id, init, callee, arguments: given, left, right }: Node): string[] {
  if (type === 'MemberExpression' && !computed && ['words', 'own'].includes(nameOf(object) ?? ''))
    return some(nameOf(property));
  if (type === 'VariableDeclarator' && nameOf(init) === 'words')
    return ((id as Node).properties as Node[] | undefined)?.flatMap(({ key }) => some(nameOf(key))) ?? [];
  if (type === 'CallExpression') {
    const [first, second] = given as unknown[];
    if (['uniqueEntity', 'entitiesIn'].includes(nameOf(callee) ?? '')) return some(textOf(second));
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
