import { describe, expect, it } from 'vitest';
import { readTimes } from './time.ts';
import { describeTimes, NOW, restaurantHours } from './time-test-helpers.ts';

describe('periods of several days', () => {
  it.each([
    ['this weekend', '2026-11-21..2026-11-22'],
    ['the weekend', '2026-11-21..2026-11-22'],
    ['at the weekend', '2026-11-21..2026-11-22'],
    ['next weekend', '2026-11-28..2026-11-29'],
    ['weekend after next', '2026-12-05..2026-12-06'],
    ['weekend of the 5th', '2026-12-05..2026-12-06'],
    ['thanksgiving weekend', '2026-11-26..2026-11-29'],
    ['this week', '2026-11-18..2026-11-22'],
    ['next week', '2026-11-23..2026-11-29'],
    ['early next week', '2026-11-23..2026-11-25'],
    ['end of next week', '2026-11-26..2026-11-29'],
    ['mid next week', '2026-11-24..2026-11-26'],
    ['later this week', '2026-11-19..2026-11-22'],
    ['later in the week', '2026-11-19..2026-11-22'],
    ['the week after next', '2026-11-30..2026-12-06'],
    ['the week of the 30th', '2026-11-30..2026-12-06'],
    ['week commencing 30 november', '2026-11-30..2026-12-06'],
    ['the week after thanksgiving', '2026-11-30..2026-12-06'],
    ['this month', '2026-11-18..2026-11-30'],
    ['next month', '2026-12-01..2026-12-31'],
    ['end of the month', '2026-11-24..2026-11-30'],
    ['beginning of december', '2026-12-01..2026-12-10'],
    ['mid december', '2026-12-11..2026-12-20'],
    ['late december', '2026-12-21..2026-12-31'],
    ['in november', '2026-11-18..2026-11-30'],
    ['in january', '2027-01-01..2027-01-31'],
    ['in may', '2027-05-01..2027-05-31'],
    ['december 2027', '2027-12-01..2027-12-31'],
    ['in a few days', '2026-11-20..2026-11-23'],
    ['in the next few days', '2026-11-18..2026-11-21'],
    ['the next two weeks', '2026-11-18..2026-12-02'],
    ['within the next two weeks', '2026-11-18..2026-12-02'],
    ['in 2-3 weeks', '2026-12-02..2026-12-09'],
    ['monday to friday', '2026-11-23..2026-11-27'],
    ['mon-fri', '2026-11-23..2026-11-27'],
    ['between monday and wednesday', '2026-11-23..2026-11-25'],
    ['dec 3-5', '2026-12-03..2026-12-05'],
    ['23-25 november', '2026-11-23..2026-11-25'],
    ['from the 3rd to the 5th of december', '2026-12-03..2026-12-05'],
    ['from december 22nd to the 25th', '2026-12-22..2026-12-25'],
    ['before friday', '2026-11-18..2026-11-19'],
    ['by friday', '2026-11-18..2026-11-20'],
    ['after the 1st', '2026-12-02..2026-12-15'],
    ['from monday onwards', '2026-11-23..2026-12-07'],
    ['before the weekend', '2026-11-18..2026-11-20'],
    ["i'm away next week so the week after", '2026-11-23..2026-11-29 2026-11-30..2026-12-06'],
    ['mondays', 'every1'],
    ['on mondays', 'every1'],
    ['on a friday', 'every5'],
    ['every tuesday', 'every2'],
    ['tuesday nights', 'every2 [18:00-]'],
    ['mondays and wednesdays', 'every1 or:every3'],
    ['weekdays', 'every12345'],
    ['on weekdays', 'every12345'],
    ['during the week', 'every12345'],
    ['weeknights', 'every12345 [17:00-]'],
    ['weekends', 'every67'],
    ['every day', 'every1234567'],
    ['open 7 days a week?', 'every1234567'],
    ['daily', 'every1234567'],
  ])('%s → %s', (text, expected) => {
    expect(describeTimes(text, { openingPeriodsOn: restaurantHours })).toBe(expected);
  });

  it.each([
    ['nxt wk', 'next week'],
    ['this wknd', 'this weekend'],
    ['the weekend', 'the weekend'],
    ['in november', 'November'],
    ['early december', 'early December'],
    ['the week of the 30th', 'the week of the 30th'],
    ['Mon to Fri', 'Mon to Fri'],
  ])('%s is called "%s"', (text, name) => {
    expect(readTimes(text, { now: NOW })).toMatchObject([{ kind: 'days', name }]);
  });

  it('keeps the weekdays of a working week', () => {
    expect(readTimes('mon-fri', { now: NOW })).toMatchObject([{ weekdays: [1, 2, 3, 4, 5] }]);
  });
});
