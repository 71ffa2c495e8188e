import { expect, it } from 'vitest';
import { formatterFor } from '../../capability/formatter.ts';
import { renderForAge } from './for-age.ts';
import type { Product } from './schema.ts';

const format = formatterFor({ locale: 'en-GB', timezone: 'Europe/London', currency: 'GBP' });
const product = (name: string, category: string, price: number, description?: string) =>
  ({ id: name, name, category, price, description, stock: 3 }) as unknown as Product;
const products = [
  product('Tern HSD', 'E-bikes', 349_900, 'Compact e-cargo bike'),
  product('Frog 52', 'Kids bikes', 36_000, '20 inch wheels, age 6 to 8'),
  product('Frog 62', 'Kids bikes', 42_000, '24 inch wheels, age 8 to 10'),
  product('Kids Helmet', 'Helmets', 2_999),
  product('Lamp', 'Lights', 1_500, '6 to 8 hours'),
];
const answerFor = (text: string, age: number) => renderForAge(text, age, products, format)?.text;

it('lists the named products for that age', () => {
  expect(answerFor('bike for a 7 year old?', 7)).toBe('We have the Frog 52 for £360. 20 inch wheels, age 6 to 8.');
  expect(answerFor('a helmet for my 5 year old', 5)).toBe('We have the Kids Helmet for £29.99.');
});

it('returns nothing if no named product has an age range', () => {
  expect(answerFor('a bike for my dad, he is 70', 70)).toBeUndefined();
  expect(answerFor('lights for a 7 year old', 7)).toBeUndefined();
});
