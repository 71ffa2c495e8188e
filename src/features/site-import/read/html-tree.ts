import { Parser } from 'htmlparser2';

export type HtmlElement = {
  /** Unique on the page; elements are numbered in document order. */
  id: number;
  name: string;
  attributes: Record<string, string>;
  children: (HtmlElement | string)[];
};

/** Deeper nesting is flattened, because everything that walks the tree is recursive. */
const MAX_DEPTH = 400;

export function parseTree(html: string): HtmlElement {
  const root: HtmlElement = { id: 0, name: 'root', attributes: {}, children: [] };
  const openElements = [root];
  let depth = 0;
  let elementCount = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (openElements.length >= MAX_DEPTH) return;
        const element: HtmlElement = { id: ++elementCount, name, attributes, children: [] };
        openElements.at(-1)?.children.push(element);
        openElements.push(element);
      },
      ontext(text) {
        openElements.at(-1)?.children.push(text);
      },
      onclosetag() {
        if (depth-- < MAX_DEPTH) openElements.pop();
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return root;
}

export const isElement = (node: HtmlElement | string): node is HtmlElement => typeof node !== 'string';

export function* walkElements(element: HtmlElement): Generator<HtmlElement> {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* walkElements(child);
  }
}

/** All text, visible or not. */
export const textOf = (element: HtmlElement): string =>
  element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('');
