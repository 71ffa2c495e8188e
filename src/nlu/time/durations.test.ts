import { describe, expect, it } from 'vitest';
import { describeTimes, restaurantHours } from './time-test-helpers.ts';

describe('durations and shifts', () => {
  it.each([
    ['in two hours', '2026-11-18T12:00'],
    ['in 45 minutes', '2026-11-18T10:45'],
    ['in half an hour', '2026-11-18T10:30'],
    ['in an hour and a half', '2026-11-18T11:30'],
    ['an hour from now', '2026-11-18T11:00'],
    ['in about 20 mins', '2026-11-18T10:20'],
    ['in 15 hours', '2026-11-19T01:00'],
    ['in the next hour', '2026-11-18 [10:00-11:00]'],
    ['within 2 hours', '2026-11-18 [10:00-12:00]'],
    ['asap', 'soonest'],
    ['as soon as possible', 'soonest'],
    ['as soon as you can', 'soonest'],
    ['the earliest you have', 'soonest'],
    ['earliest appointment', 'soonest'],
    ['next available slot', 'soonest'],
    ['first available', 'soonest'],
    ['first thing you have', 'soonest'],
    ['soonest', 'soonest'],
    ['the sooner the better', 'soonest'],
    ['right now', 'now'],
    ['are you open now?', 'now'],
    ['currently', 'now'],
    ['at the moment', 'now'],
    ['for an hour', '60m'],
    ['90 minute massage', '90m'],
    ['60 min', '60m'],
    ['an hour and a half', '90m'],
    ['1.5 hours', '90m'],
    ['two and a half hours', '150m'],
    ['1 hour 30 minutes', '90m'],
    ['2 hrs', '120m'],
    ['1h30', '90m'],
    ['half an hour', '30m'],
    ['push it back 30 minutes', '+30m'],
    ['can you push my appointment back by an hour', '+60m'],
    ['bring it forward 30 mins', '-30m'],
    ['move it up an hour', '-60m'],
    ['delay it by 15 minutes', '+15m'],
    ['30 minutes later', '+30m'],
    ['an hour earlier', '-60m'],
    ['a bit later', '+'],
    ['slightly earlier', '-'],
    ['anything earlier?', '-'],
    ['something later in the day', '+'],
    ['earlier in the day', '-'],
    ['a later slot', '+'],
    ['two days later', '+2d'],
    ["I'm running 10 minutes late", '10m'],
    ['a couple of hours ago', ''],
  ])('%s → %s', (text, expected) => {
    expect(describeTimes(text, { openingPeriodsOn: restaurantHours })).toBe(expected);
  });

  it('does not move a time past midnight', () => {
    expect(describeTimes('3 hours later', { agreed: { time: '22:00' } })).toBe('+180m');
  });
});
