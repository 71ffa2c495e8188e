// The explanation of a time and the check before booking it must agree, for many businesses and times.
import { expect, it } from 'vitest';
import { openBusiness, type TestBusiness } from '../business.ts';
import { startService } from '../harness.ts';
import { chooseCaseCount, createSeededRandom, inParallel, type Random } from '../random.ts';

const CASE_COUNT = chooseCaseCount(10_000, 25);
const BUSINESS_COUNT = 10;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Time zones, each with a clock change near which the test's current time lies. */
const ZONES = [
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['America/New_York', '2027-03-14T07:00:00Z'],
  ['Europe/London', '2027-03-28T01:00:00Z'],
  ['Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Asia/Tokyo', '2026-11-20T00:00:00Z'],
] as const;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const HOURS_OPTIONS: [string, string][][] = [
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

const createRandomWeeklyHours = (random: Random) =>
  Object.fromEntries(DAYS.map((day) => [day, random.pick(HOURS_OPTIONS)]));
const formatDate = (epoch: number) => new Date(epoch).toISOString().slice(0, 10);

function createRandomDocument(random: Random, timezone: string, now: number) {
  const pickRandomTime = () => now + random.integerBelow(20) * DAY_MS;
  const createPeople = (count: number, extraFields: (i: number) => object) =>
    Array.from({ length: count }, (_, i) => {
      const from = pickRandomTime();
      const dates = { from: formatDate(from), to: formatDate(from + random.integerBelow(3) * DAY_MS) };
      const times = { from: new Date(from).toISOString(), to: new Date(from + 7 * 3_600_000).toISOString() };
      return {
        id: `p${i}`,
        name: `Person ${i}`,
        ...(random.chance(0.5) ? { hours: createRandomWeeklyHours(random) } : {}),
        ...(random.chance(0.6) ? { timeOff: [random.chance(0.5) ? dates : times] } : {}),
        ...extraFields(i),
      };
    });
  const closureStart = pickRandomTime();
  return {
    timezone,
    hours: createRandomWeeklyHours(random),
    closures: random.chance(0.7)
      ? [{ from: formatDate(closureStart), to: formatDate(closureStart + random.integerBelow(2) * DAY_MS) }]
      : [],
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
      stylists: createPeople(3, (i) => (i === 2 ? { services: ['short'] } : {})),
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
      trainers: createPeople(2, () => ({})),
    },
  };
}

type Case = { industry: string; path: string; fields: Record<string, string | number>; startsAt: string };

const maybeField = (random: Random, name: string, values: readonly string[]) =>
  random.chance(0.6) ? { [name]: random.pick(values) } : {};

function createRandomCase(random: Random, now: number): Case {
  const minutes = random.pick([5, 5, 10, 15, 30, 30, 30]);
  const days = random.pick([2, 5, 5, 8, 14, 14, 40, -3]);
  const exactTime = now + random.integerBelow(Math.abs(days) * 1440) * MINUTE_MS * Math.sign(days);
  const roundedTime = Math.floor(exactTime / (minutes * MINUTE_MS)) * minutes * MINUTE_MS;
  // Without an offset it is a local time of the business, which may not exist because of a clock change.
  const startsAt = new Date(roundedTime).toISOString().slice(0, random.chance(0.5) ? 16 : 24);
  switch (random.integerBelow(3)) {
    case 0: {
      const service = random.pick(['short', 'short', 'long', 'long', 'perm']);
      const fields = { service, ...maybeField(random, 'stylist', ['p0', 'p1', 'p2', 'Person 1', 'zoe']) };
      return { industry: 'salon', path: '/salon/appointments', fields, startsAt };
    }
    case 1: {
      const partySize = random.pick([1, 2, 2, 3, 4, 4, 7, 8, 9, 12]);
      const fields = { partySize, ...maybeField(random, 'area', ['hall', 'patio', 'hall', 'roof']) };
      return { industry: 'restaurant', path: '/restaurant/reservations', fields, startsAt };
    }
    default: {
      const durationMinutes = random.pick([30, 60, 90]);
      const fields = { durationMinutes, ...maybeField(random, 'trainer', ['p0', 'p1', 'Person 0', 'nobody']) };
      return { industry: 'fitness', path: '/fitness/training', fields, startsAt };
    }
  }
}

const RULE_BY_REASON: Record<string, string> = {
  no_such_resource: 'resource',
  not_offered: 'resource',
  party_too_large: 'size',
};

it(`explains ${CASE_COUNT} times in agreement with booking`, async () => {
  const random = createSeededRandom(1_116);
  const service = await startService();
  /** Calls the service without a socket, because there are many requests. */
  const sendRequest = async (
    business: TestBusiness,
    now: string,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ) => {
    const headers = { authorization: `Bearer ${business.key}`, 'x-test-clock': now };
    const url = `/api/v1${path}`;
    const response = await service.server.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
    return { status: response.statusCode, json: response.json() };
  };
  const customer = { name: 'Dana Fox', email: 'dana@example.com' };
  const outcomes: Record<string, number> = {};
  const mismatches: unknown[] = [];

  for (let businessIndex = 0; businessIndex < BUSINESS_COUNT; businessIndex++) {
    const [timezone, clockChange] = ZONES[businessIndex % ZONES.length]!;
    const epoch =
      Math.floor((Date.parse(clockChange) - random.integerBelow(3 * 1440) * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
    const now = new Date(epoch).toISOString();
    const business = await openBusiness(service, ['salon', 'restaurant', 'fitness'], {}, now);
    // Random hours may overlap, which is invalid: then another document is generated.
    while (
      (await business.send('PUT', '/config', { body: createRandomDocument(random, timezone, epoch) })).status !== 200
    );
    const bookedCases: Case[] = [];
    for (let i = 0; i < 300; i++) {
      const randomRequest = createRandomCase(random, epoch);
      const { path, fields, startsAt } = randomRequest;
      if ((await sendRequest(business, now, 'POST', path, { ...fields, startsAt, customer })).status === 201)
        bookedCases.push(randomRequest);
    }
    // Some cases request a time that is already booked.
    const cases = Array.from({ length: CASE_COUNT / BUSINESS_COUNT }, () => {
      const randomRequest = createRandomCase(random, epoch);
      return bookedCases.length && random.chance(0.3) ? random.pick(bookedCases) : randomRequest;
    });
    await inParallel(cases, 4, async ({ industry, path, fields, startsAt }) => {
      const query = new URLSearchParams({ industry, startsAt, ...fields } as Record<string, string>);
      const explanation = await sendRequest(business, now, 'GET', `/availability/explain?${query}`);
      const checkResponse = await sendRequest(business, now, 'POST', path, {
        ...fields,
        startsAt,
        customer,
        checkOnly: true,
      });
      const outcome =
        checkResponse.status === 200 ? (checkResponse.json.reason ?? 'available') : `${checkResponse.status}`;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const failedRule = explanation.json.rules?.find(({ ok }: { ok: boolean }) => !ok)?.rule;
      const isConsistent =
        checkResponse.status === 200
          ? explanation.status === 200 &&
            explanation.json.available === checkResponse.json.available &&
            failedRule ===
              (checkResponse.json.reason && (RULE_BY_REASON[checkResponse.json.reason] ?? checkResponse.json.reason))
          : checkResponse.status === 422 && explanation.status === 400;
      if (!isConsistent)
        mismatches.push({
          timezone,
          now,
          industry,
          fields,
          startsAt,
          explained: explanation.json,
          booked: checkResponse.json,
        });
    });
  }
  console.log(`explained as booked, seed ${random.seed}:`, outcomes);
  expect({ wrong: mismatches.length, first: mismatches.slice(0, 3) }).toEqual({ wrong: 0, first: [] });
  // Each outcome occurred often enough for the test to be meaningful.
  for (const outcome of ['available', 'closed', 'full', 'too_soon', 'too_far', '422', ...Object.keys(RULE_BY_REASON)]) {
    expect({ outcome, count: outcomes[outcome] ?? 0 }).toMatchObject({
      outcome,
      count: expect.toSatisfy((n) => n >= CASE_COUNT / 200),
    });
  }
});
