import { expect, it } from 'vitest';
import { findDrinkKind, isOfKind } from './drink-kinds.ts';

it.each([
  [{ name: 'House Chianti' }, 'wine'],
  [{ name: 'Glass of red', description: 'A light wine from Sicily' }, 'wine'],
  [{ name: 'No. 7', category: 'Wines' }, 'wine'],
  [{ name: 'Local pale ale' }, 'beer'],
  [{ name: 'Ginger beer' }, 'soft drink'],
  [{ name: 'Sparkling lemonade' }, 'lemonade'],
  [{ name: 'Aperol Spritz', description: 'With prosecco' }, 'cocktail'],
  [{ name: 'Orange juice' }, 'juice'],
  [{ name: 'Flat white' }, 'coffee'],
])('%o is %s', (drink, kind) => {
  expect(isOfKind(drink, kind)).toBe(true);
});

it.each([
  [{ name: 'Ginger beer' }, 'beer'],
  [{ name: 'Sparkling lemonade' }, 'wine'],
  [{ name: 'Aperol Spritz', description: 'With prosecco' }, 'wine'],
  [{ name: 'Carbonara' }, 'wine'],
])('%o is no %s', (drink, kind) => {
  expect(isOfKind(drink, kind)).toBe(false);
});

it('knows the plural of a kind', () => {
  expect([findDrinkKind('wines'), findDrinkKind('Soft drinks'), findDrinkKind('pasta')]).toEqual([
    'wine',
    'soft drink',
    undefined,
  ]);
});
