import type { Bench } from './setup.ts';

const STYLISTS = 20;
const DAYS = 31;
const REQUESTS = 300;
const GOAL_P95_MS = 20;
const GOAL_RATIO = 1.3;
/** The same in both businesses: what lies in the range is work that has to be done. */
const IN_RANGE = 1_000;
const FEW = 5_000;
const MANY = 50_000;

type Measured = { p50: number; p95: number; p99: number };

/** Free times of a large salon: everybody, a month ahead. Bookings of other years must not slow it down. */
export async function availability(bench: Bench): Promise<boolean> {
  const [few, many] = [bench.workspaces[0]!, bench.workspaces[1]!];
  for (const [workspace, bookings] of [
    [few, FEW],
    [many, MANY],
  ] as const) {
    await openSalon(bench, workspace.key);
    await seed(bench, workspace.id, bookings);
  }
  await bench.owner.query('vacuum analyze bookings, booked_times');
  // In turns, so that what else the machine does meets both alike; the first rounds only warm up.
  const times = new Map<string, number[]>([
    [few.key, []],
    [many.key, []],
  ]);
  for (let round = -2; round < 6; round++) {
    for (const key of times.keys()) {
      const measured = await measure(bench.serviceUrl, key, REQUESTS / 6);
      if (round >= 0) times.get(key)!.push(...measured);
    }
  }
  return report(summary(times.get(few.key)!), summary(times.get(many.key)!));
}

async function openSalon({ serviceUrl }: Bench, key: string): Promise<void> {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${serviceUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  await send('POST', '/setup', { industry: 'salon' });
  const open = [['09:00', '18:00']];
  const stylists = Array.from({ length: STYLISTS }, (_, i) => ({
    id: `s${i}`,
    name: `Stylist ${i}`,
    // Every second one has hours of their own, and some a week off.
    ...(i % 2 ? { hours: { mon: open, tue: open, wed: open, thu: open, fri: [['12:00', '18:00']], sat: open } } : {}),
    ...(i % 5 ? {} : { timeOff: [{ from: '2030-01-01', to: '2030-01-07' }] }),
  }));
  await send('PUT', '/config', {
    hours: { mon: open, tue: open, wed: open, thu: open, fri: open, sat: open, sun: [] },
    closures: [],
    booking: { noticeMinutes: 60, horizonDays: 60, slotMinutes: 15, cancelUntilMinutes: 60 },
    salon: { services: [{ id: 'cut', name: 'Cut', durationMinutes: 45, bufferMinutes: 10 }], stylists },
  });
}

/** One an hour and stylist: some in the days that are asked for, the rest in the years before. */
async function seed({ owner }: Bench, workspaceId: string, bookings: number): Promise<void> {
  await owner.query(
    `with places as (
       select n, 's' || n % ${STYLISTS} as stylist,
         case when n <= ${IN_RANGE}
           then date_trunc('day', now()) + interval '1 day' + (n / ${STYLISTS} / 2) * interval '1 day' + (n / ${STYLISTS} % 2) * interval '2 hours' + interval '16 hours'
           else date_trunc('hour', now()) - interval '30 days' - ((n - ${IN_RANGE}) / ${STYLISTS}) * interval '1 hour'
         end as starts_at
       from generate_series(1, ${bookings}) n),
     made as (
       insert into bookings (workspace_id, id, kind, industry, status, code, starts_at, ends_at, service, resource, customer, created_at, updated_at)
       select $1, 'bkg_' || lpad(n::text, 26, '0'), 'appointment', 'salon', 'confirmed', 'C' || n, starts_at, starts_at + interval '45 minutes',
         '{"id":"cut","name":"Cut"}', jsonb_build_object('id', stylist, 'name', stylist), '{"name":"Dana Fox","phone":"+12125550142"}', now(), now()
       from places)
     insert into booked_times (workspace_id, booking_id, resource_id, from_at, to_at)
     select $1, 'bkg_' || lpad(n::text, 26, '0'), 'salon/' || stylist, starts_at, starts_at + interval '55 minutes' from places`,
    [workspaceId],
  );
}

/** Milliseconds of so many requests, one after the other. */
async function measure(serviceUrl: string, key: string, requests: number): Promise<number[]> {
  const url = `${serviceUrl}/api/v1/salon/availability?service=cut&days=${DAYS}`;
  const times: number[] = [];
  for (let i = 0; i < requests; i++) {
    const began = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    times.push(performance.now() - began);
    const { stylists } = JSON.parse(text) as { stylists: { slots: string[] }[] };
    if (stylists.length !== STYLISTS || stylists.some(({ slots }) => slots.length < 100)) {
      throw new Error('The answer is not the one that was to be measured.');
    }
  }
  return times;
}

function summary(times: number[]): Measured {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number(sorted[Math.ceil(sorted.length * share) - 1]!.toFixed(1));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function report(few: Measured, many: Measured): boolean {
  const [fewer, more] = [FEW, MANY].map((count) => `${count.toLocaleString('en')} bookings stored`);
  console.log(
    `\nGET /api/v1/salon/availability, ${STYLISTS} stylists, ${DAYS} days, ${IN_RANGE.toLocaleString('en')} bookings in them, ${REQUESTS} requests, one at a time, ms`,
  );
  console.table({ [fewer!]: few, [more!]: many });
  const isFast = many.p95 < GOAL_P95_MS;
  console.log(`${isFast ? 'met' : 'MISSED'}: p95 is ${many.p95} ms (goal under ${GOAL_P95_MS} ms)`);
  const ratio = many.p50 / few.p50;
  const isFlat = ratio < GOAL_RATIO;
  console.log(
    `${isFlat ? 'met' : 'MISSED'}: ten times the bookings take ${ratio.toFixed(2)} of the time (goal under ${GOAL_RATIO})`,
  );
  return isFast && isFlat;
}
