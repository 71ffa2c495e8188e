// The resources that agents can read: the fields listed here, the FAQs, and the public fields that each industry names. A new
// field of the document is private until it is listed.
import { getCustomerPolicies } from '../../capability/deposits.ts';
import type { Business } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';

const BUSINESS_URI = 'frontdesk://business';
const PUBLIC_DOCUMENT_FIELDS = [
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
const PRIVATE_ENTRY_FIELDS = new Set(['sample', 'timeOff']);

type McpResource = { uri: string; name: string; title: string; description: string; content: unknown };

function createResources(business: Business, industries: readonly AnyIndustry[]): McpResource[] {
  const activeIndustries = industries.filter(({ name }) => business.industries.includes(name));
  return [
    {
      uri: BUSINESS_URI,
      name: 'business',
      title: business.name,
      description: 'Name, contact, opening hours, closures, services, policies and booking rules',
      content: {
        ...pickFields(business, PUBLIC_DOCUMENT_FIELDS),
        policies: getCustomerPolicies(business, formatterFor(business)),
        booking: pickFields(business.booking, PUBLIC_BOOKING_RULES),
      },
    },
    {
      uri: `${BUSINESS_URI}/faqs`,
      name: 'faqs',
      title: 'Questions and answers',
      description: 'What customers often ask, with the business’s own answers',
      content: business.faqs,
    },
    ...activeIndustries.flatMap(({ name, title, summary, publicFields }) =>
      publicFields
        ? [
            {
              uri: `${BUSINESS_URI}/${name}`,
              name,
              title,
              description: summary,
              content: pickFields(business[name] as object, publicFields),
            },
          ]
        : [],
    ),
  ];
}

const MIME_TYPE = 'application/json';

export const listResources = (business: Business, industries: readonly AnyIndustry[]) =>
  createResources(business, industries).map(({ content: _, ...resource }) => ({ ...resource, mimeType: MIME_TYPE }));

export function readResource(business: Business, industries: readonly AnyIndustry[], uri: string) {
  const resource = createResources(business, industries).find((candidate) => candidate.uri === uri);
  if (!resource) return undefined;
  const text = JSON.stringify(resource.content, (field, value) =>
    PRIVATE_ENTRY_FIELDS.has(field) ? undefined : value,
  );
  return { uri, mimeType: MIME_TYPE, text };
}

const pickFields = (source: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(source).filter(([field]) => fields.includes(field)));
