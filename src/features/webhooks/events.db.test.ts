import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { call, type Service, startService } from '../../../test/harness.ts';

let service: Service;
let business: TestBusiness;
let bookings: { id: string }[];
let visit: { id: string };

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  business = await openBusiness(service, ['restaurant', 'medical']);
  const reserve = async (startsAt: string) => {
    const body = { partySize: 2, startsAt, customer: { name: 'Dana Fox', phone: '212 555 0142' } };
    return expectStatus(201, await business.send('POST', '/restaurant/reservations', { body })).json;
  };
  bookings = [];
  for (const hour of [12, 18, 19]) bookings.push(await reserve(`2026-11-20T${hour}:00`));
  const patient = { name: 'Ada Grey', dateOfBirth: '1961-05-03', phone: '212 555 0143' };
  const body = { visitType: 'physical', startsAt: '2026-11-19T12:00', patient };
  visit = expectStatus(201, await business.send('POST', '/medical/appointments', { body })).json;
});

type Event = { id: string; type: string; data: Record<string, unknown> };
const listEvents = async (query: string) => {
  const { json } = expectStatus(200, await call(service, 'GET', `/api/events?${query}`, { key: business.key }));
  return { events: json.data as Event[] };
};

describe('the events', () => {
  it('are filtered by type, object and time', async () => {
    const { events } = await listEvents('type=booking.created');
    expect(events.map(({ data }) => data.id)).toEqual([visit.id, ...bookings.map(({ id }) => id).toReversed()]);
    const [firstBooking] = bookings;
    expect((await listEvents(`objectId=${firstBooking!.id}`)).events.map(({ type }) => type)).toEqual([
      'booking.created',
    ]);
    expect((await listEvents('type=booking.created&to=2026-11-16')).events).toEqual([]);
  });

  it('can be read one by one, and are the same as in webhooks', async () => {
    const [event] = (await listEvents(`objectId=${bookings[0]!.id}`)).events;
    const { json } = expectStatus(200, await call(service, 'GET', `/api/events/${event!.id}`, { key: business.key }));
    expect(json).toEqual(event);
    expect(json).toMatchObject({ type: 'booking.created', data: { ...bookings[0], code: expect.any(String) } });
  });

  it('about health contain only an id and a status', async () => {
    const { events } = await listEvents(`objectId=${visit.id}`);
    expect(events.map(({ data }) => data)).toEqual([{ id: visit.id, status: 'confirmed' }]);
  });
});

it('lists bookings at the path where they are created', async () => {
  const listBookings = async (path: string) =>
    expectStatus(200, await business.send('GET', path)).json.data as { id: string }[];
  const newestFirst = bookings.map(({ id }) => id).toReversed();
  expect((await listBookings('/restaurant/reservations')).map(({ id }) => id)).toEqual(newestFirst);
  expect((await listBookings('/restaurant/reservations?limit=1&q=Dana')).map(({ id }) => id)).toEqual([newestFirst[0]]);
  expect((await listBookings('/medical/appointments')).map(({ id }) => id)).toEqual([visit.id]);
  expect((await business.send('GET', '/salon/appointments')).json.code).toBe('industry_not_active');
});
