import { Parser } from 'htmlparser2';
import { type Block, collapseWhitespace, type ParsedDocument } from './blocks.ts';

/** Elements without readable content of the page: code, media, navigation and form controls. */
const SKIPPED_ELEMENTS = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'math', 'head', 'iframe', 'object', 'video', 'audio', 'canvas'],
  ...['nav', 'footer', 'aside', 'form', 'button', 'select', 'textarea', 'dialog'],
]);
const BLOCK_ELEMENTS = new Set([
  ...['p', 'div', 'section', 'article', 'main', 'header', 'li', 'ul', 'ol', 'dl', 'dt', 'dd', 'table', 'tr', 'caption'],
  ...['blockquote', 'pre', 'figure', 'figcaption', 'address', 'details', 'summary', 'br', 'hr', 'body'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);
const CELL_ELEMENTS = new Set(['td', 'th']);
/** These have no closing tag, so treating one as hidden would hide everything after it. */
const VOID_ELEMENTS = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'wbr',
  'source',
  'col',
  'area',
  'base',
  'embed',
]);
const HEADING_TAG_PATTERN = /^h([1-6])$/;

const isHidden = (name: string, attributes: Record<string, string>) =>
  SKIPPED_ELEMENTS.has(name) ||
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '');

/** Extracts the visible text of a page, one block per block element. Scripts are not run. */
export function parseHtml(html: string): ParsedDocument {
  const blocks: Block[] = [];
  const links: string[] = [];
  let title = '';
  let baseUrl: string | undefined;
  let noIndex = false;
  let text = '';
  let level: number | undefined;
  let isInTitle = false;
  /** The hidden element we are in, and the nesting depth of elements with the same name. */
  let hiddenElement: { name: string; depth: number } | undefined;

  const endBlock = () => {
    const blockText = collapseWhitespace(text);
    if (blockText) blocks.push(level ? { text: blockText, level } : { text: blockText });
    text = '';
  };
  const collectMetadata = (name: string, attributes: Record<string, string>) => {
    if (name === 'title' && !title) isInTitle = true;
    if (name === 'base') baseUrl ??= attributes.href;
    if (name === 'a' && attributes.href && !/\bnofollow\b/i.test(attributes.rel ?? '')) links.push(attributes.href);
    if (
      name === 'meta' &&
      attributes.name?.toLowerCase() === 'robots' &&
      /noindex|none/i.test(attributes.content ?? '')
    )
      noIndex = true;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        collectMetadata(name, attributes);
        if (hiddenElement) {
          if (name === hiddenElement.name && !VOID_ELEMENTS.has(name)) hiddenElement.depth++;
          return;
        }
        if (BLOCK_ELEMENTS.has(name)) endBlock();
        // Buttons are skipped, except in a heading: expandable FAQs put the question in a button there.
        if (!VOID_ELEMENTS.has(name) && isHidden(name, attributes) && !(name === 'button' && level)) {
          hiddenElement = { name, depth: 1 };
          return;
        }
        if (CELL_ELEMENTS.has(name) && text.trim()) text += ' | ';
        level = Number(HEADING_TAG_PATTERN.exec(name)?.[1]) || level;
      },
      ontext(data) {
        if (isInTitle) title += data;
        if (!hiddenElement) text += data;
      },
      onclosetag(name) {
        isInTitle = false;
        if (hiddenElement) {
          if (name === hiddenElement.name && --hiddenElement.depth === 0) hiddenElement = undefined;
          return;
        }
        if (BLOCK_ELEMENTS.has(name)) endBlock();
        if (HEADING_TAG_PATTERN.test(name)) level = undefined;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  endBlock();
  return { title: collapseWhitespace(title), blocks, links, noIndex, ...(baseUrl === undefined ? {} : { baseUrl }) };
}
