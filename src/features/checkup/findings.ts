// What is odd about the document itself: an assistant that repeats it rightly would still tell customers nonsense.
import { hasBasis } from '../../capability/basis.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { isFilled, isObject, valueAt } from '../../capability/pointer.ts';
import { isSample, withoutSamples } from '../../capability/samples.ts';
import { readPhone } from '../../kernel/phone.ts';
import { findEmails } from '../../nlu/entities/emails.ts';
import { findPhones } from '../../nlu/entities/phones.ts';
import { speaksOfOpening, wrongHours } from '../assistant/llm/guard/hours.ts';
import { valuesIn } from '../assistant/llm/guard/values.ts';
import { sentencesOf } from '../assistant/sentences.ts';
import { checkContact } from '../business/check.ts';
import { namesOf, uncovered } from './uncovered.ts';

/** `at` is a pointer to the place that mends it. */
export type Finding = { id: string; text: string; at: string };

export function findingsIn(document: Business, industries: readonly AnyIndustry[], now: Date): Finding[] {
  const own = withoutSamples(document);
  const active = industries.filter(({ name }) => document.industries.includes(name));
  return [
    ...samples(document),
    ...contact(own),
    ...hours(document, own),
    ...notServed(document, own, active),
    ...withoutPrice(own, active),
    ...active.flatMap((industry) => uncovered(own, industry)),
    ...contradictions(own, now),
  ];
}

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function samples(document: Business): Finding[] {
  const fields = (document.samples ?? []).filter((pointer) => !pointer.startsWith('/contact/'));
  const parts = Object.entries(document).flatMap(([field, value]): [string, unknown][] =>
    isObject(value) ? Object.entries(value).map(([name, each]) => [`/${field}/${name}`, each]) : [[`/${field}`, value]],
  );
  const lists = parts.flatMap(([at, value]) => {
    const count = Array.isArray(value) ? value.filter(isSample).length : 0;
    return count > 0 ? [{ at, what: plural(count, 'sample entry', 'sample entries') }] : [];
  });
  return [...fields.map((at) => ({ at, what: 'Sample content' })), ...lists].map(({ at, what }) => ({
    id: `samples${at}`,
    text: `${what}. Hidden from customers until you edit or keep it.`,
    at,
  }));
}

/** Domains that belong to nobody: they stand in every example. */
const EXAMPLE = /(?:^|[@/.])example\.(?:com|org|net|edu)\b/i;

function contact(own: Business): Finding[] {
  const { phone, email, website } = own.contact;
  const at = '/contact';
  const none = { id: 'contact/none', text: 'Add a phone number or email so customers can reach you.', at };
  const wrong = checkContact(own).map(({ pointer, detail }) => ({
    id: `contact${pointer}`,
    text: `“${String(valueAt(own, pointer))}” isn’t valid. It ${detail}.`,
    at: pointer,
  }));
  const examples = [
    { at: '/contact/email', what: 'email', value: email },
    { at: '/contact/website', what: 'website', value: website },
    { at: '/handoff/email', what: 'email', value: own.handoff.email },
  ].flatMap(({ at, what, value }) =>
    value && EXAMPLE.test(value)
      ? [{ id: `example${at}`, text: `${value} is a placeholder. Enter your real ${what}.`, at }]
      : [],
  );
  return [...(phone || email ? [] : [none]), ...wrong, ...examples];
}

function hours(document: Business, own: Business): Finding[] {
  if (isFilled(own.hours) || document.samples?.includes('/hours')) return [];
  return [{ id: 'hours/none', text: 'You’re closed every day, so customers can’t book.', at: '/hours' }];
}

/** What the assistant cannot do for customers, because nothing is entered for it. */
function notServed(document: Business, own: Business, active: readonly AnyIndustry[]): Finding[] {
  const lacking = active
    .flatMap(({ capabilities }) => capabilities)
    .filter((capability) => !hasBasis(own, capability))
    .flatMap(({ summary, basis = [] }) => basis.map((at) => ({ summary, at })))
    // Samples are told of by themselves.
    .filter(({ at }) => at !== '/hours' && !isFilled(valueAt(document, at)));
  return [...Map.groupBy(lacking, ({ at }) => at)].map(([at, of]) => ({
    id: `empty${at}`,
    text: `Nothing here yet, so your assistant can’t offer: ${of.map(({ summary }) => summary).join(', ')}.`,
    at,
  }));
}

type Priced = { name?: string; price?: number };

/** Where some have a price, those without one were forgotten. */
function withoutPrice(own: Business, active: readonly AnyIndustry[]): Finding[] {
  const lists = [
    ['/services', own.services] as const,
    ...active.flatMap(({ name }) =>
      Object.entries(own[name] ?? {}).map(([list, entries]) => [`/${name}/${list}`, entries] as const),
    ),
  ];
  return lists.flatMap(([at, entries]) => {
    if (!Array.isArray(entries) || !entries.some((entry: Priced) => entry.price !== undefined)) return [];
    const names = entries.flatMap(({ name, price }: Priced) => (price === undefined && name ? [name] : []));
    return names.length > 0 ? [{ id: `prices${at}`, text: `Missing prices: ${namesOf(names)}.`, at }] : [];
  });
}

/** What is written in sentences and says otherwise than the fields that the assistant answers from. */
function contradictions(own: Business, now: Date): Finding[] {
  const texts = [
    { at: '/description', text: own.description },
    ...own.faqs.map(({ answer }, index) => ({ at: `/faqs/${index}`, text: answer })),
    ...Object.entries(own.policies).map(([name, text]) => ({ at: `/policies/${name}`, text: text ?? '' })),
  ];
  return texts.flatMap(({ at, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const wrong = otherwise(sentence, own, now);
      return wrong ? [{ id: `otherwise${at}`, text: `“${sentence.trim()}” doesn’t match your ${wrong}.`, at }] : [];
    }),
  );
}

function otherwise(sentence: string, own: Business, now: Date): string | undefined {
  const { phone, email } = own.contact;
  const country = countryOf(own);
  const number = phone && readPhone(phone, country);
  if (number && findPhones(sentence, country).some(({ value }) => value !== number)) return `phone number, ${phone}`;
  if (email && findEmails(sentence).some(({ value }) => value !== email.toLowerCase())) return `email, ${email}`;
  const known = { given: { business: own, now }, told: { times: new Set<number>() } };
  const isWrong = speaksOfOpening(sentence) && wrongHours({ sentence, values: valuesIn(sentence), known });
  return isWrong ? 'opening hours' : undefined;
}
