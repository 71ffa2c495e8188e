import { type CountryCode, findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js';
import { collapseWhitespace } from '../../knowledge/extract/blocks.ts';
import { createBranchFinder } from './branches.ts';
import type { Finding } from './findings.ts';
import { toQuote } from './findings.ts';
import type { Line, Outline } from './outline.ts';
import { BY_WORDS, CREDIT_WORDS, FAX_WORDS, hasWord, OTHER_CONTACT_WORDS, splitWords } from './words.ts';

export const EMAIL_PATTERN = /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/u;
/** How the line with the town is written, by country. The last pattern is that of several countries. */
const TOWN_LINE_PATTERNS: readonly { country?: CountryCode; pattern: RegExp }[] = [
  { country: 'US', pattern: /\p{L},?\s+[A-Z]{2},?\s+\d{5}(?:-\d{4})?$/u },
  { country: 'GB', pattern: /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/ },
  { country: 'IE', pattern: /\b[A-Z]\d[\dW] ?[A-Z\d]{4}$/ },
  { country: 'CA', pattern: /\p{L},?\s+[A-Z]{2},?\s+[A-Z]\d[A-Z]\s?\d[A-Z]\d$/u },
  { country: 'AU', pattern: /\p{L},?\s+(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT),?\s+\d{4}$/u },
  { pattern: /(?:^|,\s*)\d{4,5}(?: [A-Z]{2})? \p{Lu}[\p{L}\s().’'-]+$/u },
];

export const isAddressLine = (text: string): boolean => TOWN_LINE_PATTERNS.some(({ pattern }) => pattern.test(text));

/** How many lines an address may have above the one with the town. */
const MAX_ADDRESS_LINES_ABOVE_TOWN = 3;
const MAX_STREET_CHARACTERS = 100;

/** `staff` are the lines of entries about people. */
export function findContact({ lines, links }: Outline, language: string, staffLines: ReadonlySet<number>): Finding[] {
  const addresses = findAddresses(lines, language);
  const country = addresses.find(({ kind }) => kind === 'country')?.value ?? guessRegion(language);
  const findBranch = createBranchFinder(lines);
  const runningTextAddresses = addresses.some(({ kind }) => kind === 'address') ? [] : findAddressesInText(lines);
  const contactFindings = [
    ...runningTextAddresses,
    ...findLinkedContact(lines, links),
    ...findWrittenContact(lines, country as CountryCode | undefined),
    ...addresses,
  ];
  return contactFindings.map(({ line, ...finding }): Finding => {
    const branch = line === undefined || finding.kind === 'email' ? undefined : findBranch(line);
    const isStaff =
      line !== undefined && staffLines.has(line) && (finding.kind === 'email' || finding.kind === 'phone');
    return { ...finding, ...(isStaff ? { standing: 'staff' } : {}), ...(branch ? { branch } : {}) };
  });
}

/** A finding with the line that it is in. */
type FindingOnLine = Finding & { line?: number | undefined };

/** Where most readers of a language live. It only helps to recognize a number as a phone number. */
const guessRegion = (language: string): string =>
  (/^[a-z]{2}\b/i.test(language) && new Intl.Locale(language.slice(0, 5)).maximize().region) || 'US';

function findLinkedContact(lines: readonly Line[], links: Outline['links']): FindingOnLine[] {
  return links.flatMap(({ href, text, line }): FindingOnLine[] => {
    const target = decodeSafely(href.replace(/^\w+:/, '').replace(/\?.*$/, '')).trim();
    const isPhone = /^tel:/i.test(href);
    if (!isPhone && !(/^mailto:/i.test(href) && EMAIL_PATTERN.test(target))) return [];
    const start = line === undefined ? 0 : (lines[line]?.text.indexOf(text) ?? 0);
    const standing = line === undefined ? {} : findStanding(lines, line, Math.max(0, start), text.length);
    if (!standing || hasWord(text, CREDIT_WORDS) || (!isPhone && hasWord(readMailbox(target), OTHER_CONTACT_WORDS)))
      return [];
    if (!isPhone)
      return [{ kind: 'email', value: target, certainty: 'structure', quote: toQuote(target), line, ...standing }];
    // Prefers the notation in the link's text, if that has the number.
    const value = PHONE_NUMBER_PATTERN.exec(text)?.[0] ?? target;
    const country = parsePhoneNumberFromString(target)?.country;
    return [
      { kind: 'phone', value, certainty: 'structure', quote: toQuote(value), line, ...standing },
      ...(country ? [{ kind: 'country', value: country, certainty: 'text', quote: target } as const] : []),
    ];
  });
}

const PHONE_NUMBER_PATTERN = /[+(]?\d[\d\s()./–-]{5,}\d/u;
const readMailbox = (email: string) => email.replace(/@.*/, '').replace(/[^\p{L}]/gu, ' ');

/** "14–18" and "12.00 - 14.30" are times. */
const TIMES_PATTERN = /^\d{1,2}[.:]\d{2}\s*[-–—]\s*\d{1,2}[.:]\d{2}$/;
const MIN_PHONE_DIGITS = 7;
/** More words than a label has. */
const MIN_SENTENCE_WORDS = 5;
const MAX_LABEL_WORDS = 3;
const OWN_WEBSITE_PATTERN = /\bweb(?:site)?\s*:\s*\S+\.\p{L}+/giu;
const OTHER_CONTACT_PATTERN = /\d{3,}|\S+@\S+/u;
const AFTER_HOURS_PATTERN = /\b(?:after|out.of).hours\b/i;
const CLAUSE_END_PATTERN = /[|·•;]|\p{L}{2}[.!?]\s/gu;

/**
 * Whether a phone number or email address stands alone in its line or in a sentence. Undefined if the words before it say
 * that it is a fax number, or belongs to the agency that made the website or to another contact.
 */
function findStanding(
  lines: readonly Line[],
  index: number,
  start: number,
  length: number,
): Pick<Finding, 'standing'> | undefined {
  const { text = '' } = lines[index] ?? {};
  const textAfter = text.slice(start + length);
  const clauses = text.slice(0, start).replace(OWN_WEBSITE_PATTERN, '').split(CLAUSE_END_PATTERN);
  const clause = clauses.at(-1) ?? '';
  const nearestLabel =
    clause.split(OTHER_CONTACT_PATTERN).at(-1)?.trim() || (clause.trim() ? '' : findLabelAbove(lines, index));
  const label = `${nearestLabel} ${/^\s*\([^)]*\)/.exec(textAfter)?.[0] ?? ''}`;
  if (
    clauses.some(isCredit) ||
    [FAX_WORDS, OTHER_CONTACT_WORDS].some((words) => hasWord(label, words)) ||
    AFTER_HOURS_PATTERN.test(label)
  )
    return undefined;
  const otherWords = splitWords(`${text.slice(0, start)} ${textAfter}`.replace(new RegExp(EMAIL_PATTERN, 'gu'), ''));
  return otherWords.length >= MIN_SENTENCE_WORDS ? { standing: 'mentioned' } : {};
}

/** "Website by …", and what follows in the same line. */
function isCredit(clause: string): boolean {
  const words = splitWords(clause);
  return (
    words.some((word) => CREDIT_WORDS.has(word)) && (clause.includes(':') || words.some((word) => BY_WORDS.has(word)))
  );
}

/** A label in a line or cell of its own: "Fax". */
function findLabelAbove(lines: readonly Line[], index: number): string {
  const [lineAbove, ownLine] = [lines[index - 1], lines[index]];
  const isBeside =
    lineAbove?.boxes.at(-1) === ownLine?.boxes.at(-1) || lineAbove?.boxes.at(-2) === ownLine?.boxes.at(-2);
  return lineAbove && isBeside && splitWords(lineAbove.text).length <= MAX_LABEL_WORDS && !/[\d@]/.test(lineAbove.text)
    ? lineAbove.text
    : '';
}

const decodeSafely = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Numbers and addresses in running text. */
function findWrittenContact(lines: readonly Line[], country: CountryCode | undefined): FindingOnLine[] {
  return lines.flatMap(({ text }, line): FindingOnLine[] => {
    const findings: FindingOnLine[] = [];
    for (const { 0: value, index } of text.matchAll(new RegExp(EMAIL_PATTERN, 'gu'))) {
      const standing = findStanding(lines, line, index, value.length);
      if (standing && !hasWord(readMailbox(value), OTHER_CONTACT_WORDS))
        findings.push({ kind: 'email', value, certainty: 'text', quote: toQuote(text), line, ...standing });
    }
    for (const { startsAt, endsAt } of findPhoneNumbersInText(text, {
      ...(country ? { defaultCountry: country } : {}),
      extended: true,
    })) {
      const standing = findStanding(lines, line, startsAt, endsAt - startsAt);
      const value = text.slice(startsAt, endsAt);
      if (!standing || value.replace(/\D/g, '').length < MIN_PHONE_DIGITS || TIMES_PATTERN.test(value)) continue;
      findings.push({ kind: 'phone', value, certainty: 'text', quote: toQuote(text), line, ...standing });
    }
    return findings;
  });
}

const MAX_ADDRESS_CHARACTERS = 150;
function hasStreetIn(text: string): boolean {
  const townMatch = TOWN_LINE_PATTERNS.map(({ pattern }) => pattern.exec(text)).find(Boolean);
  return /\d/.test(text.slice(0, townMatch?.index)) && text.includes(',');
}

/** The line with the town, and those above it from the street on, unless the street is in the same line. */
function findAddresses(lines: readonly Line[], language: string): FindingOnLine[] {
  return lines.flatMap((line, index): FindingOnLine[] => {
    const isAddress = (part: string) => isAddressLine(part) && (part === line.text || hasStreetIn(part));
    const text = [line.text, ...splitAtBreaks(line), ...splitSentences(line)].find(isAddress);
    const townPattern = text && TOWN_LINE_PATTERNS.find(({ pattern }) => pattern.test(text));
    if (!text || !townPattern || text.length > MAX_ADDRESS_CHARACTERS) return [];
    const hasStreet = hasStreetIn(text);
    const streetLines = hasStreet || text !== line.text ? [] : findStreetAbove(lines, index);
    if (!hasStreet && !streetLines.length) return [];
    const address = collapseWhitespace([...streetLines.map((line) => line.replace(/,$/, '')), text].join(', '));
    const value = removeName(address.replace(/^[^\d:]*:\s*/u, '').replace(/\.$/, ''));
    const findings: FindingOnLine[] = [
      { kind: 'address', value, certainty: 'structure', quote: toQuote(value), line: index },
    ];
    const country = townPattern.country ?? guessCountry(text, language);
    return country ? [...findings, { kind: 'country', value: country, certainty: 'structure', quote: text }] : findings;
  });
}

const ADDRESS_IN_TEXT_PATTERN =
  /(?<![\d-])\d+\p{L}?\s+\p{Lu}[^,;:!?]{2,50}(?:,\s[^,;:!?]{2,40}){0,2},?\s(?:[A-Z]{2}\s\d{5}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]{2}\s[A-Z]\d[A-Z]\s?\d[A-Z]\d)\b/u;

/** "Find us at 310 N 3rd Ave, Minneapolis, MN 55401 or call us." */
const findAddressesInText = (lines: readonly Line[]): FindingOnLine[] =>
  lines.flatMap(({ text }, line): FindingOnLine[] => {
    const value = ADDRESS_IN_TEXT_PATTERN.exec(text)?.[0];
    const country = value && TOWN_LINE_PATTERNS.find(({ pattern }) => pattern.test(value))?.country;
    if (!value || !country) return [];
    return [
      { kind: 'address', value, certainty: 'text', quote: toQuote(text), line },
      { kind: 'country', value: country, certainty: 'text', quote: value },
    ];
  });

/** Other details may stand in the same line: "12 Main St, Scranton, PA 18503 · (570) 555-0181". */
function splitSentences({ text }: Line): string[] {
  const parts = text.split(/(?<=[\p{L}\d]{2})\.\s+|\s*[|·•]\s*|\s+[–—-]\s+/u);
  // "Lindenstraße 7 · 10969 Berlin"
  return [...parts, ...parts.slice(1).map((part, index) => `${parts[index]}, ${part}`)];
}

/** Parts of a sentence that are marked up: "We are at <b>12 Main St, Scranton, PA 18503</b>, next to the depot." */
const splitAtBreaks = ({ text, breaks }: Line): string[] =>
  [0, ...breaks].map((start, index) => text.slice(start, breaks[index]).replace(/[\s,.;]+$/, ''));

/** Where postal codes of five digits are written before the town, by language. */
const FIVE_DIGIT_COUNTRIES: Readonly<Record<string, string>> = { de: 'DE', fr: 'FR', es: 'ES', it: 'IT' };
const guessCountry = (text: string, language: string): string | undefined =>
  /(?<!\d)\d{5} \p{Lu}/u.test(text) ? FIVE_DIGIT_COUNTRIES[language.slice(0, 2).toLowerCase()] : undefined;

/** "Fern & Co, 41 Tib Street, Manchester M4 1LX" begins with the street. */
function removeName(address: string): string {
  const parts = address.split(/,\s*/);
  const street = parts.slice(0, -1).findIndex((part) => /^\d|\d\p{L}?$/u.test(part));
  return street > 0 ? parts.slice(street).join(', ') : address;
}

/** From the nearest line that starts with a house number, else from the line above if it has a number. */
function findStreetAbove(lines: readonly Line[], townIndex: number): string[] {
  const boxes = lines[townIndex]?.boxes ?? [];
  const isBeside = ({ boxes: otherBoxes, text }: Line) =>
    text.length <= MAX_STREET_CHARACTERS && (otherBoxes.at(-1) === boxes.at(-1) || otherBoxes.at(-2) === boxes.at(-2));
  const linesAbove = lines.slice(Math.max(0, townIndex - MAX_ADDRESS_LINES_ABOVE_TOWN), townIndex);
  const block = linesAbove.slice(linesAbove.findLastIndex((line) => !isBeside(line)) + 1).map(({ text }) => text);
  const numberedIndex = block.findLastIndex((text) => /^\d+\p{L}?,?\s+\p{L}/u.test(text));
  if (numberedIndex >= 0) return block.slice(numberedIndex);
  return /\d/.test(block.at(-1) ?? '') ? block.slice(-1) : [];
}
