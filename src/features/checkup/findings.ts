// Finds problems in the business document itself, which an assistant would otherwise repeat to customers.

import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { getValueAt, isFilled, isObject } from '../../capability/pointer.ts';
import { hasRequiredData } from '../../capability/required-data.ts';
import { isSample, withoutSamples } from '../../capability/samples.ts';
import { toE164 } from '../../kernel/phone.ts';
import { findEmails } from '../../nlu/entities/emails.ts';
import { findPhones } from '../../nlu/entities/phones.ts';
import { findWrongHours, mentionsOpeningHours } from '../assistant/llm/guard/hours.ts';
import { extractValues } from '../assistant/llm/guard/values.ts';
import { splitIntoSentences } from '../assistant/sentences.ts';
import { checkContact } from '../business/check.ts';
import { findUnassignedServices, joinNames } from './unassigned-services.ts';

/** `at` is a JSON pointer to the part of the document to fix. */
export type Finding = { id: string; text: string; at: string };

export function listFindings(document: Business, industries: readonly AnyIndustry[], now: Date): Finding[] {
  const contentWithoutSamples = withoutSamples(document);
  const activeIndustries = industries.filter(({ name }) => document.industries.includes(name));
  return [
    ...listSampleFindings(document),
    ...listContactFindings(contentWithoutSamples),
    ...listHoursFindings(document, contentWithoutSamples),
    ...listEmptySectionFindings(document, contentWithoutSamples, activeIndustries),
    ...listMissingPriceFindings(contentWithoutSamples, activeIndustries),
    ...activeIndustries.flatMap((industry) => findUnassignedServices(contentWithoutSamples, industry)),
    ...listContradictionFindings(contentWithoutSamples, now),
  ];
}

const pluralize = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function listSampleFindings(document: Business): Finding[] {
  const fields = (document.samples ?? []).filter((pointer) => !pointer.startsWith('/contact/'));
  const sections = Object.entries(document).flatMap(([field, value]): [string, unknown][] =>
    isObject(value) ? Object.entries(value).map(([name, item]) => [`/${field}/${name}`, item]) : [[`/${field}`, value]],
  );
  const sampleLists = sections.flatMap(([at, value]) => {
    const count = Array.isArray(value) ? value.filter(isSample).length : 0;
    return count > 0 ? [{ at, what: pluralize(count, 'sample entry', 'sample entries') }] : [];
  });
  return [...fields.map((at) => ({ at, what: 'Sample content' })), ...sampleLists].map(({ at, what }) => ({
    id: `samples${at}`,
    text: `${what}. Hidden from customers until you edit or keep it.`,
    at,
  }));
}

/** Domains reserved for examples. */
const EXAMPLE_DOMAIN_PATTERN = /(?:^|[@/.])example\.(?:com|org|net|edu)\b/i;

function listContactFindings(contentWithoutSamples: Business): Finding[] {
  const { phone, email, website } = contentWithoutSamples.contact;
  const at = '/contact';
  const missingContact = { id: 'contact/none', text: 'Add a phone number or email so customers can reach you.', at };
  const invalidContacts = checkContact(contentWithoutSamples).map(({ pointer, detail }) => ({
    id: `contact${pointer}`,
    text: `“${String(getValueAt(contentWithoutSamples, pointer))}” isn’t valid. It ${detail}.`,
    at: pointer,
  }));
  const placeholders = [
    { at: '/contact/email', what: 'email', value: email },
    { at: '/contact/website', what: 'website', value: website },
    { at: '/handoff/email', what: 'email', value: contentWithoutSamples.handoff.email },
  ].flatMap(({ at, what, value }) =>
    value && EXAMPLE_DOMAIN_PATTERN.test(value)
      ? [{ id: `example${at}`, text: `${value} is a placeholder. Enter your real ${what}.`, at }]
      : [],
  );
  return [...(phone || email ? [] : [missingContact]), ...invalidContacts, ...placeholders];
}

function listHoursFindings(document: Business, contentWithoutSamples: Business): Finding[] {
  if (isFilled(contentWithoutSamples.hours) || document.samples?.includes('/hours')) return [];
  return [{ id: 'hours/none', text: 'You’re closed every day, so customers can’t book.', at: '/hours' }];
}

/** Services the assistant cannot offer because their section of the document is empty. */
function listEmptySectionFindings(
  document: Business,
  contentWithoutSamples: Business,
  activeIndustries: readonly AnyIndustry[],
): Finding[] {
  const missingData = activeIndustries
    .flatMap(({ capabilities }) => capabilities)
    .filter((capability) => !hasRequiredData(contentWithoutSamples, capability))
    .flatMap(({ summary, requiredData: pointers = [] }) => pointers.map((at) => ({ summary, at })))
    // Sections with sample entries already have a finding from `listSampleFindings`.
    .filter(({ at }) => at !== '/hours' && !isFilled(getValueAt(document, at)));
  return [...Map.groupBy(missingData, ({ at }) => at)].map(([at, capabilities]) => ({
    id: `empty${at}`,
    text: `Nothing here yet, so your assistant can’t offer: ${capabilities.map(({ summary }) => summary).join(', ')}.`,
    at,
  }));
}

type PricedEntry = { name?: string; price?: number };

/** If some entries of a list have a price, those without one were probably forgotten. */
function listMissingPriceFindings(
  contentWithoutSamples: Business,
  activeIndustries: readonly AnyIndustry[],
): Finding[] {
  const lists = [
    ['/services', contentWithoutSamples.services] as const,
    ...activeIndustries.flatMap(({ name }) =>
      Object.entries(contentWithoutSamples[name] ?? {}).map(
        ([list, entries]) => [`/${name}/${list}`, entries] as const,
      ),
    ),
  ];
  return lists.flatMap(([at, entries]) => {
    if (!Array.isArray(entries) || !entries.some((entry: PricedEntry) => entry.price !== undefined)) return [];
    const names = entries.flatMap(({ name, price }: PricedEntry) => (price === undefined && name ? [name] : []));
    return names.length > 0 ? [{ id: `prices${at}`, text: `Missing prices: ${joinNames(names)}.`, at }] : [];
  });
}

/** Free text that contradicts the structured fields the assistant answers from. */
function listContradictionFindings(contentWithoutSamples: Business, now: Date): Finding[] {
  const texts = [
    { at: '/description', text: contentWithoutSamples.description },
    ...contentWithoutSamples.faqs.map(({ answer }, index) => ({ at: `/faqs/${index}`, text: answer })),
    ...Object.entries(contentWithoutSamples.policies).map(([name, text]) => ({
      at: `/policies/${name}`,
      text: text ?? '',
    })),
  ];
  return texts.flatMap(({ at, text }) =>
    splitIntoSentences(text).flatMap((sentence) => {
      const fact = findContradictedFact(sentence, contentWithoutSamples, now);
      return fact ? [{ id: `otherwise${at}`, text: `“${sentence.trim()}” doesn’t match your ${fact}.`, at }] : [];
    }),
  );
}

function findContradictedFact(sentence: string, contentWithoutSamples: Business, now: Date): string | undefined {
  const { phone, email } = contentWithoutSamples.contact;
  const country = countryOf(contentWithoutSamples);
  const phoneNumber = phone && toE164(phone, country);
  if (phoneNumber && findPhones(sentence, country).some(({ value }) => value !== phoneNumber))
    return `phone number, ${phone}`;
  if (email && findEmails(sentence).some(({ value }) => value !== email.toLowerCase())) return `email, ${email}`;
  const evidence = { input: { business: contentWithoutSamples, now }, conversationFacts: { times: new Set<number>() } };
  const isWrong =
    mentionsOpeningHours(sentence) && findWrongHours({ sentence, values: extractValues(sentence), evidence });
  return isWrong ? 'opening hours' : undefined;
}
