import ICAL from 'ical.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, type Service, startService } from '../../../test/harness.ts';
import { createTestClock, type LiveBusiness, openLiveBusiness } from '../../../test/live-business.ts';

let service: Service;
let salon: LiveBusiness;
let otherSalon: LiveBusiness;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' }, { clock: createTestClock() });
  [salon, otherSalon] = [
    await openLiveBusiness(service, 'salon', SALON),
    await openLiveBusiness(service, 'salon', SALON),
  ];
});

const SALON = {
  name: 'Lumen',
  salon: {
    services: [{ id: 'cut', name: 'Cut', price: 5000, durationMinutes: 60, bufferMinutes: 0 }],
    stylists: [
      { id: 'ana', name: 'Ana' },
      { id: 'bo', name: 'Bo' },
    ],
  },
};

type Feed = { resource: string | null; name: string; url: string };
const listFeeds = async (business: LiveBusiness): Promise<Feed[]> =>
  expectStatus(200, await business.send('GET', '/calendar-feeds')).json.data;
const feedUrl = async (business: LiveBusiness, resource: string | null) =>
  (await listFeeds(business)).find((feed) => feed.resource === resource)!.url;
const readFeed = (url: string) => call(service, 'GET', new URL(url).pathname);
const parseEvents = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
const book = async (business: LiveBusiness, stylistId: string, time: string, name: string) => {
  const body = {
    service: 'cut',
    stylist: stylistId,
    startsAt: `2026-11-19T${time}`,
    customer: { name, phone: '+12125550147' },
  };
  return expectStatus(201, await business.send('POST', '/salon/appointments', { body })).json;
};

describe('a calendar feed', () => {
  it('exists for the business and for each person', async () => {
    expect((await listFeeds(salon)).map(({ resource, name }) => [resource, name])).toEqual([
      [null, 'All bookings'],
      ['salon/ana', 'Ana'],
      ['salon/bo', 'Bo'],
    ]);
  });

  it('shows bookings and their changes to any calendar app', async () => {
    const { id, code } = await book(salon, 'ana', '10:00', 'Dana Fox');
    await book(salon, 'bo', '11:00', 'Lee Park');
    const url = await feedUrl(salon, 'salon/ana');
    const { status, text, headers } = await readFeed(url);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const [event, ...otherEvents] = parseEvents(text);
    expect(otherEvents).toEqual([]);
    expect(event).toMatchObject({ uid: id, summary: 'Dana Fox, Cut', location: 'Ana' });
    expect(event!.description).toContain(code);
    expect(event!.startDate.toJSDate()).toEqual(new Date('2026-11-19T15:00:00Z'));
    expect(parseEvents((await readFeed(await feedUrl(salon, null))).text)).toHaveLength(2);

    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-19T13:00' } }));
    const [movedEvent] = parseEvents((await readFeed(url)).text);
    expect(movedEvent!.startDate.toJSDate()).toEqual(new Date('2026-11-19T18:00:00Z'));
    expect(movedEvent!.sequence).toBeGreaterThan(event!.sequence);
    expectStatus(200, await salon.send('POST', `/bookings/${id}/cancel`, { body: {} }));
    expect(parseEvents((await readFeed(url)).text)).toEqual([]);
  });

  it('no longer opens with its old link after a reset', async () => {
    const [anaUrl, boUrl] = [await feedUrl(salon, 'salon/ana'), await feedUrl(salon, 'salon/bo')];
    const { json } = expectStatus(
      200,
      await salon.send('POST', '/calendar-feeds/reset', { body: { resource: 'salon/ana' } }),
    );
    expect(json.url).not.toBe(anaUrl);
    expectProblem(await readFeed(anaUrl), 404, 'not_found');
    expect((await readFeed(json.url)).status).toBe(200);
    expect((await readFeed(boUrl)).status).toBe(200);
    const unknownResource = { body: { resource: 'salon/nobody' } };
    expectProblem(await salon.send('POST', '/calendar-feeds/reset', unknownResource), 404, 'not_found');
  });

  it('opens only with its own signature', async () => {
    const token = new URL(await feedUrl(salon, null)).pathname.split('/').pop()!;
    const [, resource, linkNumber, signature, ending] = token.split('.');
    const forgedUrls = [
      [otherSalon.id, resource, linkNumber, signature, ending],
      [salon.id, Buffer.from('salon/ana').toString('base64url'), linkNumber, signature, ending],
      [salon.id, resource, '1', signature, ending],
      [salon.id, resource, linkNumber, '', ending],
    ].map((parts) => `http://x/calendars/${parts.join('.')}`);
    for (const url of [...forgedUrls, 'http://x/calendars/x']) expectProblem(await readFeed(url), 404, 'not_found');
    expect(parseEvents((await readFeed(await feedUrl(otherSalon, null))).text)).toEqual([]);
  });

  it('is only for those who may read bookings', async () => {
    const { key } = await createApiKey(service, salon.id, { scopes: ['conversations:read'] });
    expectProblem(await call(service, 'GET', '/api/v1/calendar-feeds', { key }), 403, 'insufficient_scope');
  });

  it('contains no details of patients', async () => {
    const practice = await openLiveBusiness(service, 'medical');
    const { json: config } = expectStatus(200, await practice.send('GET', '/config'));
    const [visitType] = config.medical.visitTypes;
    const body = {
      visitType: visitType.id,
      startsAt: '2026-11-19T10:00',
      patient: { name: 'Ines Secret', dateOfBirth: '1980-02-03', phone: '+12125550199' },
    };
    expectStatus(201, await practice.send('POST', '/medical/appointments', { body }));
    const { text } = await readFeed(await feedUrl(practice, null));
    expect(parseEvents(text).map(({ summary }) => summary)).toEqual(['Booked']);
    expect(text).not.toMatch(/Ines|5550199/);
  });

  it('shows a class as one event with everybody who comes', async () => {
    const spin = {
      id: 'spin',
      name: 'Spin',
      durationMinutes: 45,
      capacity: 9,
      weekly: [{ day: 'thu', time: '18:00' }],
    };
    const gym = await openLiveBusiness(service, 'fitness', {
      fitness: { classes: [spin], memberships: [], trainers: [] },
    });
    const [{ occurrenceId }] = expectStatus(200, await gym.send('GET', '/fitness/classes?days=7')).json.classes;
    for (const [name, phone] of [
      ['Ann Lee', '+12125550140'],
      ['Dana Fox', '+12125550141'],
    ]) {
      const body = { customer: { name, phone } };
      expectStatus(201, await gym.send('POST', `/fitness/classes/${occurrenceId}/bookings`, { body }));
    }
    const [event, ...otherEvents] = parseEvents((await readFeed(await feedUrl(gym, null))).text);
    expect(otherEvents).toEqual([]);
    expect(event).toMatchObject({ summary: 'Spin (2 booked)', description: 'Ann Lee\nDana Fox' });
  });
});
