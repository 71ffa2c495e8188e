// The text of an HTML email, as a person sees it. Quoted parts are marked as in plain emails.
import { Parser } from 'htmlparser2';

const SKIPPED_TAGS = new Set(['head', 'style', 'script', 'title', 'template', 'svg', 'object', 'noscript', 'textarea']);
const BLOCK_TAGS = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'footer', 'form'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'nav', 'ol', 'pre', 'section', 'table'],
  ...['tbody', 'thead', 'tr', 'ul'],
]);
/** With a blank line around them. */
const PARAGRAPH_TAGS = new Set(['p', 'h1', 'h2', 'h3', 'table', 'ul', 'ol', 'blockquote']);
const VOID_TAGS = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'wbr',
  'col',
  'area',
  'base',
  'embed',
  'source',
]);

const QUOTE_CLASS_PATTERN = /(?:^|[\s_-])(?:yahoo_quoted|protonmail_quote|moz-forward-container-quote)(?:$|\s)/;
const SIGNATURE_CLASS_PATTERN =
  /gmail_signature(?!_prefix)|moz-signature|protonmail_signature_block(?!-)|ms-outlook-mobile-signature/i;
const MAX_DEPTH = 400;
const CHUNK_CHARACTERS = 16_384;

type Element = { name: string; isSkipped: boolean; isQuote: boolean };

export function htmlToText(html: string): string {
  const lines: string[] = [];
  const openElements: Element[] = [];
  let line = '';
  let quoteDepth = 0;
  let skipDepth = 0;
  let preDepth = 0;
  const buildQuotePrefix = () => (quoteDepth > 0 ? `${'>'.repeat(Math.min(quoteDepth, 9))} ` : '');
  const endLine = () => {
    const text = preDepth > 0 ? line.trimEnd() : line.replace(/ +/g, ' ').trim();
    if (text) lines.push(buildQuotePrefix() + text);
    line = '';
  };
  const addBlankLine = () => {
    endLine();
    if (lines.length > 0 && lines.at(-1)?.replace(/[> ]/g, '')) lines.push(buildQuotePrefix().trim());
  };
  const breakLineAt = (name: string) => {
    if (PARAGRAPH_TAGS.has(name)) addBlankLine();
    else if (BLOCK_TAGS.has(name)) endLine();
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const isVoid = VOID_TAGS.has(name);
        if (skipDepth === 0) {
          breakLineAt(name);
          if (name === 'br') {
            if (line.trim()) endLine();
            else if (lines.length > 0) lines.push(buildQuotePrefix().trim());
          }
          if (name === 'hr') lines.push(`${buildQuotePrefix()}________________________________`);
          if (name === 'li') line += '- ';
          if ((name === 'td' || name === 'th') && line.trim()) line += ' ';
        }
        if (isVoid || openElements.length >= MAX_DEPTH) return;
        const classAndId = `${attributes.class ?? ''} ${attributes.id ?? ''}`;
        const isSkipped = SKIPPED_TAGS.has(name) || isHidden(attributes);
        const isQuote = name === 'blockquote' || QUOTE_CLASS_PATTERN.test(classAndId);
        if (isQuote && name !== 'blockquote') addBlankLine();
        if (
          skipDepth === 0 &&
          (SIGNATURE_CLASS_PATTERN.test(classAndId) || attributes['data-smartmail'] === 'gmail_signature')
        ) {
          endLine();
          if (!/^>* *--$/.test(lines.at(-1)?.trim() ?? '')) lines.push(`${buildQuotePrefix()}-- `);
        }
        openElements.push({ name, isSkipped, isQuote });
        if (isSkipped) skipDepth++;
        if (isQuote) quoteDepth++;
        if (name === 'pre') preDepth++;
      },
      ontext(text) {
        if (skipDepth > 0) return;
        if (preDepth === 0) {
          line += text.replace(/[\s\u00a0]+/g, ' ');
          return;
        }
        const [first = '', ...rest] = text.split(/\r?\n/);
        line += first;
        for (const next of rest) {
          if (line.trim()) endLine();
          else lines.push(buildQuotePrefix().trim());
          line = next;
        }
      },
      onclosetag(name) {
        if (VOID_TAGS.has(name)) return;
        if (skipDepth === 0) breakLineAt(name);
        const index = openElements.findLastIndex((element) => element.name === name);
        for (const element of index < 0 ? [] : openElements.splice(index)) {
          if (element.isQuote) endLine();
          if (element.isSkipped) skipDepth--;
          if (element.isQuote) quoteDepth--;
          if (element.name === 'pre') preDepth--;
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  // The parser takes quadratic time for elements in elements, so what is nested too deeply is left out.
  for (let position = 0; position < html.length && openElements.length < MAX_DEPTH; position += CHUNK_CHARACTERS)
    parser.write(html.slice(position, position + CHUNK_CHARACTERS));
  parser.end();
  endLine();
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Previews for lists of emails, and pictures that count who reads an email, are hidden this way. */
const isHidden = ({ style = '', hidden }: Record<string, string>): boolean =>
  hidden !== undefined || /display:\s*none|mso-hide:\s*all/i.test(style);
