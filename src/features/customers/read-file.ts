// Parses a customer file. Each line gives a customer, or an error message that says what is wrong with it.
import type { Business } from '../../capability/document.ts';
import { parseTable } from '../../kernel/parse-table.ts';
import { Problem } from '../../kernel/problem.ts';
import { isLanguage, LANGUAGES } from '../../messages/languages.ts';
import type { CustomerInput } from './shapes.ts';
import { normalizeInput } from './write.ts';

type Column =
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'email'
  | 'dateOfBirth'
  | 'language'
  | 'tags'
  | 'notes'
  | 'texts'
  | 'marketing';
export type FileLine = { line: number; input: CustomerInput } | { line: number; error: string };

/** What other programs call the columns; compared without spaces, punctuation and case. */
const HEADER_NAMES: Record<Column, string[]> = {
  name: ['name', 'fullname', 'customer', 'customername', 'client', 'clientname'],
  firstName: ['firstname', 'givenname', 'forename'],
  lastName: ['lastname', 'surname', 'familyname'],
  phone: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'telephone', 'tel'],
  email: ['email', 'emailaddress', 'mail'],
  dateOfBirth: ['dateofbirth', 'dob', 'birthdate', 'birthday'],
  language: ['language', 'preferredlanguage', 'lang'],
  tags: ['tags', 'tag', 'labels', 'groups'],
  notes: ['notes', 'note', 'comment', 'comments'],
  texts: ['texts', 'textsallowed', 'smsconsent', 'textmarketing'],
  marketing: ['marketing', 'marketingconsent', 'acceptsmarketing', 'emailmarketing', 'newsletter'],
};
const MAX_CHARACTERS_BY_COLUMN: Partial<Record<Column, number>> = { name: 200, email: 254, notes: 4_000 };
const YES_WORDS = ['yes', 'y', 'true', '1', 'x'];
const NO_WORDS = ['no', 'n', 'false', '0'];
const MAX_TAGS = 20;
const MAX_TAG_CHARACTERS = 40;

/** Throws if the first line does not name the columns. */
export function parseCustomerFile(text: string, business: Business): FileLine[] {
  const [headerRow, ...rows] = parseTable(text.replace(/^\uFEFF/, ''));
  const columns = (headerRow?.cells ?? []).map(findColumn);
  const hasName = columns.includes('name') || columns.includes('firstName') || columns.includes('lastName');
  if (!hasName || !(columns.includes('phone') || columns.includes('email'))) {
    const detail = 'needs a first line that names its columns: name, and phone or email';
    throw new Problem('validation_failed', `/csv ${detail}`, { errors: [{ pointer: '/csv', detail }] });
  }
  return rows.map(({ line, cells }) => {
    const values: Partial<Record<Column, string>> = {};
    for (const [index, column] of columns.entries()) {
      const value = removeFormulaGuard(cells[index] ?? '');
      if (column && value) values[column] ??= value;
    }
    return { line, ...parseLine(values, business) };
  });
}

const findColumn = (header: string): Column | undefined => {
  const name = header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return (Object.keys(HEADER_NAMES) as Column[]).find((column) => HEADER_NAMES[column].includes(name));
};

/** Exports put an apostrophe before what a spreadsheet would take for a formula, such as a phone number. */
const removeFormulaGuard = (cell: string) => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell);

function parseLine(
  values: Partial<Record<Column, string>>,
  business: Business,
): { input: CustomerInput } | { error: string } {
  const { firstName, lastName, phone, email, dateOfBirth, language, notes } = values;
  const name = values.name ?? [firstName, lastName].filter(Boolean).join(' ');
  const tags = values.tags
    ?.split(/[,;]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
  const error = describeError({ ...values, name }, tags);
  if (error) return { error };
  const consents = { ...parseConsent('texts', values.texts), ...parseConsent('marketing', values.marketing) };
  const input: CustomerInput = {
    name,
    ...(phone ? { phone } : {}),
    ...(email ? { email } : {}),
    ...(dateOfBirth ? { dateOfBirth } : {}),
    ...(language ? { language: language.toLowerCase() } : {}),
    ...(tags ? { tags } : {}),
    ...(notes ? { notes } : {}),
    ...(Object.keys(consents).length ? { consents } : {}),
  };
  try {
    return { input: normalizeInput(input, business) };
  } catch (problem) {
    if (problem instanceof Problem) return { error: phone ? `“${phone}” is not a phone number.` : problem.message };
    throw problem;
  }
}

function describeError(values: Partial<Record<Column, string>>, tags: string[] = []): string | undefined {
  const { name, phone, email, dateOfBirth, language } = values;
  if (!name) return 'The name is missing.';
  if (!phone && !email) return 'There is neither a phone nor an email.';
  if (email && !isEmail(email)) return `“${email}” is not an email address.`;
  if (dateOfBirth && !isPastDay(dateOfBirth)) return `“${dateOfBirth}” is not a date of birth. Write it as 1980-02-28.`;
  if (language && !isLanguage(language.toLowerCase()))
    return `“${language}” is not a language we support. Use one of ${LANGUAGES.map(({ code }) => code).join(', ')}.`;
  for (const consent of ['texts', 'marketing'] as const) {
    const value = values[consent];
    if (value && ![...YES_WORDS, ...NO_WORDS].includes(value.toLowerCase())) return `“${value}” is neither yes nor no.`;
  }
  if (tags.length > MAX_TAGS) return `There are more than ${MAX_TAGS} tags.`;
  const longTag = tags.find((tag) => tag.length > MAX_TAG_CHARACTERS);
  if (longTag) return `The tag “${longTag}” is longer than ${MAX_TAG_CHARACTERS} characters.`;
  for (const [column, maxLength] of Object.entries(MAX_CHARACTERS_BY_COLUMN))
    if ((values[column as Column]?.length ?? 0) > maxLength)
      return `The ${column} is longer than ${maxLength} characters.`;
  return undefined;
}

const parseConsent = (name: 'texts' | 'marketing', value: string | undefined) =>
  value ? { [name]: YES_WORDS.includes(value.toLowerCase()) } : {};

/** One @ with something on both sides and a dot in the domain, and no spaces. */
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

const isPastDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && day.getTime() < Date.now();
};
