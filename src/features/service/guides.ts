// The guides for integrators: Markdown files in docs/guides, served as pages at /docs/guides.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Marked, Renderer, type Token, type Tokens } from 'marked';

const GUIDES_FOLDER = join(import.meta.dirname, '../../../docs/guides');
const INDEX_FILE = join(GUIDES_FOLDER, 'index.md');
/** In the guides, the placeholder for the service's own URL. */
const EXAMPLE_URL = 'http://127.0.0.1:3000';

const createGuidePath = (file: string) => `/docs/guides${file === 'index.md' ? '' : `/${basename(file, '.md')}`}`;

/** The pages by their paths, each with its file. */
export const listGuideFiles = (): Map<string, string> => {
  const files = readdirSync(GUIDES_FOLDER).filter((file) => file.endsWith('.md'));
  return new Map(files.map((file) => [createGuidePath(file), join(GUIDES_FOLDER, file)]));
};

const marked = new Marked({
  walkTokens(token) {
    if (token.type === 'link' && token.href.endsWith('.md')) token.href = createGuidePath(token.href);
  },
  renderer: {
    // Wide content scrolls on its own, also with the keyboard.
    code: (token) => Renderer.prototype.code(token).replace('<pre>', '<pre tabindex="0">'),
    table(token) {
      return `<div class="scroll" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>`;
    },
  },
});

/** Fills in the page, with the service's URL in every command, so that commands can be copied as they are. */
export async function renderGuide(file: string, page: string, publicUrl: string): Promise<string> {
  const markdown = (await readFile(file, 'utf8')).replaceAll(EXAMPLE_URL, publicUrl);
  const title = /^# (.+)/.exec(markdown)?.[1] ?? '';
  const contents = renderContents(marked.lexer(await readFile(INDEX_FILE, 'utf8')), createGuidePath(basename(file)));
  const content = await marked.parse(markdown);
  return page
    .replaceAll('<!-- title -->', () => title)
    .replace('<!-- contents -->', () => contents)
    .replace('<!-- content -->', () => content);
}

/** The headings and links of the index, without what it says about them. */
function renderContents(tokens: Token[], currentPath: string): string {
  const lists = tokens.filter((token): token is Tokens.List => token.type === 'list');
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2);
  return lists
    .map(({ items }, index) => {
      const links = items.flatMap(({ tokens: [paragraph] }) =>
        ((paragraph as Tokens.Paragraph).tokens ?? []).filter((token): token is Tokens.Link => token.type === 'link'),
      );
      const contentsItems = links.map(({ href, text }) => {
        const path = createGuidePath(href);
        return `<li><a href="${path}"${path === currentPath ? ' aria-current="page"' : ''}>${text}</a></li>`;
      });
      return `<p>${headings[index]?.text}</p><ul>${contentsItems.join('')}</ul>`;
    })
    .join('');
}
