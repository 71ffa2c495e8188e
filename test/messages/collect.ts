// Collects the English messages from the source code: arguments of `text` and `message`, and questions of capabilities.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { parseAst } from 'rolldown/parseAst';
import { LANGUAGES } from '../../src/messages/languages.ts';

export type Message = { text: string; where: string[] };
type Element = ReturnType<IntlMessageFormat['getAst']>[number];
type Node = { type: string; [field: string]: unknown };

const SOURCE_FOLDER = resolve(import.meta.dirname, '../../src');
const MESSAGE_FUNCTIONS = new Set(['text', 'message']);

export const TRANSLATION_LANGUAGES = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en');

export function collectEnglishMessages(): Message[] {
  const filesByMessage = new Map<string, Set<string>>();
  const files = readdirSync(SOURCE_FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  for (const file of files.sort()) {
    const source = readFileSync(join(SOURCE_FOLDER, file), 'utf8');
    for (const text of findMessages(source))
      filesByMessage.set(text, (filesByMessage.get(text) ?? new Set()).add(file));
  }
  return [...filesByMessage].map(([text, where]) => ({ text, where: [...where] }));
}

/** Only files with these imports use the formatter; elsewhere functions with the same names are unrelated. */
const USES_FORMATTER_PATTERN = /'[./]*(?:capability\/|\.\/)formatter\.ts'|messages\/catalogue\.ts'/;

export function findMessages(source: string): string[] {
  const messages: string[] = [];
  const usesFormatter = USES_FORMATTER_PATTERN.test(source);
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, (node) => {
    const [firstArgument] = (node.arguments ?? []) as Node[];
    if (node.type === 'CallExpression' && firstArgument && isMessageCall(node.callee as Node, usesFormatter))
      messages.push(...collectLiterals(firstArgument));
    if (node.type !== 'Property' || getName(node.key as Node) !== 'ask') return;
    const questions = node.value as Node;
    if (questions.type !== 'ObjectExpression') return;
    for (const { value } of questions.properties as Node[]) if (value) messages.push(...collectLiterals(value as Node));
  });
  return messages;
}

const isMessageCall = (callee: Node, usesFormatter: boolean) =>
  MESSAGE_FUNCTIONS.has(getName(callee)) && (usesFormatter || getName((callee.object as Node) ?? callee) === 'format');

const getName = ({ type, name, property }: Node): string =>
  type === 'Identifier' ? String(name) : type === 'MemberExpression' ? getName(property as Node) : '';

/** The string literals of an expression, including both branches of a conditional. */
function collectLiterals(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((branch) => collectLiterals(branch as Node));
  if (node.type === 'LogicalExpression') return collectLiterals(node.right as Node);
  return [];
}

function visit(node: Node, onNode: (node: Node) => void): void {
  onNode(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') visit(child as Node, onNode);
  }
}

/** The placeholders of an ICU message, and those of them that appear in its text. Throws if the message is invalid. */
export function findPlaceholders(message: string, locale = 'en'): { allNames: string[]; displayedNames: string[] } {
  const allNames = new Set<string>();
  const displayedNames = new Set<string>();
  const walk = (elements: readonly Element[]) => {
    for (const element of elements) {
      if (element.type === LITERAL_ELEMENT || element.type === POUND_ELEMENT) continue;
      allNames.add(element.value);
      if ('options' in element) for (const { value } of Object.values(element.options)) walk(value);
      else displayedNames.add(element.value);
    }
  };
  walk(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst());
  return { allNames: [...allNames], displayedNames: [...displayedNames].sort() };
}

const LITERAL_ELEMENT = 0;
const POUND_ELEMENT = 7;

/** Whether a translation shows the same placeholders as the English message and uses no unknown ones. */
export function matchesPlaceholders(english: string, translation: string, language: string): boolean {
  const [englishPlaceholders, translatedPlaceholders] = [
    findPlaceholders(english),
    findPlaceholders(translation, language),
  ];
  return (
    englishPlaceholders.displayedNames.join() === translatedPlaceholders.displayedNames.join() &&
    translatedPlaceholders.allNames.every((name) => englishPlaceholders.allNames.includes(name))
  );
}

export const readCatalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(SOURCE_FOLDER, 'messages', `${language}.json`), 'utf8'));
