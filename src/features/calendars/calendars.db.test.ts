import ICAL from 'ical.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, type Service, startService } from '../../../test/harness.ts';
import { type LiveBusiness, openLiveBusiness, testClock } from '../../../test/live-business.ts';

let service: Service;
let salon: LiveBusiness;
let other: LiveBusiness;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' }, { clock: testClock() });
  [salon, other] = [await openLiveBusiness(service, 'salon', SALON), await openLiveBusiness(service, 'salon', SALON)];
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
const feedsOf = async (business: LiveBusiness): Promise<Feed[]> =>
  expectStatus(200, await business.send('GET', '/calendar-feeds')).json.data;
const urlOf = async (business: LiveBusiness, resource: string | null) =>
  (await feedsOf(business)).find((feed) => feed.resource === resource)!.url;
const read = (url: string) => call(service, 'GET', new URL(url).pathname);
const eventsIn = (text: string) =>
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
  it('is there for the business and for each person', async () => {
    expect((await feedsOf(salon)).map(({ resource, name }) => [resource, name])).toEqual([
      [null, 'All bookings'],
      ['salon/ana', 'Ana'],
      ['salon/bo', 'Bo'],
    ]);
  });

  it('shows the bookings to any calendar app, and what changes', async () => {
    const { id, code } = await book(salon, 'ana', '10:00', 'Dana Fox');
    await book(salon, 'bo', '11:00', 'Lee Park');
    const url = await urlOf(salon, 'salon/ana');
    const { status, text, headers } = await read(url);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const [event, ...others] = eventsIn(text);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ uid: id, summary: 'Dana Fox, Cut', location: 'Ana' });
    expect(event!.description).toContain(code);
    expect(event!.startDate.toJSDate()).toEqual(new Date('2026-11-19T15:00:00Z'));
    expect(eventsIn((await read(await urlOf(salon, null))).text)).toHaveLength(2);

    expectStatus(200, await salon.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-19T13:00' } }));
    const [moved] = eventsIn((await read(url)).text);
    expect(moved!.startDate.toJSDate()).toEqual(new Date('2026-11-19T18:00:00Z'));
    expect(moved!.sequence).toBeGreaterThan(event!.sequence);
    expectStatus(200, await salon.send('POST', `/bookings/${id}/cancel`, { body: {} }));
    expect(eventsIn((await read(url)).text)).toEqual([]);
  });

  it('ends its old link when it is reset', async () => {
    const [ana, bo] = [await urlOf(salon, 'salon/ana'), await urlOf(salon, 'salon/bo')];
    const { json } = expectStatus(
      200,
      await salon.send('POST', '/calendar-feeds/reset', { body: { resource: 'salon/ana' } }),
    );
    expect(json.url).not.toBe(ana);
    expectProblem(await read(ana), 404, 'not_found');
    expect((await read(json.url)).status).toBe(200);
    expect((await read(bo)).status).toBe(200);
    const unknown = { body: { resource: 'salon/nobody' } };
    expectProblem(await salon.send('POST', '/calendar-feeds/reset', unknown), 404, 'not_found');
  });

  it('opens only with its own signature', async () => {
    const token = new URL(await urlOf(salon, null)).pathname.split('/').pop()!;
    const [, resource, number, signature, ending] = token.split('.');
    const forged = [
      [other.id, resource, number, signature, ending],
      [salon.id, Buffer.from('salon/ana').toString('base64url'), number, signature, ending],
      [salon.id, resource, '1', signature, ending],
      [salon.id, resource, number, '', ending],
    ].map((parts) => `http://x/calendars/${parts.join('.')}`);
    for (const url of [...forged, 'http://x/calendars/x']) expectProblem(await read(url), 404, 'not_found');
    expect(eventsIn((await read(await urlOf(other, null))).text)).toEqual([]);
  });

  it('is only for those who may read bookings', async () => {
    const { key } = await createApiKey(service, salon.id, { scopes: ['conversations:read'] });
    expectProblem(await call(service, 'GET', '/api/v1/calendar-feeds', { key }), 403, 'insufficient_scope');
  });

  it('says nothing about patients', async () => {
    const practice = await openLiveBusiness(service, 'medical');
    const { json: config } = expectStatus(200, await practice.send('GET', '/config'));
    const [visitType] = config.medical.visitTypes;
    const body = {
      visitType: visitType.id,
      startsAt: '2026-11-19T10:00',
      patient: { name: 'Ines Secret', dateOfBirth: '1980-02-03', phone: '+12125550199' },
    };
    expectStatus(201, await practice.send('POST', '/medical/appointments', { body }));
    const { text } = await read(await urlOf(practice, null));
    expect(eventsIn(text).map(({ summary }) => summary)).toEqual(['Booked']);
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
    const [event, ...others] = eventsIn((await read(await urlOf(gym, null))).text);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ summary: 'Spin (2 booked)', description: 'Ann Lee\nDana Fox' });
  });
});
