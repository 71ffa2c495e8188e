// Tests that foods that customers avoid are recognized in their own words, and that no dish with them is offered.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIndustry, readFixtureDocument } from '../../../test/document.ts';
import { chooseCaseCount } from '../../../test/random.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { normalizeMessage } from '../../features/assistant/clauses.ts';
import { extractEntities } from '../../features/assistant/extract-entities.ts';
import { applyMessageToNeeds, withNeeds } from '../../features/assistant/needs.ts';
import { checkDietary } from './capabilities/dietary.ts';
import { showMenu } from './capabilities/menu.ts';
import { type DietaryFact, type DietaryQuery, findDietaryFacts } from './dietary.ts';
import { FOODS } from './foods.ts';
import { ALLERGENS, type Allergen, type Diet, type MenuItem, type RestaurantBusiness } from './schema.ts';
import { readNeeds } from './stated-needs.ts';
import { namesFood } from './unrecorded-foods.ts';
import { listNames } from './vocabulary.ts';

type DishFacts = { description?: string; diets?: Diet[]; contains?: Allergen[]; traces?: Allergen[] };
const dish = (
  name: string,
  category: string,
  { description, diets = [], contains, traces = [] }: DishFacts,
): MenuItem => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  category,
  diets,
  price: 900,
  available: true,
  ...(description ? { description } : {}),
  ...(contains ? { allergens: { contains, mayContain: traces } } : {}),
});
const menu = [
  dish('Pulled Pork Bun', 'Buns', { description: 'Slow pork, pickled onion', contains: ['gluten', 'mustard'] }),
  dish('Chicken Bun', 'Buns', {
    description: 'Fried thigh, garlic mayo',
    contains: ['gluten', 'egg'],
    traces: ['milk'],
  }),
  dish('Halloumi Bun', 'Buns', { description: 'Grilled, mint', diets: ['vegetarian'], contains: ['gluten', 'milk'] }),
  dish('Dal Bowl', 'Bowls', {
    description: 'Lentils, coriander',
    diets: ['vegan', 'vegetarian'],
    contains: [],
    traces: ['nuts'],
  }),
  dish('Satay Bowl', 'Bowls', { description: 'Tempeh', diets: ['vegan', 'vegetarian'], contains: ['peanut', 'soy'] }),
  dish('Prawn Bowl', 'Bowls', { description: 'Poached egg', contains: ['crustaceans', 'egg', 'sesame'] }),
  dish('House Pickle', 'Sides', { description: 'Made here' }),
  dish('Lemon Sorbet', 'Desserts', { description: 'Two scoops', diets: ['vegan', 'vegetarian'], contains: [] }),
];
const now = new Date('2026-11-16T14:00:00Z');
const industry = findIndustry('restaurant');
const business = readFixtureDocument('restaurant', {
  restaurant: { tables: [], menu },
} as object) as RestaurantBusiness;
const format = formatterFor(business);
const extractSlots = (message: string) =>
  extractEntities(normalizeMessage(message), { business, industry, now, requestedSlots: [] });
const needsIn = (message: string) => readNeeds(extractSlots(message));

describe('foods without records', () => {
  it.each<[string, string[]]>([
    ["I'm allergic to garlic and onion", ['garlic', 'onion']],
    ['do you use msg', ['MSG']],
    ['cant have corriander', ['coriander']],
    ['any pork free buns', ['pork']],
    ['something without pork or beef please', ['pork', 'beef']],
    ['my son has a xanthan allergy', ['xanthan']],
    ['she is allergic to rose petals', ['rose petals']],
    ['does the dal bowl have alcohol in it', ['alcohol']],
    ['a bun without tempeh', ['tempeh']],
    ["we're pescatarian", ['pescatarian']],
    ['allergic to lovage, whats safe', ['lovage']],
  ])('are recognized: %s', (message, foods) => {
    expect(needsIn(message).unrecordedFoods).toEqual(foods);
  });

  it.each([
    'the pork bun please',
    'do you have pork?',
    'no pork today?',
    'no thanks, we like pork',
    "I'm allergic to dogs, are there any?",
    'is parking free',
    'my name is Basil Green',
    'does the chicken bun have garlic in it',
    'no meat for me',
    'is the pork free range',
  ])('are not recognized in: %s', (message) => {
    expect(needsIn(message).unrecordedFoods).toEqual([]);
  });

  it('are reported separately from recorded allergens', () => {
    expect(needsIn('is there alcohol or sulphites in the dal bowl')).toMatchObject({
      avoid: ['sulphites'],
      unrecordedFoods: ['alcohol'],
    });
    const reply = answerMessage('is there alcohol or sulphites in the dal bowl')!;
    expect(reply.text).toContain('it’s listed without sulfites');
    expect(reply.text).toContain(
      "We don't have anything on file about alcohol, so please ask our staff before you order.",
    );
  });

  it('are reported with the dishes that mention them, and none is called suitable', () => {
    const reply = answerMessage("I'm allergic to onion, what can I have?")!;
    expect(reply.text).toBe(
      "Our menu lists onion in the Pulled Pork Bun. We don't have anything more on file about onion, so please ask our staff before you order.",
    );
    expect(reply.sources).toEqual([]);
  });

  it('lists vegetarian dishes as free of meat', () => {
    expect(answerMessage('any pork free bowls')!.text).toContain(
      'These are listed as vegetarian: Dal Bowl and Satay Bowl.',
    );
  });
});

it('recognizes an allergy from its symptoms', () => {
  expect(needsIn('I come up in hives from sesame').avoid).toEqual(['sesame']);
  expect(needsIn('peanuts make me ill, is that a problem').avoid).toContain('peanut');
});

describe('typos', () => {
  it.each([
    ['seasme alergy here. any buns?', 'sesame'],
    ['im alergic to peenuts', 'peanut'],
    ['mustrad intolerence', 'mustard'],
    ['allergc to crustaecans', 'crustaceans'],
  ])('are forgiven, and not taken for a name: %s', (message, allergen) => {
    const slots = extractSlots(message);
    expect(readNeeds(slots).avoid).toContain(allergen);
    expect(slots.name).toBeUndefined();
  });
});

describe('vegetarians', () => {
  it.each(['wot u got for veggies', 'we are two veggies', 'any veggie bits', 'vegeterian options?'])(
    'are meant by: %s',
    (message) => {
      expect(needsIn(message).diets).toEqual(['vegetarian']);
    },
  );
  it.each(['does the chicken bun come with veggies', 'a side of veggies', 'roasted veggies'])(
    'are not meant by: %s',
    (message) => {
      expect(needsIn(message).diets).toEqual([]);
    },
  );
});

describe('a food in the name of a dish', () => {
  it('is not a food to avoid if another one is named', () => {
    expect(needsIn('egg allergy, can he have the prawn bowl').avoid).toEqual(['egg']);
    expect(needsIn('can she have the prawn bowl, she is allergic to prawns').avoid).toEqual(['crustaceans']);
  });
});

describe('how a dish is prepared', () => {
  it('is not a food to avoid, and is not recorded', () => {
    const message = "I'm pregnant, is the egg in the chicken bun runny";
    expect(needsIn(message).avoid).toEqual([]);
    expect(showMenu.dialogue.answer!(extractSlots(message), messageContext(message), format)?.text).toContain(
      'please ask our kitchen',
    );
  });
  it('is answered from the description', () => {
    const message = 'is the egg in the prawn bowl poached';
    expect(showMenu.dialogue.answer!(extractSlots(message), messageContext(message), format)?.text ?? '').not.toContain(
      'kitchen',
    );
  });
  it('does not hide an allergy', () => {
    expect(needsIn("I'm allergic to egg, is the egg in the prawn bowl cooked").avoid).toEqual(['egg']);
  });
});

describe('asking which dishes are safe', () => {
  it('lists suitable dishes instead of the earlier dish', () => {
    const earlierSlots = extractSlots('sesame allergy, is the prawn bowl ok');
    const reply = answerMessage('which ones are safe then', earlierSlots)!;
    expect(reply.text).not.toContain('Prawn Bowl');
    expect(reply.text).toContain('Satay Bowl');
  });
});

const messageContext = (text: string) => ({ business, text, now });

/** Answers like the assistant: from the document, or by running the capability. */
function answerMessage(message: string, slots = extractSlots(message)) {
  const { dialogue } = checkDietary;
  const documentAnswer = dialogue.answer!(slots, messageContext(message), format);
  if (documentAnswer) return documentAnswer;
  // `fill` turns the slots into the input of one search, or of several.
  const queries = [dialogue.fill!(slots, messageContext(message))].flat() as DietaryQuery[];
  const factsByQuery = queries.map((query) => ({ query, items: findDietaryFacts(menu, query) as DietaryFact[] }));
  return {
    text: factsByQuery.map(({ query, items }) => dialogue.renderResult({ items, notice: '' }, format, query)).join(' '),
    sources: factsByQuery.flatMap(({ query, items }) => dialogue.sources!({ items, notice: '' }, query)),
  };
}

/** Swaps two neighboring letters. */
const withTypo = (word: string) =>
  /^[a-z]{7,}$/.test(word) ? word.slice(0, 3) + word[4] + word[3] + word.slice(5) : word;

describe('any message', () => {
  const recordedFoods = ALLERGENS.flatMap((id) => listNames('avoid', id).map((word) => ({ word, id: id as string })));
  const unrecordedFoods = FOODS.map((word) => ({ word, id: word }));
  const statements = [
    (food: string) => `I'm allergic to ${food}`,
    (food: string) => `my son has a severe ${food} allergy`,
    (food: string) => `we cant eat ${food}`,
    (food: string) => `no ${food} please`,
    (food: string) => `something without ${food}`,
    (food: string) => `is there anything ${food} free`,
    (food: string) => `${food} alergy here`,
  ];
  const questions = [
    'which bowls are safe then',
    'what can I have?',
    'what buns do you have?',
    'whats the cheapest',
    'any desserts?',
  ];

  it('never offers a dish that contains or mentions the avoided food', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...recordedFoods, ...unrecordedFoods),
        fc.constantFrom(...statements),
        fc.boolean(),
        fc.constantFrom(...questions),
        ({ word, id }, stateNeed, hasTypo, question) => {
          const message = stateNeed(hasTypo ? withTypo(word) : word);
          // The needs that a conversation would remember, by slot (`avoid` or `diet`).
          const needsBySlot = applyMessageToNeeds({
            business,
            industry,
            businessName: business.name,
            now,
            message,
            state: {},
          });
          expect(Object.keys(needsBySlot), message).not.toEqual([]);
          const slots = withNeeds(extractSlots(question), needsBySlot);
          const menuReply = showMenu.dialogue.answer!(slots, messageContext(question), format);
          for (const { sources = [] } of [
            answerMessage(message),
            answerMessage(question, slots),
            ...(menuReply ? [menuReply] : []),
          ]) {
            const offeredDishes = menu.filter(({ id: itemId }) => sources.some((source) => source.id === itemId));
            expect(
              offeredDishes.filter((item) => conflictsWithFood(item, id)).map(({ name }) => name),
              message,
            ).toEqual([]);
          }
        },
      ),
      { numRuns: chooseCaseCount(300) },
    );
  });

  const conflictsWithFood = (item: MenuItem, id: string) => {
    const { contains = [], mayContain = [] } = item.allergens ?? {};
    const isAllergen = ALLERGENS.some((allergen) => allergen === id);
    if (isAllergen && !item.allergens) return true;
    return [...contains, ...mayContain].some((allergen) => allergen === id) || (!isAllergen && namesFood(item, id));
  };
});
