import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlElement, parseTree, walkElements } from '../../src/features/site-import/read/html-tree.ts';
import { openWebsite, type Website } from '../knowledge/website.ts';
import type { Expected } from './score.ts';

const SITES_FOLDER = import.meta.dirname;

/** Folders with the pages of a website and an `expected.json`, written from what a person reads there. */
export const listSites = (folder = '.'): string[] =>
  readdirSync(join(SITES_FOLDER, folder))
    .filter((name) => existsSync(join(SITES_FOLDER, folder, name, 'expected.json')))
    .map((name) => join(folder, name));

export const readExpected = (site: string): Expected =>
  JSON.parse(readFileSync(join(SITES_FOLDER, site, 'expected.json'), 'utf8')) as Expected;

/** Serves `/menu` from `menu.html` or `menu/index.html`. */
export const openSite = (site: string): Promise<Website> =>
  openWebsite((path) => {
    const folder = join(SITES_FOLDER, site, path.replace(/[?#].*$/, ''));
    const file = [folder, `${folder}.html`, join(folder, 'index.html')].find(
      (candidate) => candidate.endsWith('.html') && existsSync(candidate),
    );
    return file ? { body: readFileSync(file, 'utf8'), type: 'text/html; charset=utf-8' } : undefined;
  });

/** All text of a website, including scripts and attributes. */
export const readSiteText = (site: string): string =>
  readdirSync(join(SITES_FOLDER, site), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => parseTree(readFileSync(join(SITES_FOLDER, site, file), 'utf8')))
    .flatMap((root) => [
      joinTextWithSpaces(root),
      ...[...walkElements(root)].flatMap(({ attributes }) => Object.values(attributes)),
    ])
    .join(' ');

const joinTextWithSpaces = ({ children }: HtmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : joinTextWithSpaces(child))).join(' ');
