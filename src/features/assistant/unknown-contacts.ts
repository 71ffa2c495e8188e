// Ways to reach somebody that are not the business's, and questions for card data: neither leaves in any reply.
import { type Business, countryOf } from '../../capability/document.ts';
import { nationalDigits } from '../../kernel/phone.ts';
import { findPhones } from '../../nlu/entities/phones.ts';
import type { DocumentIndex } from './document-index.ts';

/** The sources of known addresses and numbers: the business, its documents, a capability's result, or the customer. */
export type KnownContacts = { business: Business; written?: DocumentIndex | undefined; told: readonly unknown[] };

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Where the ending leaves no doubt, however it is written. */
const ENDINGS = 'com|net|org|info|biz|io|app|shop|store|online|site|xyz|co|dev|link|ly|me|top|club|live|example';
const LABEL = String.raw`[\p{L}\p{N}-]`;
/**
 * With another ending it may be two words without a space between them: "Mr.Smith" and "end.Next" begin the second with a
 * capital letter, "e.g.this" is abbreviated by single letters, and "9.30" and "5.pm" are hours.
 */
const PLAIN = String.raw`(?!\d+\.[ap]m(?!\.?${LABEL}))(?:${LABEL}+\.)*${LABEL}{2,}\.(?-i:\p{Ll}{2,}|\p{Lu}{2,}|xn--[a-z\d-]+)`;
const CERTAIN = String.raw`(?:${LABEL}+\.)+(?:${ENDINGS}|[a-z]{2}(?=\/))`;
const PATH = String.raw`[^\s<>"'()\[\]]`;
const URLS = new RegExp(
  String.raw`(?:https?:\/\/|www\.)${PATH}+|(?<![\p{L}\p{N}@.])(?:${PLAIN}|${CERTAIN})(?!${LABEL})(?:\/${PATH}*)?`,
  'giu',
);

/** What is printed on a payment card, in the languages in which customers write. */
const CARD_DATA = new RegExp(
  [
    String.raw`\bcard(?:['’]s)? (?:number|no\b|details|data|info\w*)|\b(?:16|sixteen)[- ]digits?\b|\bcv[cv]2?\b|\bcard verification\b`,
    String.raw`\bcard\b.*\b(?:security code|expir\w+)|\b(?:security code|expir\w+)\b.*\bcard\b`,
  ].join('|'),
  'iu',
);
const ABROAD =
  /karten?nummer|prüf(?:nummer|ziffer)|n[uú]m[eé]ro (?:de )?(?:la |sua |tu |su |votre |do |della )?(?:tarjeta|carte|cart[aã]o|carta)\b|cryptogramme|kaartnummer|номер карты|卡号|カード番号|카드 ?번호/iu;
const ASKS =
  /\?|\b(?:please|send|give|tell|share|provide|enter|type|text|reply with|read (?:me|out)|may i|can i|could you|can you|let me have)\b|\b(?:i|we)(?:['’]ll| will| would| do| just| also| only| still)* (?:need|require) (?:your|the|an?)\b/i;
/** "Never send your card number": that it is not asked for may be said. */
const DENIED = /(?:\b(?:never|not|no need)\b|n['’]t\b)(?!.*\b(?:but|except|unless|worry|just|only)\b)/i;

/** In another language whatever names it is taken for a question. */
const asksForCard = (sentence: string): boolean =>
  ABROAD.test(sentence) || (CARD_DATA.test(sentence) && ASKS.test(sentence) && !DENIED.test(sentence));

/** Whether a sentence must not be sent. It depends on the values in it only, not on its language. */
export function hasUnknownContact(sentence: string, known: KnownContacts): boolean {
  if (asksForCard(sentence)) return true;
  const country = countryOf(known.business);
  const emails = sentence.match(EMAIL) ?? [];
  const urls = sentence.replace(EMAIL, ' ').match(URLS) ?? [];
  const phones = findPhones(sentence.replace(URLS, ' '), country).map(({ value }) => value);
  if (emails.length + urls.length + phones.length === 0) return false;
  const texts = textsOf(known);
  return (
    [...emails, ...urls.map(bare)].some((address) => !isIn(texts, address)) ||
    phones.some((phone) => !isDialled(texts, phone))
  );
}

/** With blanks for ways to reach somebody, so that their figures are no others; all places stay as they were. */
export function withoutContacts(sentence: string, business: Business): string {
  const blank = (found: string) => ' '.repeat(found.length);
  const rest = sentence.replace(EMAIL, blank).replace(URLS, blank);
  return findPhones(rest, countryOf(business)).reduce(
    (text, { start, end }) => text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end),
    rest,
  );
}

/** The text without the sentences that must not be sent. */
export const withoutUnknownContacts = (text: string, known: KnownContacts): string =>
  hasUnknownContact(text, known)
    ? text
        .split(/(?<=[.!?…]["'”’)\]]*)\s+|\n+/)
        .filter((sentence) => !hasUnknownContact(sentence, known))
        .join(' ')
    : text;

/** All that may be repeated, as one text in small letters. */
const textsOf = ({ business, written, told }: KnownContacts): string =>
  [
    JSON.stringify(business),
    ...(written?.passages ?? []).map(
      ({ text, heading, source: { title, url = '' } }) => `${heading} ${text} ${title} ${url}`,
    ),
    ...told.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))),
  ]
    .join('\n')
    .toLowerCase();

const bare = (url: string) =>
  url
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/[.,;:!?/]+$/, '');

/** As a whole: what is known of "bella.example" says nothing of "ella.example" or "bella.example.org". */
function isIn(texts: string, address: string): boolean {
  const whole = `(?<![\\p{L}\\p{N}@_%+-])(?<![\\p{L}\\p{N}]\\.(?<!www\\.))${RegExp.escape(address.toLowerCase())}(?![\\p{L}\\p{N}@-]|\\.[\\p{L}\\p{N}])`;
  return new RegExp(whole, 'u').test(texts);
}

/** In whatever way it is written there. */
function isDialled(texts: string, phone: string): boolean {
  const digits = texts.replace(/(?<=\d)[\s().\u2010-\u2015/-]+(?=\d)/g, '');
  return digits.includes(nationalDigits(phone));
}
