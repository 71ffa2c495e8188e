import { describe, expect, it } from 'vitest';
import { findPrices, findPricesInWords, parseDurationMinutes, splitDuration, toMinorUnits } from './amounts.ts';

describe('prices', () => {
  it.each([
    ['$14', ['14 $']],
    ['12.50', ['12.50']],
    ['14,50 €', ['14.50 €']],
    ['1.890,00 €', ['1890.00 €']],
    ['$1,890', ['1890 $']],
    ['$38.00 USD', ['38.00 USD']],
    ['from £125', ['125 £ from']],
    ['$65+', ['65 $ from']],
    ['à partir de 19 €', ['19 € from']],
    ['$89/month', ['89 $ month']],
    ['45 € pro Monat', ['45 € month']],
    ['$6 / $9', ['6 $', '9 $']],
    ['Since 1962', []],
    ['Call 555-0132', []],
    ['9,000 heads', []],
    ['10% off', []],
    ['3/14/2005', []],
  ])('are found in %j', (text, expected) => {
    const prices = findPrices(text).map(({ amount, currency, interval, isMinimum }) =>
      [amount, currency, interval, isMinimum ? 'from' : undefined].filter(Boolean).join(' '),
    );
    expect(prices).toEqual(expected);
  });

  it.each([
    ['thirty-five dollars', ['35 $']],
    ['one hundred and twenty pounds', ['120 £']],
    ['zwölf Euro neunzig', ['12.90 €']],
    ['vingt-deux euros', ['22 €']],
    ['dieciocho euros', ['18 €']],
    ['a dozen rolls', []],
    ['ten-dollar lunch', []],
    ['five euromarks', []],
  ])('are found in words: %s', (text, expected) => {
    expect(findPricesInWords(text).map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(expected);
  });

  it('are converted to the smallest unit of their currency', () => {
    expect(toMinorUnits('12.50', 'USD')).toBe(1_250);
    expect(toMinorUnits('1890', 'JPY')).toBe(1_890);
  });
});

it.each([
  ['45 min', 45],
  ['1 hr 30 min', 90],
  ['1h30', 90],
  ['1.5 hours', 90],
  ['60 Min.', 60],
  ['8 hours ago', undefined],
  ['2 people', undefined],
  ['45', undefined],
])('parses the duration %s', (text, minutes) => {
  expect(parseDurationMinutes(text)).toBe(minutes);
});

it.each([
  ['Deep tissue massage. 50 min', 'Deep tissue massage', 50],
  ['Mit Waschen und Föhnen, 1 Std. 15 Min.', 'Mit Waschen und Föhnen', 75],
  ['Coupe et brushing – 45 minutes', 'Coupe et brushing', 45],
  ['Gel polish (40 min)', 'Gel polish', 40],
  ['20 min. A quick check', 'A quick check', 20],
  ['Open for 30 years, family owned', 'Open for 30 years, family owned', undefined],
  ['Arrive 10 min early', 'Arrive 10 min early', undefined],
])('splits %s into text and duration', (text, expectedText, minutes) => {
  expect(splitDuration(text)).toEqual({ text: expectedText, ...(minutes ? { minutes } : {}) });
});
