import { describe, expect, it } from 'vitest';
import { readFixtureDocument } from '../../../test/document.ts';
import { findRequestedOption } from './options.ts';
import { filterProducts, isInStock } from './products.ts';
import type { Product, Retail } from './schema.ts';

const { products } = readFixtureDocument('retail').retail as Retail;
const scarf = { ...products[3]!, id: 'scarf', name: 'Wool Scarf', options: { color: ['Navy', 'Forest Green'] } };
const productsWithScarf: Product[] = [...products, scarf];

describe('a size or color', () => {
  it.each<[string, string, string | undefined]>([
    ['boots', 'do you have the ridge boots in a 9', '9'],
    ['boots', 'boots size 10 please', '10'],
    ['boots', 'got the boots in 11?', '11'],
    ['boots', 'how much are the boots', undefined],
    ['jacket', 'the jacket in medium', 'M'],
    ['jacket', 'a jacket size L', 'L'],
    ['jacket', "I'm after the jacket", undefined],
    ['scarf', 'is the scarf there in navy', 'Navy'],
    ['scarf', 'the forest green scarf', 'Forest Green'],
    ['scarf', 'the green scarf', undefined],
    ['flask', 'the flask in a large', undefined],
  ])('of the %s in %j is %s', (id, text, expectedOption) => {
    const catalogEntities = { item: [[{ id, name: id, said: id }]] };
    expect(findRequestedOption(productsWithScarf, { catalogEntities, industryEntities: {} }, text).option).toBe(
      expectedOption,
    );
  });
});

describe('products', () => {
  const findIds = (query: Parameters<typeof filterProducts>[1]) => filterProducts(products, query).map(({ id }) => id);
  it.each([
    [{}, ['jacket', 'boots', 'tent', 'flask']],
    [{ maxPrice: 14_500 }, ['jacket', 'boots', 'flask']],
    [{ inStock: true, maxPrice: 14_500 }, ['jacket', 'flask']],
    [{ inStock: false }, ['boots']],
    [{ category: 'camping' }, ['tent']],
    [{ q: 'NT-400' }, ['flask']],
  ])('are filtered by %j: %j', (query, expectedIds) => {
    expect(findIds(query)).toEqual(expectedIds);
  });

  it.each([
    [{}, true],
    [{ stock: 1 }, true],
    [{ stock: 0 }, false],
  ])('with %j are in stock: %s', (product, expected) => {
    expect(isInStock(product)).toBe(expected);
  });
});
