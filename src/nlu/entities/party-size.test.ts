import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '../../../test/growth.ts';
import { findPartySize } from './party-size.ts';

describe('findPartySize', () => {
  it.each([
    ['Could I get a table for 4 tomorrow at half past seven?', 4],
    ['4 people', 4],
    ['party of 8', 8],
    ['table for two', 2],
    ['there will be six of us', 6],
    ['4 of us', 4],
    ["we'll be 3", 3],
    ['we are five now', 5],
    ['dinner for 2', 2],
    ['the two of us', 2],
    ['both of us', 2],
    ['2ppl', 2],
    ['x4', 4],
    ['a family of five', 5],
    ['can a group of 10 come on Saturday at 6?', 10],
    ['a party of eight wants to celebrate', 8],
    ['booking for our team of about 9', 9],
    ['a group of 10 to 12 colleagues', 12],
    ['8 guests', 8],
    ['8 or 9 of us', 9],
    ['between 6 and 8 people', 8],
    ['for a dozen', 12],
    ['twenty two people', 22],
    ['half a dozen people', 6],
    ['a four top', 4],
    ['can you fit 7 in?', 7],
    ['can I book for 2 on Sunday at 1pm?', 2],
    ['table for 2 for 7', 2],
    ['table for 4, 7pm', 4],
    ['all 5 seated together', 5],
    ['6 in total', 6],
    ['I need a table for 15 people on Friday night at 8', 15],
    ['book 2 for March 20', 2],
    ['reserve 4 on friday', 4],
    ['can u book 2 for dinner', 2],
    ['make it five people', 5],
    ['theres one more coming so 3', 3],
    ["two dropped out so that's 6 now", 6],
    ["we're now 6", 6],
    ["there's 4 of us now", 4],
    ["sorry, there's 4 of us now and 3 o'clock would suit better", 4],
    ['there will now be 5', 5],
  ])('finds the size in %j', (text, size) => {
    expect(findPartySize(text)?.value).toBe(size);
  });

  it.each([
    ['just me', 1],
    ["I'll be on my own", 1],
    ['me and my wife', 2],
    ['my partner and I', 2],
    ['me, my wife and two kids', 4],
    ['me, wife and 3 kids', 5],
    ['my wife, six kids and I', 8],
    ['my 3 friends, my parents and myself', 6],
    ['two adults and three children', 5],
    ['5 adults 2 kids', 7],
    ['myself plus three', 4],
    ['me and 3 others', 4],
    ['Saturday at 6:30 pm, him plus two clients', 3],
    ['me and her two kids', 3],
    ['3 couples', 6],
    ['a couple', 2],
    ['4 people, 3 adults and 1 baby', 4],
    ['My 3 friends and I have a table booked at 8pm.', 4],
    ['I have a reservation for 5 people and I need to cancel it.', 5],
  ])('counts the people in %j', (text, size) => {
    expect(findPartySize(text)?.value).toBe(size);
  });

  it.each([
    ["actually make that 8, and we'll be 3", 3],
    ['Five of us, no wait, there will be six of us.', 6],
    ['change my reservation from 8 people to just 7', 7],
    ['I booked for 4 people, can 5 people come instead?', 5],
    ['change the number of people to 8', 8],
  ])('takes the corrected size in %j', (text, size) => {
    expect(findPartySize(text)?.value).toBe(size);
  });

  it.each([
    'a table for 2:30',
    'for 7pm',
    'for 7 in the evening',
    'at 8',
    'for 90 minutes',
    'for 2 to 3 hours',
    'for tomorrow',
    'for 2/20 at 6',
    'a table for 530',
    'we can get there for 8',
    '2 bottles',
    'one question',
    'I have a couple of questions',
    "we're 10 minutes late",
    'call me on 212 555 0142',
    'add one more person',
    'plus one more',
    'book 2 haircuts for friday',
    'two of us are vegan',
    'book him and call me at 2',
    'one of us is in a wheelchair',
    'me, my wife and kids',
    'a highchair for one of my kids',
    'sixteen',
    'make it 8',
    'four',
  ])('finds no size in %j', (text) => {
    expect(findPartySize(text)).toBeUndefined();
  });

  it('returns the position', () => {
    const text = 'we will be two adults and a baby, thanks';
    const { start, end } = findPartySize(text)!;
    expect(text.slice(start, end)).toBe('two adults and a baby');
  });
});

describe('findPartySize, when requested', () => {
  it.each([
    ['4', 4],
    ['four', 4],
    ['6 please', 6],
    ["there's 4", 4],
    ["it's 4", 4],
    ['just two', 2],
    ['just us two', 2],
    ['me', 1],
    ['a dozen', 12],
    ['5 or 6', 6],
    ['4 at 7pm', 4],
    ['make it 5', 5],
    ["let's go with 8", 8],
    ['two of us and a baby', 3],
    ['my wife and daughter', 2],
    ['Kim Ito, 917 555 0166, 4, next Tuesday at 6', 4],
    ['Kim Ito, 917 555 0166, there will be six of us, next Tuesday at 6', 6],
  ])('finds the size in %j', (text, size) => {
    expect(findPartySize(text, { isRequested: true })?.value).toBe(size);
  });

  it.each([
    'plus one more',
    'add one',
    '7pm',
    'at 8',
    'tomorrow at 8',
    '8:30',
    '15th',
    'August 24',
    '10 minutes',
    '212 555 0142',
    'no idea yet',
  ])('finds no size in %j', (text) => {
    expect(findPartySize(text, { isRequested: true })).toBeUndefined();
  });
});

it('takes time linear in the number of people phrases', () => {
  const find = (phraseCount: number) => findPartySize('from 8 people '.repeat(phraseCount), { isRequested: true });
  expect(measureGrowth(find, 250)).toBeLessThan(MAX_LINEAR_GROWTH);
});
