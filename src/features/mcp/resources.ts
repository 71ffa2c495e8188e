// What the business tells of itself to anybody. Fields are named one by one: a new one is private until it is named.
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';

const ROOT = 'frontdesk://business';
const FIELDS = [
  'name',
  'description',
  'industries',
  'country',
  'timezone',
  'currency',
  'locale',
  'contact',
  'hours',
  'closures',
  'services',
  'policies',
];
const RULES = ['noticeMinutes', 'horizonDays', 'slotMinutes', 'cancelUntilMinutes'];
/** Marks of ours, and when people who work there are away. */
const KEPT_BACK = new Set(['sample', 'timeOff']);

type Part = { uri: string; name: string; title: string; description: string; content: unknown };

function partsOf(business: Business, industries: readonly AnyIndustry[]): Part[] {
  const active = industries.filter(({ name }) => business.industries.includes(name));
  return [
    {
      uri: ROOT,
      name: 'business',
      title: business.name,
      description: 'Name, contact, opening hours, closures, services, policies and booking rules',
      content: { ...pick(business, FIELDS), booking: pick(business.booking, RULES) },
    },
    {
      uri: `${ROOT}/faqs`,
      name: 'faqs',
      title: 'Questions and answers',
      description: 'What customers often ask, with the business’s own answers',
      content: business.faqs,
    },
    ...active.flatMap(({ name, title, summary, open }) =>
      open
        ? [
            {
              uri: `${ROOT}/${name}`,
              name,
              title,
              description: summary,
              content: pick(business[name] as object, open),
            },
          ]
        : [],
    ),
  ];
}

const MIME = 'application/json';

export const listResources = (business: Business, industries: readonly AnyIndustry[]) =>
  partsOf(business, industries).map(({ content: _, ...part }) => ({ ...part, mimeType: MIME }));

export function readResource(business: Business, industries: readonly AnyIndustry[], uri: string) {
  const part = partsOf(business, industries).find((each) => each.uri === uri);
  if (!part) return undefined;
  const text = JSON.stringify(part.content, (field, value) => (KEPT_BACK.has(field) ? undefined : value));
  return { uri, mimeType: MIME, text };
}

const pick = (from: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([field]) => fields.includes(field)));
