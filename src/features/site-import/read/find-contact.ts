import { type CountryCode, findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js';
import { collapseWhitespace } from '../../knowledge/extract/blocks.ts';
import type { Finding } from './findings.ts';
import { quoteOf } from './findings.ts';
import type { Line, Outline } from './outline.ts';
import { FAX_WORDS, hasWord } from './words.ts';

const EMAIL = /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/u;
/** How the line with the town is written, by country. The country follows from the first two only. */
const TOWN_LINES: readonly { country?: CountryCode; line: RegExp }[] = [
  { country: 'US', line: /\p{L},?\s+[A-Z]{2},?\s+\d{5}(?:-\d{4})?$/u },
  { country: 'GB', line: /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/ },
  { line: /(?:^|,\s*)\d{4,5}(?: [A-Z]{2})? \p{Lu}[\p{L}\s().’'-]+$/u },
];

export function findContact({ lines, links }: Outline, language: string): Finding[] {
  const addresses = findAddresses(lines);
  const country = addresses.find(({ kind }) => kind === 'country')?.value ?? regionOf(language);
  return [...linkedContact(links), ...writtenContact(lines, country as CountryCode | undefined), ...addresses];
}

/** Where most readers of a language live. It only helps to recognize a number as a phone number. */
const regionOf = (language: string): string =>
  (/^[a-z]{2}\b/i.test(language) && new Intl.Locale(language.slice(0, 5)).maximize().region) || 'US';

function linkedContact(links: Outline['links']): Finding[] {
  return links.flatMap(({ href, text }): Finding[] => {
    const target = decode(href.replace(/^\w+:/, '').replace(/\?.*$/, '')).trim();
    if (/^tel:/i.test(href)) {
      // As it is written for people, if the link's text is the number.
      const isNumber = text.replace(/\D/g, '').length >= 7 && !/\p{L}{3}/u.test(text);
      const value = isNumber ? text : target;
      const country = parsePhoneNumberFromString(target)?.country;
      return [
        { kind: 'phone', value, certainty: 'structure', quote: quoteOf(value) },
        ...(country ? [{ kind: 'country', value: country, certainty: 'text', quote: target } as const] : []),
      ];
    }
    if (/^mailto:/i.test(href) && EMAIL.test(target))
      return [{ kind: 'email', value: target, certainty: 'structure', quote: quoteOf(target) }];
    return [];
  });
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Numbers and addresses in running text. The number after the word "Fax" is not to be called. */
function writtenContact(lines: readonly Line[], country: CountryCode | undefined): Finding[] {
  return lines.flatMap(({ text }): Finding[] => {
    const found: Finding[] = [];
    const email = EMAIL.exec(text)?.[0];
    if (email) found.push({ kind: 'email', value: email, certainty: 'text', quote: quoteOf(text) });
    for (const { startsAt, endsAt } of findPhoneNumbersInText(text, {
      ...(country ? { defaultCountry: country } : {}),
      extended: true,
    })) {
      const before = text.slice(0, startsAt);
      if (hasWord(before.slice(-12), FAX_WORDS)) continue;
      found.push({ kind: 'phone', value: text.slice(startsAt, endsAt), certainty: 'text', quote: quoteOf(text) });
    }
    return found;
  });
}

/** The line with the town, and the one above it unless the street is in the same line. */
function findAddresses(lines: readonly Line[]): Finding[] {
  return lines.flatMap(({ text, boxes }, index): Finding[] => {
    const town = TOWN_LINES.find(({ line }) => line.test(text));
    if (!town || text.length > 150) return [];
    const match = town.line.exec(text);
    const hasStreet = /\d/.test(text.slice(0, match?.index)) && text.includes(',');
    const above = lines[index - 1];
    const isBeside = above?.boxes.at(-1) === boxes.at(-1) || above?.boxes.at(-2) === boxes.at(-2);
    if (!hasStreet && !(above && isBeside && /\d/.test(above.text) && above.text.length <= 100)) return [];
    const address = collapseWhitespace(hasStreet ? text : `${above?.text.replace(/,$/, '')}, ${text}`);
    const value = address.replace(/^[\p{L}\s-]{3,20}:\s*/u, '');
    const found: Finding[] = [{ kind: 'address', value, certainty: 'structure', quote: quoteOf(value) }];
    return town.country
      ? [...found, { kind: 'country', value: town.country, certainty: 'structure', quote: text }]
      : found;
  });
}
