import { beforeAll, describe, expect, it } from 'vitest';
import { fillForm, findChoiceLinks, openPage, walkToForm } from '../../../test/booking-page.ts';
import { createEveryDayHours, expectStatus } from '../../../test/business.ts';
import { queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { callOnHost } from '../../../test/http.ts';
import { listFoldersWithKennel } from '../../../test/industries/kennel.ts';
import {
  createTestClock,
  findLatestEmail,
  type LiveBusiness,
  openLiveBusiness,
  waitForEmails,
} from '../../../test/live-business.ts';
import { loadIndustries } from '../../industries/load.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
const clock = createTestClock(MONDAY);
const industryFolders = await listFoldersWithKennel();
const industries = await loadIndustries(industryFolders);
const COMMON_SETTINGS = {
  timezone: 'America/New_York',
  locale: 'en-US',
  hours: createEveryDayHours(['09:00', '18:00']),
  closures: [],
  booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 60 },
};
const SALON = {
  ...COMMON_SETTINGS,
  name: 'Shear & Co <b>',
  contact: { phone: '212 555 0100', address: '1 Main Street' },
  salon: {
    services: [
      { id: 'cut', name: 'Cut', price: 5000, durationMinutes: 60, bufferMinutes: 0 },
      { id: 'color', name: 'Color {x}', durationMinutes: 60, bufferMinutes: 0 },
    ],
    stylists: [{ id: 'ana', name: 'Ana' }],
  },
};
let service: Service;
let salon: LiveBusiness;
let pagePath: string;

async function enableBookingPage(business: LiveBusiness, body: object = {}): Promise<string> {
  const { json } = expectStatus(200, await business.send('PUT', '/booking-page', { body: { enabled: true, ...body } }));
  return new URL(json.url).pathname;
}

beforeAll(async () => {
  service = await startService(undefined, {}, { clock, industryFolders });
  salon = await openLiveBusiness(service, 'salon', SALON);
  pagePath = await enableBookingPage(salon);
});

const listBookingsOf = async ({ id }: LiveBusiness) =>
  (await queryAsDbOwner(service.connection, 'select * from bookings where workspace_id = $1 order by id', [id])).rows;
const detailsPath = (startsAt: string, serviceId = 'cut') => `${pagePath}?service=${serviceId}&startsAt=${startsAt}`;

describe('every industry with something to book', () => {
  it.each(industries.map(({ name }) => name))('is booked from the list to the confirmation: %s', async (industry) => {
    const business = await openLiveBusiness(service, industry, { name: `The ${industry}` });
    const page = await openPage(service, await enableBookingPage(business));
    const offerLinks = findChoiceLinks(page).filter((href) => href.includes('offer='));
    const { json } = await business.send('GET', '/booking-page');
    if (json.offers.length === 0) {
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('Please contact us to book.')]);
      return;
    }
    expect(offerLinks.length).toBe(json.offers.length > 1 ? json.offers.length : 0);
    for (const [index, startPath] of (offerLinks.length ? offerLinks : [page.path]).entries()) {
      const detailsPage = await walkToForm(service, startPath);
      const email = `guest${index}@${industry}.example`;
      const bookedResponse = await openPage(service, page.path, { form: fillForm(detailsPage, { email }) });
      expect([bookedResponse.status, bookedResponse.location]).toEqual([
        303,
        expect.stringMatching(/^\/booking\/ws_.*\?done=book$/),
      ]);
      const bookingPage = await openPage(service, bookedResponse.location);
      expect(bookingPage.text).toContain('You’re booked. We look forward to seeing you.');
      expect(bookingPage.text).not.toContain('Yes, I’ll be there');
      await waitForEmails(service);
      expect(bookedResponse.location).toContain((await findLatestEmail(service, email)).booking);
    }
    const rows = await listBookingsOf(business);
    expect(rows.map(({ status, conversation_id }) => [status, conversation_id])).toEqual(
      rows.map(() => ['confirmed', null]),
    );
    expect(rows.length).toBe(json.offers.length);
    const isHealthCare = industries.find(({ name }) => name === industry)?.traits?.isHealthCare ?? false;
    for (const { customer, sealed } of rows)
      expect([customer === null, sealed !== null]).toEqual([isHealthCare, isHealthCare]);
  });
});

describe('a step', () => {
  it('shows only what can be booked, says why not, and leaves out what the owner hides', async () => {
    const diner = await openLiveBusiness(service, 'restaurant', {
      ...COMMON_SETTINGS,
      contact: { phone: '212 555 0100' },
      restaurant: { menu: [], tables: [{ id: 't1', name: 'One', seats: 4 }], joins: [], maxPartySize: 4 },
    });
    const dinerPath = await enableBookingPage(diner);
    const partyPage = await openPage(service, dinerPath);
    expect(findChoiceLinks(partyPage).length).toBe(4);
    expect(partyPage.text).toContain('please call us at 212 555 0100');
    expect((await openPage(service, `${dinerPath}?partySize=9`)).text).toContain('please call us at');
    expect((await openPage(service, `${dinerPath}?partySize=2`)).text).toContain('2 people');
    await enableBookingPage(salon, { hidden: ['salon.services/color'] });
    expect(findChoiceLinks(await openPage(service, pagePath))).toEqual([`${pagePath}?service=cut`]);
    expect((await openPage(service, detailsPath('2026-11-18T10:00', 'color'))).text).not.toContain(
      '<form method="post"',
    );
    await enableBookingPage(salon, { hidden: [] });
    expect(findChoiceLinks(await openPage(service, pagePath)).length).toBe(2);
  });

  it.each([
    ['2026-11-16T09:00', 'a time that has passed'],
    ['2026-11-18T03:00', 'a time when it is closed'],
    ['2026-11-18T10:10', 'a time between the slots'],
    ['2027-11-18T10:00', 'a time beyond the horizon'],
    ['nonsense', 'no time'],
  ])('explains %s, %s, and shows times that are free', async (startsAt) => {
    const page = await openPage(service, detailsPath(startsAt));
    expect([page.status, page.text]).toEqual([409, expect.stringContaining('role="alert"')]);
    expect(findChoiceLinks(page).length).toBeGreaterThan(0);
  });

  it('has a strict content security policy, describes the business to search engines, and escapes the business’s texts', async () => {
    const { text, headers } = await openPage(service, pagePath);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(text).toContain('Shear &amp; Co &lt;b&gt;');
    expect(text).not.toMatch(/<b>|style=/);
    const [, structuredData = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    const url = `${service.config.publicUrl}${pagePath}`;
    expect(JSON.parse(structuredData)).toMatchObject({
      '@type': 'BeautySalon',
      name: SALON.name,
      telephone: '212 555 0100',
      potentialAction: { '@type': 'ReserveAction', target: { urlTemplate: url } },
    });
    expect(JSON.parse(structuredData).openingHoursSpecification.length).toBe(7);
    expect(text).toContain(`<link rel="canonical" href="${url}">`);
    expect(text).not.toContain('noindex');
    expect((await openPage(service, `${pagePath}?service=cut`)).text).toContain('noindex');
  });

  it('speaks the visitor’s language, and the booking keeps it', async () => {
    const headers = { 'accept-language': 'fr-CA, en;q=0.5' };
    const page = await openPage(service, detailsPath('2026-11-27T10:00'), { headers });
    expect(page.text).toContain('<html lang="fr">');
    const { location } = await openPage(service, pagePath, { form: fillForm(page), headers });
    expect((await openPage(service, location)).text).toContain('<html lang="fr">');
  });

  it('shows no sample content to live customers', async () => {
    const freshSalon = await openLiveBusiness(service, 'salon', SALON);
    expectStatus(
      200,
      await freshSalon.send('PUT', '/config', {
        body: {
          salon: { ...SALON.salon, services: [{ ...SALON.salon.services[0], sample: true }, SALON.salon.services[1]] },
        },
      }),
    );
    expect(
      findChoiceLinks(await openPage(service, await enableBookingPage(freshSalon))).map((href) => href.split('=')[1]),
    ).toEqual(['color']);
  });
});

describe('the domain of a business', () => {
  it('serves its page at /book, and no other business’s', async () => {
    const [ownSalon, otherSalon] = await Promise.all([1, 2].map(() => openLiveBusiness(service, 'salon', SALON)));
    if (!ownSalon || !otherSalon) throw new Error('two businesses');
    const [ownPath, otherPath] = [await enableBookingPage(ownSalon), await enableBookingPage(otherSalon)];
    await queryAsDbOwner(
      service.connection,
      `insert into brand_domains (workspace_id, domain, token, verified_at, created_at)
       values ($1, 'book.shear.example', 'x', now(), now())`,
      [ownSalon.id],
    );
    const { json } = await ownSalon.send('GET', '/booking-page');
    expect(new URL(json.url)).toMatchObject({ hostname: 'book.shear.example', pathname: '/book' });
    const openOnDomain = (path: string) => callOnHost(service, 'book.shear.example', path);
    const page = await openOnDomain('/book');
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining(`<link rel="canonical" href="${json.url}">`),
    ]);
    expect(page.text).toContain('href="/book?service=cut"');
    expect((await openOnDomain(ownPath)).headers.location).toBe('/book');
    expect((await openOnDomain(otherPath)).status).toBe(404);
    expect((await openPage(service, '/book')).status).toBe(404);
  });
});
