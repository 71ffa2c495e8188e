import { expect, it } from 'vitest';
import { findMoneyLimit } from './money.ts';

it.each([
  ['anything under 20', { max: 20 }],
  ['less than $15', { max: 15 }],
  ['below £30', { max: 30 }],
  ['up to 25 dollars', { max: 25 }],
  ['cheaper than 12.50', { max: 12.5 }],
  ['my budget is €1,500', { max: 1500 }],
  ['20 bucks or less', { max: 20 }],
  ['$40 max', { max: 40 }],
  ['anything over 50', { min: 50 }],
  ['more than $100', { min: 100 }],
  ['£50 and up', { min: 50 }],
  ['between 10 and 20 dollars', { min: 10, max: 20 }],
  ['$20-$30', { min: 20, max: 30 }],
  ['gifts between 20 and 40', { min: 20, max: 40 }],
])('reads %j', (text, limit) => {
  expect(findMoneyLimit(text)).toEqual(limit);
});

it.each([
  'under Sam',
  'are under 18s allowed',
  '3 adults and 2 children under 6',
  'kids under 5 years',
  'between 10 and 11am',
  'between 5 and 7 on friday',
  'over 20 people',
  'up to 4 people',
  'from 5 to 7',
  'a rating of less than 4',
  'under 10 minutes',
  'how much is it',
])('finds none in %j', (text) => {
  expect(findMoneyLimit(text)).toBeUndefined();
});
