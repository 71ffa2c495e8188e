// Checks that the files, identifiers, headings, settings and commands named in guides and deployment files exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
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

/** A word in camel case, or the name of a function that is called: `startsAt`, `stage_of()`. */
const IDENTIFIER_PATTERN = /\b(?:[a-z][a-z0-9]*[A-Z]\w*|\w+(?=\())/g;
/** One or more names and their file: `findDueTimeMs` (`due.ts`). */
const NAMES_AND_FILE_PATTERN = /((?:`[\w.]+(?:\(\))?`(?:, | and )?)+)\s+(?:in\s+|\()`([\w./-]+\.(?:tsx?|sql))`/g;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const identifiersInSources = new Set(
  ['tsconfig.json', ...SOURCES.filter((file) => !file.endsWith('docs.test.ts'))].flatMap(
    (file) => read(file).match(/\w+/g) ?? [],
  ),
);
const removeCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
const removeCodeBlocks = (text: string) => text.replace(/```[\s\S]*?```/g, '');
/** The source files with this name or at this path, which may be relative. */
const listSources = (name: string) =>
  SOURCES.filter((file) => `/${file}`.endsWith(`/${name.replace(/^(\.\.\/)+/, '')}`));
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

function findUnknownIdentifiers(text: string): string[] {
  const inlineCode = removeCodeBlocks(text).match(/`[^`]+`/g) ?? [];
  const names = inlineCode.flatMap((code) => code.match(IDENTIFIER_PATTERN) ?? []);
  return [...new Set(names)].filter((name) => !identifiersInSources.has(name));
}

function findMisplacedNames(text: string): string[] {
  return [...removeCodeBlocks(text).matchAll(NAMES_AND_FILE_PATTERN)].flatMap(([, names = '', file = '']) => {
    const sources = listSources(file).map(read);
    return [...names.matchAll(/`(?:\w+\.)*(\w+)/g)]
      .filter(([, name = '']) => !sources.some((source) => new RegExp(`\\b${name}\\b`, 'i').test(source)))
      .map(([, name]) => `${name} in ${file}`);
  });
}

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
  const mentionedFiles = matchesIn(guide, /`([\w./-]+\.(?:tsx?|sql))`/g);
  expect(mentionedFiles.filter((name) => listSources(name).length === 0 && !PLACEHOLDERS.includes(name))).toEqual([]);
});

// The changelog may name what is gone.
it.each(GUIDES.filter((guide) => guide !== 'CHANGELOG.md'))('the identifiers named in %s exist', (guide) => {
  expect(findUnknownIdentifiers(read(guide))).toEqual([]);
});

it.each(GUIDES)('the names in %s are in the files that it says', (guide) => {
  expect(findMisplacedNames(read(guide))).toEqual([]);
});

it('names that do not exist are found', () => {
  const text = 'Send `formerField` and `startsAt`; `former_function()` and `must(value, …)` check them.';
  expect(findUnknownIdentifiers(text)).toEqual(['formerField', 'former_function']);
  expect(findMisplacedNames('By `startsAt` and `LAYERS` in `imports.test.ts`.')).toEqual([
    'startsAt in imports.test.ts',
  ]);
});

it('docs/decisions/README.md lists each decision with its title', () => {
  const list = read('docs/decisions/README.md');
  const unlistedDecisions = globSync('docs/decisions/0*.md', { cwd: ROOT }).filter((file) => {
    const [, number, title] = /^# (\d+): (.+)$/m.exec(read(file)) ?? [];
    return !list.includes(`| [${number}](${basename(file)}) | ${title} |`);
  });
  expect(unlistedDecisions).toEqual([]);
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
