import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked, type Tokens } from 'marked';

const GUIDES_FOLDER = join(import.meta.dirname, '../../docs/guides');

export type CodeBlock = { language: string; fileName: string | undefined; code: string };

/** The code of a guide. After its language, a block may name the file to save it as. */
export async function findCodeBlocks(guide: string): Promise<CodeBlock[]> {
  const tokens = marked.lexer(await readFile(join(GUIDES_FOLDER, guide), 'utf8'));
  return tokens
    .filter((token): token is Tokens.Code => token.type === 'code')
    .map(({ lang = '', text: code }) => {
      const [language = '', fileName] = lang.split(' ');
      return { language, fileName, code };
    });
}
