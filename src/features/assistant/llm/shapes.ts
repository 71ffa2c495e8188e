// Tools as a model sees them: short schemas, and answers in words.
import type { Formatter } from '../../../capability/formatter.ts';
import type { Tool } from '../../../capability/tool.ts';

type Schema = Tool['inputSchema'];
type Node = Record<string, unknown>;

/** What a model never says itself. */
const LEFT_OUT = ['checkOnly', 'action', 'force'];
const KEPT = ['type', 'properties', 'items', 'enum', 'const', 'anyOf', 'oneOf', 'description', 'minimum', 'maximum'];

/** Of what is written nothing is required: the dialogue asks for what is missing. */
export function forModels(schema: Schema, effect: Tool['effect']): Schema {
  return { ...shortened(schema, effect === 'write'), type: 'object', additionalProperties: false };
}

function shortened(node: Node, isOptional: boolean): Node {
  const kept = Object.entries(node).filter(([key]) => KEPT.includes(key) || (key === 'required' && !isOptional));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === 'properties') return [key, propertiesIn(value as Record<string, Node>, isOptional)];
      if (key === 'items') return [key, shortened(value as Node, isOptional)];
      if (key === 'anyOf' || key === 'oneOf')
        return [key, (value as Node[]).map((each) => shortened(each, isOptional))];
      return [key, value];
    }),
  );
}

const propertiesIn = (properties: Record<string, Node>, isOptional: boolean): Node =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !LEFT_OUT.includes(name))
      .map(([name, each]) => [name, shortened(each, isOptional)]),
  );

const AMOUNT = /price|copay|amount|deposit|fee|cost|total/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** What only programs use. */
const HIDDEN = /^(?:id|(?!occurrence).+Id|timezone|currency|kind|industry|version|createdAt|updatedAt)$/;

/** Amounts and times as they are said, without what is nobody's business. */
export function inWords(value: unknown, say: Formatter, name = ''): unknown {
  if (typeof value === 'number') return AMOUNT.test(name) ? say.money(value) : value;
  if (typeof value === 'string') return TIME.test(value) ? say.time(value) : value;
  if (Array.isArray(value)) return value.map((each) => inWords(each, say, name));
  if (typeof value !== 'object' || value === null) return value;
  const told = Object.entries(value).filter(([key, each]) => !HIDDEN.test(key) && each !== null && each !== undefined);
  return Object.fromEntries(told.map(([key, each]) => [key, inWords(each, say, AMOUNT.test(name) ? name : key)]));
}
