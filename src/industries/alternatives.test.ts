import { describe, expect, it } from 'vitest';
import type { Slots } from '../capability/dialogue.ts';
import { formatterFor } from '../capability/formatter.ts';
import { renderAlternatives, withoutEarlierEntities } from './alternatives.ts';

const format = formatterFor({ locale: 'en-IE', timezone: 'Europe/Dublin', currency: 'EUR' } as never);
const ITEMS = [
  { id: 'tart', name: 'Plum Tart', category: 'Desserts', price: 500, isUnavailable: true },
  { id: 'ice', name: 'Sesame Ice Cream', category: 'Desserts', price: 600 },
  { id: 'pudding', name: 'Rice Pudding', category: 'Desserts', price: 450, isUnavailable: true },
  { id: 'grit', name: 'Grit', category: 'Gravel bikes', price: 90_000, isUnavailable: true },
  { id: 'town', name: 'Town', category: 'Hybrid bikes', price: 50_000 },
];
const mention = (slot: string, id: string, name: string, said = name) => ({ [slot]: [[{ id, name, said }]] });
const slotsWith = (catalogEntities: Slots['catalogEntities']): Slots => ({ catalogEntities, industryEntities: {} });
const alternativesFor = (text: string, catalogEntities: Slots['catalogEntities']) =>
  renderAlternatives(text, ITEMS, slotsWith(catalogEntities), {
    slot: 'item',
    kind: 'product',
    format,
    isAvailable: ({ isUnavailable }) => !isUnavailable,
  })?.text;

const TART = mention('item', 'tart', 'Plum Tart');

describe('alternatives', () => {
  it.each([
    'any other dessert',
    'what else',
    'anything similar',
    'which others do you have',
    'something like the plum tart but other',
  ])('for %j leave out what was discussed', (text) => {
    expect(alternativesFor(text, TART)).toBe('We also have Sesame Ice Cream (€6).');
  });

  it('are of the mentioned category', () => {
    const catalogEntities = { ...TART, ...mention('category', 'Hybrid bikes', 'Hybrid bikes', 'hybrid bikes') };
    expect(alternativesFor('any other hybrid bikes', catalogEntities)).toBe('We also have Town (€500).');
  });

  it('are of related categories if there are no others', () => {
    expect(alternativesFor('anything similar', mention('item', 'grit', 'Grit'))).toBe(
      "We don't have anything else in Gravel bikes right now. The closest we have: Town (€500).",
    );
  });

  it.each(['how much is it', 'what else is in the plum tart', 'the plum tart please'])(
    'are not given for %j',
    (text) => {
      expect(alternativesFor(text, TART)).toBeUndefined();
    },
  );
});

it.each([
  ['what desserts do you have', undefined],
  ['any desserts?', undefined],
  ['is that one of the desserts', TART.item],
  ['what is in the plum tart of your desserts', TART.item],
])('asking for a category drops earlier entities: %j', (text, item) => {
  const catalogEntities = { ...TART, ...mention('category', 'Desserts', 'Desserts', 'desserts') };
  expect(withoutEarlierEntities(slotsWith(catalogEntities), text, 'item').catalogEntities.item).toEqual(item);
});
