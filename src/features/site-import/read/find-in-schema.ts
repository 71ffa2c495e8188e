// Finds facts about the business in schema.org data.
import { DAYS } from '../../../capability/document.ts';
import type { Price } from './amounts.ts';
import { parseDurationMinutes } from './amounts.ts';
import type { Facts, Finding, Offer, PageFindings, UnclearQuote, Week } from './findings.ts';
import { toQuote } from './findings.ts';
import { createHoursReader } from './hours.ts';
import { readNodes, readProperty, type SchemaNode } from './schema-org.ts';
import type { Day } from './words.ts';
import { isIsoDate } from './written-dates.ts';

const SCHEMA_DAYS: Record<string, Day> = {
  mo: 'mon',
  tu: 'tue',
  we: 'wed',
  th: 'thu',
  fr: 'fri',
  sa: 'sat',
  su: 'sun',
};
const CONTACT_PROPERTIES = ['telephone', 'email', 'address', 'openingHours', 'openingHoursSpecification'];
const OFFER_TYPES = new Set(['MenuItem', 'Product', 'Service']);
const NAMING_TYPES = new Set(['Organization', 'WebSite']);

const createFinding = <Kind extends keyof Facts>(kind: Kind, value: Facts[Kind], quote: string): Finding =>
  ({ kind, value, certainty: 'markup', quote: toQuote(quote) }) as Finding;

export function findInSchema(nodes: readonly SchemaNode[]): PageFindings {
  const findings: Finding[] = [];
  const unclearQuotes: UnclearQuote[] = [];
  // A business is whatever has contact details; there are hundreds of types of businesses.
  const isBusiness = (node: SchemaNode) =>
    !node.types.some((type) => OFFER_TYPES.has(type) || type === 'Person' || type === 'PostalAddress') &&
    CONTACT_PROPERTIES.some((property) => node.get(property).length > 0);
  const readPostalCode = (node: SchemaNode) => readProperty(readNodes(node, 'address')[0], 'postalCode');
  const mainPostalCode = nodes.filter(isBusiness).map(readPostalCode).find(Boolean);
  for (const node of nodes) {
    if (isBusiness(node)) {
      const hours = findHours(node);
      const code = readPostalCode(node);
      const branch = code && code !== mainPostalCode ? { branch: code } : {};
      const nodeFindings = [...findBusinessFacts(node), ...hours.findings];
      findings.push(
        ...nodeFindings
          .filter(({ kind }) => kind !== 'name' || !branch.branch)
          .map((finding) => ({ ...finding, ...branch })),
      );
      unclearQuotes.push(...hours.unclearQuotes);
    } else if (node.types.some((type) => NAMING_TYPES.has(type))) findings.push(...findName(node));
    if (node.types.includes('Question')) findings.push(...findFaq(node));
    if (node.types.some((type) => OFFER_TYPES.has(type)))
      findings.push(...findOffer(node, findMenuSection(nodes, node)));
    findings.push(...readNodes(node, 'employee', 'employees', 'founder').flatMap(findPerson));
  }
  return { findings, unclearQuotes };
}

const findName = (node: SchemaNode): Finding[] => {
  const name = readProperty(node, 'name');
  return name ? [createFinding('name', name, name)] : [];
};

function findBusinessFacts(node: SchemaNode): Finding[] {
  const findings = findName(node);
  for (const [kind, property] of [
    ['description', 'description'],
    ['phone', 'telephone'],
    ['email', 'email'],
  ] as const) {
    const text = readProperty(node, property)?.replace(/^mailto:/i, '');
    if (text) findings.push(createFinding(kind, text, text));
  }
  const currency = readProperty(node, 'currenciesAccepted');
  if (currency && /^[A-Z]{3}$/.test(currency)) findings.push(createFinding('currency', currency, currency));
  const [address] = readNodes(node, 'address');
  const text = address
    ? formatAddress(address)
    : typeof node.get('address')[0] === 'string'
      ? readProperty(node, 'address')
      : undefined;
  if (text) findings.push(createFinding('address', text, text));
  const country =
    readProperty(address, 'addressCountry') ?? readProperty(readNodes(address, 'addressCountry')[0], 'name');
  if (country && /^[A-Z]{2}$/.test(country)) findings.push(createFinding('country', country, country));
  return findings;
}

/** In the order of the country: the postal code follows the region, or precedes the town. */
function formatAddress(address: SchemaNode): string | undefined {
  const street = readProperty(address, 'streetAddress');
  const [town, region, code] = ['addressLocality', 'addressRegion', 'postalCode'].map((name) =>
    readProperty(address, name),
  );
  if (!street) return undefined;
  const townPart = region ? [town, [region, code].filter(Boolean).join(' ')] : [[code, town].filter(Boolean).join(' ')];
  return [street, ...townPart].filter(Boolean).join(', ');
}

function findHours(node: SchemaNode): PageFindings {
  const reader = createHoursReader('en', { extraDays: SCHEMA_DAYS, is24Hours: true });
  const findings: Finding[] = [];
  const unclearQuotes: UnclearQuote[] = [];
  const week: Week = {};
  const quotes: string[] = [];
  for (const hours of readNodes(node, 'openingHoursSpecification', 'specialOpeningHoursSpecification')) {
    const [opens, closes, from, to] = ['opens', 'closes', 'validFrom', 'validThrough'].map((name) =>
      readProperty(hours, name),
    );
    const days = hours
      .get('dayOfWeek')
      .map((day) => String((day as { name?: string })?.name ?? day).replace(/^.*\//, ''));
    const quote = [
      days.join(', ') || [from, to].filter(Boolean).join(' – '),
      [opens, closes].filter(Boolean).join(' – '),
    ].join(': ');
    const isClosed = opens === undefined || opens === closes;
    if (from && isIsoDate(from) && (!days.length || isClosed)) {
      if (isClosed) findings.push(createFinding('closure', { from, to: to && isIsoDate(to) ? to : from }, quote));
      else unclearQuotes.push({ about: 'hours', quote });
      continue;
    }
    // Hours of a season are not the hours of every week.
    if (from) {
      unclearQuotes.push({ about: 'hours', quote });
      continue;
    }
    const line = `${days.join(', ')} ${isClosed ? 'closed' : `${opens?.slice(0, 5)} - ${closes?.slice(0, 5)}`}`;
    for (const [day, periods] of Object.entries(reader.read([line])) as [Day, Week[Day]][])
      week[day] = [...(week[day] ?? []), ...(periods ?? [])];
    quotes.push(quote);
  }
  const lines = node.get('openingHours').flatMap((line) => (typeof line === 'string' ? line.split(/;\s*/) : []));
  Object.assign(week, reader.read(lines));
  if (DAYS.some((day) => week[day])) findings.push(createFinding('hours', week, [...quotes, ...lines].join('\n')));
  return { findings, unclearQuotes };
}

function findFaq(node: SchemaNode): Finding[] {
  const question = readProperty(node, 'name') ?? readProperty(node, 'text');
  const answer = readProperty(readNodes(node, 'acceptedAnswer', 'suggestedAnswer')[0], 'text');
  return question && answer ? [createFinding('faq', { question, answer }, `${question}\n${answer}`)] : [];
}

/** The part of the menu that an item is in. */
const findMenuSection = (nodes: readonly SchemaNode[], item: SchemaNode): string | undefined => {
  const name = readProperty(item, 'name');
  const section = nodes.find((node) =>
    readNodes(node, 'hasMenuItem').some((entry) => readProperty(entry, 'name') === name),
  );
  return section?.types.includes('MenuSection') ? readProperty(section, 'name') : undefined;
};

function findOffer(node: SchemaNode, section: string | undefined): Finding[] {
  const name = readProperty(node, 'name');
  if (!name) return [];
  const price = findPrice(node);
  const category = section ?? readProperty(node, 'category');
  const description = readProperty(node, 'description');
  const code = readProperty(node, 'sku');
  const durationMinutes = parseIsoMinutes(readProperty(node, 'duration') ?? '');
  const offer: Offer = {
    name,
    ...(description ? { description } : {}),
    ...(category ? { category } : {}),
    ...(code ? { code } : {}),
    ...(price ? { price } : {}),
    ...(durationMinutes ? { durationMinutes } : {}),
    headings: [],
  };
  const quote = [name, description, price && `${price.amount} ${price.currency ?? ''}`].filter(Boolean).join('\n');
  return [createFinding('offer', offer, quote)];
}

function findPrice(node: SchemaNode): Price | undefined {
  const [offer, ...otherOffers] = readNodes(node, 'offers');
  const exactPrice = readProperty(offer, 'price') ?? readProperty(readNodes(offer, 'priceSpecification')[0], 'price');
  const amount = exactPrice ?? readProperty(offer, 'lowPrice');
  if (!amount || !/^\d+(\.\d+)?$/.test(amount)) return undefined;
  const hasSeveralPrices = otherOffers.some((other) => readProperty(other, 'price') !== exactPrice);
  const currency =
    readProperty(offer, 'priceCurrency') ?? readProperty(readNodes(offer, 'priceSpecification')[0], 'priceCurrency');
  return { amount, ...(currency ? { currency } : {}), isMinimum: exactPrice === undefined || hasSeveralPrices };
}

/** "PT1H30M" */
function parseIsoMinutes(text: string): number | undefined {
  const match = /^PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(text);
  const minutes = match ? Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0) : parseDurationMinutes(text);
  return minutes || undefined;
}

function findPerson(node: SchemaNode): Finding[] {
  const name = node.types.includes('Person') ? readProperty(node, 'name') : undefined;
  const description = readProperty(node, 'jobTitle') ?? readProperty(node, 'description');
  if (!name) return [];
  return [
    createFinding(
      'person',
      { name, ...(description ? { description } : {}), headings: [] },
      [name, description].filter(Boolean).join(', '),
    ),
  ];
}
