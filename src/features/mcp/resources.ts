// The business's public data. Fields are listed one by one, so that a new field is private until it is added here.
import { getCustomerPolicies } from '../../capability/deposits.ts';
import type { Business } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';

const ROOT_URI = 'frontdesk://business';
const PUBLIC_FIELDS = [
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
];
const PUBLIC_BOOKING_RULES = ['noticeMinutes', 'horizonDays', 'slotMinutes', 'cancelUntilMinutes'];
/** Internal marks, and staff absences. */
const PRIVATE_FIELDS = new Set(['sample', 'timeOff']);

type McpResource = { uri: string; name: string; title: string; description: string; content: unknown };

function resourcesOf(business: Business, industries: readonly AnyIndustry[]): McpResource[] {
  const activeIndustries = industries.filter(({ name }) => business.industries.includes(name));
  return [
    {
      uri: ROOT_URI,
      name: 'business',
      title: business.name,
      description: 'Name, contact, opening hours, closures, services, policies and booking rules',
      content: {
        ...pick(business, PUBLIC_FIELDS),
        policies: getCustomerPolicies(business, formatterFor(business)),
        booking: pick(business.booking, PUBLIC_BOOKING_RULES),
      },
    },
    {
      uri: `${ROOT_URI}/faqs`,
      name: 'faqs',
      title: 'Questions and answers',
      description: 'What customers often ask, with the business’s own answers',
      content: business.faqs,
    },
    ...activeIndustries.flatMap(({ name, title, summary, publicFields }) =>
      publicFields
        ? [
            {
              uri: `${ROOT_URI}/${name}`,
              name,
              title,
              description: summary,
              content: pick(business[name] as object, publicFields),
            },
          ]
        : [],
    ),
  ];
}

const MIME_TYPE = 'application/json';

export const listResources = (business: Business, industries: readonly AnyIndustry[]) =>
  resourcesOf(business, industries).map(({ content: _, ...resource }) => ({ ...resource, mimeType: MIME_TYPE }));

export function readResource(business: Business, industries: readonly AnyIndustry[], uri: string) {
  const resource = resourcesOf(business, industries).find((candidate) => candidate.uri === uri);
  if (!resource) return undefined;
  const text = JSON.stringify(resource.content, (field, value) => (PRIVATE_FIELDS.has(field) ? undefined : value));
  return { uri, mimeType: MIME_TYPE, text };
}

const pick = (from: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([field]) => fields.includes(field)));
