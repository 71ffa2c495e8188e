import { describe, expect, it } from 'vitest';
import { formatterFor } from '../../capability/formatter.ts';
import { type DietaryFact, type DietaryQuery, findDietaryFacts } from './dietary.ts';
import { asksWhatContains, isDietOnly, renderContaining, renderDietary, renderFacts } from './render-dietary.ts';
import type { Allergen, Diet, MenuItem } from './schema.ts';

const format = formatterFor({ locale: 'en-GB', timezone: 'Europe/London', currency: 'GBP' });
const dish = (name: string, contains?: Allergen[], mayContain: Allergen[] = [], diets: Diet[] = []): MenuItem => ({
  id: name,
  name,
  available: true,
  diets,
  ...(contains ? { allergens: { contains, mayContain } } : {}),
});
const menu = [
  dish('Shrimp Ceviche', ['crustaceans', 'fish']),
  dish('Bean Enchiladas', ['milk'], ['nuts'], ['vegetarian']),
  dish('Sugar Churros', ['gluten', 'egg'], ['peanut']),
  dish('Green Salad', [], [], ['vegan', 'vegetarian']),
  dish('House Mole'),
];
const factsFor = (query: DietaryQuery) => findDietaryFacts(menu, query) as DietaryFact[];
const renderAnswer = (query: DietaryQuery) => renderDietary(factsFor(query), format, query);
const ALLERGY_WARNING_END = /please tell our staff about any allergy before you order\.$/;

describe('the record of a dish', () => {
  it.each<[DietaryQuery, string]>([
    [{ item: 'Sugar Churros' }, 'The Sugar Churros contain gluten and egg and may contain peanut.'],
    [{ item: 'Sugar Churros', avoid: 'peanut' }, 'so they are not suitable for anyone who has to avoid peanut.'],
    [{ item: 'Shrimp Ceviche', avoid: 'nuts' }, 'contains crustaceans and fish; it’s listed without nuts.'],
    [{ item: 'Green Salad', avoid: 'nuts' }, 'has no major allergens listed; it’s listed without nuts.'],
    [{ item: 'Green Salad', diet: 'vegan', avoid: 'milk' }, 'is listed as vegan, and it’s listed without milk.'],
    [{ item: 'Bean Enchiladas', diet: 'vegan' }, 'are not listed as vegan: they contain milk.'],
  ])('%j', (query, expectedText) => {
    expect(renderAnswer(query)).toContain(expectedText);
    expect(renderAnswer(query)).toMatch(ALLERGY_WARNING_END);
  });

  it('says only that nothing is recorded', () => {
    const noRecordText = "We don't have the allergens on file for the House Mole, so please check with our staff";
    expect(renderAnswer({ item: 'House Mole', avoid: 'nuts' })).toBe(`${noRecordText} before you order.`);
  });

  it('says that the dish is not on the menu', () => {
    expect(renderAnswer({ item: 'Pizza', avoid: 'nuts' })).toBe("I'm sorry, I can't find that on our menu.");
  });

  it('lists the allergens besides the diet if an allergy was mentioned', () => {
    expect(renderAnswer({ item: 'Bean Enchiladas', diet: 'vegetarian' })).toMatch(
      /vegetarian\. The Bean .* contain milk and may/,
    );
  });
});

describe('the records of the menu', () => {
  it.each<[DietaryQuery, string]>([
    [{ avoid: 'milk' }, 'These are listed without milk: Shrimp Ceviche, Sugar Churros and Green Salad.'],
    [{ avoid: 'egg,milk', diet: 'vegan' }, 'The Green Salad is listed as vegan and without egg or milk.'],
    [{ avoid: 'nuts', diet: 'halal' }, 'None of our dishes are listed as halal and without nuts.'],
  ])('%j', (query, expectedText) => {
    expect(renderAnswer(query)).toContain(expectedText);
    expect(renderAnswer(query)).toMatch(/We don't have this on file for House Mole, so please check with our staff\./);
    expect(renderAnswer(query)).toMatch(ALLERGY_WARNING_END);
  });

  it('has no allergy warning for a diet', () => {
    const query = { diet: 'vegetarian' };
    expect(renderFacts(factsFor(query), format, query)).toMatch(
      /^These are listed as vegetarian: .* and Green Salad\. We don't have this on file for House/,
    );
    expect(renderFacts(factsFor(query), format, query)).not.toMatch(ALLERGY_WARNING_END);
  });

  it.each<[DietaryQuery, string, boolean]>([
    [{ diet: 'vegan' }, 'what is vegan?', true],
    [{ diet: 'vegan' }, 'what is vegan? i have allergies', false],
    [{ diet: 'vegan', avoid: 'nuts' }, 'vegan, and no nuts', false],
    [{ diet: 'vegetarian' }, 'my veggie friend is lactose intolerant', false],
    [{ avoid: 'gluten' }, 'coeliac', false],
    [{}, 'which allergens are in it', false],
  ])('%j in %j is about a diet only: %s', (query, text, isExpected) => {
    expect(isDietOnly(query, text)).toBe(isExpected);
  });
});

describe('dishes that contain an allergen', () => {
  const mentionOf = (word: string) => [[{ id: word, name: word, said: word }]];

  it.each([
    ['shellfish', 'anything with shellfish in it? I need to steer clear', true],
    ['nuts', 'what has nuts in it', true],
    ['nuts', 'which dishes have nuts?', true],
    ['gluten', 'what contains gluten?', true],
    ['nut', 'what can i have with a nut allergy', false],
    ['nuts', 'anything without nuts', false],
    ['nuts', 'anything with no nuts in it', false],
    ['nuts', "which dishes don't have nuts", false],
    ['gluten', 'what do you have gluten free', false],
    ['peanut', 'what have you got, peanut allergy here', false],
  ])('%s in %j asks what contains it: %s', (word, text, isExpected) => {
    expect(asksWhatContains(text, mentionOf(word))).toBe(isExpected);
  });

  it('come first, then those that may contain it, then the rest', () => {
    const shellfishQuery = { avoid: 'shellfish' };
    expect(renderContaining(factsFor(shellfishQuery), format, shellfishQuery)).toMatch(
      /^The Shrimp Ceviche contains crustaceans\. These are listed without crustaceans or mollusks: Bean/,
    );
    const nutsQuery = { avoid: 'nuts' };
    expect(renderContaining(factsFor(nutsQuery), format, nutsQuery)).toMatch(
      /^None of our dishes are listed with nuts\. The Bean Enchiladas may contain nuts\. These are .* on file for House Mole/,
    );
    expect(renderContaining(factsFor(nutsQuery), format, nutsQuery)).toMatch(ALLERGY_WARNING_END);
  });
});
