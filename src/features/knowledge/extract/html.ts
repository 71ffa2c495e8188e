import { Parser } from 'htmlparser2';
import { type Block, type Extract, squeezed } from './blocks.ts';

/** What is not said by the page itself. */
const SILENT = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'math', 'head', 'iframe', 'object', 'video', 'audio', 'canvas'],
  ...['nav', 'footer', 'aside', 'form', 'button', 'select', 'textarea', 'dialog'],
]);
const BLOCKS = new Set([
  ...['p', 'div', 'section', 'article', 'main', 'header', 'li', 'ul', 'ol', 'dl', 'dt', 'dd', 'table', 'tr', 'caption'],
  ...['blockquote', 'pre', 'figure', 'figcaption', 'address', 'details', 'summary', 'br', 'hr', 'body'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);
const CELLS = new Set(['td', 'th']);
/** These never have an end, so that hiding one would hide all that follows. */
const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'source', 'col', 'area', 'base', 'embed']);
const LEVEL = /^h([1-6])$/;

const isHidden = (name: string, attributes: Record<string, string>) =>
  SILENT.has(name) ||
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '');

/** The text that a page shows, cut where its blocks are. Scripts are not run, entities are those of HTML alone. */
export function readHtml(html: string): Extract {
  const blocks: Block[] = [];
  const links: string[] = [];
  let title = '';
  let base: string | undefined;
  let noIndex = false;
  let text = '';
  let level: number | undefined;
  let inTitle = false;
  /** The element that hides what is in it, and how deep inside it we are. */
  let hidden: { name: string; depth: number } | undefined;

  const end = () => {
    const said = squeezed(text);
    if (said) blocks.push(level ? { text: said, level } : { text: said });
    text = '';
  };
  const meet = (name: string, attributes: Record<string, string>) => {
    if (name === 'title' && !title) inTitle = true;
    if (name === 'base') base ??= attributes.href;
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
        meet(name, attributes);
        if (hidden) {
          if (name === hidden.name && !VOID.has(name)) hidden.depth++;
          return;
        }
        if (BLOCKS.has(name)) end();
        // A question that folds its answer out is a button in a heading.
        if (!VOID.has(name) && isHidden(name, attributes) && !(name === 'button' && level)) {
          hidden = { name, depth: 1 };
          return;
        }
        if (CELLS.has(name) && text.trim()) text += ' | ';
        level = Number(LEVEL.exec(name)?.[1]) || level;
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
        if (BLOCKS.has(name)) end();
        if (LEVEL.test(name)) level = undefined;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  end();
  return { title: squeezed(title), blocks, links, noIndex, ...(base === undefined ? {} : { base }) };
}
