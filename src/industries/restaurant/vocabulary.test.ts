import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import type { Restaurant } from './schema.ts';
import { restaurantWords, withoutNamedDiets, withoutPlainFood } from './vocabulary.ts';

const words = restaurantWords(documentOf('restaurant').restaurant as Restaurant);

describe('the words of a restaurant', () => {
  it.each([
    ['category', 'Starters', 'appetizer'],
    ['category', 'Desserts', 'pudding'],
    ['area', 'patio', 'outside'],
    ['diet', 'gluten_free', 'coeliac'],
    ['avoid', 'milk', 'lactose'],
    ['avoid', 'molluscs', 'shellfish'],
    ['avoid', 'crustaceans', 'shellfish'],
  ])('%s %s is also %j', (slot, id, alias) => {
    expect(words.find((word) => word.slot === slot && word.id === id)!.aliases).toContain(alias);
  });

  it.each([
    ['Desserts & Coffee', 'pudding'],
    ['Sweet Things', 'dessert'],
    ['Big Plates', 'main course'],
  ])('a part of the menu called %s is also %j', (category, alias) => {
    const { menu, ...rest } = documentOf('restaurant').restaurant as Restaurant;
    const named = restaurantWords({ ...rest, menu: [{ ...menu[0]!, category }] });
    expect(named.find(({ slot }) => slot === 'category')!.aliases).toContain(alias);
  });

  it('has no course that the menu does not have', () => {
    expect(words.filter(({ slot }) => slot === 'category').map(({ name }) => name)).toEqual([
      'Starters',
      'Mains',
      'Desserts',
    ]);
  });
});

const said = (name: string, as = name) => [{ id: name, name, said: as }];

describe('a food in a sentence', () => {
  it.each<[string, Slots['words'], Slots['words']]>([
    [
      'is the octopus on today',
      { avoid: [said('molluscs', 'octopus')], item: [said('Octopus', 'octopus')] },
      { item: [said('Octopus', 'octopus')] },
    ],
    ['do you have tofu on the menu', { avoid: [said('soy', 'tofu')] }, {}],
    [
      'is there milk in the gnocchi',
      { avoid: [said('milk')], item: [said('Gnocchi')] },
      { avoid: [said('milk')], item: [said('Gnocchi')] },
    ],
    [
      'allergic to peanut, is the tofu one ok?',
      { avoid: [said('peanut'), said('soy', 'tofu')], item: [said('Tofu Bowl', 'tofu')] },
      { avoid: [said('peanut')], item: [said('Tofu Bowl', 'tofu')] },
    ],
    [
      'im allergic to shrimp, what can i eat',
      { avoid: [said('crustaceans', 'shrimp')], item: [said('Shrimp Bowl', 'shrimp')] },
      { avoid: [said('crustaceans', 'shrimp')] },
    ],
    [
      'i have a walnut allergy, is the cake safe',
      { avoid: [said('nuts', 'walnut')], item: [said('Walnut Cake', 'walnut'), said('Walnut Cake', 'cake')] },
      { avoid: [said('nuts', 'walnut')], item: [said('Walnut Cake', 'cake')] },
    ],
  ])('%j', (text, heard, kept) => {
    expect(withoutPlainFood({ words: heard, own: {} }, text).words).toEqual(kept);
  });

  it('is left alone where nothing is to be avoided', () => {
    const slots: Slots = { words: { item: [said('Lamb')] }, own: {} };
    expect(withoutPlainFood(slots, 'the lamb please')).toBe(slots);
  });
});

describe('a diet in a sentence', () => {
  const pho = { diet: [said('vegan')], item: [said('Vegan Pho', 'vegan pho')] };
  it.each<[string, Slots['words'], Slots['words']]>([
    ['how much is the vegan pho?', pho, { item: pho.item }],
    ['is the vegan pho really vegan?', pho, pho],
    [
      'is the pho vegan?',
      { diet: pho.diet, item: [said('Pho', 'pho')] },
      { diet: pho.diet, item: [said('Pho', 'pho')] },
    ],
  ])('%s', (text, before, after) => {
    expect(withoutNamedDiets({ words: before, own: {} }, text).words).toEqual(after);
  });
});
