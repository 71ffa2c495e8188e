// Finds facts about the business in schema.org data.
import { DAYS } from '../../../capability/document.ts';
import type { Price } from './amounts.ts';
import { parseDuration } from './amounts.ts';
import type { Facts, Finding, Note, Offer, PageFindings, Week } from './findings.ts';
import { quoteOf } from './findings.ts';
import { createHoursReader } from './hours.ts';
import { nodesIn, type SchemaNode, textIn } from './schema-org.ts';
import type { Day } from './words.ts';
import { isDate } from './written-dates.ts';

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
  ({ kind, value, certainty: 'markup', quote: quoteOf(quote) }) as Finding;

export function findInSchema(nodes: readonly SchemaNode[]): PageFindings {
  const findings: Finding[] = [];
  const notes: Note[] = [];
  // A business is whatever has contact details; there are hundreds of types of businesses.
  const isBusiness = (node: SchemaNode) =>
    !node.types.some((type) => OFFER_TYPES.has(type) || type === 'Person' || type === 'PostalAddress') &&
    CONTACT_PROPERTIES.some((property) => node.get(property).length > 0);
  const postalCodeOf = (node: SchemaNode) => textIn(nodesIn(node, 'address')[0], 'postalCode');
  const mainPostalCode = nodes.filter(isBusiness).map(postalCodeOf).find(Boolean);
  for (const node of nodes) {
    if (isBusiness(node)) {
      const hours = hoursOf(node);
      const code = postalCodeOf(node);
      const branch = code && code !== mainPostalCode ? { branch: code } : {};
      const nodeFindings = [...businessFindings(node), ...hours.findings];
      findings.push(
        ...nodeFindings
          .filter(({ kind }) => kind !== 'name' || !branch.branch)
          .map((finding) => ({ ...finding, ...branch })),
      );
      notes.push(...hours.notes);
    } else if (node.types.some((type) => NAMING_TYPES.has(type))) findings.push(...findName(node));
    if (node.types.includes('Question')) findings.push(...faqOf(node));
    if (node.types.some((type) => OFFER_TYPES.has(type))) findings.push(...offerOf(node, sectionOf(nodes, node)));
    findings.push(...nodesIn(node, 'employee', 'employees', 'founder').flatMap(personOf));
  }
  return { findings, notes };
}

const findName = (node: SchemaNode): Finding[] => {
  const name = textIn(node, 'name');
  return name ? [createFinding('name', name, name)] : [];
};

function businessFindings(node: SchemaNode): Finding[] {
  const findings = findName(node);
  for (const [kind, property] of [
    ['description', 'description'],
    ['phone', 'telephone'],
    ['email', 'email'],
  ] as const) {
    const text = textIn(node, property)?.replace(/^mailto:/i, '');
    if (text) findings.push(createFinding(kind, text, text));
  }
  const currency = textIn(node, 'currenciesAccepted');
  if (currency && /^[A-Z]{3}$/.test(currency)) findings.push(createFinding('currency', currency, currency));
  const [address] = nodesIn(node, 'address');
  const text = address
    ? addressOf(address)
    : typeof node.get('address')[0] === 'string'
      ? textIn(node, 'address')
      : undefined;
  if (text) findings.push(createFinding('address', text, text));
  const country = textIn(address, 'addressCountry') ?? textIn(nodesIn(address, 'addressCountry')[0], 'name');
  if (country && /^[A-Z]{2}$/.test(country)) findings.push(createFinding('country', country, country));
  return findings;
}

/** In the order of the country: the postal code follows the region, or precedes the town. */
function addressOf(address: SchemaNode): string | undefined {
  const street = textIn(address, 'streetAddress');
  const [town, region, code] = ['addressLocality', 'addressRegion', 'postalCode'].map((name) => textIn(address, name));
  if (!street) return undefined;
  const townPart = region ? [town, [region, code].filter(Boolean).join(' ')] : [[code, town].filter(Boolean).join(' ')];
  return [street, ...townPart].filter(Boolean).join(', ');
}

function hoursOf(node: SchemaNode): PageFindings {
  const reader = createHoursReader('en', { extraDays: SCHEMA_DAYS, is24Hours: true });
  const findings: Finding[] = [];
  const notes: Note[] = [];
  const week: Week = {};
  const quotes: string[] = [];
  for (const hours of nodesIn(node, 'openingHoursSpecification', 'specialOpeningHoursSpecification')) {
    const [opens, closes, from, to] = ['opens', 'closes', 'validFrom', 'validThrough'].map((name) =>
      textIn(hours, name),
    );
    const days = hours
      .get('dayOfWeek')
      .map((day) => String((day as { name?: string })?.name ?? day).replace(/^.*\//, ''));
    const quote = [
      days.join(', ') || [from, to].filter(Boolean).join(' – '),
      [opens, closes].filter(Boolean).join(' – '),
    ].join(': ');
    const isClosed = opens === undefined || opens === closes;
    if (from && isDate(from) && (!days.length || isClosed)) {
      if (isClosed) findings.push(createFinding('closure', { from, to: to && isDate(to) ? to : from }, quote));
      else notes.push({ about: 'hours', quote });
      continue;
    }
    // Hours of a season are not the hours of every week.
    if (from) {
      notes.push({ about: 'hours', quote });
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
  return { findings, notes };
}

function faqOf(node: SchemaNode): Finding[] {
  const question = textIn(node, 'name') ?? textIn(node, 'text');
  const answer = textIn(nodesIn(node, 'acceptedAnswer', 'suggestedAnswer')[0], 'text');
  return question && answer ? [createFinding('faq', { question, answer }, `${question}\n${answer}`)] : [];
}

/** The part of the menu that an item is in. */
const sectionOf = (nodes: readonly SchemaNode[], item: SchemaNode): string | undefined => {
  const name = textIn(item, 'name');
  const section = nodes.find((node) => nodesIn(node, 'hasMenuItem').some((entry) => textIn(entry, 'name') === name));
  return section?.types.includes('MenuSection') ? textIn(section, 'name') : undefined;
};

function offerOf(node: SchemaNode, section: string | undefined): Finding[] {
  const name = textIn(node, 'name');
  if (!name) return [];
  const price = priceOf(node);
  const category = section ?? textIn(node, 'category');
  const description = textIn(node, 'description');
  const code = textIn(node, 'sku');
  const durationMinutes = isoMinutes(textIn(node, 'duration') ?? '');
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

function priceOf(node: SchemaNode): Price | undefined {
  const [offer, ...otherOffers] = nodesIn(node, 'offers');
  const exactPrice = textIn(offer, 'price') ?? textIn(nodesIn(offer, 'priceSpecification')[0], 'price');
  const amount = exactPrice ?? textIn(offer, 'lowPrice');
  if (!amount || !/^\d+(\.\d+)?$/.test(amount)) return undefined;
  const hasSeveralPrices = otherOffers.some((other) => textIn(other, 'price') !== exactPrice);
  const currency = textIn(offer, 'priceCurrency') ?? textIn(nodesIn(offer, 'priceSpecification')[0], 'priceCurrency');
  return { amount, ...(currency ? { currency } : {}), isMinimum: exactPrice === undefined || hasSeveralPrices };
}

/** "PT1H30M" */
function isoMinutes(text: string): number | undefined {
  const match = /^PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(text);
  const minutes = match ? Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0) : parseDuration(text);
  return minutes || undefined;
}

function personOf(node: SchemaNode): Finding[] {
  const name = node.types.includes('Person') ? textIn(node, 'name') : undefined;
  const description = textIn(node, 'jobTitle') ?? textIn(node, 'description');
  if (!name) return [];
  return [
    createFinding(
      'person',
      { name, ...(description ? { description } : {}), headings: [] },
      [name, description].filter(Boolean).join(', '),
    ),
  ];
}
