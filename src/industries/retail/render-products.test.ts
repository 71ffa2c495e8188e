import { describe, expect, it } from 'vitest';
import { readFixtureDocument } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { formatterFor } from '../../capability/formatter.ts';
import type { QuestionKind } from '../render.ts';
import { findRequestedOption } from './options.ts';
import { createProductQueries, isGenericSearch } from './products.ts';
import { renderAboveLimit, renderProduct, renderSearchResults } from './render-products.ts';
import type { Product, RetailBusiness } from './schema.ts';

const format = formatterFor({ locale: 'en-AU', timezone: 'Australia/Sydney', currency: 'AUD' });
const product = (name: string, details: Partial<Product> = {}): Product => ({
  id: name,
  sku: name,
  name,
  price: 8900,
  ...details,
});
const kettle = product('Tall Kettle', { stock: 3, options: { colour: ['white', 'black'] }, description: 'Pours well' });
const mug = product('Clay Mug', { price: 2200, options: { size: ['S', 'L'], glaze: ['oat', 'indigo', 'moss'] } });
const boots = product('Ridge Boots', { stock: 0 });
const book = product('The Night Tram', { price: 1800 });

describe('a product', () => {
  it.each<[Product, QuestionKind, string | undefined, string]>([
    [kettle, 'availability', undefined, 'Yes, we have the Tall Kettle for $89. Pours well. It comes in white'],
    [kettle, 'other', undefined, 'We have the Tall Kettle for $89.'],
    [kettle, 'price', undefined, 'The Tall Kettle is $89. Pours well. It comes in'],
    [kettle, 'availability', 'white', "Yes, the Tall Kettle comes in white, for $89. It's in stock."],
    [kettle, 'price', 'white', "The Tall Kettle is $89 in white. It's in stock."],
    [kettle, 'availability', 'red', "I'm sorry, the Tall Kettle doesn't come in red; you can choose white or black."],
    [mug, 'other', 'indigo', 'The Clay Mug comes in indigo, for $22.'],
    [mug, 'availability', 'blue', "doesn't come in blue; you can choose oat, indigo or moss."],
    [mug, 'availability', 'M', "doesn't come in M; you can choose S or L."],
    [boots, 'price', undefined, "I'm sorry, the Ridge Boots ($89) are out of stock right now."],
    [book, 'availability', undefined, 'Yes, we have The Night Tram for $18.'],
  ])('%o is described for a %s question about the option %s', (renderedProduct, questionKind, option, expectedText) => {
    expect(renderProduct(renderedProduct, { format, questionKind, option })).toContain(expectedText);
  });

  it('is described only by its price among several products', () => {
    expect(renderProduct(kettle, { format, questionKind: 'price', isBrief: true })).toBe('The Tall Kettle is $89.');
  });
});

describe('the requested size or color', () => {
  const slotsForItem = (id: string): Slots => ({
    catalogEntities: { item: [[{ id, name: id, said: id }]] },
    industryEntities: {},
  });
  it.each([
    ['Clay Mug', 'does the clay mug come in blue?', 'blue'],
    ['Clay Mug', 'is there a green one of the clay mug', 'green'],
    ['Clay Mug', 'do you have the clay mug in indigo', 'indigo'],
    ['Clay Mug', 'the clay mug with the blue box', undefined],
    ['Night Rain Blue Ink', 'the night rain ink in blue', undefined],
    ['Sized Bike', 'the bike in red', undefined],
    ['Dragon Hoodie', 'the dragon hoodie in purple, size 10', '10'],
    ['Dragon Hoodie', 'the dragon hoodie in purple, size 6', 'purple'],
  ])('%s: %j asks for %s', (id, text, option) => {
    const products = [
      mug,
      product('Night Rain Blue Ink', { options: { colour: ['dark'] } }),
      product('Sized Bike', { options: { size: ['M'] } }),
      product('Dragon Hoodie', { options: { colour: ['green', 'purple'], size: ['4', '6'] } }),
    ];
    expect(findRequestedOption(products, slotsForItem(id), text).option).toBe(option);
  });
});

describe('a price limit', () => {
  const business = {
    ...readFixtureDocument('retail'),
    retail: { products: [kettle, mug, boots, book], orders: [], returnDays: 30 },
  };
  const messageContextFor = (text: string) => ({
    business: business as unknown as RetailBusiness,
    text,
    now: new Date(),
  });
  const slotsWith = (slots: Partial<Slots>): Slots => ({ catalogEntities: {}, industryEntities: {}, ...slots });

  it.each<[string, Partial<Slots>, object]>([
    ['a little present under 25', { sought: 'little present', maxPrice: 25 }, { maxPrice: 2500, inStock: true }],
    ['a present, nothing over 25', { sought: 'present', maxPrice: 25 }, { maxPrice: 2500, inStock: true }],
    ['a tent under 25', { sought: 'tent', maxPrice: 25 }, { maxPrice: 2500, inStock: true }],
    ['a kettle under 25', { sought: 'kettle', maxPrice: 25 }, { q: 'kettle', maxPrice: 2500 }],
    ['a nice gift', { sought: 'nice gift' }, {}],
    ['do you have tents', { sought: 'tents' }, { q: 'tents' }],
  ])('%j with %j searches for %j', (text, slots, query) => {
    expect(createProductQueries(slotsWith(slots), messageContextFor(text))).toEqual([query]);
  });

  it('shows the products within it, or else the cheapest ones above it', () => {
    expect(renderSearchResults([mug, book], format, { maxPrice: 2500, inStock: true })).toBe(
      'For $25 or less, we have Clay Mug ($22) and The Night Tram ($18).',
    );
    expect(renderSearchResults([], format, { maxPrice: 500, inStock: true })).toBe(
      "I'm sorry, we don't have anything for $5 or less right now.",
    );
    expect(renderAboveLimit([kettle], 2500, format)).toBe(
      "I'm sorry, we don't have any for $25 or less. The Tall Kettle is $89.",
    );
    expect(renderAboveLimit([kettle, mug], 500, format)).toContain(
      'The least expensive are Clay Mug ($22) and Tall Kettle ($89).',
    );
  });

  it.each([
    ['little present', true],
    ['something small', true],
    ['birthday gifts', true],
    ['gift card', false],
    ['dog treat mix', false],
  ])('%j names no product in particular: %s', (searchText, expected) => {
    expect(isGenericSearch(searchText)).toBe(expected);
  });
});
