// Makes dist/widget: widget.js, which every page loads, and what it loads when it is needed: the chat, and other languages.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RolldownPlugin, rolldown } from 'rolldown';

const SOURCE = join(import.meta.dirname, 'src');
const OUT = join(import.meta.dirname, '../dist/widget');

/** A style sheet is imported as a string, for a constructed sheet: no page's policy stands in its way. */
const sheets: RolldownPlugin = {
  name: 'sheets',
  async load(id) {
    if (!id.endsWith('.css')) return null;
    return { code: `export const css = ${JSON.stringify(minified(await readFile(id, 'utf8')))}`, moduleType: 'js' };
  },
};

const minified = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .replace(/\b0\.(\d)/g, '.$1')
    .trim();

/** A page may be in any encoding, and a script is read in its page's. */
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

async function bundle(input: string, format: 'es' | 'iife', define: Record<string, string>) {
  const build = await rolldown({
    input: join(SOURCE, input),
    plugins: [sheets],
    // The classic way of JSX makes a smaller file, and needs no second part of Preact.
    tsconfig: false,
    transform: {
      target: 'es2022',
      define,
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment', pure: false },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
    checks: { pluginTimings: false },
  });
  const { output } = await build.generate({
    format,
    minify: true,
    comments: false,
    codeSplitting: false,
    entryFileNames: '[name]-[hash].js',
  });
  await build.close();
  return {
    name: output[0].fileName,
    code: output[0].code.replace(/[\u0080-\uffff]/g, escaped),
  };
}

/**
 * Most of widget.js runs as soon as it is there: Chromium then compiles all of it at once, beside the page's thread,
 * instead of function by function on it. To other browsers it is a comment.
 */
const CALLED_ON_LOAD = '//# allFunctionsCalledOnLoad\n';

/** One hash for all of them: each would have to be in widget.js. */
async function readLanguages() {
  const folder = join(SOURCE, 'languages');
  const files = (await readdir(folder)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const hash = createHash('sha256').update(texts.join('')).digest('base64url').slice(0, 8);
  const codes = files.map((file) => file.replace('.json', ''));
  const parts = codes.map((code, i) => ({
    name: `texts-${code}-${hash}.json`,
    code: JSON.stringify(JSON.parse(texts[i]!)),
  }));
  return { codes, hash, parts };
}

const languages = await readLanguages();
const chat = await bundle('chat/chat.tsx', 'es', {});
const entry = await bundle('widget.ts', 'iife', {
  CHAT_FILE: JSON.stringify(chat.name),
  LANGUAGES: JSON.stringify(languages.codes),
  TEXTS_HASH: JSON.stringify(languages.hash),
});

await mkdir(OUT, { recursive: true });
const made = [...languages.parts, chat, { name: 'widget.js', code: CALLED_ON_LOAD + entry.code }];
for (const { name, code } of made) await writeFile(join(OUT, name), code);
const old = (await readdir(OUT)).filter((name) => !made.some((file) => file.name === name));
await Promise.all(old.map((name) => rm(join(OUT, name), { force: true })));
