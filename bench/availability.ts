import { computePercentiles } from './median.ts';
import type { Bench } from './setup.ts';

const STYLIST_COUNT = 20;
const DAY_COUNT = 31;
const REQUEST_COUNT = 300;
const GOAL_P95_MS = 20;
const GOAL_RATIO = 1.3;
/** The same number in both businesses, because bookings in the requested range have to be processed. */
const BOOKINGS_IN_RANGE = 1_000;
const FEW_BOOKINGS = 5_000;
const MANY_BOOKINGS = 50_000;

type Percentiles = ReturnType<typeof computePercentiles>;

/** Availability of a large salon: all stylists, a month ahead. Bookings of other years must not slow it down. */
export async function benchAvailability(bench: Bench): Promise<boolean> {
  const [quietSalon, busySalon] = [bench.workspaces[0]!, bench.workspaces[1]!];
  for (const [workspace, bookingCount] of [
    [quietSalon, FEW_BOOKINGS],
    [busySalon, MANY_BOOKINGS],
  ] as const) {
    await openSalon(bench, workspace.key);
    await seedBookings(bench, workspace.id, bookingCount);
  }
  await bench.dbOwnerPool.query('vacuum analyze bookings, booked_times');
  // Alternating, so that other load on the machine affects both; the first rounds only warm up.
  const times = new Map<string, number[]>([
    [quietSalon.key, []],
    [busySalon.key, []],
  ]);
  for (let round = -2; round < 6; round++) {
    for (const key of times.keys()) {
      const roundTimes = await measure(bench.serviceUrl, key, REQUEST_COUNT / 6);
      if (round >= 0) times.get(key)!.push(...roundTimes);
    }
  }
  return report(computePercentiles(times.get(quietSalon.key)!), computePercentiles(times.get(busySalon.key)!));
}

export async function openSalon({ serviceUrl }: Pick<Bench, 'serviceUrl'>, key: string): Promise<void> {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${serviceUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  await send('POST', '/setup', { industry: 'salon' });
  const openingHours = [['09:00', '18:00']];
  const stylists = Array.from({ length: STYLIST_COUNT }, (_, i) => ({
    id: `s${i}`,
    name: `Stylist ${i}`,
    // Every second stylist has different hours, and some have a week off.
    ...(i % 2
      ? {
          hours: {
            mon: openingHours,
            tue: openingHours,
            wed: openingHours,
            thu: openingHours,
            fri: [['12:00', '18:00']],
            sat: openingHours,
          },
        }
      : {}),
    ...(i % 5 ? {} : { timeOff: [{ from: '2030-01-01', to: '2030-01-07' }] }),
  }));
  await send('PUT', '/config', {
    hours: {
      mon: openingHours,
      tue: openingHours,
      wed: openingHours,
      thu: openingHours,
      fri: openingHours,
      sat: openingHours,
      sun: [],
    },
    closures: [],
    booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 15, cancelUntilMinutes: 60 },
    salon: { services: [{ id: 'cut', name: 'Cut', durationMinutes: 45, bufferMinutes: 10 }], stylists },
  });
}

/** One booking per stylist and hour: some in the requested days, the rest in earlier years. */
async function seedBookings({ dbOwnerPool }: Bench, workspaceId: string, bookingCount: number): Promise<void> {
  await dbOwnerPool.query(
    `with slots as (
       select n, 's' || n % ${STYLIST_COUNT} as stylist,
         case when n <= ${BOOKINGS_IN_RANGE}
           then date_trunc('day', now()) + interval '1 day' + (n / ${STYLIST_COUNT} / 2) * interval '1 day' + (n / ${STYLIST_COUNT} % 2) * interval '2 hours' + interval '16 hours'
           else date_trunc('hour', now()) - interval '30 days' - ((n - ${BOOKINGS_IN_RANGE}) / ${STYLIST_COUNT}) * interval '1 hour'
         end as starts_at
       from generate_series(1, ${bookingCount}) n),
     inserted as (
       insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, service, resource, customer, created_at, updated_at)
       select $1, 'bkg_' || lpad(n::text, 26, '0'), 'appointment', 'salon', 'confirmed', 'C' || n, starts_at, starts_at + interval '45 minutes',
         '{"id":"cut","name":"Cut"}', jsonb_build_object('id', stylist, 'name', stylist), '{"name":"Dana Fox","phone":"+12125550142"}', now(), now()
       from slots)
     insert into booked_times (workspace_id, booking_id, resource_id, from_at, to_at)
     select $1, 'bkg_' || lpad(n::text, 26, '0'), 'salon/' || stylist, starts_at, starts_at + interval '55 minutes' from slots`,
    [workspaceId],
  );
}

/** The duration of each request in milliseconds, one at a time. */
async function measure(serviceUrl: string, key: string, requestCount: number): Promise<number[]> {
  const url = `${serviceUrl}/api/v1/salon/availability?service=cut&days=${DAY_COUNT}`;
  const times: number[] = [];
  for (let i = 0; i < requestCount; i++) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    times.push(performance.now() - startedAt);
    const { stylists } = JSON.parse(text) as { stylists: { slots: string[] }[] };
    if (stylists.length !== STYLIST_COUNT || stylists.some(({ slots }) => slots.length < 100)) {
      throw new Error('The response is not the expected one.');
    }
  }
  return times;
}

function report(fewBookingsTimes: Percentiles, manyBookingsTimes: Percentiles): boolean {
  const [fewLabel, manyLabel] = [FEW_BOOKINGS, MANY_BOOKINGS].map(
    (count) => `${count.toLocaleString('en')} bookings stored`,
  );
  console.log(
    `\nGET /api/v1/salon/availability, ${STYLIST_COUNT} stylists, ${DAY_COUNT} days, ${BOOKINGS_IN_RANGE.toLocaleString('en')} bookings in them, ${REQUEST_COUNT} requests, one at a time, ms`,
  );
  console.table({ [fewLabel!]: fewBookingsTimes, [manyLabel!]: manyBookingsTimes });
  const isFast = manyBookingsTimes['p95 ms'] < GOAL_P95_MS;
  console.log(`${isFast ? 'met' : 'MISSED'}: p95 is ${manyBookingsTimes['p95 ms']} ms (goal under ${GOAL_P95_MS} ms)`);
  const ratio = manyBookingsTimes['p50 ms'] / fewBookingsTimes['p50 ms'];
  const isFlat = ratio < GOAL_RATIO;
  console.log(
    `${isFlat ? 'met' : 'MISSED'}: ten times the bookings take ${ratio.toFixed(2)} of the time (goal under ${GOAL_RATIO})`,
  );
  return isFast && isFlat;
}
