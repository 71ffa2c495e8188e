// Checks that the files, headings, settings and commands named in guides and deployment files exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const GUIDES = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
const DEPLOYMENT_FILES = ['Dockerfile', 'compose.yaml', 'deploy/frontdesk.service', 'docs/deployment.md'];
/** Environment variables of other software in the deployment files. */
const FOREIGN_VARIABLES = ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'NODE_COMPILE_CACHE'];
const SOURCES = globSync(['*.ts', '{bench,bin,clients,eval,models,src,test,web,widget}/**/*.{ts,tsx,sql}'], {
  cwd: ROOT,
});
/** Placeholder file names. */
const PLACEHOLDERS = ['x.test.ts', 'x.db.test.ts', 'src/migrations/NNNN-name.sql'];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const removeCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
/** The anchors that GitHub generates for headings. */
const listAnchors = (path: string) =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
const matchesIn = (path: string, pattern: RegExp) => [
  ...new Set([...read(path).matchAll(pattern)].map(([, match = '']) => match)),
];

it.each(GUIDES)('the links in %s are valid', (guide) => {
  const brokenLinks = [...removeCode(read(guide)).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, file = '', anchor]) => {
      // A page of the service.
      if (file.startsWith('/')) return !read('src/features/service/pages.ts').includes(`'${file}':`);
      const target = file ? relative(ROOT, join(ROOT, dirname(guide), file)) : guide;
      return !existsSync(join(ROOT, target)) || (anchor && !listAnchors(target).includes(anchor));
    })
    .map(([link]) => link);
  expect(brokenLinks).toEqual([]);
});

it.each(GUIDES)('the source files named in %s exist', (guide) => {
  const hasSource = (name: string) => SOURCES.some((file) => `/${file}`.endsWith(`/${name.replace(/^(\.\.\/)+/, '')}`));
  const mentionedFiles = matchesIn(guide, /`([\w./-]+\.(?:tsx?|sql))`/g);
  expect(mentionedFiles.filter((name) => !hasSource(name) && !PLACEHOLDERS.includes(name))).toEqual([]);
});

it.each(DEPLOYMENT_FILES)('%s names settings that docs/settings.md lists', (file) => {
  const documentedSettings = new Set(read('docs/settings.md').match(/(?<=^\|.*)`[A-Z_]+`/gm));
  const mentionedSettings = matchesIn(file, /(?<![\w/])([A-Z][A-Z_]{2,})(?==|: ["\d/$]|:-)/g);
  expect(
    mentionedSettings.filter((name) => !documentedSettings.has(`\`${name}\``) && !FOREIGN_VARIABLES.includes(name)),
  ).toEqual([]);
});

it('docs/deployment.md uses only existing commands', () => {
  const declaredCommands = SOURCES.filter((file) => file.startsWith('src/cli/')).flatMap((file) =>
    matchesIn(file, /^ {4}name: '([a-z-]+(?: [a-z-]+)?)',$/gm),
  );
  const commands = [...declaredCommands, 'start', 'worker'];
  const usedCommands = matchesIn(
    'docs/deployment.md',
    /(?:bin\/frontdesk|exec \S+ frontdesk|^frontdesk) ([a-z-]+(?: [a-z]+)?)/gm,
  );
  expect(usedCommands.length).toBeGreaterThan(4);
  expect(
    usedCommands.filter(
      (usedCommand) => !commands.some((name) => usedCommand === name || usedCommand.startsWith(`${name} `)),
    ),
  ).toEqual([]);
});

it('the Dockerfile copies only existing files', () => {
  const copiedPaths = matchesIn('Dockerfile', /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));
  expect(copiedPaths.length).toBeGreaterThan(5);
  expect(copiedPaths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
