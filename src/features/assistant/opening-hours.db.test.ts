import { describe, expect, it } from 'vitest';
import { createEveryDayHours } from '../../../test/business.ts';
import { readFixtureDocument } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { createEmptySlots } from './dialogue-state.ts';
import { renderOpeningHours, renderTeamResponseTime } from './opening-hours.ts';

/** Closed on Mondays; Tuesday to Thursday 5 to 10 PM; Friday and Saturday lunch and until 11 PM; Sunday 11 AM to 9 PM. */
const restaurant = readFixtureDocument('restaurant');
const gym = readFixtureDocument('fitness', {
  timezone: 'America/New_York',
  hours: createEveryDayHours(['00:00', '24:00']),
});
const bar = readFixtureDocument('restaurant', {
  closures: [],
  hours: { fri: [['18:00', '02:00']], sat: [['18:00', '04:00']] },
});

const MONDAY = '2026-11-16T09:00:00-05:00';
const TUESDAY_EVENING = '2026-11-17T18:00:00-05:00';

function answerAt(business: typeof restaurant, now: string, slots: Partial<Slots>, text: string): string {
  return renderOpeningHours(business, new Date(now), { ...createEmptySlots(), ...slots }, text).text;
}

describe('opening hours', () => {
  it.each<[string, string, Partial<Slots>, string[]]>([
    ['are you open today', TUESDAY_EVENING, { date: '2026-11-17' }, ['Today', 'from 5:00 PM to 10:00 PM']],
    ['are you open today', MONDAY, { date: '2026-11-16' }, ["Today we're closed", 'tomorrow at 5:00 PM']],
    ['and tomorrow?', MONDAY, { date: '2026-11-17' }, ['Tomorrow', 'from 5:00 PM to 10:00 PM']],
    [
      'on friday',
      MONDAY,
      { date: '2026-11-20' },
      ['Friday, November 20', '12:00 PM to 3:00 PM and', '5:00 PM to 11:00 PM'],
    ],
    ['on the 26th', MONDAY, { date: '2026-11-26' }, ['closed (Thanksgiving)', 'Friday, November 27 at 12:00 PM']],
    ['open for thanksgiving?', MONDAY, {}, ['Thursday, November 26', 'closed (Thanksgiving)']],
    ['the day before thanksgiving', MONDAY, { date: '2026-11-25' }, ['Wednesday, November 25', '5:00 PM']],
    ['are you open on mondays', MONDAY, { every: [1] }, ["We're closed on Mondays."]],
    ['fridays and sundays', MONDAY, { every: [5, 7] }, ['On Fridays', '11:00 PM', 'On Sundays', '9:00 PM']],
    ['on thursdays', MONDAY, { every: [4] }, ["On Thursdays we're open from 5:00 PM to 10:00 PM."]],
    ['are you open now', MONDAY, {}, ["We're closed right now", 'tomorrow at 5:00 PM']],
    ['are you open now', TUESDAY_EVENING, {}, ["Yes, we're open now, until 10:00 PM."]],
    ['still open?', '2026-11-17T22:00:00-05:00', {}, ["We're closed right now", 'tomorrow at 5:00 PM']],
    [
      'open at 4 on friday',
      MONDAY,
      { date: '2026-11-20', time: '16:00' },
      ["No, we're not open", '4:00 PM', '3:00 PM'],
    ],
    [
      'open at 6 on friday',
      MONDAY,
      { date: '2026-11-20', time: '18:00' },
      ["Yes, we're open", '6:00 PM', 'until 11:00 PM'],
    ],
    ['which day are you open late', MONDAY, {}, ['latest on Fridays and Saturdays, until 11:00 PM']],
    ['when do you open earliest', MONDAY, {}, ['earliest opening is Sundays, at 11:00 AM']],
    [
      'this weekend',
      MONDAY,
      { days: { from: '2026-11-21', to: '2026-11-22', name: 'this weekend' } },
      ['Saturday, November 21', 'Sunday, November 22'],
    ],
  ])('%j at %s', (text, now, slots, facts) => {
    const answer = answerAt(restaurant, now, slots, text);
    for (const fact of facts) expect(answer).toContain(fact);
  });

  it('groups consecutive days with the same hours, and mentions an upcoming closure', () => {
    expect(answerAt(restaurant, MONDAY, {}, 'when are you open')).toBe(
      "We're open Tuesday to Thursday from 5:00 PM to 10:00 PM; " +
        'Friday to Saturday from 12:00 PM to 3:00 PM and from 5:00 PM to 11:00 PM; Sunday from 11:00 AM to 9:00 PM. ' +
        "We're closed Monday. Please note that we're closed on Thursday, November 26 (Thanksgiving).",
    );
  });

  it('cites the opening hours as its source', () => {
    const { sources } = renderOpeningHours(restaurant, new Date(MONDAY), createEmptySlots(), 'hours');
    expect(sources).toEqual([{ kind: 'hours', id: 'hours', title: 'Opening hours' }]);
  });

  it.each([
    [{ phone: '+1 212 555 0100', email: 'a@b.example' }, 'call us at +1 212 555 0100 or email us at a@b.example'],
    [{}, "don't have our opening hours"],
  ])('does not invent hours, with %j', (contact, expectedText) => {
    const part = renderOpeningHours(
      { ...restaurant, hours: {}, contact },
      new Date(MONDAY),
      createEmptySlots(),
      'hours',
    );
    expect(part.text).toContain(expectedText);
    expect(part.sources).toBeUndefined();
  });
});

describe('a business that is open around the clock', () => {
  it.each<[string, Partial<Slots>, string]>([
    ['when are you open', {}, '24 hours a day'],
    ['are you open now', {}, "Yes, we're open now, until midnight."],
    ['are you open late', {}, '24 hours a day'],
    ['at 3am on friday?', { date: '2026-11-20', time: '03:00' }, "Yes, we're open"],
  ])('%j', (text, slots, expectedText) => {
    expect(answerAt(gym, MONDAY, slots, text)).toContain(expectedText);
  });
});

describe('a business that is open past midnight', () => {
  it.each<[string, string, Partial<Slots>, string]>([
    ['open now?', '2026-11-21T01:30:00-05:00', {}, "Yes, we're open now, until 2:00 AM."],
    ['open now?', '2026-11-21T02:00:00-05:00', {}, 'today at 6:00 PM'],
    ['on friday', MONDAY, { date: '2026-11-20' }, 'from 6:00 PM to 2:00 AM'],
    ['at 1 on saturday', MONDAY, { date: '2026-11-21', time: '01:00' }, "Yes, we're open"],
    ['how late are you open', MONDAY, {}, 'latest on Saturdays, until 4:00 AM'],
    // The clocks go back at two that night, so half past one happens twice.
    ['open now?', '2026-11-01T01:30:00-05:00', {}, "Yes, we're open now, until 4:00 AM."],
    ['on saturday', '2026-10-31T12:00:00-04:00', { date: '2026-10-31' }, 'from 6:00 PM to 4:00 AM'],
    // The clocks go forward that night.
    ['open now?', '2027-03-14T03:30:00-04:00', {}, "Yes, we're open now, until 4:00 AM."],
  ])('%j at %s', (text, now, slots, expectedText) => {
    expect(answerAt(bar, now, slots, text)).toContain(expectedText);
  });
});

describe('when the team will reply', () => {
  it.each([
    ['Someone will reply here.', restaurant, TUESDAY_EVENING],
    ['We open again tomorrow at 5:00 PM. Someone will reply here then.', restaurant, MONDAY],
    ['Someone will reply here.', bar, '2026-11-21T01:30:00-05:00'],
    ['as soon as possible', { ...restaurant, hours: {} }, MONDAY],
  ])('is stated as "%s"', (expectedText, business, now) => {
    expect(renderTeamResponseTime(business, new Date(now))).toContain(expectedText);
  });
});
