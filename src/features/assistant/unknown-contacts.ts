// Keeps contact details that the business is not known to use, and requests for card data, out of every reply.
import { type Business, countryOf } from '../../capability/document.ts';
import { findNationalDigits } from '../../kernel/phone.ts';
import { findPhones } from '../../nlu/entities/phones.ts';
import type { KnowledgeIndex } from './knowledge-index.ts';

/** The sources of known addresses and numbers: the business, its documents, a capability's result, or the customer. */
export type KnownContacts = {
  business: Business;
  knowledgeIndex?: KnowledgeIndex | undefined;
  otherSources: readonly unknown[];
};

const EMAIL_PATTERN = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Domain endings that make a web address certain. */
const COMMON_TLDS = 'com|net|org|info|biz|io|app|shop|store|online|site|xyz|co|dev|link|ly|me|top|club|live|example';
const DOMAIN_CHAR_PATTERN = String.raw`[\p{L}\p{N}-]`;
/**
 * A domain with any other ending. Excludes two words with a missing space ("Mr.Smith", "end.Next": the second is
 * capitalized), abbreviations by single letters ("e.g.this"), and times ("9.30", "5.pm").
 */
const LIKELY_DOMAIN_PATTERN = String.raw`(?!\d+\.[ap]m(?!\.?${DOMAIN_CHAR_PATTERN}))(?:${DOMAIN_CHAR_PATTERN}+\.)*${DOMAIN_CHAR_PATTERN}{2,}\.(?-i:\p{Ll}{2,}|\p{Lu}{2,}|xn--[a-z\d-]+)`;
const CERTAIN_DOMAIN_PATTERN = String.raw`(?:${DOMAIN_CHAR_PATTERN}+\.)+(?:${COMMON_TLDS}|[a-z]{2}(?=\/))`;
const PATH_CHAR_PATTERN = String.raw`[^\s<>"'()\[\]]`;
const URL_PATTERN = new RegExp(
  String.raw`(?:https?:\/\/|www\.)${PATH_CHAR_PATTERN}+|(?<![\p{L}\p{N}@.])(?:${LIKELY_DOMAIN_PATTERN}|${CERTAIN_DOMAIN_PATTERN})(?!${DOMAIN_CHAR_PATTERN})(?:\/${PATH_CHAR_PATTERN}*)?`,
  'giu',
);

/** The data printed on a payment card. */
const CARD_DATA_PATTERN = new RegExp(
  [
    String.raw`\bcard(?:['’]s)? (?:number|no\b|details|data|info\w*)|\b(?:16|sixteen)[- ]digits?\b|\bcv[cv]2?\b|\bcard verification\b`,
    String.raw`\bcard\b.*\b(?:security code|expir\w+)|\b(?:security code|expir\w+)\b.*\bcard\b`,
  ].join('|'),
  'iu',
);
/** The same in the other languages that customers write in. */
const FOREIGN_CARD_DATA_PATTERN =
  /karten?nummer|prüf(?:nummer|ziffer)|n[uú]m[eé]ro (?:de )?(?:la |sua |tu |su |votre |do |della )?(?:tarjeta|carte|cart[aã]o|carta)\b|cryptogramme|kaartnummer|номер карты|卡号|カード番号|카드 ?번호/iu;
const REQUEST_PATTERN =
  /\?|\b(?:please|send|give|tell|share|provide|enter|type|text|reply with|read (?:me|out)|may i|can i|could you|can you|let me have)\b|\b(?:i|we)(?:['’]ll| will| would| do| just| also| only| still)* (?:need|require) (?:your|the|an?)\b/i;
/** Warnings are allowed: "Never send your card number". */
const NEGATION_PATTERN = /(?:\b(?:never|not|no need)\b|n['’]t\b)(?!.*\b(?:but|except|unless|worry|just|only)\b)/i;

/** In other languages any mention of card data counts as a request, because requests are only recognized in English. */
const asksForCardData = (sentence: string): boolean =>
  FOREIGN_CARD_DATA_PATTERN.test(sentence) ||
  (CARD_DATA_PATTERN.test(sentence) && REQUEST_PATTERN.test(sentence) && !NEGATION_PATTERN.test(sentence));

/** Whether a sentence must not be sent. Only the addresses and numbers in it matter, not its language. */
export function hasUnknownContact(sentence: string, knownContacts: KnownContacts): boolean {
  if (asksForCardData(sentence)) return true;
  const country = countryOf(knownContacts.business);
  const emails = sentence.match(EMAIL_PATTERN) ?? [];
  const urls = sentence.replace(EMAIL_PATTERN, ' ').match(URL_PATTERN) ?? [];
  const phones = findPhones(sentence.replace(URL_PATTERN, ' '), country).map(({ value }) => value);
  if (emails.length + urls.length + phones.length === 0) return false;
  const knownText = collectKnownText(knownContacts);
  return (
    [...emails, ...urls.map(normalizeUrl)].some((emailOrUrl) => !containsEmailOrUrl(knownText, emailOrUrl)) ||
    phones.some((phone) => !containsPhone(knownText, phone))
  );
}

/** Replaces contact details by spaces, so that their digits are not checked as other numbers. Positions stay valid. */
export function withoutContacts(sentence: string, business: Business): string {
  const blankOut = (contact: string) => ' '.repeat(contact.length);
  const remainingText = sentence.replace(EMAIL_PATTERN, blankOut).replace(URL_PATTERN, blankOut);
  return findPhones(remainingText, countryOf(business)).reduce(
    (text, { start, end }) => text.slice(0, start) + blankOut(text.slice(start, end)) + text.slice(end),
    remainingText,
  );
}

/** The text without the sentences that must not be sent. */
export const withoutUnknownContacts = (text: string, knownContacts: KnownContacts): string =>
  hasUnknownContact(text, knownContacts)
    ? text
        .split(/(?<=[.!?…]["'”’)\]]*)\s+|\n+/)
        .filter((sentence) => !hasUnknownContact(sentence, knownContacts))
        .join(' ')
    : text;

/** Everything that may be repeated to the customer, as one text in lower case. */
const collectKnownText = ({ business, knowledgeIndex, otherSources }: KnownContacts): string =>
  [
    JSON.stringify(business),
    ...(knowledgeIndex?.passages ?? []).map(
      ({ text, heading, source: { title, url = '' } }) => `${heading} ${text} ${title} ${url}`,
    ),
    ...otherSources.map((source) => (typeof source === 'string' ? source : JSON.stringify(source))),
  ]
    .join('\n')
    .toLowerCase();

const normalizeUrl = (url: string) =>
  url
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/[.,;:!?/]+$/, '');

/** Matches the whole address only: "bella.example" contains neither "ella.example" nor "bella.example.org". */
function containsEmailOrUrl(knownText: string, emailOrUrl: string): boolean {
  const wholePattern = `(?<![\\p{L}\\p{N}@_%+-])(?<![\\p{L}\\p{N}]\\.(?<!www\\.))${RegExp.escape(emailOrUrl.toLowerCase())}(?![\\p{L}\\p{N}@-]|\\.[\\p{L}\\p{N}])`;
  return new RegExp(wholePattern, 'u').test(knownText);
}

/** Matches the number in any notation. */
function containsPhone(knownText: string, phone: string): boolean {
  const digits = knownText.replace(/(?<=\d)[\s().\u2010-\u2015/-]+(?=\d)/g, '');
  return digits.includes(findNationalDigits(phone));
}
