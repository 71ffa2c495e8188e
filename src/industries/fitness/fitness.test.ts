import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../../test/growth.ts';
import { DAYS, EMPTY_DOCUMENT } from '../../capability/document.ts';
import { createTrainingRequest } from './booking-request.ts';
import { checkFitness } from './check.ts';
import { calculateQuote } from './quote.ts';
import type { Fitness, FitnessBusiness } from './schema.ts';
import { template } from './template.ts';
import { type ClassFilter, countMeetings, describeMeetings, filterClasses } from './timetable.ts';

const templateSection = (): Fitness => structuredClone(template.section);
const business = {
  ...EMPTY_DOCUMENT,
  timezone: 'America/New_York',
  fitness: templateSection(),
} as unknown as FitnessBusiness;
const [basic, plus, unlimited, tenPack] = templateSection().memberships;

describe('a quote', () => {
  const quoteContextAt = (now: string, timezone = 'America/New_York') => ({
    now: new Date(now),
    timezone,
    currency: 'USD',
  });
  const noonContext = quoteContextAt('2026-11-18T12:00:00-05:00');

  it('for joining covers the first month', () => {
    expect(calculateQuote({ type: 'join', membership: plus, ...noonContext })).toEqual({
      amount: 8900,
      currency: 'USD',
      interval: 'month',
      dueNow: 8900,
      from: '2026-11-18',
      nextPaymentOn: '2026-12-18',
    });
    expect(calculateQuote({ type: 'join', membership: tenPack, ...noonContext })).toMatchObject({
      dueNow: 18000,
      nextPaymentOn: null,
    });
  });

  it.each([
    // 13 of 30 days are left, including today.
    [basic!, plus!, '2026-11-18T12:00:00-05:00', 'America/New_York', 1733, '2026-11-18'],
    [basic!, unlimited!, '2026-11-01T00:00:00-04:00', 'America/New_York', 10000, '2026-11-01'],
    [basic!, plus!, '2026-11-30T23:59:00-05:00', 'America/New_York', 133, '2026-11-30'],
    // A time zone where it is already December.
    [basic!, plus!, '2026-11-30T23:59:00-05:00', 'Europe/London', 4000, '2026-12-01'],
    [basic!, plus!, '2028-02-29T12:00:00-05:00', 'America/New_York', 138, '2028-02-29'],
    [plus!, basic!, '2026-11-18T12:00:00-05:00', 'America/New_York', 0, '2026-12-01'],
    [plus!, plus!, '2026-12-31T12:00:00-05:00', 'America/New_York', 0, '2027-01-01'],
  ])('for %o to %o at %s in %s: %d from %s', (currentMembership, membership, now, timezone, dueNow, from) => {
    const quote = calculateQuote({ type: 'upgrade', membership, currentMembership, ...quoteContextAt(now, timezone) });
    expect(quote).toMatchObject({ amount: membership.price, dueNow, from });
  });

  it.each([
    ['freeze', plus, basic],
    ['cancel', plus, basic],
    ['inquiry', plus, undefined],
    ['join', undefined, undefined],
    ['upgrade', plus, undefined],
    ['upgrade', tenPack, basic],
    ['upgrade', plus, tenPack],
  ] as const)('is not made for %s of %o', (type, membership, currentMembership) => {
    expect(calculateQuote({ type, membership, currentMembership, ...noonContext })).toBeUndefined();
  });
});

describe('the timetable', () => {
  const meeting = (id: string) => ({
    occurrenceId: `${id}_20261120T0630`,
    id,
    startsAt: '2026-11-20T06:30:00-05:00',
    endsAt: '2026-11-20T07:30:00-05:00',
    capacity: 16,
    spotsLeft: 3,
    waitlist: 0,
  });
  const meetings = ['sunrise-yoga', 'boxing', 'bootcamp', 'unknown-class'].map(meeting);

  it.each<[ClassFilter, string[]]>([
    [{}, ['sunrise-yoga', 'boxing', 'bootcamp']],
    [{ instructor: 'priya raman' }, ['sunrise-yoga']],
    [{ instructor: 'Tasha' }, ['bootcamp']],
    [{ instructor: 'Nobody' }, []],
    [{ level: 'Beginner' }, ['boxing']],
    [{ q: 'yoga' }, ['sunrise-yoga']],
    [{ q: 'sato' }, ['boxing']],
    [{ level: 'advanced', q: 'yoga' }, []],
  ])('with %o has %j', (filter, ids) => {
    expect(describeMeetings(meetings, filterClasses(templateSection().classes, filter)).map(({ id }) => id)).toEqual(
      ids,
    );
  });

  it('includes the class’s details', () => {
    expect(describeMeetings(meetings.slice(0, 1), templateSection().classes)).toEqual([
      { ...meetings[0], name: 'Sunrise Yoga', instructor: 'Priya Raman', level: 'all levels', price: 2200 },
    ]);
  });
});

describe('meetings', () => {
  it('are counted by weekday', () => {
    const [yoga] = templateSection().classes;
    const weekly = (['thu', 'thu', 'fri'] as const).map((day, index) => ({ day, time: `1${index}:00` }));
    // 1970-01-01 was a Thursday.
    const counts = [1, 2, 7, 8].map((days) => countMeetings([{ ...yoga!, weekly }], 0, days));
    expect(counts).toEqual([2, 3, 3, 5]);
  });
});

describe('training', () => {
  it.each([
    [{ durationMinutes: 30 }, 30, ['tasha', 'kenji', 'elena']],
    [{ trainer: 'tasha' }, 60, ['tasha']],
    [{ trainer: 'ELENA ROSSI', durationMinutes: 30 }, 30, ['elena']],
  ])('%o', (input, durationMinutes, ids) => {
    const bookingRequest = createTrainingRequest(business, input);
    expect(bookingRequest).toMatchObject({ kind: 'training', durationMinutes, choose: 'least-busy' });
    const hourlyPrices = new Map(templateSection().trainers.map(({ id, price }) => [id, price!]));
    const expectedCandidates = ids.map((id) => ({ id, price: (hourlyPrices.get(id)! * durationMinutes) / 60 }));
    expect(!('ok' in bookingRequest) && bookingRequest.candidates).toMatchObject(expectedCandidates);
  });

  it('excludes times when the trainer teaches', () => {
    const bookingRequest = createTrainingRequest(business, { trainer: 'tasha' });
    const from = Date.parse('2026-11-19T00:00:00-05:00');
    const busyTimes = !('ok' in bookingRequest)
      ? bookingRequest.candidates[0]!.findBusyTimes!(from, from + 86_400_000)
      : [];
    expect(busyTimes.map(({ start, end }) => [new Date(start).toISOString(), (end - start) / 60_000])).toEqual([
      ['2026-11-19T17:15:00.000Z', 30],
      ['2026-11-19T23:30:00.000Z', 60],
    ]);
  });

  it('finds candidates in linear time', () => {
    const weekly = Array.from({ length: 50 }, (_, index) => ({
      day: DAYS[index % 7]!,
      time: `${String(6 + Math.floor(index / 7)).padStart(2, '0')}:15`,
    }));
    const [yoga] = templateSection().classes;
    const from = Date.parse('2026-11-05T00:00:00-05:00');
    const createSizedRequest = (size: number) => {
      const fitness = {
        ...templateSection(),
        trainers: Array.from({ length: size }, (_, index) => ({
          id: `t${index}`,
          name: `T ${index}`,
          specialties: [],
        })),
        classes: Array.from({ length: 1.5 * size }, (_, index) => {
          return { ...yoga!, id: `c${index}`, instructor: `T ${index % size}`, durationMinutes: 45, weekly };
        }),
      };
      const closures = Array.from({ length: size }, () => ({ from: '2027-01-01', to: '2027-01-02' }));
      const bookingRequest = createTrainingRequest({ ...business, closures, fitness } as FitnessBusiness, {});
      const candidates = 'ok' in bookingRequest ? [] : bookingRequest.candidates;
      for (const days of [2, 29, 2, 29]) {
        const busyTimes = candidates.map((person) => person.findBusyTimes!(from, from + days * 86_400_000));
        expect(busyTimes.every(({ length }) => length >= 7 * days)).toBe(true);
      }
    };
    expect(measureGrowth(createSizedRequest, 20)).toBeLessThan(MAX_LINEAR_GROWTH);
  });

  it('is refused with an unknown trainer', () => {
    const refusal = createTrainingRequest(business, { trainer: 'Arnold' });
    expect(refusal).toMatchObject({ code: 'slot_unavailable', reason: 'no_such_resource', alternatives: [] });
    expect('ok' in refusal && refusal.detail).toMatch(/a trainer called Arnold.*Tasha Green/);
    const businessWithoutTrainers = { ...business, fitness: { ...templateSection(), trainers: [] } } as FitnessBusiness;
    expect(createTrainingRequest(businessWithoutTrainers, {})).toMatchObject({ reason: 'not_offered' });
  });
});

describe('validation errors', () => {
  it.each<[string, (section: Fitness) => void, string[]]>([
    ['none', () => {}, []],
    [
      'an instructor who is no trainer',
      ({ classes }) => {
        classes[0]!.instructor = 'Somebody';
      },
      [],
    ],
    ['equal classes', ({ classes }) => classes.push(classes[0]!), ['/fitness/classes/10/id']],
    ['equal memberships', ({ memberships }) => memberships.push(memberships[0]!), ['/fitness/memberships/4/id']],
    [
      'equal trainers',
      ({ trainers }) => trainers.push(trainers[0]!),
      ['/fitness/trainers/3/id', '/fitness/trainers/3/name'],
    ],
    [
      'trainers of one name',
      ({ trainers }) => trainers.push({ ...trainers[0]!, id: 'other', name: ' tasha  GREEN' }),
      ['/fitness/trainers/3/name'],
    ],
    ['one time twice', ({ classes: [yoga] }) => yoga!.weekly.push(yoga!.weekly[0]!), ['/fitness/classes/0/weekly/3']],
  ])('%s', (_, change, pointers) => {
    const changedSection = templateSection();
    change(changedSection);
    expect(checkFitness(changedSection).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
