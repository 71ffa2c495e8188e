// Guides and deployment files name files, headings, settings and commands. All of them exist.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const GUIDES = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
const DEPLOYMENT = ['Dockerfile', 'compose.yaml', 'deploy/frontdesk.service', 'docs/deployment.md'];
/** Settings of what Frontdesk is deployed with. */
const OTHERS = ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'NODE_COMPILE_CACHE'];
const SOURCES = globSync('{bench,bin,clients,eval,models,src,test,web,widget}/**/*.{ts,tsx,sql}', { cwd: ROOT });
/** Names that stand for any. */
const EXAMPLES = ['x.test.ts', 'x.db.test.ts', 'src/migrations/NNNN-name.sql'];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const withoutCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
/** As GitHub makes them. */
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
const all = (path: string, pattern: RegExp) => [
  ...new Set([...read(path).matchAll(pattern)].map(([, found = '']) => found)),
];

it.each(GUIDES)('the links of %s lead somewhere', (guide) => {
  const broken = [...withoutCode(read(guide)).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, file = '', anchor]) => {
      const target = file ? relative(ROOT, join(ROOT, dirname(guide), file)) : guide;
      return !existsSync(join(ROOT, target)) || (anchor && !anchorsOf(target).includes(anchor));
    })
    .map(([link]) => link);
  expect(broken).toEqual([]);
});

it.each(GUIDES)('the source files that %s names are there', (guide) => {
  const isThere = (name: string) => SOURCES.some((file) => `/${file}`.endsWith(`/${name.replace(/^(\.\.\/)+/, '')}`));
  const named = all(guide, /`([\w./-]+\.(?:tsx?|sql))`/g);
  expect(named.filter((name) => !isThere(name) && !EXAMPLES.includes(name))).toEqual([]);
});

it.each(DEPLOYMENT)('%s names settings that docs/settings.md lists', (file) => {
  const listed = new Set(read('docs/settings.md').match(/(?<=^\|.*)`[A-Z_]+`/gm));
  const named = all(file, /(?<![\w/])([A-Z][A-Z_]{2,})(?==|: ["\d/$]|:-)/g);
  expect(named.filter((name) => !listed.has(`\`${name}\``) && !OTHERS.includes(name))).toEqual([]);
});

it('docs/deployment.md uses commands that the command line knows', () => {
  const help = execFileSync('sh', ['bin/frontdesk', '--help'], { cwd: ROOT, encoding: 'utf8' });
  const commands = [...help.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?) {2,}/gm)].map(([, name = '']) => name);
  const used = all('docs/deployment.md', /(?:bin\/frontdesk|exec \S+ frontdesk|^frontdesk) ([a-z-]+(?: [a-z]+)?)/gm);
  expect(used.length).toBeGreaterThan(4);
  expect(used.filter((call) => !commands.some((name) => call === name || call.startsWith(`${name} `)))).toEqual([]);
});

it('the Dockerfile copies what is there', () => {
  const copied = all('Dockerfile', /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
