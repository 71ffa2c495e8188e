import { expect, it } from 'vitest';
import { findMoneyLimit } from './money.ts';

it.each([
  ['anything under 20', { max: 20 }],
  ['a little present, nothing over 25 bucks', { max: 25 }],
  ["I can't spend more than $40", { max: 40 }],
  ["i don't want to go over £30", { max: 30 }],
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
  ['do you have a table for under 20', { max: 20 }],
  ['under 1k', { max: 1000 }],
  ['less than 1.5k', { max: 1500 }],
  ['up to 1.500 euros', { max: 1500 }],
  ['12,50 € max', { max: 12.5 }],
])('finds the limit in %j', (text, limit) => {
  expect(findMoneyLimit(text)).toEqual(limit);
});

it.each([
  ['under a thousand euro', { max: 1000 }],
  ['less than a hundred', { max: 100 }],
  ['for less than thirty', { max: 30 }],
  ['under twenty five dollars', { max: 25 }],
  ['under ten bucks', { max: 10 }],
  ['below two hundred bucks', { max: 200 }],
  ['no more than two hundred and fifty quid', { max: 250 }],
  ['twenty bucks max', { max: 20 }],
  ['under a grand', { max: 1000 }],
  ['over a hundred dollars', { min: 100 }],
  ['between ten and twenty dollars', { min: 10, max: 20 }],
  ['between a hundred and two hundred', { min: 100, max: 200 }],
])('finds the limit in words in %j', (text, limit) => {
  expect(findMoneyLimit(text)).toEqual(limit);
});

it.each([
  'under ₹500',
  'under rs 500',
  'under Rs. 500',
  'below 500 inr',
  'up to 500 rupees',
  'less than 500 francs',
  'CHF 500 max',
  'under 500 kr',
  'under 500kr',
  'under 500 zł',
  'at most 500 pesos',
])('recognises the currency in %j', (text) => {
  expect(findMoneyLimit(text)).toEqual({ max: 500 });
});

it.each([
  'under an hour',
  'less than 30 minutes',
  'under twenty five minutes',
  'under two and a half hours',
  'less than a week',
  'under twenty people',
  'up to six',
  'max two',
  'from ten to twelve',
  'more than one',
  'under a different name',
  'under 5km',
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
])('finds no limit in %j', (text) => {
  expect(findMoneyLimit(text)).toBeUndefined();
});
