import { type CountryCode, findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js';
import { collapseWhitespace } from '../../knowledge/extract/blocks.ts';
import type { Finding } from './findings.ts';
import { quoteOf } from './findings.ts';
import type { Line, Outline } from './outline.ts';
import { FAX_WORDS, hasWord } from './words.ts';

const EMAIL = /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/u;
/** How the line with the town is written, by country. The last is that of several countries. */
const TOWN_LINES: readonly { country?: CountryCode; line: RegExp }[] = [
  { country: 'US', line: /\p{L},?\s+[A-Z]{2},?\s+\d{5}(?:-\d{4})?$/u },
  { country: 'GB', line: /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/ },
  { country: 'CA', line: /\p{L},?\s+[A-Z]{2},?\s+[A-Z]\d[A-Z]\s?\d[A-Z]\d$/u },
  { country: 'AU', line: /\p{L},?\s+(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT),?\s+\d{4}$/u },
  { line: /(?:^|,\s*)\d{4,5}(?: [A-Z]{2})? \p{Lu}[\p{L}\s().’'-]+$/u },
];

/** A street, a floor or building, a town. */
const MAX_LINES_ABOVE = 3;
const MAX_STREET_CHARACTERS = 100;

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

/** The line with the town, and those above it from the street on, unless the street is in the same line. */
function findAddresses(lines: readonly Line[]): Finding[] {
  return lines.flatMap(({ text }, index): Finding[] => {
    const town = TOWN_LINES.find(({ line }) => line.test(text));
    if (!town || text.length > 150) return [];
    const match = town.line.exec(text);
    const hasStreet = /\d/.test(text.slice(0, match?.index)) && text.includes(',');
    const above = hasStreet ? [] : streetAbove(lines, index);
    if (!hasStreet && !above.length) return [];
    const address = collapseWhitespace([...above.map((line) => line.replace(/,$/, '')), text].join(', '));
    const value = address.replace(/^[\p{L}\s-]{3,20}:\s*/u, '');
    const found: Finding[] = [{ kind: 'address', value, certainty: 'structure', quote: quoteOf(value) }];
    return town.country
      ? [...found, { kind: 'country', value: town.country, certainty: 'structure', quote: text }]
      : found;
  });
}

/** From the nearest line that starts with a house number, else from the line above if it has a number. */
function streetAbove(lines: readonly Line[], town: number): string[] {
  const boxes = lines[town]?.boxes ?? [];
  const isBeside = ({ boxes: other, text }: Line) =>
    text.length <= MAX_STREET_CHARACTERS && (other.at(-1) === boxes.at(-1) || other.at(-2) === boxes.at(-2));
  const above = lines.slice(Math.max(0, town - MAX_LINES_ABOVE), town);
  const block = above.slice(above.findLastIndex((line) => !isBeside(line)) + 1).map(({ text }) => text);
  const numbered = block.findLastIndex((text) => /^\d+\p{L}?,?\s+\p{L}/u.test(text));
  if (numbered >= 0) return block.slice(numbered);
  return /\d/.test(block.at(-1) ?? '') ? block.slice(-1) : [];
}
