// Translations of the system's messages. As in gettext, the English text in the code is the key.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { createLruCache } from '../kernel/memoize.ts';

export type MessageValues = Record<string, string | number>;

type Catalogue = Readonly<Record<string, string>>;

const catalogues = new Map<string, Catalogue>();
const originalsByLanguage = new Map<string, Map<string, string>>();
/** A message format takes about 14 KB, and a business can have any locale. */
const MAX_CACHED_MESSAGE_FORMATS = 5_000;
const messageFormatCache = createLruCache<string, IntlMessageFormat>(MAX_CACHED_MESSAGE_FORMATS);
const missingByLanguage = new Map<string, { missCount: number; texts: Set<string> }>();

/** Marks a text that is translated elsewhere, so that it is extracted for the translators. */
export const message = <Text extends string>(english: Text): Text => english;

/** Translates and formats a message; falls back to English if there is no translation. */
export function translate(english: string, values: MessageValues, language: string, locale: string): string {
  const translated = language === 'en' ? english : loadCatalogue(language)[english];
  if (translated === undefined) recordMissing(language, english);
  const text = translated ?? english;
  if (!text.includes('{')) return text;
  return getMessageFormat(text, translated === undefined ? 'en' : locale).format(values) as string;
}

const loadCatalogue = (language: string): Catalogue => {
  let catalogue = catalogues.get(language);
  if (!catalogue) {
    catalogue = JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8')) as Catalogue;
    catalogues.set(language, catalogue);
  }
  return catalogue;
};

/** The English original of a translated message without placeholders, ignoring case; undefined if there is none. */
export function findEnglishOriginal(translated: string, language: string): string | undefined {
  if (language === 'en') return undefined;
  let originals = originalsByLanguage.get(language);
  if (!originals) {
    const entries = Object.entries(loadCatalogue(language)).filter(([, text]) => text && !text.includes('{'));
    // Of two originals with the same translation the longer, more specific one wins: "Reschedule it" over "Reschedule".
    entries.sort(([a], [b]) => a.length - b.length);
    originals = new Map(entries.map(([english, text]) => [text.toLowerCase(), english]));
    originalsByLanguage.set(language, originals);
  }
  return originals.get(translated.trim().toLowerCase());
}

function getMessageFormat(text: string, locale: string): IntlMessageFormat {
  const cacheKey = `${locale} ${text}`;
  let format = messageFormatCache.get(cacheKey);
  if (!format) {
    format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    messageFormatCache.set(cacheKey, format);
  }
  return format;
}

function recordMissing(language: string, english: string): void {
  const missing = missingByLanguage.get(language) ?? { missCount: 0, texts: new Set() };
  missing.missCount += 1;
  missing.texts.add(english);
  missingByLanguage.set(language, missing);
}

/** How often a translation was missing, by language. */
export const countMissingTranslations = (): Record<string, number> =>
  Object.fromEntries([...missingByLanguage].map(([language, { missCount }]) => [language, missCount]));

/** The texts without a translation in a language. */
export const listMissingTranslations = (language: string): string[] => [
  ...(missingByLanguage.get(language)?.texts ?? []),
];
