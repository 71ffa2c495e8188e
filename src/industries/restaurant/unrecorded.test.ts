// What customers must not eat, in their own words: heard, and never answered with a dish that is against it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentOf, industryOf } from '../../../test/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { plainText } from '../../features/assistant/clauses.ts';
import { extractEntities } from '../../features/assistant/extract-entities.ts';
import { needsAfter, withNeeds } from '../../features/assistant/needs.ts';
import { checkDietary } from './capabilities/dietary.ts';
import { showMenu } from './capabilities/menu.ts';
import { type DietaryFact, type DietaryQuery, dietaryFacts } from './dietary.ts';
import { FOODS } from './foods.ts';
import { ALLERGENS, type Allergen, type Diet, type MenuItem, type RestaurantBusiness } from './schema.ts';
import { needsOf } from './stated-needs.ts';
import { namesFood } from './unrecorded.ts';
import { namesFor } from './vocabulary.ts';

type Made = { about?: string; diets?: Diet[]; contains?: Allergen[]; traces?: Allergen[] };
const dish = (name: string, category: string, { about, diets = [], contains, traces = [] }: Made): MenuItem => ({
  ...{ id: name.toLowerCase().replaceAll(' ', '-'), name, category, diets, price: 900, available: true },
  ...(about ? { description: about } : {}),
  ...(contains ? { allergens: { contains, mayContain: traces } } : {}),
});
const menu = [
  dish('Pulled Pork Bun', 'Buns', { about: 'Slow pork, pickled onion', contains: ['gluten', 'mustard'] }),
  dish('Chicken Bun', 'Buns', { about: 'Fried thigh, garlic mayo', contains: ['gluten', 'egg'], traces: ['milk'] }),
  dish('Halloumi Bun', 'Buns', { about: 'Grilled, mint', diets: ['vegetarian'], contains: ['gluten', 'milk'] }),
  dish('Dal Bowl', 'Bowls', {
    about: 'Lentils, coriander',
    diets: ['vegan', 'vegetarian'],
    contains: [],
    traces: ['nuts'],
  }),
  dish('Satay Bowl', 'Bowls', { about: 'Tempeh', diets: ['vegan', 'vegetarian'], contains: ['peanut', 'soy'] }),
  dish('Prawn Bowl', 'Bowls', { about: 'Poached egg', contains: ['crustaceans', 'egg', 'sesame'] }),
  dish('House Pickle', 'Sides', { about: 'Made here' }),
  dish('Lemon Sorbet', 'Desserts', { about: 'Two scoops', diets: ['vegan', 'vegetarian'], contains: [] }),
];
const now = new Date('2026-11-16T14:00:00Z');
const industry = industryOf('restaurant');
const business = documentOf('restaurant', { restaurant: { tables: [], menu } } as object) as RestaurantBusiness;
const say = formatterFor(business);
const heard = (message: string) => extractEntities(plainText(message), { business, industry, now, asked: [] });
const needs = (message: string) => needsOf(heard(message));

describe('what no dish has a record of', () => {
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
  ])('is heard: %s', (message, others) => {
    expect(needs(message).others).toEqual(others);
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
  ])('is not heard in: %s', (message) => {
    expect(needs(message).others).toEqual([]);
  });

  it('beside what is recorded, each is told by itself', () => {
    expect(needs('is there alcohol or sulphites in the dal bowl')).toMatchObject({
      avoid: ['sulphites'],
      others: ['alcohol'],
    });
    const told = answer('is there alcohol or sulphites in the dal bowl')!;
    expect(told.text).toContain('no sulphites is recorded in it');
    expect(told.text).toContain('Our records say nothing about alcohol, so please ask our staff before you order.');
  });

  it('is told with the dishes that name it, and none is called fitting', () => {
    const told = answer("I'm allergic to onion, what can I have?")!;
    expect(told.text).toBe(
      'Our menu names onion in the Pulled Pork Bun. Our records say nothing more about onion, so please ask our staff before you order.',
    );
    expect(told.sources).toEqual([]);
  });

  it('a dish that is recorded as vegetarian holds no meat', () => {
    expect(answer('any pork free bowls')!.text).toContain('These are recorded as vegetarian: Dal Bowl and Satay Bowl.');
  });
});

it('what a food does to somebody is told instead of the word allergy', () => {
  expect(needs('I come up in hives from sesame').avoid).toEqual(['sesame']);
  expect(needs('peanuts make me ill, is that a problem').avoid).toContain('peanut');
});

describe('typos', () => {
  it.each([
    ['seasme alergy here. any buns?', 'sesame'],
    ['im alergic to peenuts', 'peanut'],
    ['mustrad intolerence', 'mustard'],
    ['allergc to crustaecans', 'crustaceans'],
  ])('are forgiven, and nobody is called so: %s', (message, allergen) => {
    const slots = heard(message);
    expect(needsOf(slots).avoid).toContain(allergen);
    expect(slots.name).toBeUndefined();
  });
});

describe('vegetarians', () => {
  it.each(['wot u got for veggies', 'we are two veggies', 'any veggie bits', 'vegeterian options?'])(
    '%s',
    (message) => {
      expect(needs(message).diets).toEqual(['vegetarian']);
    },
  );
  it.each(['does the chicken bun come with veggies', 'a side of veggies', 'roasted veggies'])('not: %s', (message) => {
    expect(needs(message).diets).toEqual([]);
  });
});

describe('a food in the name of a dish', () => {
  it('is not what they avoid where they named something else', () => {
    expect(needs('egg allergy, can he have the prawn bowl').avoid).toEqual(['egg']);
    expect(needs('can she have the prawn bowl, she is allergic to prawns').avoid).toEqual(['crustaceans']);
  });
});

describe('how a dish is made', () => {
  it('is not what somebody avoids, and is not recorded', () => {
    const message = "I'm pregnant, is the egg in the chicken bun runny";
    expect(needs(message).avoid).toEqual([]);
    expect(showMenu.dialogue.answer!(heard(message), about(message), say)?.text).toContain('please ask our kitchen');
  });
  it('is told where the description tells', () => {
    const message = 'is the egg in the prawn bowl poached';
    expect(showMenu.dialogue.answer!(heard(message), about(message), say)?.text ?? '').not.toContain('kitchen');
  });
  it('an allergy stays one', () => {
    expect(needs("I'm allergic to egg, is the egg in the prawn bowl cooked").avoid).toEqual(['egg']);
  });
});

describe('which are safe then', () => {
  it('lists what suits, and not the dish from before again', () => {
    const before = heard('sesame allergy, is the prawn bowl ok');
    const told = answer('which ones are safe then', before)!;
    expect(told.text).not.toContain('Prawn Bowl');
    expect(told.text).toContain('Satay Bowl');
  });
});

const about = (text: string) => ({ business, text, now });

/** As the assistant has it told: out of the document, or by running it. */
function answer(message: string, slots = heard(message)) {
  const { dialogue } = checkDietary;
  const spoken = dialogue.answer!(slots, about(message), say);
  if (spoken) return spoken;
  const queries = [dialogue.fill!(slots, about(message))].flat() as DietaryQuery[];
  const told = queries.map((query) => ({ query, items: dietaryFacts(menu, query) as DietaryFact[] }));
  return {
    text: told.map(({ query, items }) => dialogue.done({ items, notice: '' }, say, query)).join(' '),
    sources: told.flatMap(({ query, items }) => dialogue.sources!({ items, notice: '' }, query)),
  };
}

/** Two neighbouring letters exchanged, as on phones. */
const slipped = (word: string) =>
  /^[a-z]{7,}$/.test(word) ? word.slice(0, 3) + word[4] + word[3] + word.slice(5) : word;

describe('whatever is said', () => {
  const recorded = ALLERGENS.flatMap((id) => namesFor('avoid', id).map((word) => ({ word, id: id as string })));
  const others = FOODS.map((word) => ({ word, id: word }));
  const told = [
    (food: string) => `I'm allergic to ${food}`,
    (food: string) => `my son has a severe ${food} allergy`,
    (food: string) => `we cant eat ${food}`,
    (food: string) => `no ${food} please`,
    (food: string) => `something without ${food}`,
    (food: string) => `is there anything ${food} free`,
    (food: string) => `${food} alergy here`,
  ];
  const asked = [
    'which bowls are safe then',
    'what can I have?',
    'what buns do you have?',
    'whats the cheapest',
    'any desserts?',
  ];

  it('nothing is offered that is recorded or described with it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...recorded, ...others),
        fc.constantFrom(...told),
        fc.boolean(),
        fc.constantFrom(...asked),
        ({ word, id }, tell, slips, ask) => {
          const message = tell(slips ? slipped(word) : word);
          const known = needsAfter({ business, industry, businessName: business.name, now, message, state: {} });
          expect(Object.keys(known), message).not.toEqual([]);
          const slots = withNeeds(heard(ask), known);
          const menuTold = showMenu.dialogue.answer!(slots, about(ask), say);
          for (const { sources = [] } of [answer(message), answer(ask, slots), ...(menuTold ? [menuTold] : [])]) {
            const offered = menu.filter(({ id: one }) => sources.some((source) => source.id === one));
            expect(
              offered.filter((item) => isAgainst(item, id)).map(({ name }) => name),
              message,
            ).toEqual([]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  const isAgainst = (item: MenuItem, id: string) => {
    const { contains = [], mayContain = [] } = item.allergens ?? {};
    const isAllergen = ALLERGENS.some((allergen) => allergen === id);
    if (isAllergen && !item.allergens) return true;
    return [...contains, ...mayContain].some((allergen) => allergen === id) || (!isAllergen && namesFood(item, id));
  };
});
