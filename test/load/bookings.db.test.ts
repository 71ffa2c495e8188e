// Bookings under load, over two instances of one service: a quarter of it by default, all of it in `npm run test:full`.
import { beforeAll, describe, expect, it } from 'vitest';
import { type BusinessOf, everyDay, must, openBusiness } from '../business.ts';
import { asOwner, type Reply, type Service, startService } from '../harness.ts';
import { casesOf, inParallel, seeded, someOf } from '../random.ts';

const MINUTE = 60_000;
const AT_ONCE = casesOf(1_000, 4);
const APPOINTMENTS = casesOf(2_000, 4);
const REFUSALS = casesOf(200, 4);

let instances: [Service, Service];
const sql = (text: string, values: unknown[] = []) => asOwner(instances[0].connection, text, values);

beforeAll(async () => {
  const first = await startService();
  instances = [first, await startService(first.connection, { jobs: 'off' })];
});

const count = (replies: Reply[]) =>
  Object.fromEntries(
    [...Map.groupBy(replies, ({ status, json }) => `${status} ${status < 400 ? json.status : json?.code}`)].map(
      ([answer, of]) => [answer, of.length],
    ),
  );

/** Calls are limited by the minute; what is tested here is not that. */
const newMinute = ({ id }: BusinessOf) => sql('delete from call_counters where workspace_id = $1', [id]);

it(`gives the last table to one of ${AT_ONCE}, and the others a way out`, async () => {
  const restaurant = await openBusiness(instances[0], 'restaurant', {
    hours: everyDay(['17:00', '22:00']),
    restaurant: { menu: [], tables: [{ id: 't1', name: 'The last one', seats: 4 }], joins: [], maxPartySize: 4 },
  });
  const body = { partySize: 2, startsAt: '2026-11-20T19:00', customer: { name: 'Dana Fox', phone: '212 555 0142' } };
  let slowest = 0;
  const replies = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      const began = performance.now();
      const reply = await restaurant.send('POST', '/restaurant/reservations', { body, on: instances[i % 2] });
      slowest = Math.max(slowest, performance.now() - began);
      return reply;
    }),
  );
  console.log(`${AT_ONCE} at once for the last table: the slowest answer took ${Math.round(slowest)} ms`);
  // None ran out of time, which would be a 503.
  expect(count(replies)).toEqual({ '201 confirmed': 1, '409 slot_unavailable': AT_ONCE - 1 });
  for (const { status, json } of replies) {
    if (status === 201) continue;
    expect(json.reason).toBe('full');
    expect(json.alternatives.length).toBeGreaterThan(0);
  }
  const { rows } = await sql('select resource from bookings where workspace_id = $1', [restaurant.id]);
  expect(rows).toEqual([{ resource: { id: 't1', name: 'The last one' } }]);
  const times = await sql('select resource_id from booked_times where workspace_id = $1', [restaurant.id]);
  expect(times.rows).toEqual([{ resource_id: 'restaurant/t1' }]);
  const events = await sql(`select type from events where workspace_id = $1 and type like 'booking.%'`, [
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
  { id: 'cem', name: 'Cem', services: ['cut', 'brows'], hours: everyDay(['12:00', '20:00']) },
  { id: 'dov', name: 'Dov', timeOff: [{ from: '2026-11-18', to: '2026-11-18' }] },
];

describe('random appointments', () => {
  let salon: BusinessOf;
  const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19'];

  const randomRequest = (random: ReturnType<typeof seeded>) => {
    const minutes = 9 * 60 + random.below(44) * 15;
    const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    return {
      service: random.pick(SERVICES).id,
      ...(random.chance(0.5) ? { stylist: random.pick(STYLISTS).id } : {}),
      startsAt: `${random.pick(DAYS)}T${clock}`,
      customer: { name: 'Dana Fox', email: 'dana@example.com' },
    };
  };

  beforeAll(async () => {
    salon = await openBusiness(instances[0], 'salon', {
      hours: everyDay(['09:00', '20:00']),
      closures: [],
      booking: { noticeMinutes: 60, horizonDays: 21, slotMinutes: 15, cancelUntilMinutes: 60 },
      salon: { services: SERVICES, stylists: STYLISTS },
    });
  });

  it('never overlap for any stylist', async () => {
    const random = seeded(20_261_116);
    const bodies = Array.from({ length: APPOINTMENTS }, () => randomRequest(random));
    const replies = await inParallel(bodies, 40, (body, i) =>
      salon.send('POST', '/salon/appointments', { body, on: instances[i % 2] }),
    );
    const answers = count(replies);
    console.log(`${APPOINTMENTS} random appointments:`, answers);
    expect(Object.keys(answers).sort()).toEqual(['201 confirmed', '409 slot_unavailable']);

    const overlapping = await sql(
      `select a.booking_id, b.booking_id from booked_times a join booked_times b using (workspace_id, resource_id)
       where a.workspace_id = $1 and a.booking_id < b.booking_id and a.during && b.during`,
      [salon.id],
    );
    expect(overlapping.rows).toEqual([]);

    const { rows } = await sql(
      `select id, resource ->> 'id' as person, service ->> 'id' as service, starts_at, ends_at,
         (select array_agg(resource_id || ' ' || lower(during) || ' ' || upper(during)) from booked_times where booking_id = bookings.id) as taken
       from bookings where workspace_id = $1 and status = 'confirmed' order by starts_at`,
      [salon.id],
    );
    expect(rows).toHaveLength(answers['201 confirmed']!);
    const lastEnd = new Map<string, number>();
    for (const { person, service: name, starts_at, ends_at, taken } of rows) {
      const { durationMinutes, bufferMinutes, bufferBeforeMinutes = 0 } = SERVICES.find(({ id }) => id === name)!;
      expect(ends_at - starts_at).toBe(durationMinutes * MINUTE);
      const from = starts_at.getTime() - bufferBeforeMinutes * MINUTE;
      expect(from).toBeGreaterThanOrEqual(lastEnd.get(person) ?? 0);
      lastEnd.set(person, ends_at.getTime() + bufferMinutes * MINUTE);
      expect(taken).toHaveLength(1);
      expect(taken[0].startsWith(`salon/${person} `)).toBe(true);
    }
  });

  it('are refused with alternatives that can be had', async () => {
    const random = seeded(7);
    await newMinute(salon);
    let refused = 0;
    let offered = 0;
    for (let asked = 0; refused < REFUSALS; asked++) {
      expect(asked).toBeLessThan(2_000);
      const body = randomRequest(random);
      const reply = await salon.send('POST', '/salon/appointments', { body, on: instances[asked % 2] });
      if (reply.status === 201) continue;
      expect(reply).toMatchObject({ status: 409, json: { code: 'slot_unavailable' } });
      if (reply.json.reason === 'not_offered') continue;
      refused++;
      expect(reply.json.alternatives.length).toBeGreaterThan(0);
      for (const { startsAt, resource } of reply.json.alternatives) {
        offered++;
        if (body.stylist) expect(resource.id).toBe(body.stylist);
        const wish = { ...body, stylist: resource.id, startsAt, checkOnly: true };
        const check = await salon.send('POST', '/salon/appointments', { body: wish, on: instances[offered % 2] });
        expect({ body, startsAt, resource, check: check.json }).toMatchObject({ check: { available: true } });
      }
    }
    console.log(`${refused} refusals offered ${offered} alternatives, each of them free`);
  });
});

it('offers what can be booked, and nothing else can', async () => {
  // Two weeks in which the clocks are put back.
  const now = '2026-10-26T07:00:00-04:00';
  const random = seeded(31);
  const stylists = [
    { id: 'ann', name: 'Ann', services: ['cut'] },
    { id: 'cem', name: 'Cem', services: ['cut'], hours: everyDay(['12:00', '20:00']) },
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
        ...everyDay(['09:00', '18:30']),
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
  const appointment = (stylist: string, epoch: number, checkOnly: boolean, on: Service) => {
    const startsAt = new Date(epoch).toISOString();
    const body = { service: 'cut', stylist, startsAt, checkOnly, customer: { name: 'Dana', email: 'd@example.com' } };
    return salon.send('POST', '/salon/appointments', { body, on });
  };
  const availability = async () => {
    const path = '/salon/availability?service=cut&from=2026-10-26&days=14';
    const { json } = must(200, await salon.send('GET', path));
    return new Map<string, number[]>(
      json.stylists.map(({ id, slots }: { id: string; slots: string[] }) => [
        id,
        slots.map((slot) => Date.parse(slot)),
      ]),
    );
  };
  const before = await availability();
  for (const [stylist, slots] of before) {
    expect(slots.length).toBeGreaterThan(100);
    for (let i = 0; i < 8; i++) await appointment(stylist, random.pick(slots), false, instances[0]);
  }

  const offered = await availability();
  const midnight = Date.parse('2026-10-26T00:00:00-04:00');
  const end = Date.parse('2026-11-09T00:00:00-05:00');
  const points = [];
  for (const { id } of stylists) for (let at = midnight; at < end; at += 30 * MINUTE) points.push({ id, at });
  expect(points).toHaveLength(3 * (14 * 48 + 2));
  const wrong: unknown[] = [];
  const asked = someOf(points, 4);
  await inParallel(asked, 10, async ({ id, at }, i) => {
    const { status, json } = await appointment(id, at, true, instances[i % 2]!);
    const bookable = status === 200 && json.available;
    if (status !== 200 && status !== 422) wrong.push({ id, at: new Date(at), status, json });
    if (bookable !== offered.get(id)!.includes(at)) wrong.push({ id, at: new Date(at), bookable, json });
  });
  expect(wrong).toEqual([]);
  const all = [...offered.values()].reduce((sum, slots) => sum + slots.length, 0);
  const known = new Set(points.map(({ id, at }) => `${id} ${at}`));
  for (const [id, slots] of offered) for (const slot of slots) expect(known).toContain(`${id} ${slot}`);

  // Spread out: of those that do not take each other's time, evenly over people and days.
  const apart = [...offered].flatMap(([id, slots]) => {
    let free = 0;
    return slots.flatMap((at) => {
      if (at < free) return [];
      free = at + 55 * MINUTE;
      return [{ id, at }];
    });
  });
  const sample = Array.from({ length: 100 }, (_, i) => apart[Math.floor((i * apart.length) / 100)]!);
  expect(new Set(sample).size).toBe(100);
  const booked = await inParallel(sample, 10, ({ id, at }, i) => appointment(id, at, false, instances[i % 2]!));
  expect(count(booked)).toEqual({ '201 confirmed': 100 });
  console.log(`${asked.length} points of the grid: ${all} offered, each of them and no other bookable`);
});
