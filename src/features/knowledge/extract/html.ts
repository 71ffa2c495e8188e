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
const HEADING_TAG = /^h([1-6])$/;

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
  let inTitle = false;
  /** The hidden element we are in, and the nesting depth of elements with the same name. */
  let hidden: { name: string; depth: number } | undefined;

  const endBlock = () => {
    const blockText = collapseWhitespace(text);
    if (blockText) blocks.push(level ? { text: blockText, level } : { text: blockText });
    text = '';
  };
  const collectMetadata = (name: string, attributes: Record<string, string>) => {
    if (name === 'title' && !title) inTitle = true;
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
        if (hidden) {
          if (name === hidden.name && !VOID_ELEMENTS.has(name)) hidden.depth++;
          return;
        }
        if (BLOCK_ELEMENTS.has(name)) endBlock();
        // Buttons are skipped, except in a heading: expandable FAQs put the question in a button there.
        if (!VOID_ELEMENTS.has(name) && isHidden(name, attributes) && !(name === 'button' && level)) {
          hidden = { name, depth: 1 };
          return;
        }
        if (CELL_ELEMENTS.has(name) && text.trim()) text += ' | ';
        level = Number(HEADING_TAG.exec(name)?.[1]) || level;
      },
      ontext(data) {
        if (inTitle) title += data;
        if (!hidden) text += data;
      },
      onclosetag(name) {
        inTitle = false;
        if (hidden) {
          if (name === hidden.name && --hidden.depth === 0) hidden = undefined;
          return;
        }
        if (BLOCK_ELEMENTS.has(name)) endBlock();
        if (HEADING_TAG.test(name)) level = undefined;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  endBlock();
  return { title: collapseWhitespace(title), blocks, links, noIndex, ...(baseUrl === undefined ? {} : { baseUrl }) };
}
