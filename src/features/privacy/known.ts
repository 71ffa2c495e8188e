import { foldName } from '../../kernel/encryption/search-hashes.ts';
import { mentionsPhone, nationalDigits } from '../../kernel/phone.ts';

/** What somebody is known by: as it was asked for, and as it stands in what is theirs. */
export type Known = {
  names: string[];
  /** As it is stored, and its digits as they are dialled at home. */
  phones: { e164: string; national: string }[];
  emails: string[];
  country: string;
};
export type By = 'name' | 'phone' | 'email';

type Person = { name?: string | null; phone?: string | null; email?: string | null };

/** A first name alone is everybody's, unless somebody has asked for it. */
export function knownBy(asked: Person, theirs: Person[], country: string): Known {
  const distinct = (values: (string | null | undefined)[]) => [...new Set(values.filter((value) => value))] as string[];
  const full = theirs.map(({ name }) => foldName(name ?? '')).filter((name) => name.includes(' '));
  const all = [asked, ...theirs];
  return {
    names: distinct([foldName(asked.name ?? ''), ...full]),
    phones: distinct(all.map(({ phone }) => phone)).map((e164) => ({ e164, national: nationalDigits(e164) })),
    emails: distinct(all.map(({ email }) => email?.trim().toLowerCase())),
    country,
  };
}

/** By what of theirs a text, or the JSON of one, names them: whole names, numbers and addresses, however they are written. */
export function namedBy(written: string, { names, phones, emails, country }: Known): By[] {
  const found: By[] = [];
  const text = written.replace(/\\[nrt]/g, ' ');
  const lower = text.toLowerCase();
  if (names.some((name) => saysName(text, lower, name))) found.push('name');
  const digits = phones.length ? text.replace(/\D+/g, '') : '';
  if (phones.some(({ e164, national }) => digits.includes(national) && mentionsPhone(text, e164, country)))
    found.push('phone');
  if (emails.some((email) => lower.includes(email) && mentionsEmail(text, email))) found.push('email');
  return found;
}

/** Most texts hold no long word of the name, which is found out in a tenth of the time. */
function saysName(text: string, lower: string, name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: whether all of it is ASCII
  const isPlain = /^[\x00-\x7f]*$/.test(lower);
  if (isPlain && !lower.replace(/['`.]/g, '').includes(longestWord(name))) return false;
  return ` ${foldName(text)} `.includes(` ${name} `);
}

export const longestWord = (name: string): string =>
  name.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest));

export const mentionsEmail = (text: string, email: string): boolean =>
  new RegExp(`(?<![\\w.+-])${RegExp.escape(email)}(?![\\w-]|\\.\\w)`, 'i').test(text);
