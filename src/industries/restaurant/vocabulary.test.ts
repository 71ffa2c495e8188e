import { describe, expect, it } from 'vitest';
import { readFixtureDocument } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import type { Restaurant } from './schema.ts';
import { createRestaurantVocabulary, withoutDietsInDishNames, withoutDishFoods } from './vocabulary.ts';

const fixtureVocabulary = createRestaurantVocabulary(readFixtureDocument('restaurant').restaurant as Restaurant);

describe('the vocabulary of a restaurant', () => {
  it.each([
    ['category', 'Starters', 'appetizer'],
    ['category', 'Desserts', 'pudding'],
    ['area', 'patio', 'outside'],
    ['diet', 'gluten_free', 'coeliac'],
    ['avoid', 'milk', 'lactose'],
    ['avoid', 'molluscs', 'shellfish'],
    ['avoid', 'crustaceans', 'shellfish'],
  ])('finds the %s %s by the alias %j', (slot, id, alias) => {
    expect(fixtureVocabulary.find((entry) => entry.slot === slot && entry.id === id)!.aliases).toContain(alias);
  });

  it.each([
    ['Desserts & Coffee', 'pudding'],
    ['Sweet Things', 'dessert'],
    ['Big Plates', 'main course'],
  ])('finds the menu category %s by the alias %j', (category, alias) => {
    const { menu, ...rest } = readFixtureDocument('restaurant').restaurant as Restaurant;
    const vocabulary = createRestaurantVocabulary({ ...rest, menu: [{ ...menu[0]!, category }] });
    expect(vocabulary.find(({ slot }) => slot === 'category')!.aliases).toContain(alias);
  });

  it('only has categories that are on the menu', () => {
    expect(fixtureVocabulary.filter(({ slot }) => slot === 'category').map(({ name }) => name)).toEqual([
      'Starters',
      'Mains',
      'Desserts',
    ]);
  });
});

const mention = (name: string, said = name) => [{ id: name, name, said }];

describe('a food in a sentence', () => {
  it.each<[string, Slots['catalogEntities'], Slots['catalogEntities']]>([
    [
      'is the octopus on today',
      { avoid: [mention('molluscs', 'octopus')], item: [mention('Octopus', 'octopus')] },
      { item: [mention('Octopus', 'octopus')] },
    ],
    ['do you have tofu on the menu', { avoid: [mention('soy', 'tofu')] }, {}],
    [
      'is there milk in the gnocchi',
      { avoid: [mention('milk')], item: [mention('Gnocchi')] },
      { avoid: [mention('milk')], item: [mention('Gnocchi')] },
    ],
    [
      'allergic to peanut, is the tofu one ok?',
      { avoid: [mention('peanut'), mention('soy', 'tofu')], item: [mention('Tofu Bowl', 'tofu')] },
      { avoid: [mention('peanut')], item: [mention('Tofu Bowl', 'tofu')] },
    ],
    [
      'im allergic to shrimp, what can i eat',
      { avoid: [mention('crustaceans', 'shrimp')], item: [mention('Shrimp Bowl', 'shrimp')] },
      { avoid: [mention('crustaceans', 'shrimp')] },
    ],
    [
      'i have a walnut allergy, is the cake safe',
      { avoid: [mention('nuts', 'walnut')], item: [mention('Walnut Cake', 'walnut'), mention('Walnut Cake', 'cake')] },
      { avoid: [mention('nuts', 'walnut')], item: [mention('Walnut Cake', 'cake')] },
    ],
  ])(
    'is dropped from the foods to avoid if it names a dish, or the reverse: %j',
    (text, entitiesBefore, entitiesAfter) => {
      expect(withoutDishFoods({ catalogEntities: entitiesBefore, industryEntities: {} }, text).catalogEntities).toEqual(
        entitiesAfter,
      );
    },
  );

  it('leaves the slots unchanged if nothing is to be avoided', () => {
    const slots: Slots = { catalogEntities: { item: [mention('Lamb')] }, industryEntities: {} };
    expect(withoutDishFoods(slots, 'the lamb please')).toBe(slots);
  });
});

describe('a diet in a sentence', () => {
  const pho = { diet: [mention('vegan')], item: [mention('Vegan Pho', 'vegan pho')] };
  it.each<[string, Slots['catalogEntities'], Slots['catalogEntities']]>([
    ['how much is the vegan pho?', pho, { item: pho.item }],
    ['is the vegan pho really vegan?', pho, pho],
    [
      'is the pho vegan?',
      { diet: pho.diet, item: [mention('Pho', 'pho')] },
      { diet: pho.diet, item: [mention('Pho', 'pho')] },
    ],
  ])('is dropped if it is only part of a dish name: %s', (text, entitiesBefore, entitiesAfter) => {
    expect(
      withoutDietsInDishNames({ catalogEntities: entitiesBefore, industryEntities: {} }, text).catalogEntities,
    ).toEqual(entitiesAfter);
  });
});
