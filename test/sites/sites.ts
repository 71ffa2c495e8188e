import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementsOf, type HtmlElement, parseTree } from '../../src/features/site-import/read/html-tree.ts';
import { openWebsite, type Website } from '../knowledge/website.ts';
import type { Expected } from './score.ts';

const ROOT = import.meta.dirname;

/** Folders with the pages of a website and an `expected.json`, written from what a person reads there. */
export const sitesIn = (folder = '.'): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => existsSync(join(ROOT, folder, name, 'expected.json')))
    .map((name) => join(folder, name));

export const readExpected = (site: string): Expected =>
  JSON.parse(readFileSync(join(ROOT, site, 'expected.json'), 'utf8')) as Expected;

/** Serves `/menu` from `menu.html` or `menu/index.html`. */
export const openSite = (site: string): Promise<Website> =>
  openWebsite((path) => {
    const folder = join(ROOT, site, path.replace(/[?#].*$/, ''));
    const file = [folder, `${folder}.html`, join(folder, 'index.html')].find(
      (each) => each.endsWith('.html') && existsSync(each),
    );
    return file ? { body: readFileSync(file, 'utf8'), type: 'text/html; charset=utf-8' } : undefined;
  });

/** All text of a website, including scripts and attributes. */
export const textOfSite = (site: string): string =>
  readdirSync(join(ROOT, site), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => parseTree(readFileSync(join(ROOT, site, file), 'utf8')))
    .flatMap((root) => [
      spacedText(root),
      ...[...elementsOf(root)].flatMap(({ attributes }) => Object.values(attributes)),
    ])
    .join(' ');

const spacedText = ({ children }: HtmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : spacedText(child))).join(' ');
