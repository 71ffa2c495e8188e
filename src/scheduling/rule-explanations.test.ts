import { describe, expect, it } from 'vitest';
import { ana, createInterval, now, parseNewYorkTime, rules } from '../../test/scheduling-fixture.ts';
import type { ResourceSchedule } from './availability-rules.ts';
import { type Availability, checkAnyAvailability, checkAvailability } from './check-availability.ts';

const check = (start: string, durationMinutes: number, schedule: Partial<ResourceSchedule>) =>
  checkAvailability(rules, now, { start: parseNewYorkTime(start), durationMinutes }, { ...ana, ...schedule });
const failureDetail = (verdict: Availability) => (verdict.isOffGrid ? '' : verdict.rules.find(({ ok }) => !ok)?.detail);

describe('the explanation of the first rule that failed', () => {
  it.each<[string, string, number, Partial<ResourceSchedule>]>([
    ["We're closed on Mondays.", '2026-11-23T12:00', 60, {}],
    [
      "We're not open then: on Thursdays we're open from 11:30 AM to 2:30 PM and from 5:00 PM to 10:00 PM.",
      '2026-11-19T15:00',
      60,
      {},
    ],
    ["We're not open then: on Fridays we're open from 6:00 PM to 2:00 AM.", '2026-11-20T12:00', 60, {}],
    ['We close at 2:30 PM, so there isn’t enough time.', '2026-11-19T14:00', 60, {}],
    ["We're closed from Thursday, November 26 to Friday, November 27 (Thanksgiving).", '2026-11-26T12:00', 60, {}],
    ["We're closed from Thursday, November 26 to Friday, November 27 (Thanksgiving).", '2026-11-28T01:00', 60, {}],
    ["We're closed on Tuesday, December 1.", '2026-12-01T12:00', 60, {}],
    ['That time has already passed.', '2026-11-18T09:00', 60, {}],
    ['Please book at least 1 hour ahead.', '2026-11-18T10:45', 60, {}],
    ['We take bookings up to 90 days ahead.', '2027-03-04T12:00', 60, {}],
    ["Ana doesn't work on Thursdays.", '2026-11-19T12:00', 60, { hours: { fri: [['18:00', '02:00']] } }],
    [
      "Ana isn't in then: on Thursdays they work from 5:00 PM to 10:00 PM.",
      '2026-11-19T12:00',
      60,
      { hours: { thu: [['17:00', '22:00']] } },
    ],
    [
      'Ana is off from Wednesday, November 18 to Friday, November 20.',
      '2026-11-19T12:00',
      60,
      { timeOff: [{ from: '2026-11-18', to: '2026-11-20' }] },
    ],
    [
      'Ana is off on Thursday, November 19.',
      '2026-11-19T12:00',
      60,
      { timeOff: [{ from: '2026-11-19', to: '2026-11-19' }] },
    ],
    [
      'Ana is off from 12:30 PM on Thursday, November 19 to 1:30 PM on Thursday, November 19.',
      '2026-11-19T12:00',
      60,
      {
        timeOff: [
          { from: '2026-12-24', to: '2026-12-26' },
          { from: '2026-11-19T12:30', to: '2026-11-19T13:30' },
        ],
      },
    ],
    [
      'Ana is already booked at 12:00 PM on Thursday, November 19.',
      '2026-11-19T12:00',
      60,
      { busy: [createInterval('2026-11-19T12:00', '2026-11-19T13:00')] },
    ],
  ])('%s', (expected, start, minutes, schedule) => {
    expect(failureDetail(check(start, minutes, schedule))).toBe(expected);
  });

  it('speaks about the whole team if several candidates are possible', () => {
    const requestedTime = { start: parseNewYorkTime('2026-11-19T12:00'), durationMinutes: 60 };
    const busyPerson = { ...ana, busy: [createInterval('2026-11-19T12:00', '2026-11-19T13:00')] };
    expect(failureDetail(checkAnyAvailability(rules, now, requestedTime, [busyPerson, busyPerson]))).toMatch(
      /^We're already booked at 12:00 PM/,
    );
    const absentPerson = { ...ana, hours: {} };
    expect(failureDetail(checkAnyAvailability(rules, now, requestedTime, [absentPerson, absentPerson]))).toBe(
      'No one who does this is working then.',
    );
  });

  it('formats times and days in the locale of the business', () => {
    const requestedTime = { start: parseNewYorkTime('2026-11-19T12:00'), durationMinutes: 60 };
    const busyPerson = { ...ana, busy: [createInterval('2026-11-19T12:00', '2026-11-19T13:00')] };
    const irishRules = { ...rules, locale: 'en-IE' };
    expect(failureDetail(checkAvailability(irishRules, now, requestedTime, busyPerson))).toBe(
      'Ana is already booked at 12:00 on Thursday, 19 November.',
    );
  });
});
