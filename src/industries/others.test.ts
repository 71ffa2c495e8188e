import { describe, expect, it } from 'vitest';
import type { Slots } from '../capability/dialogue.ts';
import { formatterFor } from '../capability/formatter.ts';
import { renderOthers, withoutTold } from './others.ts';

const say = formatterFor({ locale: 'en-IE', timezone: 'Europe/Dublin', currency: 'EUR' } as never);
const SHOP = [
  { id: 'tart', name: 'Plum Tart', category: 'Desserts', price: 500, off: true },
  { id: 'ice', name: 'Sesame Ice Cream', category: 'Desserts', price: 600 },
  { id: 'gone', name: 'Rice Pudding', category: 'Desserts', price: 450, off: true },
  { id: 'grit', name: 'Grit', category: 'Gravel bikes', price: 90_000, off: true },
  { id: 'town', name: 'Town', category: 'Hybrid bikes', price: 50_000 },
];
const said = (slot: string, id: string, name: string, words = name) => ({ [slot]: [[{ id, name, said: words }]] });
const slots = (words: Slots['words']): Slots => ({ words, own: {} });
const others = (text: string, words: Slots['words']) =>
  renderOthers(text, SHOP, slots(words), { slot: 'item', kind: 'product', say, isThere: ({ off }) => !off })?.text;

const TART = said('item', 'tart', 'Plum Tart');

describe('what else there is', () => {
  it.each([
    'any other dessert',
    'what else',
    'anything similar',
    'which others do you have',
    'something like the plum tart but other',
  ])('%j leaves out what was told', (text) => {
    expect(others(text, TART)).toBe('We also have Sesame Ice Cream (€6).');
  });

  it('is that of the part that is named', () => {
    const words = { ...TART, ...said('category', 'Hybrid bikes', 'Hybrid bikes', 'hybrid bikes') };
    expect(others('any other hybrid bikes', words)).toBe('We also have Town (€500).');
  });

  it('is what is called alike, where there is nothing else of its kind', () => {
    expect(others('anything similar', said('item', 'grit', 'Grit'))).toBe(
      'There is nothing else in Gravel bikes at the moment. Close to that we have Town (€500).',
    );
  });

  it.each(['how much is it', 'what else is in the plum tart', 'the plum tart please'])('is not told for %j', (text) => {
    expect(others(text, TART)).toBeUndefined();
  });
});

it.each([
  ['what desserts do you have', undefined],
  ['any desserts?', undefined],
  ['is that one of the desserts', TART.item],
  ['what is in the plum tart of your desserts', TART.item],
])('a part of the offer that is asked for is not what was told before: %j', (text, item) => {
  const words = { ...TART, ...said('category', 'Desserts', 'Desserts', 'desserts') };
  expect(withoutTold(slots(words), text, 'item').words.item).toEqual(item);
});
