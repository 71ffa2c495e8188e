// Bookings under load, on two instances of one service: a quarter of the load by default, all in `npm run test:full`.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus, openBusiness, type TestBusiness } from '../business.ts';
import { type HttpResponse, queryAsDbOwner, type Service, startService } from '../harness.ts';
import { chooseCaseCount, createSeededRandom, inParallel, pickTodaysShare } from '../random.ts';

const MINUTE_MS = 60_000;
const CONCURRENT_CUSTOMERS = chooseCaseCount(1_000, 4);
const APPOINTMENT_COUNT = chooseCaseCount(2_000, 4);
const REFUSAL_COUNT = chooseCaseCount(200, 4);

let instances: [Service, Service];
const query = (sql: string, values: unknown[] = []) => queryAsDbOwner(instances[0].connection, sql, values);

beforeAll(async () => {
  const first = await startService();
  instances = [first, await startService(first.connection, { jobs: 'off' })];
});

const countOutcomes = (responses: HttpResponse[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status, json }) => `${status} ${status < 400 ? json.status : json?.code}`)].map(
      ([outcome, group]) => [outcome, group.length],
    ),
  );

/** Resets the rate limit, which is not under test here. */
const resetRateLimit = ({ id }: TestBusiness) => query('delete from call_counters where workspace_id = $1', [id]);

it(`gives the last table to one of ${CONCURRENT_CUSTOMERS} customers and offers the others alternatives`, async () => {
  const restaurant = await openBusiness(instances[0], 'restaurant', {
    hours: createEveryDayHours(['17:00', '22:00']),
    restaurant: { menu: [], tables: [{ id: 't1', name: 'The last one', seats: 4 }], joins: [], maxPartySize: 4 },
  });
  const body = { partySize: 2, startsAt: '2026-11-20T19:00', customer: { name: 'Dana Fox', phone: '212 555 0142' } };
  let slowestMs = 0;
  const responses = await Promise.all(
    Array.from({ length: CONCURRENT_CUSTOMERS }, async (_, i) => {
      const startedAt = performance.now();
      const response = await restaurant.send('POST', '/restaurant/reservations', { body, instance: instances[i % 2] });
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      return response;
    }),
  );
  console.log(
    `${CONCURRENT_CUSTOMERS} at once for the last table: the slowest response took ${Math.round(slowestMs)} ms`,
  );
  // No request timed out, which would be a 503.
  expect(countOutcomes(responses)).toEqual({ '201 confirmed': 1, '409 slot_unavailable': CONCURRENT_CUSTOMERS - 1 });
  for (const { status, json } of responses) {
    if (status === 201) continue;
    expect(json.reason).toBe('full');
    expect(json.alternatives.length).toBeGreaterThan(0);
  }
  const { rows } = await query('select resource from bookings where workspace_id = $1', [restaurant.id]);
  expect(rows).toEqual([{ resource: { id: 't1', name: 'The last one' } }]);
  const bookedTimes = await query('select resource_id from booked_times where workspace_id = $1', [restaurant.id]);
  expect(bookedTimes.rows).toEqual([{ resource_id: 'restaurant/t1' }]);
  const events = await query(`select type from events where workspace_id = $1 and type like 'booking.%'`, [
    restaurant.id,
  ]);
  expect(events.rows).toEqual([{ type: 'booking.created' }]);
});

const SERVICES = [
  { id: 'cut', name: 'Cut', durationMinutes: 45, bufferMinutes: 10 },
  { id: 'color', name: 'Color', durationMinutes: 105, bufferMinutes: 15, bufferBeforeMinutes: 5 },
  { id: 'brows', name: 'Brows', durationMinutes: 15, bufferMinutes: 0 },
];
const STYLISTS = [
  { id: 'ann', name: 'Ann' },
  { id: 'bea', name: 'Bea', services: ['cut', 'color'] },
  { id: 'cem', name: 'Cem', services: ['cut', 'brows'], hours: createEveryDayHours(['12:00', '20:00']) },
  { id: 'dov', name: 'Dov', timeOff: [{ from: '2026-11-18', to: '2026-11-18' }] },
];

describe('random appointments', () => {
  let salon: TestBusiness;
  const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19'];

  const createRandomRequest = (random: ReturnType<typeof createSeededRandom>) => {
    const minutes = 9 * 60 + random.integerBelow(44) * 15;
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    return {
      service: random.pick(SERVICES).id,
      ...(random.chance(0.5) ? { stylist: random.pick(STYLISTS).id } : {}),
      startsAt: `${random.pick(DAYS)}T${time}`,
      customer: { name: 'Dana Fox', email: 'dana@example.com' },
    };
  };

  beforeAll(async () => {
    salon = await openBusiness(instances[0], 'salon', {
      hours: createEveryDayHours(['09:00', '20:00']),
      closures: [],
      booking: { noticeMinutes: 60, horizonDays: 21, slotMinutes: 15, cancelUntilMinutes: 60 },
      salon: { services: SERVICES, stylists: STYLISTS },
    });
  });

  it('never overlap for any stylist', async () => {
    const random = createSeededRandom(20_261_116);
    const bodies = Array.from({ length: APPOINTMENT_COUNT }, () => createRandomRequest(random));
    const responses = await inParallel(bodies, 40, (body, i) =>
      salon.send('POST', '/salon/appointments', { body, instance: instances[i % 2] }),
    );
    const outcomeCounts = countOutcomes(responses);
    console.log(`${APPOINTMENT_COUNT} random appointments:`, outcomeCounts);
    expect(Object.keys(outcomeCounts).sort()).toEqual(['201 confirmed', '409 slot_unavailable']);

    const overlappingBookings = await query(
      `select a.booking_id, b.booking_id from booked_times a join booked_times b using (workspace_id, resource_id)
       where a.workspace_id = $1 and a.booking_id < b.booking_id and a.during && b.during`,
      [salon.id],
    );
    expect(overlappingBookings.rows).toEqual([]);

    const { rows } = await query(
      `select id, resource ->> 'id' as person, service ->> 'id' as service, starts_at, ends_at,
         (select array_agg(resource_id || ' ' || lower(during) || ' ' || upper(during)) from booked_times where booking_id = bookings.id) as taken
       from bookings where workspace_id = $1 and status = 'confirmed' order by starts_at`,
      [salon.id],
    );
    expect(rows).toHaveLength(outcomeCounts['201 confirmed']!);
    const lastEnd = new Map<string, number>();
    for (const { person, service: serviceId, starts_at, ends_at, taken: bookedTimes } of rows) {
      const { durationMinutes, bufferMinutes, bufferBeforeMinutes = 0 } = SERVICES.find(({ id }) => id === serviceId)!;
      expect(ends_at - starts_at).toBe(durationMinutes * MINUTE_MS);
      const blockedFrom = starts_at.getTime() - bufferBeforeMinutes * MINUTE_MS;
      expect(blockedFrom).toBeGreaterThanOrEqual(lastEnd.get(person) ?? 0);
      lastEnd.set(person, ends_at.getTime() + bufferMinutes * MINUTE_MS);
      expect(bookedTimes).toHaveLength(1);
      expect(bookedTimes[0].startsWith(`salon/${person} `)).toBe(true);
    }
  });

  it('are refused only with alternatives that are available', async () => {
    const random = createSeededRandom(7);
    await resetRateLimit(salon);
    let refusalCount = 0;
    let alternativeCount = 0;
    for (let requestCount = 0; refusalCount < REFUSAL_COUNT; requestCount++) {
      expect(requestCount).toBeLessThan(2_000);
      const body = createRandomRequest(random);
      const response = await salon.send('POST', '/salon/appointments', { body, instance: instances[requestCount % 2] });
      if (response.status === 201) continue;
      expect(response).toMatchObject({ status: 409, json: { code: 'slot_unavailable' } });
      if (response.json.reason === 'not_offered') continue;
      refusalCount++;
      expect(response.json.alternatives.length).toBeGreaterThan(0);
      for (const { startsAt, resource } of response.json.alternatives) {
        alternativeCount++;
        if (body.stylist) expect(resource.id).toBe(body.stylist);
        const checkRequest = { ...body, stylist: resource.id, startsAt, checkOnly: true };
        const checkResponse = await salon.send('POST', '/salon/appointments', {
          body: checkRequest,
          instance: instances[alternativeCount % 2],
        });
        expect({ body, startsAt, resource, check: checkResponse.json }).toMatchObject({ check: { available: true } });
      }
    }
    console.log(`${refusalCount} refusals offered ${alternativeCount} alternatives, each of them free`);
  });
});

it('offers exactly the times that can be booked', async () => {
  // Two weeks in which daylight saving time ends.
  const now = '2026-10-26T07:00:00-04:00';
  const random = createSeededRandom(31);
  const stylists = [
    { id: 'ann', name: 'Ann', services: ['cut'] },
    { id: 'cem', name: 'Cem', services: ['cut'], hours: createEveryDayHours(['12:00', '20:00']) },
    {
      id: 'dov',
      name: 'Dov',
      services: ['cut'],
      timeOff: [
        { from: '2026-10-30', to: '2026-11-01' },
        { from: '2026-11-04T11:00', to: '2026-11-04T13:15' },
      ],
    },
  ];
  const salon = await openBusiness(
    instances[0],
    'salon',
    {
      hours: {
        ...createEveryDayHours(['09:00', '18:30']),
        sun: [['00:00', '06:00']],
        wed: [
          ['09:30', '13:00'],
          ['14:00', '19:00'],
        ],
      },
      closures: [{ from: '2026-11-03', to: '2026-11-03' }],
      booking: { noticeMinutes: 180, horizonDays: 13, slotMinutes: 30, cancelUntilMinutes: 60 },
      salon: { services: SERVICES.slice(0, 1), stylists },
    },
    now,
  );
  const requestAppointment = (stylist: string, epoch: number, checkOnly: boolean, instance: Service) => {
    const startsAt = new Date(epoch).toISOString();
    const body = { service: 'cut', stylist, startsAt, checkOnly, customer: { name: 'Dana', email: 'd@example.com' } };
    return salon.send('POST', '/salon/appointments', { body, instance });
  };
  const fetchSlots = async () => {
    const path = '/salon/availability?service=cut&from=2026-10-26&days=14';
    const { json } = expectStatus(200, await salon.send('GET', path));
    return new Map<string, number[]>(
      json.stylists.map(({ id, slots }: { id: string; slots: string[] }) => [
        id,
        slots.map((slot) => Date.parse(slot)),
      ]),
    );
  };
  const initialSlots = await fetchSlots();
  for (const [stylist, slots] of initialSlots) {
    expect(slots.length).toBeGreaterThan(100);
    for (let i = 0; i < 8; i++) await requestAppointment(stylist, random.pick(slots), false, instances[0]);
  }

  const offeredSlots = await fetchSlots();
  const firstMidnight = Date.parse('2026-10-26T00:00:00-04:00');
  const lastMidnight = Date.parse('2026-11-09T00:00:00-05:00');
  const candidateTimes = [];
  for (const { id } of stylists)
    for (let time = firstMidnight; time < lastMidnight; time += 30 * MINUTE_MS) candidateTimes.push({ id, time });
  expect(candidateTimes).toHaveLength(3 * (14 * 48 + 2));
  const mismatches: unknown[] = [];
  const sampledTimes = pickTodaysShare(candidateTimes, 4);
  await inParallel(sampledTimes, 10, async ({ id, time }, i) => {
    const { status, json } = await requestAppointment(id, time, true, instances[i % 2]!);
    const isBookable = status === 200 && json.available;
    if (status !== 200 && status !== 422) mismatches.push({ id, at: new Date(time), status, json });
    if (isBookable !== offeredSlots.get(id)!.includes(time))
      mismatches.push({ id, at: new Date(time), bookable: isBookable, json });
  });
  expect(mismatches).toEqual([]);
  const offeredCount = [...offeredSlots.values()].reduce((sum, slots) => sum + slots.length, 0);
  const candidateKeys = new Set(candidateTimes.map(({ id, time }) => `${id} ${time}`));
  for (const [id, slots] of offeredSlots) for (const slot of slots) expect(candidateKeys).toContain(`${id} ${slot}`);

  // A sample of the offered times that do not overlap, spread evenly over stylists and days.
  const nonOverlappingSlots = [...offeredSlots].flatMap(([id, slots]) => {
    let nextFree = 0;
    return slots.flatMap((time) => {
      if (time < nextFree) return [];
      nextFree = time + 55 * MINUTE_MS;
      return [{ id, time }];
    });
  });
  const sampledSlots = Array.from(
    { length: 100 },
    (_, i) => nonOverlappingSlots[Math.floor((i * nonOverlappingSlots.length) / 100)]!,
  );
  expect(new Set(sampledSlots).size).toBe(100);
  const bookingResponses = await inParallel(sampledSlots, 10, ({ id, time }, i) =>
    requestAppointment(id, time, false, instances[i % 2]!),
  );
  expect(countOutcomes(bookingResponses)).toEqual({ '201 confirmed': 100 });
  console.log(`${sampledTimes.length} points of the grid: ${offeredCount} offered, each of them and no other bookable`);
});
