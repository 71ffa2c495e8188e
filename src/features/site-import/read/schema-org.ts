// Reads schema.org data: JSON-LD scripts and microdata attributes, both as the same kind of objects.
import { collapseWhitespace } from '../../knowledge/extract/blocks.ts';
import { type HtmlElement, isElement, parseTree, textOf, walkElements } from './html-tree.ts';

export type SchemaNode = { types: string[]; get(property: string): unknown[] };
type SchemaFields = { [name: string]: unknown };

const MAX_NODES = 5_000;

/** All objects of a page, including those inside others. */
export function collectSchemaNodes(root: HtmlElement): SchemaNode[] {
  const scripts = [...walkElements(root)].filter(
    ({ name, attributes }) => name === 'script' && attributes.type?.includes('ld+json'),
  );
  const objects = [...scripts.flatMap((script) => parseJson(textOf(script))), ...collectMicrodata(root)];
  const nodes: SchemaNode[] = [];
  const collect = (value: unknown, depth: number) => {
    if (depth > 30 || nodes.length >= MAX_NODES || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const entry of value) collect(entry, depth + 1);
      return;
    }
    const node = toNode(value);
    if (node) nodes.push(node);
    for (const inner of Object.values(value)) collect(inner, depth + 1);
  };
  for (const object of objects) collect(object, 0);
  return nodes;
}

function parseJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

function toNode(value: unknown): SchemaNode | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = value as SchemaFields;
  const types = toList(fields['@type']).map((type) => String(type).replace(/^.*[/:#]/, ''));
  return types.length ? { types, get: (property) => toList(fields[property]) } : undefined;
}

const toList = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** The text of a property, without markup. */
export function readProperty(node: SchemaNode | undefined, property: string): string | undefined {
  const value = node?.get(property)[0];
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = /[<&]/.test(String(value)) ? textOf(parseTree(String(value))) : String(value);
  return collapseWhitespace(text) || undefined;
}

export const readNodes = (node: SchemaNode | undefined, ...properties: string[]): SchemaNode[] =>
  properties.flatMap((property) => node?.get(property) ?? []).flatMap((value) => toNode(value) ?? []);

function collectMicrodata(element: HtmlElement): SchemaFields[] {
  return element.children.filter(isElement).flatMap((child) => {
    if (!('itemscope' in child.attributes)) return collectMicrodata(child);
    const item: SchemaFields = { '@type': (child.attributes.itemtype ?? '').split(/\s+/).filter(Boolean) };
    const unrelatedItems = collectProperties(child, item);
    return [item, ...unrelatedItems];
  });
}

/** Adds the properties below an element to an item. Returns the items below it that are not properties of it. */
function collectProperties(element: HtmlElement, item: SchemaFields): SchemaFields[] {
  return element.children.filter(isElement).flatMap((child) => {
    const { itemprop, itemtype } = child.attributes;
    const isItem = 'itemscope' in child.attributes;
    if (isItem) {
      const innerItem: SchemaFields = { '@type': (itemtype ?? '').split(/\s+/).filter(Boolean) };
      const unrelatedItems = collectProperties(child, innerItem);
      if (!itemprop) return [innerItem, ...unrelatedItems];
      addProperty(item, itemprop, innerItem);
      return unrelatedItems;
    }
    if (itemprop) addProperty(item, itemprop, readPropertyValue(child));
    return collectProperties(child, item);
  });
}

function addProperty(item: SchemaFields, names: string, value: unknown) {
  for (const name of names.split(/\s+/)) item[name] = [...toList(item[name]), value];
}

const readPropertyValue = (element: HtmlElement): string => {
  const { content, datetime } = element.attributes;
  return content ?? datetime ?? collapseWhitespace(textOf(element));
};
