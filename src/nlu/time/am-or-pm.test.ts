import { describe, expect, it } from 'vitest';
import { readTimes } from './time.ts';
import { bar, describeTimes, gym, NOW, restaurant, salon } from './time-test-helpers.ts';

describe('am or pm, where it was not stated', () => {
  it.each([
    // Friday: 11:30 to 14:30 and 17:00 to 22:00
    ['friday at 7', restaurant, '2026-11-20 19:00'],
    ['friday at half seven', restaurant, '2026-11-20 19:30'],
    ['friday at 12', restaurant, '2026-11-20 12:00'],
    ['friday at 1', restaurant, '2026-11-20 13:00'],
    ['friday at 9', restaurant, '2026-11-20 21:00'],
    ['friday at 10:30', restaurant, '2026-11-20 10:30'],
    // closed on Mondays: as on other days
    ['monday at 7', restaurant, '2026-11-23 19:00'],
    ['at 8', restaurant, '20:00'],
    // 9:00 to 18:00
    ['friday at 9', salon, '2026-11-20 09:00'],
    ['friday at 11', salon, '2026-11-20 11:00'],
    ['friday at 2', salon, '2026-11-20 14:00'],
    ['friday at 8', salon, '2026-11-20 08:00'],
    ['friday at 7', salon, '2026-11-20 19:00'],
    ['monday at 10', salon, '2026-11-23 10:00'],
    ['before 10', salon, '[-10:00]'],
    ['9 to 5 on friday', salon, '[09:00-17:00] 2026-11-20'],
    // 6:00 to 22:00, so both readings fit
    ['friday at 7', gym, '2026-11-20 07:00'],
    ['friday at 6', gym, '2026-11-20 18:00'],
    ['today at 9', gym, '2026-11-18 21:00'],
    ['6 or 7am', gym, '06:00 or:07:00'],
    ['tomorrow evening at 7', gym, '2026-11-19 [17:00-] 19:00'],
    ['7 tomorrow morning', gym, '07:00 2026-11-19 [05:00-12:00]'],
    ['friday morning around 10', gym, '2026-11-20 [05:00-12:00] 10:00~'],
    ['tonight at 8', gym, '2026-11-18 [17:00-] 20:00'],
    ['dinner at 8', gym, '20:00'],
    ['breakfast at 8', gym, '08:00'],
    // 17:00 to 2:00
    ['friday at 1', bar, '2026-11-20 01:00'],
    ['friday at 11', bar, '2026-11-20 23:00'],
    ['friday night at 12', bar, '2026-11-20 [18:00-] 00:00'],
    // hours unknown
    ['friday at 3', undefined, '2026-11-20 15:00'],
    ['friday at 6', undefined, '2026-11-20 18:00'],
    ['friday at 7', undefined, '2026-11-20 07:00'],
    ['friday at 11', undefined, '2026-11-20 11:00'],
    ['friday at 12', undefined, '2026-11-20 12:00'],
  ])('%s (%#) → %s', (text, hours, expected) => {
    expect(describeTimes(text, { hours })).toBe(expected);
  });

  it('stays close to the agreed time', () => {
    expect(describeTimes('make it 8', { hours: gym, agreed: { time: '19:00' } })).toBe('20:00');
    expect(describeTimes('make it 8', { hours: gym, agreed: { time: '07:00' } })).toBe('08:00');
  });

  it('marks guesses as inferred', () => {
    const inferred = (text: string) =>
      readTimes(text, { now: NOW, hours: gym }).flatMap((mention) =>
        mention.kind === 'time' ? [mention.inferred] : [],
      );
    expect(inferred('at 7')).toEqual([true]);
    expect(inferred('at 7pm')).toEqual([undefined]);
    expect(inferred('at 19:00')).toEqual([undefined]);
    expect(inferred('noon')).toEqual([undefined]);
    expect(inferred('tonight at 7')).toEqual([undefined]);
  });
});
