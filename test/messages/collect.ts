// The English messages of the code, found in its syntax: what is given to `text` and `message`, and what capabilities ask.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { parseAst } from 'rolldown/parseAst';
import { LANGUAGES } from '../../src/messages/languages.ts';

export type Message = { text: string; where: string[] };
type Element = ReturnType<IntlMessageFormat['getAst']>[number];
type Node = { type: string; [field: string]: unknown };

const SRC = resolve(import.meta.dirname, '../../src');
const SPEAKING = new Set(['text', 'message']);

export const TRANSLATED = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en');

export function englishMessages(): Message[] {
  const found = new Map<string, Set<string>>();
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  for (const file of files.sort()) {
    const source = readFileSync(join(SRC, file), 'utf8');
    for (const text of messagesIn(source)) found.set(text, (found.get(text) ?? new Set()).add(file));
  }
  return [...found].map(([text, where]) => ({ text, where: [...where] }));
}

/** Functions of these names are others where neither a voice nor the catalogue is at hand. */
const SPEAKS = /'[./]*(?:capability\/|\.\/)formatter\.ts'|messages\/catalogue\.ts'/;

export function messagesIn(source: string): string[] {
  const found: string[] = [];
  const speaks = SPEAKS.test(source);
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, (node) => {
    const [first] = (node.arguments ?? []) as Node[];
    if (node.type === 'CallExpression' && first && isSpeaking(node.callee as Node, speaks))
      found.push(...literalsOf(first));
    if (node.type !== 'Property' || nameOf(node.key as Node) !== 'ask') return;
    const asked = node.value as Node;
    if (asked.type !== 'ObjectExpression') return;
    for (const { value } of asked.properties as Node[]) if (value) found.push(...literalsOf(value as Node));
  });
  return found;
}

const isSpeaking = (callee: Node, speaks: boolean) =>
  SPEAKING.has(nameOf(callee)) && (speaks || nameOf((callee.object as Node) ?? callee) === 'say');

const nameOf = ({ type, name, property }: Node): string =>
  type === 'Identifier' ? String(name) : type === 'MemberExpression' ? nameOf(property as Node) : '';

/** Either branch of a choice is a message too. */
function literalsOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((each) => literalsOf(each as Node));
  if (node.type === 'LogicalExpression') return literalsOf(node.right as Node);
  return [];
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') visit(child as Node, see);
  }
}

/** The values that a message takes, and those of them that it says. Throws where it is no ICU message. */
export function valuesIn(message: string, locale = 'en'): { taken: string[]; said: string[] } {
  const taken = new Set<string>();
  const said = new Set<string>();
  const walk = (elements: readonly Element[]) => {
    for (const element of elements) {
      if (element.type === TEXT || element.type === NUMBER_SIGN) continue;
      taken.add(element.value);
      if ('options' in element) for (const { value } of Object.values(element.options)) walk(value);
      else said.add(element.value);
    }
  };
  walk(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst());
  return { taken: [...taken], said: [...said].sort() };
}

const TEXT = 0;
const NUMBER_SIGN = 7;

/** Whether a translation says the same values, and chooses by none that the English does not have. */
export function fits(english: string, translation: string, language: string): boolean {
  const [known, own] = [valuesIn(english), valuesIn(translation, language)];
  return known.said.join() === own.said.join() && own.taken.every((name) => known.taken.includes(name));
}

export const catalogueOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(SRC, 'messages', `${language}.json`), 'utf8'));
