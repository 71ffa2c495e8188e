// Builds dist/widget: widget.js, which every page loads, and the chat and language files, which it loads on demand.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RolldownPlugin, rolldown } from 'rolldown';

const SOURCE_FOLDER = join(import.meta.dirname, 'src');
const OUTPUT_FOLDER = join(import.meta.dirname, '../dist/widget');

/** Imports style sheets as strings for constructed style sheets, which no page's Content Security Policy blocks. */
const cssPlugin: RolldownPlugin = {
  name: 'sheets',
  async load(id) {
    if (!id.endsWith('.css')) return null;
    return { code: `export const css = ${JSON.stringify(minifyCss(await readFile(id, 'utf8')))}`, moduleType: 'js' };
  },
};

const minifyCss = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .replace(/\b0\.(\d)/g, '.$1')
    .trim();

/** Scripts are decoded with the page's encoding, which may be any, so the output must be ASCII. */
const escapeChar = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

async function bundle(input: string, format: 'es' | 'iife', define: Record<string, string>) {
  const build = await rolldown({
    input: join(SOURCE_FOLDER, input),
    plugins: [cssPlugin],
    // The classic JSX runtime makes a smaller file than the automatic one.
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
    content: output[0].code.replace(/[\u0080-\uffff]/g, escapeChar),
  };
}

/**
 * Most of widget.js runs on load, so this hint makes Chromium compile it eagerly off the main thread. Other browsers see
 * a comment.
 */
const CALLED_ON_LOAD = '//# allFunctionsCalledOnLoad\n';

/** All languages share one hash, because each hash would add to widget.js. */
async function readLanguages() {
  const folder = join(SOURCE_FOLDER, 'languages');
  const fileNames = (await readdir(folder)).sort();
  const fileContents = await Promise.all(fileNames.map((file) => readFile(join(folder, file), 'utf8')));
  const hash = createHash('sha256').update(fileContents.join('')).digest('base64url').slice(0, 8);
  const languageCodes = fileNames.map((file) => file.replace('.json', ''));
  const textFiles = languageCodes.map((languageCode, i) => ({
    name: `texts-${languageCode}-${hash}.json`,
    content: JSON.stringify(JSON.parse(fileContents[i]!)),
  }));
  return { languageCodes, hash, textFiles };
}

const languages = await readLanguages();
const chatBundle = await bundle('chat/chat.tsx', 'es', {});
const loaderBundle = await bundle('widget.ts', 'iife', {
  CHAT_FILE: JSON.stringify(chatBundle.name),
  LANGUAGES: JSON.stringify(languages.languageCodes),
  TEXTS_HASH: JSON.stringify(languages.hash),
});

await mkdir(OUTPUT_FOLDER, { recursive: true });
const outputFiles = [
  ...languages.textFiles,
  chatBundle,
  { name: 'widget.js', content: CALLED_ON_LOAD + loaderBundle.content },
];
for (const { name, content } of outputFiles) await writeFile(join(OUTPUT_FOLDER, name), content);
const staleFiles = (await readdir(OUTPUT_FOLDER)).filter((name) => !outputFiles.some((file) => file.name === name));
await Promise.all(staleFiles.map((name) => rm(join(OUTPUT_FOLDER, name), { force: true })));
