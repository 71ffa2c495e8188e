// What explains a time and what books it come to the same judgement, over many businesses and times.
import { expect, it } from 'vitest';
import { type BusinessOf, openBusiness } from '../business.ts';
import { startService } from '../harness.ts';
import { casesOf, inParallel, type Random, seeded } from '../random.ts';

const CASES = casesOf(10_000, 25);
const BUSINESSES = 10;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** With the day of a change of the clocks, near which their now lies. */
const ZONES = [
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['America/New_York', '2027-03-14T07:00:00Z'],
  ['Europe/London', '2027-03-28T01:00:00Z'],
  ['Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Asia/Tokyo', '2026-11-20T00:00:00Z'],
] as const;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const HOURS: [string, string][][] = [
  [],
  [['09:00', '17:00']],
  [
    ['08:10', '12:00'],
    ['13:30', '19:00'],
  ],
  [['18:00', '02:00']],
  [['00:00', '24:00']],
  [['00:00', '06:00']],
  [['11:20', '24:00']],
];

const weekly = (random: Random) => Object.fromEntries(DAYS.map((day) => [day, random.pick(HOURS)]));
const date = (epoch: number) => new Date(epoch).toISOString().slice(0, 10);

function randomDocument(random: Random, timezone: string, now: number) {
  const somewhere = () => now + random.below(20) * DAY;
  const people = (count: number, more: (i: number) => object) =>
    Array.from({ length: count }, (_, i) => {
      const from = somewhere();
      const dates = { from: date(from), to: date(from + random.below(3) * DAY) };
      const times = { from: new Date(from).toISOString(), to: new Date(from + 7 * 3_600_000).toISOString() };
      return {
        id: `p${i}`,
        name: `Person ${i}`,
        ...(random.chance(0.5) ? { hours: weekly(random) } : {}),
        ...(random.chance(0.6) ? { timeOff: [random.chance(0.5) ? dates : times] } : {}),
        ...more(i),
      };
    });
  const closed = somewhere();
  return {
    timezone,
    hours: weekly(random),
    closures: random.chance(0.7) ? [{ from: date(closed), to: date(closed + random.below(2) * DAY) }] : [],
    booking: {
      noticeMinutes: random.pick([0, 45, 60, 1440]),
      horizonDays: random.pick([5, 14, 30]),
      slotMinutes: random.pick([10, 15, 20, 30]),
      cancelUntilMinutes: 0,
    },
    salon: {
      services: [
        { id: 'short', name: 'Short', durationMinutes: 30 },
        { id: 'long', name: 'Long', durationMinutes: 105, bufferMinutes: 20, bufferBeforeMinutes: 10 },
      ],
      stylists: people(3, (i) => (i === 2 ? { services: ['short'] } : {})),
    },
    restaurant: {
      menu: [],
      tables: [
        { id: 't1', name: 'One', seats: 2, area: 'hall' },
        { id: 't2', name: 'Two', seats: 4, area: 'hall' },
        { id: 't3', name: 'Three', seats: 4, area: 'patio' },
        { id: 't4', name: 'Four', seats: 4, area: 'patio' },
      ],
      joins: [['t3', 't4']],
      turnMinutes: [
        { upTo: 2, minutes: 60 },
        { upTo: 99, minutes: 120 },
      ],
      maxPartySize: 9,
    },
    fitness: {
      classes: [
        {
          id: 'yoga',
          name: 'Yoga',
          instructor: 'p0',
          durationMinutes: 60,
          capacity: 5,
          weekly: DAYS.map((day) => ({ day, time: random.pick(['09:30', '13:00', '18:00']) })),
        },
      ],
      memberships: [],
      trainers: people(2, () => ({})),
    },
  };
}

type Case = { industry: string; path: string; asked: Record<string, string | number>; startsAt: string };

const maybe = (random: Random, name: string, values: readonly string[]) =>
  random.chance(0.6) ? { [name]: random.pick(values) } : {};

function randomCase(random: Random, now: number): Case {
  const minutes = random.pick([5, 5, 10, 15, 30, 30, 30]);
  const days = random.pick([2, 5, 5, 8, 14, 14, 40, -3]);
  const exact = now + random.below(Math.abs(days) * 1440) * MINUTE * Math.sign(days);
  const at = Math.floor(exact / (minutes * MINUTE)) * minutes * MINUTE;
  // Without an offset it is read in the business's zone, and may not exist there.
  const startsAt = new Date(at).toISOString().slice(0, random.chance(0.5) ? 16 : 24);
  switch (random.below(3)) {
    case 0: {
      const service = random.pick(['short', 'short', 'long', 'long', 'perm']);
      const asked = { service, ...maybe(random, 'stylist', ['p0', 'p1', 'p2', 'Person 1', 'zoe']) };
      return { industry: 'salon', path: '/salon/appointments', asked, startsAt };
    }
    case 1: {
      const partySize = random.pick([1, 2, 2, 3, 4, 4, 7, 8, 9, 12]);
      const asked = { partySize, ...maybe(random, 'area', ['hall', 'patio', 'hall', 'roof']) };
      return { industry: 'restaurant', path: '/restaurant/reservations', asked, startsAt };
    }
    default: {
      const durationMinutes = random.pick([30, 60, 90]);
      const asked = { durationMinutes, ...maybe(random, 'trainer', ['p0', 'p1', 'Person 0', 'nobody']) };
      return { industry: 'fitness', path: '/fitness/training', asked, startsAt };
    }
  }
}

const RULES: Record<string, string> = {
  no_such_resource: 'resource',
  not_offered: 'resource',
  party_too_large: 'size',
};

it(`${CASES} times are explained as they are booked`, async () => {
  const random = seeded(1_116);
  const service = await startService();
  /** Through the whole service, without a socket: there are many. */
  const inject = async (at: BusinessOf, now: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${at.key}`, 'x-test-clock': now };
    const url = `/api/v1${path}`;
    const reply = await service.server.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
    return { status: reply.statusCode, json: reply.json() };
  };
  const customer = { name: 'Dana Fox', email: 'dana@example.com' };
  const outcomes: Record<string, number> = {};
  const wrong: unknown[] = [];

  for (let b = 0; b < BUSINESSES; b++) {
    const [timezone, change] = ZONES[b % ZONES.length]!;
    const epoch = Math.floor((Date.parse(change) - random.below(3 * 1440) * MINUTE) / MINUTE) * MINUTE;
    const now = new Date(epoch).toISOString();
    const at = await openBusiness(service, ['salon', 'restaurant', 'fitness'], {}, now);
    // Hours may run into each other by chance: then another document is made.
    while ((await at.send('PUT', '/config', { body: randomDocument(random, timezone, epoch) })).status !== 200);
    const taken: Case[] = [];
    for (let i = 0; i < 300; i++) {
      const wish = randomCase(random, epoch);
      const { path, asked, startsAt } = wish;
      if ((await inject(at, now, 'POST', path, { ...asked, startsAt, customer })).status === 201) taken.push(wish);
    }
    // Some ask for what others have.
    const cases = Array.from({ length: CASES / BUSINESSES }, () => {
      const wish = randomCase(random, epoch);
      return taken.length && random.chance(0.3) ? random.pick(taken) : wish;
    });
    await inParallel(cases, 4, async ({ industry, path, asked, startsAt }) => {
      const query = new URLSearchParams({ industry, startsAt, ...asked } as Record<string, string>);
      const told = await inject(at, now, 'GET', `/availability/explain?${query}`);
      const booked = await inject(at, now, 'POST', path, { ...asked, startsAt, customer, checkOnly: true });
      const said = booked.status === 200 ? (booked.json.reason ?? 'available') : `${booked.status}`;
      outcomes[said] = (outcomes[said] ?? 0) + 1;
      const failing = told.json.rules?.find(({ ok }: { ok: boolean }) => !ok)?.rule;
      const agree =
        booked.status === 200
          ? told.status === 200 &&
            told.json.available === booked.json.available &&
            failing === (booked.json.reason && (RULES[booked.json.reason] ?? booked.json.reason))
          : booked.status === 422 && told.status === 400;
      if (!agree) wrong.push({ timezone, now, industry, asked, startsAt, told: told.json, booked: booked.json });
    });
  }
  console.log(`explained as booked, seed ${random.seed}:`, outcomes);
  expect({ wrong: wrong.length, first: wrong.slice(0, 3) }).toEqual({ wrong: 0, first: [] });
  // Each outcome was met often enough to mean something.
  for (const outcome of ['available', 'closed', 'full', 'too_soon', 'too_far', '422', ...Object.keys(RULES)]) {
    expect({ outcome, count: outcomes[outcome] ?? 0 }).toMatchObject({
      outcome,
      count: expect.toSatisfy((n) => n >= CASES / 200),
    });
  }
});
