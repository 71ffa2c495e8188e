import { describe, expect, it } from 'vitest';
import { describeTimes, restaurantHours } from './time-test-helpers.ts';

describe('an answer to a question', () => {
  it.each([
    ['8', '20:00'],
    ['8 please', '20:00'],
    ['maybe 8', '20:00'],
    ["umm 5 if that's alright", '17:00'],
    ['9 is fine', '21:00'],
    ['eight', '20:00'],
    ['18', '18:00'],
    ['1930', '19:30'],
    ['7 30', '19:30'],
    ['16hr', '16:00'],
    ['for 8', '20:00'],
    ['7 or 8', '19:00 or:20:00'],
    ['6-8', '[18:00-20:00]'],
    ['evening', '[17:00-]'],
    ['by 7:30', '19:30'],
    ['2 people', ''],
    ['table for 2', ''],
    ['there will be 6', ''],
    ['for 2 at 8', '20:00'],
  ])('that asks for a time: %s → %s', (text, expected) => {
    expect(describeTimes(text, { openingPeriodsOn: restaurantHours, expects: 'time' })).toBe(expected);
  });

  it.each([
    ['8', '2026-12-08'],
    ['the 8th', '2026-12-08'],
    ['the 23', '2026-11-23'],
    ['23', '2026-11-23'],
    ['the second', '2026-12-02'],
    ['first please', '2026-12-01'],
    ['8pm', '20:00'],
  ])('that asks for a date: %s → %s', (text, expected) => {
    expect(describeTimes(text, { openingPeriodsOn: restaurantHours, expects: 'date' })).toBe(expected);
  });

  it.each([
    ['8', '20:00'],
    ['the 8th', '2026-12-08'],
  ])('that asks for both: %s → %s', (text, expected) => {
    expect(describeTimes(text, { openingPeriodsOn: restaurantHours, expects: 'both' })).toBe(expected);
  });
});

describe('a message about the agreed time, Friday at 19:00', () => {
  it.each([
    ['actually 8', '20:00'],
    ["actually make that 8, and we'll be 3", '20:00'],
    ['make it 8', '20:00'],
    ['8 instead', '20:00'],
    ['8 would be better', '20:00'],
    ['what about 8?', '20:00'],
    ['how about half eight', '20:30'],
    ['can we do 8', '20:00'],
    ['sorry, I meant 8', '20:00'],
    ['yes but at 8', '20:00'],
    ['no, not 7, 8', 'not:19:00 20:00'],
    ['i said 8 not 7', '20:00 not:19:00'],
    ['not 4, 5', ''],
    ['4', ''],
    ["we'll be 3", ''],
    ['make it 6 people', ''],
    ['same time tomorrow', '19:00 2026-11-19'],
    ['and sipho at that time?', '19:00'],
    ['same time next week', '2026-11-27 19:00'],
    ['same day but at 9', '2026-11-20 21:00'],
    ['an hour later', '+60m 20:00'],
    ['half an hour earlier please', '-30m 18:30'],
    ['30 minutes before', '-30m 18:30'],
    ['two hours after that', '+120m 21:00'],
    ['a bit later', '+'],
    ['can it be earlier', '-'],
    ['earlier please', '-'],
    ['the day after', '+1d 2026-11-21'],
    ['the next day', '+1d 2026-11-21'],
    ['what about the day before', '-1d 2026-11-19'],
    ['two days later', '+2d 2026-11-22'],
    ['a week later', '+7d 2026-11-27'],
    ['and the same again in two weeks', '2026-12-04'],
    ['the same again in a month please', '2026-12-20'],
    ['same again next week', '2026-11-27 19:00'],
    ['a month later', '2026-12-20'],
    ['what about in two weeks', '2026-12-02'],
    ['the following friday', '2026-11-27'],
    ['the friday after', '2026-11-27'],
    ['can you push it back an hour', '+60m 20:00'],
    ['and on Sunday?', '2026-11-22'],
    ['how about the 24th', '2026-11-24'],
    ['what about tomorrow instead', '2026-11-19'],
  ])('%s → %s', (text, expected) => {
    expect(
      describeTimes(text, { openingPeriodsOn: restaurantHours, agreed: { date: '2026-11-20', time: '19:00' } }),
    ).toBe(expected);
  });
});

describe('a message about an agreed time, when nothing is agreed', () => {
  it.each(['make it 8', 'what about 8?', 'same time', 'the day after', 'earlier please', '8 instead'])(
    'has no time: %s',
    (text) => {
      expect(describeTimes(text, { openingPeriodsOn: restaurantHours })).toBe('');
    },
  );
});
