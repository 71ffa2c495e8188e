import { normalizeName } from '../../kernel/encryption/search-hashes.ts';
import { findNationalDigits, mentionsPhone } from '../../kernel/phone.ts';

/** A person's names, phone numbers and emails: those in the query, and those in the records found for it. */
export type PersonIdentifiers = {
  names: string[];
  /** In E.164, and as national digits. */
  phones: { e164: string; national: string }[];
  emails: string[];
  country: string;
};
export type IdentifierKind = 'name' | 'phone' | 'email';

type Person = { name?: string | null; phone?: string | null; email?: string | null };

/** First names alone are too common to identify anybody, so they count only when given in the query. */
export function collectIdentifiers(query: Person, people: Person[], country: string): PersonIdentifiers {
  const distinctValues = (values: (string | null | undefined)[]) =>
    [...new Set(values.filter((value) => value))] as string[];
  const fullNames = people.map(({ name }) => normalizeName(name ?? '')).filter((name) => name.includes(' '));
  const queryAndPeople = [query, ...people];
  return {
    names: distinctValues([normalizeName(query.name ?? ''), ...fullNames]),
    phones: distinctValues(queryAndPeople.map(({ phone }) => phone)).map((e164) => ({
      e164,
      national: findNationalDigits(e164),
    })),
    emails: distinctValues(queryAndPeople.map(({ email }) => email?.trim().toLowerCase())),
    country,
  };
}

/** The kinds of identifiers found in a text or its JSON: whole names, numbers and addresses, in any notation. */
export function findIdentifierKinds(
  rawText: string,
  { names, phones, emails, country }: PersonIdentifiers,
): IdentifierKind[] {
  const kinds: IdentifierKind[] = [];
  const text = rawText.replace(/\\[nrt]/g, ' ');
  const lowerText = text.toLowerCase();
  if (names.some((name) => containsName(text, lowerText, name))) kinds.push('name');
  const digits = phones.length ? text.replace(/\D+/g, '') : '';
  if (phones.some(({ e164, national }) => digits.includes(national) && mentionsPhone(text, e164, country)))
    kinds.push('phone');
  if (emails.some((email) => lowerText.includes(email) && mentionsEmail(text, email))) kinds.push('email');
  return kinds;
}

/** Searching for the name's longest word first rules out most texts in a tenth of the time. */
function containsName(text: string, lowerText: string, name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  const isAscii = /^[\x00-\x7f]*$/.test(lowerText);
  if (isAscii && !lowerText.replace(/['`.]/g, '').includes(findLongestWord(name))) return false;
  return ` ${normalizeName(text)} `.includes(` ${name} `);
}

export const findLongestWord = (name: string): string =>
  name.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest));

export const mentionsEmail = (text: string, email: string): boolean =>
  new RegExp(`(?<![\\w.+-])${RegExp.escape(email)}(?![\\w-]|\\.\\w)`, 'i').test(text);
