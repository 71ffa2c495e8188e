import { describe, expect, it } from 'vitest';
import { readTimes, resolveTimeRequest, type TimeRequest } from './time.ts';
import type { TimeContext } from './time-mention.ts';
import { NOW, restaurantHours } from './time-test-helpers.ts';

const requestIn = (text: string, overrides: Partial<TimeContext> = {}) => {
  const context = { now: NOW, openingPeriodsOn: restaurantHours, ...overrides };
  return resolveTimeRequest(readTimes(text, context), context);
};
const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';
const daysRequest = (from: string, to: string, name: string) => ({ days: { from, to, name } });

describe('the requested time', () => {
  it.each<[string, TimeRequest]>([
    ['table for 4 tomorrow at half past seven', { date: '2026-11-19', time: '19:30' }],
    ['friday morning around 10', { date: FRIDAY, time: '10:00', isApproximate: true }],
    ['tonight at 8', { date: '2026-11-18', time: '20:00' }],
    ['tonight', { date: '2026-11-18', window: { from: '17:00', to: null, name: 'tonight' } }],
    ['in two hours', { date: '2026-11-18', time: '12:00' }],
    ['asap on friday', { date: FRIDAY, soonest: true }],
    ['this weekend', daysRequest(SATURDAY, '2026-11-22', 'this weekend')],
    ['this weekend, maybe saturday', { date: SATURDAY }],
    ['sometime in december', daysRequest('2026-12-01', '2026-12-31', 'December')],
    ['mondays and wednesdays', { every: [1, 3] }],
    ['after 5 on friday', { date: FRIDAY, window: { from: '17:00', to: null, name: 'after 5' } }],
    ['friday after 5, ideally 7', { date: FRIDAY, time: '19:00' }],
    ['friday at 7 or anytime after 8', { date: FRIDAY, window: { from: '20:00', to: null, name: 'anytime after 8' } }],
    ['not friday, saturday at 8', { date: SATURDAY, time: '20:00' }],
    ['saturday not friday, I have the kids fri', { date: SATURDAY }],
    ['anything but monday', {}],
    ['friday at 7, actually make it saturday at 8', { date: SATURDAY, time: '20:00' }],
    ['friday at 7, actually make it 8', { date: FRIDAY, time: '20:00' }],
    ["I can't do friday, next week maybe", daysRequest('2026-11-23', '2026-11-29', 'next week')],
    ['I was there last friday and lost my scarf', {}],
    ['i came yesterday, can i book for tomorrow at 7', { date: '2026-11-19', time: '19:00' }],
    ['2026-11-03 at 7pm', { date: '2026-11-03', time: '19:00' }],
  ])('%s', (text, expected) => {
    expect(requestIn(text)).toEqual(expected);
  });

  it('keeps alternatives open', () => {
    const mondayOrTuesday = { from: '2026-11-23', to: '2026-11-24', name: 'monday or tuesday', weekdays: [1, 2] };
    expect(requestIn('monday or tuesday')).toEqual({ days: mondayOrTuesday });
    expect(requestIn('friday at 7 or 8')).toEqual({
      date: FRIDAY,
      window: { from: '19:00', to: '20:00', name: '7 or 8' },
    });
  });

  it('separates the old time from the new one', () => {
    expect(requestIn('move my 3pm to 4:30')).toEqual({ time: '16:30', from: { time: '15:00' } });
    expect(requestIn('move my friday 3pm to saturday')).toEqual({
      date: SATURDAY,
      from: { date: FRIDAY, time: '15:00' },
    });
    expect(requestIn('move my friday booking to 8')).toEqual({ time: '20:00', from: { date: FRIDAY } });
  });

  it('shifts the agreed time', () => {
    const agreed = { date: FRIDAY, time: '19:00' };
    expect(requestIn('an hour later', { agreed })).toEqual({ time: '20:00' });
    expect(requestIn('the day after', { agreed })).toEqual({ date: SATURDAY });
    expect(requestIn("actually make that 8, and we'll be 3", { agreed })).toEqual({ time: '20:00' });
    expect(requestIn('same time next week', { agreed })).toEqual({ date: '2026-11-27', time: '19:00' });
  });
});
