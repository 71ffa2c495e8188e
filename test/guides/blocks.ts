import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked, type Tokens } from 'marked';

const FOLDER = join(import.meta.dirname, '../../docs/guides');

export type Block = { language: string; name: string | undefined; text: string };

/** The code of a guide. After its language, a block may name the file to save it as. */
export async function blocksOf(guide: string): Promise<Block[]> {
  const tokens = marked.lexer(await readFile(join(FOLDER, guide), 'utf8'));
  return tokens
    .filter((token): token is Tokens.Code => token.type === 'code')
    .map(({ lang = '', text }) => {
      const [language = '', name] = lang.split(' ');
      return { language, name, text };
    });
}
