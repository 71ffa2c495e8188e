import { mentionsPhone, nationalDigits } from '../../kernel/phone.ts';
import { foldName } from '../patients/data-keys.ts';

/** What somebody is known by: as it was asked for, and as it stands in what is theirs. */
export type Known = { names: string[]; phones: string[]; emails: string[]; country: string };
export type By = 'name' | 'phone' | 'email';

type Person = { name?: string | null; phone?: string | null; email?: string | null };

/** A first name alone is everybody's, unless somebody has asked for it. */
export function knownBy(asked: Person, theirs: Person[], country: string): Known {
  const distinct = (values: (string | null | undefined)[]) => [...new Set(values.filter((value) => value))] as string[];
  const full = theirs.map(({ name }) => foldName(name ?? '')).filter((name) => name.includes(' '));
  const all = [asked, ...theirs];
  return {
    names: distinct([foldName(asked.name ?? ''), ...full]),
    phones: distinct(all.map(({ phone }) => phone)),
    emails: distinct(all.map(({ email }) => email?.trim().toLowerCase())),
    country,
  };
}

/** By what of theirs a text, or the JSON of one, names them: whole names, numbers and addresses, however they are written. */
export function namedBy(written: string, { names, phones, emails, country }: Known): By[] {
  const found: By[] = [];
  const text = written.replace(/\\[nrt]/g, ' ');
  const words = names.length ? ` ${foldName(text)} ` : '';
  if (names.some((name) => words.includes(` ${name} `))) found.push('name');
  const digits = phones.length ? text.replace(/\D/g, '') : '';
  const saysPhone = (phone: string) => digits.includes(nationalDigits(phone)) && mentionsPhone(text, phone, country);
  if (phones.some(saysPhone)) found.push('phone');
  if (emails.some((email) => mentionsEmail(text, email))) found.push('email');
  return found;
}

export const mentionsEmail = (text: string, email: string): boolean =>
  new RegExp(`(?<![\\w.+-])${RegExp.escape(email)}(?![\\w-]|\\.\\w)`, 'i').test(text);
