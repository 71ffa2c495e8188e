// What the system says, in each language. English stands in the code and is the key, as in gettext.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';

export type Values = Record<string, string | number>;

type Catalogue = Readonly<Record<string, string>>;

const catalogues = new Map<string, Catalogue>();
const originals = new Map<string, Map<string, string>>();
const parsed = new Map<string, IntlMessageFormat>();
const gaps = new Map<string, { times: number; texts: Set<string> }>();

/** Marks a text that is looked up elsewhere, so that translators are given it. */
export const message = <Text extends string>(english: Text): Text => english;

/** A message with its values, in a language as a locale says it; in English where nobody has translated it yet. */
export function translate(english: string, values: Values, language: string, locale: string): string {
  const translated = language === 'en' ? english : catalogueOf(language)[english];
  if (translated === undefined) count(language, english);
  const text = translated ?? english;
  if (!text.includes('{')) return text;
  return formatOf(text, translated === undefined ? 'en' : locale).format(values) as string;
}

const catalogueOf = (language: string): Catalogue => {
  let catalogue = catalogues.get(language);
  if (!catalogue) {
    catalogue = JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8')) as Catalogue;
    catalogues.set(language, catalogue);
  }
  return catalogue;
};

/** The English of a translated message that has no values, whatever its capitals; undefined where it is none. */
export function originalOf(translated: string, language: string): string | undefined {
  if (language === 'en') return undefined;
  let known = originals.get(language);
  if (!known) {
    const entries = Object.entries(catalogueOf(language)).filter(([, text]) => text && !text.includes('{'));
    // Of two that are said alike the longer one says more: "Move it", "Move".
    entries.sort(([a], [b]) => a.length - b.length);
    known = new Map(entries.map(([english, text]) => [text.toLowerCase(), english]));
    originals.set(language, known);
  }
  return known.get(translated.trim().toLowerCase());
}

function formatOf(text: string, locale: string): IntlMessageFormat {
  const name = `${locale} ${text}`;
  let format = parsed.get(name);
  if (!format) {
    format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    parsed.set(name, format);
  }
  return format;
}

function count(language: string, english: string): void {
  const gap = gaps.get(language) ?? { times: 0, texts: new Set() };
  gap.times += 1;
  gap.texts.add(english);
  gaps.set(language, gap);
}

/** How often English was said for want of a translation, by language. */
export const missed = (): Record<string, number> =>
  Object.fromEntries([...gaps].map(([language, { times }]) => [language, times]));

/** Which texts were. */
export const missing = (language: string): string[] => [...(gaps.get(language)?.texts ?? [])];
