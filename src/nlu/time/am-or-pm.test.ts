import { describe, expect, it } from 'vitest';
import { readTimes } from './time.ts';
import { barHours, describeTimes, gymHours, NOW, restaurantHours, salonHours } from './time-test-helpers.ts';

describe('am or pm, where it was not stated', () => {
  it.each([
    // Friday: 11:30 to 14:30 and 17:00 to 22:00
    ['friday at 7', restaurantHours, '2026-11-20 19:00'],
    ['friday at half seven', restaurantHours, '2026-11-20 19:30'],
    ['friday at 12', restaurantHours, '2026-11-20 12:00'],
    ['friday at 1', restaurantHours, '2026-11-20 13:00'],
    ['friday at 9', restaurantHours, '2026-11-20 21:00'],
    ['friday at 10:30', restaurantHours, '2026-11-20 10:30'],
    // closed on Mondays, so read as on other days
    ['monday at 7', restaurantHours, '2026-11-23 19:00'],
    ['at 8', restaurantHours, '20:00'],
    // 9:00 to 18:00
    ['friday at 9', salonHours, '2026-11-20 09:00'],
    ['friday at 11', salonHours, '2026-11-20 11:00'],
    ['friday at 2', salonHours, '2026-11-20 14:00'],
    ['friday at 8', salonHours, '2026-11-20 08:00'],
    ['friday at 7', salonHours, '2026-11-20 19:00'],
    ['monday at 10', salonHours, '2026-11-23 10:00'],
    ['before 10', salonHours, '[-10:00]'],
    ['9 to 5 on friday', salonHours, '[09:00-17:00] 2026-11-20'],
    // 6:00 to 22:00, so both readings fit
    ['friday at 7', gymHours, '2026-11-20 07:00'],
    ['friday at 6', gymHours, '2026-11-20 18:00'],
    ['today at 9', gymHours, '2026-11-18 21:00'],
    ['6 or 7am', gymHours, '06:00 or:07:00'],
    ['tomorrow evening at 7', gymHours, '2026-11-19 [17:00-] 19:00'],
    ['7 tomorrow morning', gymHours, '07:00 2026-11-19 [05:00-12:00]'],
    ['friday morning around 10', gymHours, '2026-11-20 [05:00-12:00] 10:00~'],
    ['tonight at 8', gymHours, '2026-11-18 [17:00-] 20:00'],
    ['dinner at 8', gymHours, '20:00'],
    ['breakfast at 8', gymHours, '08:00'],
    // 17:00 to 2:00
    ['friday at 1', barHours, '2026-11-20 01:00'],
    ['friday at 11', barHours, '2026-11-20 23:00'],
    ['friday night at 12', barHours, '2026-11-20 [18:00-] 00:00'],
    // hours unknown
    ['friday at 3', undefined, '2026-11-20 15:00'],
    ['friday at 6', undefined, '2026-11-20 18:00'],
    ['friday at 7', undefined, '2026-11-20 07:00'],
    ['friday at 11', undefined, '2026-11-20 11:00'],
    ['friday at 12', undefined, '2026-11-20 12:00'],
  ])('%s (%#) → %s', (text, hours, expected) => {
    expect(describeTimes(text, { openingPeriodsOn: hours })).toBe(expected);
  });

  it('stays close to the agreed time', () => {
    expect(describeTimes('make it 8', { openingPeriodsOn: gymHours, agreed: { time: '19:00' } })).toBe('20:00');
    expect(describeTimes('make it 8', { openingPeriodsOn: gymHours, agreed: { time: '07:00' } })).toBe('08:00');
  });

  it('marks a guessed am or pm as inferred', () => {
    const isInferred = (text: string) =>
      readTimes(text, { now: NOW, openingPeriodsOn: gymHours }).flatMap((mention) =>
        mention.kind === 'time' ? [mention.isAmOrPmInferred] : [],
      );
    expect(isInferred('at 7')).toEqual([true]);
    expect(isInferred('at 7pm')).toEqual([undefined]);
    expect(isInferred('at 19:00')).toEqual([undefined]);
    expect(isInferred('noon')).toEqual([undefined]);
    expect(isInferred('tonight at 7')).toEqual([undefined]);
  });
});
