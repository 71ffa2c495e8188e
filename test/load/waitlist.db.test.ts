// Waiting lists under load, over two instances: people join, leave, accept, decline and let offers lapse all at once.
import { beforeAll, describe, expect, it } from 'vitest';
import { type BusinessOf, everyDay, must, openBusiness } from '../business.ts';
import { asOwner, type Reply, type Service, startService } from '../harness.ts';
import { patiently } from '../http.ts';
import { runTask } from '../jobs.ts';
import { inParallel, seeded } from '../random.ts';

const ACTS = 240;
const AT_ONCE = 16;

let instances: [Service, Service];
const sql = async (text: string, values: unknown[] = []) => (await asOwner(instances[0].connection, text, values)).rows;

beforeAll(async () => {
  const first = await startService(undefined, { jobs: 'off' });
  instances = [first, await startService(first.connection, { jobs: 'off' })];
});

/** Random acts on whatever is there by then, each on one of the two instances. */
async function bustle(at: BusinessOf, seed: number, join: (name: string, on: Service) => Promise<Reply>) {
  const random = seeded(seed);
  const ids: string[] = [];
  const gone = new Set<string>();
  const counts: Record<string, number> = {};
  const acts = Array.from({ length: ACTS }, (_, n) => ({ n, kind: random.below(10), pick: random.below(1_000_000) }));
  await inParallel(acts, AT_ONCE, async ({ n, kind, pick }) => {
    const on = instances[n % 2]!;
    // Most acts are about those who have something, since there is most to go wrong.
    const having = await sql(`select id from bookings where workspace_id = $1 and status in ('offered', 'confirmed')`, [
      at.id,
    ]);
    const among = pick % 4 ? having.map((row) => row.id) : ids;
    const id = among[pick % Math.max(1, among.length)];
    const patch = (status: string) => at.send('PATCH', `/bookings/${id}`, { body: { status }, on });
    const act = async () => {
      if (kind < 4 || !id) return join(`p${n}`, on);
      if (kind < 6) return at.send('POST', `/bookings/${id}/cancel`, { on });
      if (kind < 8) return patch('confirmed');
      if (kind < 9) return patch('waitlisted');
      const [job] = await sql(`select payload from graphile_worker._private_jobs where payload ->> 'bookingId' = $1`, [
        id,
      ]);
      // An offer that lapses; what waits for its own time to come is left to wait.
      const booking = (await at.send('GET', `/bookings/${id}`, { on })).json;
      if (job && booking.status === 'offered') await runTask(on, 'waitlist.wake', job.payload);
      return { status: 200, json: { status: 'woken' } } as Reply;
    };
    const { status, json } = await patiently(act);
    if (status === 201) ids.push(json.id);
    if (status === 200 && json.status === 'cancelled') gone.add(json.id);
    const name = `${status} ${status < 400 ? json.status : status < 500 ? json.code : json.detail}`;
    counts[name] = (counts[name] ?? 0) + 1;
  });
  expect(Object.keys(counts).filter((name) => !/^(20[01] |409 (conflict|slot_unavailable))/.test(name))).toEqual([]);
  expect(counts['200 confirmed']).toBeGreaterThan(0);
  const states = await sql('select id, status from bookings where workspace_id = $1', [at.id]);
  expect(states).toHaveLength(ids.length);
  for (const { id, status } of states) if (gone.has(id)) expect({ id, status }).toEqual({ id, status: 'cancelled' });
  return { counts, ids };
}

/** Those who have something, and those who wait for it. */
const holders = (at: BusinessOf, table: string) =>
  sql(
    `select b.id, b.status, count(t.booking_id)::integer as held from bookings b
     left join ${table} t on t.workspace_id = b.workspace_id and t.booking_id = b.id
     where b.workspace_id = $1 group by 1, 2 having (count(t.booking_id) > 0) <> (b.status in ('confirmed', 'offered'))`,
    [at.id],
  );

describe('a class of three', () => {
  it.each([1, 2])('never has more than three, however they come and go (%i)', async (seed) => {
    const weekly = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => ({ day, time: '18:00' }));
    const yoga = { id: 'yoga', name: 'Yoga', durationMinutes: 60, capacity: 3, weekly };
    const studio = await openBusiness(instances[0], 'fitness', {
      closures: [],
      fitness: { classes: [yoga], memberships: [], trainers: [] },
    });
    const [meeting] = must(200, await studio.send('GET', '/fitness/classes?days=7')).json.classes.slice(3);
    const { counts } = await bustle(studio, seed, (name, on) =>
      studio.send('POST', `/fitness/classes/${meeting.occurrenceId}/bookings`, {
        body: { customer: { name, email: `${name}@example.com` } },
        on,
      }),
    );
    console.log('a class:', counts);
    const [most] = await sql(
      `select count(*)::integer as places, max(place) as highest from class_places where workspace_id = $1`,
      [studio.id],
    );
    expect(most.places).toBeLessThanOrEqual(3);
    expect(most.highest).toBeLessThanOrEqual(3);
    expect(await holders(studio, 'class_places')).toEqual([]);
  });
});

describe('two tables', () => {
  it.each([3, 4])('never have two parties at once, and nobody else’s time (%i)', async (seed) => {
    const tables = [
      { id: 'two', name: 'Two', seats: 2 },
      { id: 'four', name: 'Four', seats: 4 },
    ];
    const at = await openBusiness(instances[0], 'restaurant', {
      hours: everyDay(['17:00', '23:00']),
      closures: [],
      booking: { noticeMinutes: 0, horizonDays: 60, slotMinutes: 30, cancelUntilMinutes: 0 },
      restaurant: { menu: [], tables, joins: [['two', 'four']], turnMinutes: [{ upTo: 99, minutes: 90 }] },
    });
    const random = seeded(seed * 100);
    const { counts } = await bustle(at, seed, (name, on) =>
      at.send('POST', '/restaurant/reservations', {
        body: {
          partySize: random.pick([2, 2, 4, 6]),
          startsAt: `2026-11-20T${random.pick(['18:00', '18:30', '19:00', '20:00'])}`,
          customer: { name, email: `${name}@example.com` },
          waitlist: true,
        },
        on,
      }),
    );
    console.log('two tables:', counts);
    const overlapping = await sql(
      `select 1 from booked_times a join booked_times b using (workspace_id, resource_id)
       where a.workspace_id = $1 and a.booking_id < b.booking_id and a.during && b.during`,
      [at.id],
    );
    expect(overlapping).toEqual([]);
    expect(await holders(at, 'booked_times')).toEqual([]);
  });
});
