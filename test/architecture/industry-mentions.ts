// Finds code that names an industry or its vocabulary. Code outside an industry's folder must use its declarations.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { findUniqueEntity, listEntities } from '../../src/capability/dialogue.ts';
import { loadIndustries } from '../../src/industries/load.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const industries = await loadIndustries();
const INDUSTRY_NAMES = industries.map(({ name }) => name);
/** The industries' own names for their customers and records, such as patient and prescription. */
const INDUSTRY_WORDS = industries.flatMap(({ records = [], capabilities }) => [
  ...records.map(({ kind }) => kind),
  ...capabilities.flatMap(({ personFieldName: person }) => person ?? []),
]);
/** The kinds of what customers request other than bookings, such as `return.requested`. */
const CUSTOMER_REQUEST_KINDS = industries.flatMap(({ capabilities }) =>
  capabilities.flatMap(({ request }) => request?.kind ?? []),
);
/** They take the name of a slot as their second argument. */
const SLOT_LOOKUPS = [findUniqueEntity, listEntities].map(({ name }) => name);
const SLOTS = industries.flatMap(({ slots = {} }) => Object.keys(slots));

const ANY_INDUSTRY_NAME = `(?:${INDUSTRY_NAMES.join('|')})`;
const ANY_INDUSTRY_WORD = `(?:${INDUSTRY_WORDS.join('|')})s?`;

/** An industry's name alone, as part of a path, in quotes, or as a prefix: `salon.book`, `salon/ana`. */
const INDUSTRY_REFERENCE_PATTERN = new RegExp(
  `^${ANY_INDUSTRY_NAME}(?:/|$)|["'/]${ANY_INDUSTRY_NAME}["'/]|\\b${ANY_INDUSTRY_NAME}\\.[a-z]`,
  'i',
);

/** Quick checks, so that most files need not be parsed. */
const MAY_NAME_INDUSTRY_PATTERN = new RegExp(ANY_INDUSTRY_NAME, 'i');
const MAY_USE_INDUSTRY_WORDS_PATTERN = new RegExp(
  `${INDUSTRY_WORDS.join('|')}|["'](?:${CUSTOMER_REQUEST_KINDS.join('|')})`,
  'i',
);
const MAY_USE_SLOTS_PATTERN = new RegExp(
  `\\b(?:catalogEntities|industryEntities|slot|subject|${SLOT_LOOKUPS.join('|')})\\b`,
);

/** Part of an identifier: `PatientInput`, `newPatient`, `OF_PATIENTS`. */
const WORD_IN_IDENTIFIER_PATTERN = new RegExp(INDUSTRY_WORDS.join('|'), 'i');
/** A word in a sentence, a field name, a regular expression or an SQL statement: `Patients only`, `patient.name`. */
const WORD_IN_TEXT_PATTERN = new RegExp(`\\b${ANY_INDUSTRY_WORD}\\b`, 'i');
/** A kind of request alone or as a prefix: `return.requested`. Sentences may use such words in another meaning. */
const REQUEST_KIND_PATTERN = new RegExp(`^(?:${CUSTOMER_REQUEST_KINDS.join('|')})(?:\\.[\\w.]+)?$`);

type Node = { type: string; [field: string]: unknown };

/** The files that match, without tests and the industries themselves. */
export const listFiles = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('src/industries/'),
  );

export const readSource = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** All mentions of an industry in code: in string literals and as document fields. */
export const findIndustryMentions = (code: string, file?: string): string[] =>
  MAY_NAME_INDUSTRY_PATTERN.test(code) ? collectNodes(code, file).flatMap(findIndustryMentionsInNode) : [];

/** All uses of a word that belongs to one industry. */
export const findIndustryWords = (code: string, file?: string): string[] =>
  MAY_USE_INDUSTRY_WORDS_PATTERN.test(code) ? collectNodes(code, file).flatMap(findIndustryWordsInNode) : [];

/** All uses of an industry's slot by its name. */
export const findSlotNames = (code: string, file?: string): string[] =>
  MAY_USE_SLOTS_PATTERN.test(code)
    ? collectNodes(code, file)
        .flatMap(findSlotNamesInNode)
        .filter((slot) => SLOTS.includes(slot))
    : [];

function findIndustryMentionsInNode(node: Node): string[] {
  const { type, value, property, key, computed } = node;
  if (type === 'Literal' && typeof value === 'string') return INDUSTRY_REFERENCE_PATTERN.test(value) ? [value] : [];
  if (type === 'TemplateElement')
    return INDUSTRY_REFERENCE_PATTERN.test((value as { raw: string }).raw) ? [(value as { raw: string }).raw] : [];
  const fieldNode = type === 'MemberExpression' ? property : /Property/.test(type) ? key : undefined;
  const name = computed ? undefined : getName(fieldNode);
  return name !== undefined && INDUSTRY_NAMES.includes(name) ? [name] : [];
}

function findIndustryWordsInNode({ type, name, value, regex }: Node): string[] {
  if (type === 'Identifier') return WORD_IN_IDENTIFIER_PATTERN.test(name as string) ? [name as string] : [];
  if (type === 'TemplateElement') return toList(WORD_IN_TEXT_PATTERN.exec((value as { raw: string }).raw)?.[0]);
  if (type !== 'Literal') return [];
  if (regex) return toList(WORD_IN_TEXT_PATTERN.exec((regex as { pattern: string }).pattern)?.[0]);
  if (typeof value !== 'string') return [];
  return WORD_IN_TEXT_PATTERN.test(value) || REQUEST_KIND_PATTERN.test(value) ? [value] : [];
}

function findSlotNamesInNode({
  type,
  object,
  property,
  computed,
  id,
  init,
  callee,
  arguments: callArguments,
  left,
  right,
}: Node): string[] {
  if (
    type === 'MemberExpression' &&
    !computed &&
    ['catalogEntities', 'industryEntities'].includes(getName(object) ?? '')
  )
    return toList(getName(property));
  if (type === 'VariableDeclarator' && ['catalogEntities', 'industryEntities'].includes(getName(init) ?? ''))
    return ((id as Node).properties as Node[] | undefined)?.flatMap(({ key }) => toList(getName(key))) ?? [];
  if (type === 'CallExpression') {
    const [firstArgument, secondArgument] = callArguments as unknown[];
    if (SLOT_LOOKUPS.includes(getName(callee) ?? '')) return toList(getStringValue(secondArgument));
    const isSubjectCheck = getName(callee) === 'includes' && getName((callee as Node).object) === 'subject';
    return isSubjectCheck ? toList(getStringValue(firstArgument)) : [];
  }
  if (type !== 'BinaryExpression') return [];
  if (getName(left) === 'slot') return toList(getStringValue(right));
  return getName(right) === 'slot' ? toList(getStringValue(left)) : [];
}

const toList = (text: string | undefined): string[] => (text === undefined ? [] : [text]);
function getStringValue(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as Node;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

/** The last name of an expression: `catalogEntities` for `slots.catalogEntities`. */
function getName(node: unknown): string | undefined {
  const { type, name, property } = (node ?? {}) as Node;
  if (type === 'Identifier') return name as string;
  return type === 'MemberExpression' ? getName(property) : undefined;
}

const parsedFiles = new Map<string, Node[]>();

/** Each file is parsed once, for all rules. */
function collectNodes(code: string, file?: string): Node[] {
  if (file === undefined) return [...parse(code)];
  const nodes = parsedFiles.get(file) ?? [...parse(code, file)];
  parsedFiles.set(file, nodes);
  return nodes;
}

function* parse(code: string, file = 'code.ts'): Generator<Node> {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`);
  const pending: unknown[] = [program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node) yield node as Node;
    pending.push(...Object.values(node));
  }
}
