import { describe, expect, it } from 'vitest';
import { ana, at, now, rules, span } from '../../test/one-business.ts';
import {
  type Availability,
  checkAnyAvailability,
  checkAvailability,
  checkFixedStart,
  type GivenResult,
} from './check-availability.ts';
import type { Candidate, Rules } from './frame.ts';
import type { Interval } from './hours.ts';
import { DAY, MINUTE } from './zone.ts';

const ask = (start: string, durationMinutes = 60, who: Partial<Candidate> = {}, more: Partial<Rules> = {}) =>
  checkAvailability({ ...rules, ...more }, now, { start: at(start), durationMinutes }, { ...ana, ...who });
const reasonOf = (verdict: Availability) => {
  if (verdict.offGrid) return 'off grid';
  expect(verdict.available).toBe(verdict.reason === undefined);
  expect(verdict.free.length > 0).toBe(verdict.available);
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
  ])('%s', (_, start, minutes, expected) => {
    expect(reasonOf(ask(start, minutes))).toBe(expected);
  });
});

describe('grid', () => {
  it.each([
    ['2026-11-19T11:45', 'ok'],
    ['2026-11-19T11:40', 'off grid'],
    ['2026-11-19T11:45:01', 'off grid'],
    ['2026-11-19T11:45:00.001', 'off grid'],
    // It begins when the business opens, at whatever minute that is.
    ['2026-11-21T10:22', 'ok'],
    ['2026-11-21T10:15', 'off grid'],
    ['2026-11-21T00:05', 'off grid'],
    // Outside every period there is none.
    ['2026-11-19T11:07', 'closed'],
    ['2026-11-23T11:07', 'closed'],
    ['2026-11-26T11:37', 'closed'],
    // Before any other rule.
    ['2026-11-18T09:05', 'off grid'],
  ])('%s: %s', (start, expected) => {
    expect(reasonOf(ask(start))).toBe(expected);
  });

  it('is that of the business and not of the person', () => {
    const hours = { thu: [['11:40', '14:30'] as [string, string]] };
    expect(reasonOf(ask('2026-11-19T11:45', 60, { hours }))).toBe('ok');
    expect(reasonOf(ask('2026-11-19T11:40', 60, { hours }))).toBe('off grid');
    expect(reasonOf(ask('2026-11-19T11:30', 60, { hours }))).toBe('closed');
  });

  it('counts real minutes where the clocks change', () => {
    const night: Partial<Rules> = {
      hours: { sat: [['22:00', '04:00']] },
      slotMinutes: 60,
      noticeMinutes: 0,
      closures: [],
    };
    const may = (start: string, today: string) =>
      reasonOf(checkAvailability({ ...rules, ...night }, at(today), { start: at(start), durationMinutes: 60 }, ana));
    for (const start of ['2026-11-01T01:00:00-04:00', '2026-11-01T01:00:00-05:00', '2026-11-01T03:00']) {
      expect(may(start, '2026-10-31T12:00')).toBe('ok');
    }
    expect(may('2027-03-14T03:00', '2027-03-13T12:00')).toBe('ok');
    expect(may('2027-03-14T04:00', '2027-03-13T12:00')).toBe('closed');
  });
});

describe('notice and horizon', () => {
  const always: Partial<Rules> = {
    hours: Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['00:00', '24:00']]]),
    ),
    closures: [],
    slotMinutes: 1,
  };
  const may = (start: number) =>
    reasonOf(checkAvailability({ ...rules, ...always }, now, { start, durationMinutes: 30 }, ana));

  it.each([
    [now + 59 * MINUTE, 'too_soon'],
    [now + 60 * MINUTE, 'ok'],
    [now - DAY, 'too_soon'],
    [now + 90 * DAY, 'ok'],
    [now + 90 * DAY + MINUTE, 'too_far'],
    [now + 400 * DAY, 'too_far'],
  ])('%i: %s', (start, expected) => {
    expect(may(start)).toBe(expected);
  });

  it('come before the hours', () => {
    expect(reasonOf(ask('2026-11-16T12:00'))).toBe('too_soon');
    expect(reasonOf(ask('2027-11-15T12:00'))).toBe('too_far');
  });
});

describe('the person', () => {
  it.each<[string, Partial<Candidate>, string]>([
    ['own hours', { hours: { thu: [['12:00', '13:00']] } }, 'ok'],
    ['too short a shift', { hours: { thu: [['12:00', '12:45']] } }, 'closed'],
    ['longer hours than the business', { hours: { thu: [['00:00', '24:00']] } }, 'ok'],
    [
      'two shifts that touch',
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
    ['another day', { hours: { fri: [['00:00', '24:00']] } }, 'closed'],
    ['the day off', { timeOff: [{ from: '2026-11-18', to: '2026-11-19' }] }, 'closed'],
    ['off until then', { timeOff: [{ from: '2026-11-18', to: '2026-11-18' }] }, 'ok'],
    ['off for the last minute', { timeOff: [{ from: '2026-11-19T12:59', to: '2026-11-19T14:00' }] }, 'closed'],
    ['off right after', { timeOff: [{ from: '2026-11-19T13:00', to: '2026-11-19T14:00' }] }, 'ok'],
    ['busy then', { busy: [span('2026-11-19T12:30', '2026-11-19T12:45')] }, 'full'],
    [
      'busy before and after',
      { busy: [span('2026-11-19T11:00', '2026-11-19T12:00'), span('2026-11-19T13:00', '2026-11-19T14:00')] },
      'ok',
    ],
    ['busy all around', { busy: [span('2026-11-01T00:00', '2026-12-01T00:00')] }, 'full'],
    [
      'unsorted, overlapping busy',
      {
        busy: [
          span('2026-11-19T18:00', '2026-11-19T19:00'),
          span('2026-11-19T08:00', '2026-11-19T12:15'),
          span('2026-11-19T09:00', '2026-11-19T10:00'),
        ],
      },
      'full',
    ],
    [
      'off and busy',
      { timeOff: [{ from: '2026-11-19', to: '2026-11-19' }], busy: [span('2026-11-19T12:00', '2026-11-19T13:00')] },
      'closed',
    ],
  ])('%s', (_, who, expected) => {
    expect(reasonOf(ask('2026-11-19T12:00', 60, who))).toBe(expected);
  });
});

describe('buffers', () => {
  const may = (start: string, before: number, after: number, busy: Interval[]) =>
    reasonOf(
      checkAvailability(
        rules,
        now,
        { start: at(start), durationMinutes: 60, bufferBeforeMinutes: before, bufferAfterMinutes: after },
        { ...ana, busy },
      ),
    );

  it.each<[string, number, number, Interval[], string]>([
    ['may go past closing', 0, 30, [], 'ok'],
    ['reaches the next booking', 0, 30, [span('2026-11-19T14:45', '2026-11-19T15:00')], 'full'],
    ['just fits before it', 0, 15, [span('2026-11-19T14:45', '2026-11-19T15:00')], 'ok'],
    ['reaches the one before', 20, 0, [span('2026-11-19T13:00', '2026-11-19T13:15')], 'full'],
    ['just fits after it', 15, 0, [span('2026-11-19T13:00', '2026-11-19T13:15')], 'ok'],
  ])('%s', (_, before, after, busy, expected) => {
    expect(may('2026-11-19T13:30', before, after, busy)).toBe(expected);
  });

  it('may begin before opening', () => {
    expect(may('2026-11-19T11:30', 30, 0, [])).toBe('ok');
  });
});

describe('the list of rules', () => {
  const names = (verdict: Availability) =>
    verdict.offGrid ? [] : verdict.rules.map(({ rule, ok }) => `${rule} ${ok}`);
  const size: GivenResult = {
    rule: 'size',
    ok: false,
    reason: 'party_too_large',
    detail: 'We seat parties of up to 12.',
  };
  const resource: GivenResult = { rule: 'resource', ok: true, detail: 'Ana does it.' };

  it('stands in the order of the contract', () => {
    expect(names(ask('2026-11-19T12:00'))).toEqual(['too_soon true', 'too_far true', 'closed true', 'full true']);
  });

  it('begins with what the industry found, and gives the first failure as the reason', () => {
    const verdict = checkAvailability(rules, now, { start: at('2026-11-23T12:00'), durationMinutes: 60 }, ana, [
      resource,
      size,
    ]);
    expect(names(verdict)).toEqual([
      'resource true',
      'size false',
      'too_soon true',
      'too_far true',
      'closed false',
      'full true',
    ]);
    expect(reasonOf(verdict)).toBe('party_too_large');
  });

  it('tells an unknown person from a service that is not done', () => {
    const requested = { start: at('2026-11-19T12:00'), durationMinutes: 60 };
    const given = (reason?: GivenResult['reason']): GivenResult[] => [
      { rule: 'resource', ok: false, reason, detail: '' },
    ];
    expect(reasonOf(checkAnyAvailability(rules, now, requested, [], given()))).toBe('no_such_resource');
    expect(reasonOf(checkAnyAvailability(rules, now, requested, [], given('not_offered')))).toBe('not_offered');
  });

  it('leaves out `full` where there is nobody to be busy', () => {
    const verdict = checkAnyAvailability(
      rules,
      now,
      { start: at('2026-11-23T12:00'), durationMinutes: 60 },
      [],
      [size],
    );
    expect(names(verdict)).toEqual(['size false', 'too_soon true', 'too_far true', 'closed false']);
  });
});

describe('any of several', () => {
  const requested = { start: at('2026-11-19T12:00'), durationMinutes: 60 };
  const off: Candidate = { id: 'off', name: 'Olga', hours: {}, busy: [] };
  const busy: Candidate = { id: 'busy', name: 'Ben', busy: [span('2026-11-19T12:00', '2026-11-19T13:00')] };
  const offAndFree = { ...off, id: 'x' };

  it.each<[string, Candidate[], string, string[]]>([
    ['one is free', [off, busy, ana], 'ok', ['ana']],
    ['two are free', [{ ...ana, id: 'a2' }, busy, ana], 'ok', ['a2', 'ana']],
    ['who works is busy', [off, busy], 'full', []],
    ['nobody works', [off, offAndFree], 'closed', []],
  ])('%s', (_, candidates, reason, free) => {
    const verdict = checkAnyAvailability(rules, now, requested, candidates);
    expect(reasonOf(verdict)).toBe(reason);
    expect(verdict.offGrid ? [] : verdict.free.map(({ id }) => id)).toEqual(free);
  });
});

describe('a fixed start', () => {
  it.each([
    [now + 59 * MINUTE, 'too_soon'],
    [now + 60 * MINUTE + 1, 'ok'],
    [now + 91 * DAY, 'too_far'],
  ])('%i: %s', (start, expected) => {
    const verdict = checkFixedStart(rules, now, start);
    expect(verdict.offGrid ? '' : (verdict.reason ?? 'ok')).toBe(expected);
  });
});
