import { describe, expect, it } from 'vitest';
import { ana, createInterval, now, parseNewYorkTime, rules } from '../../test/scheduling-fixture.ts';
import type { ResourceSchedule, SchedulingRules } from './availability-rules.ts';
import {
  type Availability,
  checkAnyAvailability,
  checkAvailability,
  checkFixedStart,
  type ResourceCheckResult,
} from './check-availability.ts';
import type { Interval } from './intervals.ts';
import { DAY_MS, MINUTE_MS } from './zone.ts';

const check = (
  start: string,
  durationMinutes = 60,
  schedule: Partial<ResourceSchedule> = {},
  ruleChanges: Partial<SchedulingRules> = {},
) =>
  checkAvailability(
    { ...rules, ...ruleChanges },
    now,
    { start: parseNewYorkTime(start), durationMinutes },
    { ...ana, ...schedule },
  );
const reasonOf = (verdict: Availability) => {
  if (verdict.isOffGrid) return 'off grid';
  expect(verdict.available).toBe(verdict.reason === undefined);
  expect(verdict.freeCandidates.length > 0).toBe(verdict.available);
  return verdict.reason ?? 'ok';
};

describe('hours', () => {
  it.each([
    ['inside a period', '2026-11-19T12:00', 60, 'ok'],
    ['from opening to closing', '2026-11-19T11:30', 180, 'ok'],
    ['up to closing', '2026-11-19T13:30', 60, 'ok'],
    ['past closing', '2026-11-19T13:45', 60, 'closed'],
    ['over the break', '2026-11-19T14:00', 240, 'closed'],
    ['at closing', '2026-11-19T14:30', 15, 'closed'],
    ['before opening', '2026-11-19T11:15', 60, 'closed'],
    ['past midnight', '2026-11-20T23:30', 60, 'ok'],
    ['after midnight', '2026-11-21T01:00', 60, 'ok'],
    ['after midnight, too long', '2026-11-21T01:15', 60, 'closed'],
    ['a day without hours', '2026-11-23T12:00', 60, 'closed'],
    ['a closure', '2026-11-26T12:00', 60, 'closed'],
    ['after midnight of a closed evening', '2026-11-28T01:00', 60, 'closed'],
    ['the last evening before a closure', '2026-11-25T16:00', 60, 'ok'],
  ])('%s: from %s for %d minutes is %s', (_, start, minutes, expected) => {
    expect(reasonOf(check(start, minutes))).toBe(expected);
  });
});

describe('the slot grid', () => {
  it.each([
    ['2026-11-19T11:45', 'ok'],
    ['2026-11-19T11:40', 'off grid'],
    ['2026-11-19T11:45:01', 'off grid'],
    ['2026-11-19T11:45:00.001', 'off grid'],
    // The grid starts at opening time, whatever the minute.
    ['2026-11-21T10:22', 'ok'],
    ['2026-11-21T10:15', 'off grid'],
    ['2026-11-21T00:05', 'off grid'],
    // Outside opening periods there is no grid.
    ['2026-11-19T11:07', 'closed'],
    ['2026-11-23T11:07', 'closed'],
    ['2026-11-26T11:37', 'closed'],
    // The grid is checked before any rule.
    ['2026-11-18T09:05', 'off grid'],
  ])('%s is %s', (start, expected) => {
    expect(reasonOf(check(start))).toBe(expected);
  });

  it('belongs to the business, not to the person', () => {
    const hours = { thu: [['11:40', '14:30'] as [string, string]] };
    expect(reasonOf(check('2026-11-19T11:45', 60, { hours }))).toBe('ok');
    expect(reasonOf(check('2026-11-19T11:40', 60, { hours }))).toBe('off grid');
    expect(reasonOf(check('2026-11-19T11:30', 60, { hours }))).toBe('closed');
  });

  it('counts elapsed minutes when the clocks change', () => {
    const nightRules: Partial<SchedulingRules> = {
      hours: { sat: [['22:00', '04:00']] },
      slotMinutes: 60,
      noticeMinutes: 0,
      closures: [],
    };
    const checkStart = (start: string, today: string) =>
      reasonOf(
        checkAvailability(
          { ...rules, ...nightRules },
          parseNewYorkTime(today),
          { start: parseNewYorkTime(start), durationMinutes: 60 },
          ana,
        ),
      );
    for (const start of ['2026-11-01T01:00:00-04:00', '2026-11-01T01:00:00-05:00', '2026-11-01T03:00']) {
      expect(checkStart(start, '2026-10-31T12:00')).toBe('ok');
    }
    expect(checkStart('2027-03-14T03:00', '2027-03-13T12:00')).toBe('ok');
    expect(checkStart('2027-03-14T04:00', '2027-03-13T12:00')).toBe('closed');
  });
});

describe('notice and horizon', () => {
  const alwaysOpenRules: Partial<SchedulingRules> = {
    hours: Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['00:00', '24:00']]]),
    ),
    closures: [],
    slotMinutes: 1,
  };
  const checkStart = (start: number) =>
    reasonOf(checkAvailability({ ...rules, ...alwaysOpenRules }, now, { start, durationMinutes: 30 }, ana));

  it.each([
    ['59 minutes ahead', now + 59 * MINUTE_MS, 'too_soon'],
    ['60 minutes ahead', now + 60 * MINUTE_MS, 'ok'],
    ['a day ago', now - DAY_MS, 'too_soon'],
    ['90 days ahead', now + 90 * DAY_MS, 'ok'],
    ['90 days and a minute ahead', now + 90 * DAY_MS + MINUTE_MS, 'too_far'],
    ['400 days ahead', now + 400 * DAY_MS, 'too_far'],
  ])('%s (%i) is %s', (_, start, expected) => {
    expect(checkStart(start)).toBe(expected);
  });

  it('are checked before the opening hours', () => {
    expect(reasonOf(check('2026-11-16T12:00'))).toBe('too_soon');
    expect(reasonOf(check('2027-11-15T12:00'))).toBe('too_far');
  });
});

describe('the person', () => {
  it.each<[string, Partial<ResourceSchedule>, string]>([
    ['with hours that include the start', { hours: { thu: [['12:00', '13:00']] } }, 'ok'],
    ['with too short a shift', { hours: { thu: [['12:00', '12:45']] } }, 'closed'],
    ['with longer hours than the business', { hours: { thu: [['00:00', '24:00']] } }, 'ok'],
    [
      'with two shifts that touch',
      {
        hours: {
          thu: [
            ['08:00', '12:30'],
            ['12:30', '20:00'],
          ],
        },
      },
      'closed',
    ],
    ['who works on another day', { hours: { fri: [['00:00', '24:00']] } }, 'closed'],
    ['who has the day off', { timeOff: [{ from: '2026-11-18', to: '2026-11-19' }] }, 'closed'],
    ['off until the day before', { timeOff: [{ from: '2026-11-18', to: '2026-11-18' }] }, 'ok'],
    ['off for the last minute', { timeOff: [{ from: '2026-11-19T12:59', to: '2026-11-19T14:00' }] }, 'closed'],
    ['off right afterwards', { timeOff: [{ from: '2026-11-19T13:00', to: '2026-11-19T14:00' }] }, 'ok'],
    ['busy at that time', { busy: [createInterval('2026-11-19T12:30', '2026-11-19T12:45')] }, 'full'],
    [
      'busy before and after',
      {
        busy: [
          createInterval('2026-11-19T11:00', '2026-11-19T12:00'),
          createInterval('2026-11-19T13:00', '2026-11-19T14:00'),
        ],
      },
      'ok',
    ],
    ['busy all around', { busy: [createInterval('2026-11-01T00:00', '2026-12-01T00:00')] }, 'full'],
    [
      'with unsorted, overlapping busy times',
      {
        busy: [
          createInterval('2026-11-19T18:00', '2026-11-19T19:00'),
          createInterval('2026-11-19T08:00', '2026-11-19T12:15'),
          createInterval('2026-11-19T09:00', '2026-11-19T10:00'),
        ],
      },
      'full',
    ],
    [
      'off and busy',
      {
        timeOff: [{ from: '2026-11-19', to: '2026-11-19' }],
        busy: [createInterval('2026-11-19T12:00', '2026-11-19T13:00')],
      },
      'closed',
    ],
  ])('%s: %j is %s', (_, schedule, expected) => {
    expect(reasonOf(check('2026-11-19T12:00', 60, schedule))).toBe(expected);
  });
});

describe('buffers', () => {
  const checkStart = (start: string, bufferBefore: number, bufferAfter: number, busy: Interval[]) =>
    reasonOf(
      checkAvailability(
        rules,
        now,
        {
          start: parseNewYorkTime(start),
          durationMinutes: 60,
          bufferBeforeMinutes: bufferBefore,
          bufferAfterMinutes: bufferAfter,
        },
        { ...ana, busy },
      ),
    );

  it.each<[string, number, number, Interval[], string]>([
    ['may go past closing', 0, 30, [], 'ok'],
    ['reaches the next booking', 0, 30, [createInterval('2026-11-19T14:45', '2026-11-19T15:00')], 'full'],
    ['just fits before it', 0, 15, [createInterval('2026-11-19T14:45', '2026-11-19T15:00')], 'ok'],
    ['reaches the one before', 20, 0, [createInterval('2026-11-19T13:00', '2026-11-19T13:15')], 'full'],
    ['just fits after it', 15, 0, [createInterval('2026-11-19T13:00', '2026-11-19T13:15')], 'ok'],
  ])('%s', (_, before, after, busy, expected) => {
    expect(checkStart('2026-11-19T13:30', before, after, busy)).toBe(expected);
  });

  it('may begin before opening', () => {
    expect(checkStart('2026-11-19T11:30', 30, 0, [])).toBe('ok');
  });
});

describe('the list of rules', () => {
  const ruleResults = (verdict: Availability) =>
    verdict.isOffGrid ? [] : verdict.rules.map(({ rule, ok }) => `${rule} ${ok}`);
  const sizeCheck: ResourceCheckResult = {
    rule: 'size',
    ok: false,
    reason: 'party_too_large',
    detail: 'We seat parties of up to 12.',
  };
  const resourceCheck: ResourceCheckResult = { rule: 'resource', ok: true, detail: 'Ana does it.' };

  it('has a fixed order', () => {
    expect(ruleResults(check('2026-11-19T12:00'))).toEqual([
      'too_soon true',
      'too_far true',
      'closed true',
      'full true',
    ]);
  });

  it('starts with the checks of the industry and gives the first failure as the reason', () => {
    const verdict = checkAvailability(
      rules,
      now,
      { start: parseNewYorkTime('2026-11-23T12:00'), durationMinutes: 60 },
      ana,
      [resourceCheck, sizeCheck],
    );
    expect(ruleResults(verdict)).toEqual([
      'resource true',
      'size false',
      'too_soon true',
      'too_far true',
      'closed false',
      'full true',
    ]);
    expect(reasonOf(verdict)).toBe('party_too_large');
  });

  it('distinguishes an unknown person from a service that is not offered', () => {
    const requestedTime = { start: parseNewYorkTime('2026-11-19T12:00'), durationMinutes: 60 };
    const failedResource = (reason?: ResourceCheckResult['reason']): ResourceCheckResult[] => [
      { rule: 'resource', ok: false, reason, detail: '' },
    ];
    expect(reasonOf(checkAnyAvailability(rules, now, requestedTime, [], failedResource()))).toBe('no_such_resource');
    expect(reasonOf(checkAnyAvailability(rules, now, requestedTime, [], failedResource('not_offered')))).toBe(
      'not_offered',
    );
  });

  it('omits `full` if there are no candidates', () => {
    const verdict = checkAnyAvailability(
      rules,
      now,
      { start: parseNewYorkTime('2026-11-23T12:00'), durationMinutes: 60 },
      [],
      [sizeCheck],
    );
    expect(ruleResults(verdict)).toEqual(['size false', 'too_soon true', 'too_far true', 'closed false']);
  });
});

describe('any of several people', () => {
  const requestedTime = { start: parseNewYorkTime('2026-11-19T12:00'), durationMinutes: 60 };
  const absentPerson: ResourceSchedule = { id: 'off', name: 'Olga', hours: {}, busy: [] };
  const busyPerson: ResourceSchedule = {
    id: 'busy',
    name: 'Ben',
    busy: [createInterval('2026-11-19T12:00', '2026-11-19T13:00')],
  };
  const otherAbsentPerson = { ...absentPerson, id: 'x' };

  it.each<[string, ResourceSchedule[], string, string[]]>([
    ['one is free', [absentPerson, busyPerson, ana], 'ok', ['ana']],
    ['two are free', [{ ...ana, id: 'a2' }, busyPerson, ana], 'ok', ['a2', 'ana']],
    ['those who work are busy', [absentPerson, busyPerson], 'full', []],
    ['nobody works', [absentPerson, otherAbsentPerson], 'closed', []],
  ])('%s', (_, candidates, reason, expectedFreeIds) => {
    const verdict = checkAnyAvailability(rules, now, requestedTime, candidates);
    expect(reasonOf(verdict)).toBe(reason);
    expect(verdict.isOffGrid ? [] : verdict.freeCandidates.map(({ id }) => id)).toEqual(expectedFreeIds);
  });
});

describe('a fixed start', () => {
  it.each([
    ['59 minutes ahead', now + 59 * MINUTE_MS, 'too_soon'],
    ['just over 60 minutes ahead', now + 60 * MINUTE_MS + 1, 'ok'],
    ['91 days ahead', now + 91 * DAY_MS, 'too_far'],
  ])('%s (%i) is %s', (_, start, expected) => {
    const verdict = checkFixedStart(rules, now, start);
    expect(verdict.isOffGrid ? '' : (verdict.reason ?? 'ok')).toBe(expected);
  });
});
