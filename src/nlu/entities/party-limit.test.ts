import { expect, it } from 'vitest';
import { findPartyLimit, isWithinPartyLimit, mentionsGroupOfSize, type PartyLimit } from './party-limit.ts';

it.each<[string, PartyLimit]>([
  ['groups of 6 to 10', { least: 6, most: 10 }],
  ['We only take bookings for groups of 6 to 10. Smaller parties just walk in.', { least: 6, most: 10 }],
  ['We only take bookings for groups of 6-10, smaller parties just walk in.', { least: 6, most: 10 }],
  ['Bookings are for parties between four and eight only.', { least: 4, most: 8 }],
  ['parties of six or more', { least: 6 }],
  ['We take reservations for parties of six or more.', { least: 6 }],
  ['Reservations for 6+ only', { least: 6 }],
  ['You can book for groups from 6.', { least: 6 }],
  ['Minimum of 4', { least: 4 }],
  ['There is a minimum of four people.', { least: 4 }],
  ['Minimum party size is 4.', { least: 4 }],
  ['At least 4 people, please.', { least: 4 }],
  ['up to 8 people', { most: 8 }],
  ['We can take tables for up to 8.', { most: 8 }],
  ['max 12', { most: 12 }],
  ['Three hours, noodles from scratch, max. 8 people', { most: 8 }],
  ['Twelve people at most.', { most: 12 }],
  ['No more than 10 people per booking.', { most: 10 }],
  ['Walk-ins only for parties under six; we take bookings for groups of 6 to 10.', { least: 6, most: 10 }],
  ['Parties of fewer than five simply walk in.', { least: 5 }],
  ["We don't take bookings for groups of less than 4.", { least: 4 }],
  ['No bookings, unless you are 6 or more.', { least: 6 }],
  ["Sorry, we can't seat groups larger than 12.", { most: 12 }],
  ['For parties of 9 or more, please call us.', { most: 8 }],
  ['Groups of more than 8: email hello@example.com', { most: 8 }],
  ['Book online for up to 6 people. For 7 or more people get in touch.', { most: 6 }],
])('%j sets a limit', (text, limit) => {
  expect(findPartyLimit(text)).toEqual(limit);
});

it.each([
  'We are open 6 to 10.',
  'We take bookings from 6 to 10.',
  'Open from 6, last orders at 10.',
  '£10 a head for groups, taken off the bill.',
  'A deposit of £10 a head is taken for groups of 6 or more.',
  'A service charge of 12.5% is added for parties of 6 or more.',
  'The wait is 10-20 minutes on weekdays and up to 45 minutes on Friday.',
  'We hold a table for 15 minutes.',
  'Tables are yours for up to 2 hours.',
  'Tables for 90 minutes only.',
  'Children under 12 eat for free.',
  'Groups of 8 or more choose from the set menu.',
  'The private room seats up to 20 people.',
  "You don't need to book for groups of up to 4 people.",
  'We love groups of ten or more and have been known to sing for them on birthdays.',
  'Bookings can be cancelled up to 24 hours before.',
  'Find us at 6 to 10 Mill Lane.',
  'Ten bowls stamped and the eleventh is free.',
  'No more than 3 drinks.',
  'We cater for 15 to 80 people; send us an email at least a week ahead.',
  'The garden is for groups of 10 to 20. The courtyard takes up to 8 people.',
])('%j sets no limit', (text) => {
  expect(findPartyLimit(text)).toBeUndefined();
});

it.each([
  [2, { least: 6, most: 10 }, false],
  [6, { least: 6, most: 10 }, true],
  [10, { least: 6, most: 10 }, true],
  [11, { least: 6, most: 10 }, false],
  [1, { most: 8 }, true],
  [40, { least: 4 }, true],
])('%d within %j: %s', (size, limit, expected) => {
  expect(isWithinPartyLimit(size, limit)).toBe(expected);
});

it.each<[string, PartyLimit | undefined]>([
  ['We only take bookings for groups of 6 to 10.', { least: 6, most: 10 }],
  ['Walk-ins only for parties under six.', { least: 6 }],
  ['Up to 14 people.', undefined],
  ['On Fridays we only take bookings for groups of 6 or more.', undefined],
  ['Workshops can be booked for up to 8 people.', undefined],
])('%j limits every booking: %j', (text, limit) => {
  expect(findPartyLimit(text, { onlyGeneralRules: true })).toEqual(limit);
});

it.each([
  ['Private, 14 to 30 people, by email', 18, true],
  ['Private, 14 to 30 people, by email', 31, false],
  ['Up to 12 at one table inside.', 8, false],
  ['For parties of 9 or more there is the long room.', 15, true],
  ['Open 11 to 20 daily.', 15, false],
])('"%s" mentions groups of %d: %s', (text, size, expected) => {
  expect(mentionsGroupOfSize(text, size)).toBe(expected);
});
