import { expect, it } from 'vitest';
import { formatterFor } from '../../capability/formatter.ts';
import { forTheirAge } from './for-age.ts';
import type { Product } from './schema.ts';

const say = formatterFor({ locale: 'en-GB', timezone: 'Europe/London', currency: 'GBP' });
const product = (name: string, category: string, price: number, description?: string) =>
  ({ id: name, name, category, price, description, stock: 3 }) as unknown as Product;
const products = [
  product('Tern HSD', 'E-bikes', 349_900, 'Compact e-cargo bike'),
  product('Frog 52', 'Kids bikes', 36_000, '20 inch wheels, age 6 to 8'),
  product('Frog 62', 'Kids bikes', 42_000, '24 inch wheels, age 8 to 10'),
  product('Kids Helmet', 'Helmets', 2_999),
  product('Lamp', 'Lights', 1_500, '6 to 8 hours'),
];
const said = (text: string, age: number) => forTheirAge(text, age, products, say)?.text;

it('is what was named, for that age', () => {
  expect(said('bike for a 7 year old?', 7)).toBe('We have the Frog 52 for £360. 20 inch wheels, age 6 to 8.');
  expect(said('a helmet for my 5 year old', 5)).toBe('We have the Kids Helmet for £29.99.');
});

it('is nothing where nothing that was named is for any age', () => {
  expect(said('a bike for my dad, he is 70', 70)).toBeUndefined();
  expect(said('lights for a 7 year old', 7)).toBeUndefined();
});
