// What search engines read: the business, when it is open, and that it can be booked here.
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { type Html, html } from '../../kernel/html.ts';

const SCHEMA_ORG_WEEKDAYS: Record<string, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

type PageFacts = {
  business: Business;
  industry: AnyIndustry | undefined;
  url: string;
  title: string;
  logoUrl?: string;
};

/** Undefined values are left out. */
function createStructuredData({ business, industry, url, logoUrl }: PageFacts): Record<string, unknown> {
  const { name, description, contact, hours, currency } = business;
  return {
    '@context': 'https://schema.org',
    '@type': industry?.schemaOrgType ?? 'LocalBusiness',
    name,
    url: contact.website ?? url,
    description: description || undefined,
    telephone: contact.phone,
    email: contact.email,
    image: logoUrl,
    address: contact.address && {
      '@type': 'PostalAddress',
      streetAddress: contact.address,
      addressCountry: countryOf(business),
    },
    currenciesAccepted: currency,
    openingHoursSpecification: Object.entries(hours).flatMap(([day, periods]) =>
      (periods ?? []).map(([opens, closes]) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `https://schema.org/${SCHEMA_ORG_WEEKDAYS[day]}`,
        opens,
        // Midnight at the end of a day has no notation of its own.
        closes: closes === '24:00' ? '23:59' : closes,
      })),
    ),
    potentialAction: {
      '@type': 'ReserveAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: url,
        actionPlatform: ['https://schema.org/DesktopWebPlatform', 'https://schema.org/MobileWebPlatform'],
      },
      result: { '@type': 'Reservation' },
    },
  };
}

export function renderHead(facts: PageFacts): Html {
  const { business, url, title, logoUrl } = facts;
  const description = business.description || title;
  // No `<` in it, so nothing can end the element.
  const escapedJson = { markup: JSON.stringify(createStructuredData(facts)).replaceAll('<', '\\u003c') };
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${business.name}">
${logoUrl && html`<meta property="og:image" content="${logoUrl}">`}
<script type="application/ld+json">${escapedJson}</script>`;
}
