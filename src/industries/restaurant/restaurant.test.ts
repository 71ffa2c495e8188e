import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EMPTY_DOCUMENT } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { createTableRequest } from './booking-request.ts';
import { checkRestaurant } from './check.ts';
import { createRestaurantCheckups } from './checkups.ts';
import { checkItem, findDietaryFacts, parseAvoid } from './dietary.ts';
import { filterMenu, type MenuQuery } from './menu.ts';
import type { Allergen, Diet, MenuItem, Restaurant, RestaurantBusiness } from './schema.ts';
import { template } from './template.ts';

const fixtureFile = new URL('../../../test/fixtures/businesses.json', import.meta.url);
const olive: Restaurant = JSON.parse(readFileSync(fixtureFile, 'utf8')).find(({ id }: { id: string }) => id === 'olive')
  .config.restaurant;
const { menu } = olive;
const templateSection = (): Restaurant => structuredClone(template.section);

const menuItem = (facts: Partial<MenuItem>): MenuItem => ({ id: 'x', name: 'X', available: true, diets: [], ...facts });
const withAllergens = (contains: Allergen[], mayContain: Allergen[] = [], diets: Diet[] = []) =>
  menuItem({ diets, allergens: { contains, mayContain } });

describe('the checkup', () => {
  const format = formatterFor({ locale: 'en-US', timezone: 'America/New_York', currency: 'USD' });
  const tableQuestions = (restaurant: Partial<Restaurant>) =>
    createRestaurantCheckups(
      { ...EMPTY_DOCUMENT, restaurant: { ...olive, menu: [], ...restaurant } } as RestaurantBusiness,
      format,
    )
      .filter(({ expectedAction }) => expectedAction)
      .map(({ ask }) => ask);
  it('asks for no table that customers cannot get', () => {
    const tables = [{ id: 'a', name: 'A', seats: 2 }];
    expect(tableQuestions({ tables, joins: [['a', 'b']] })).toEqual(["I'd like to reserve a table for 2, please."]);
    expect(tableQuestions({ tables: [], joins: [['a', 'b']] })).toEqual([]);
  });
});

describe('the menu', () => {
  const allDishIds = menu.map(({ id }) => id);
  it.each<[MenuQuery, string[]]>([
    [{}, allDishIds],
    [{ category: 'desserts' }, ['baklava', 'sorbet']],
    [{ category: 'Breakfast' }, []],
    [{ diet: 'vegan' }, ['olives', 'eggplant', 'sorbet']],
    [{ diet: 'Gluten-Free', category: 'Starters' }, ['olives', 'octopus']],
    [{ maxPrice: 1000 }, ['olives', 'baklava', 'sorbet']],
    [{ maxPrice: 699 }, []],
    [{ available: false }, ['seabass']],
    [{ available: true }, allDishIds.filter((id) => id !== 'seabass')],
    [{ q: 'lamb' }, ['lamb']],
    [{ q: 'TAHINI herbs' }, ['eggplant']],
    [{ q: 'octopus tahini' }, []],
    [{ category: 'Mains', diet: 'vegetarian', maxPrice: 2300 }, ['eggplant']],
  ])('with %o has %j', (query, ids) => {
    expect((filterMenu(menu, query) as MenuItem[]).map(({ id }) => id)).toEqual(ids);
  });

  it('leaves out dishes without a price if there is a price limit', () => {
    expect(filterMenu([menuItem({})], { maxPrice: 1_000_000 })).toEqual([]);
  });

  it('refuses an unknown diet', () => {
    expect(filterMenu(menu, { diet: 'paleo' })).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/diet' }],
    });
  });
});

describe('allergens to avoid', () => {
  it.each<[string, Allergen[]]>([
    ['nuts', ['nuts']],
    ['milk, Egg', ['milk', 'egg']],
    ['peanuts,tree nuts', ['peanut', 'nuts']],
    ['shellfish', ['crustaceans', 'molluscs']],
    ['dairy,milk', ['milk']],
    [',nuts,', ['nuts']],
  ])('%j is %j', (text, allergens) => expect(parseAvoid(text)).toEqual(allergens));

  it.each(['kryptonite', 'nuts,gold', 'nuts milk', 'constructor', '__proto__', 'toString', '', ',', ' , '])(
    '%j is not known',
    (text) => {
      expect(parseAvoid(text)).toMatchObject({ ok: false, code: 'invalid_request', errors: [{ pointer: '/avoid' }] });
    },
  );
});

describe('a verdict', () => {
  it.each<[string, MenuItem, Diet | undefined, Allergen[], string]>([
    ['no facts, avoid', menuItem({}), undefined, ['milk'], 'unknown'],
    ['no facts, diet that is listed', menuItem({ diets: ['vegan'] }), 'vegan', [], 'unknown'],
    ['no facts, diet that is not listed', menuItem({}), 'vegan', [], 'unknown'],
    ['no facts, nothing asked', menuItem({}), undefined, [], 'unknown'],
    ['contains it', withAllergens(['nuts']), undefined, ['nuts'], 'not_suitable'],
    ['may contain it', withAllergens([], ['nuts']), undefined, ['nuts'], 'not_suitable'],
    ['contains another', withAllergens(['milk'], ['egg']), undefined, ['nuts'], 'suitable'],
    ['one of two avoided', withAllergens(['milk']), undefined, ['nuts', 'milk'], 'not_suitable'],
    ['nothing in it', withAllergens([]), undefined, ['nuts', 'milk', 'gluten'], 'suitable'],
    ['diet listed', withAllergens([], [], ['vegan']), 'vegan', [], 'suitable'],
    ['diet not listed', withAllergens([]), 'vegan', [], 'not_suitable'],
    ['vegan does not stand for vegetarian', withAllergens([], [], ['vegan']), 'vegetarian', [], 'not_suitable'],
    ['diet listed, avoided inside', withAllergens(['sesame'], [], ['vegan']), 'vegan', ['sesame'], 'not_suitable'],
    ['diet listed, avoided not inside', withAllergens(['sesame'], [], ['vegan']), 'vegan', ['nuts'], 'suitable'],
    ['gluten free with gluten', withAllergens(['gluten'], [], ['gluten_free']), 'gluten_free', [], 'not_suitable'],
    ['gluten free with traces', withAllergens([], ['gluten'], ['gluten_free']), 'gluten_free', [], 'not_suitable'],
    ['nut free with traces of peanut', withAllergens([], ['peanut'], ['nut_free']), 'nut_free', [], 'not_suitable'],
    ['vegan with milk', withAllergens(['milk'], [], ['vegan']), 'vegan', [], 'not_suitable'],
    ['vegan with traces of milk', withAllergens([], ['milk'], ['vegan']), 'vegan', [], 'suitable'],
    ['vegetarian with fish', withAllergens(['fish'], [], ['vegetarian']), 'vegetarian', [], 'not_suitable'],
    ['halal', withAllergens(['milk'], [], ['halal']), 'halal', [], 'suitable'],
  ])('%s', (_, dish, diet, avoid, verdict) => expect(checkItem(dish, diet, avoid)).toBe(verdict));
});

describe('dietary facts', () => {
  const verdictsFor = (query: object) => {
    const facts = findDietaryFacts(menu, query);
    return 'ok' in facts ? facts : Object.fromEntries(facts.map(({ id, verdict }) => [id, verdict]));
  };

  it('cover the whole menu', () => {
    expect(verdictsFor({ avoid: 'nuts' })).toEqual({
      hummus: 'suitable',
      olives: 'suitable',
      octopus: 'suitable',
      lamb: 'not_suitable',
      seabass: 'suitable',
      eggplant: 'not_suitable',
      gnocchi: 'suitable',
      baklava: 'not_suitable',
      sorbet: 'unknown',
    });
  });

  it.each([
    [{ item: 'Lamb Shoulder', avoid: 'milk' }, { lamb: 'suitable' }],
    [{ item: 'lamb', avoid: 'tree nuts' }, { lamb: 'not_suitable' }],
    [{ item: 'sorbet', diet: 'vegan' }, { sorbet: 'unknown' }],
    [{ item: 'pizza', diet: 'vegan' }, {}],
  ])('%o → %o', (query, expected) => expect(verdictsFor(query)).toEqual(expected));

  it('match the records', () => {
    expect(findDietaryFacts(menu, { item: 'octopus' })).toEqual([
      {
        id: 'octopus',
        name: 'Grilled Octopus',
        diets: ['gluten_free'],
        contains: ['molluscs'],
        mayContain: ['fish'],
        verdict: 'suitable',
        verifiedAt: '2026-10-01',
        available: true,
      },
    ]);
    expect(findDietaryFacts(menu, { item: 'sorbet' })).toMatchObject([
      { contains: null, mayContain: null, verifiedAt: null },
    ]);
  });

  it('reject unknown allergens', () => {
    expect(verdictsFor({ diet: 'carnivore' })).toMatchObject({ code: 'invalid_request' });
    expect(verdictsFor({ diet: 'vegan', avoid: 'sadness' })).toMatchObject({ code: 'invalid_request' });
  });
});

describe('a table', () => {
  const business = {
    ...EMPTY_DOCUMENT,
    contact: { phone: '212 555 0100' },
    restaurant: templateSection(),
  } as unknown as RestaurantBusiness;
  const requestTable = (input: { partySize: number; area?: string }) => createTableRequest(business, input);

  it.each([
    [{ partySize: 1 }, 90, ['t1', 't2', 'p1', 'p2']],
    [{ partySize: 3, area: 'PATIO' }, 105, ['p3', 'p4']],
    [{ partySize: 7 }, 120, ['t7']],
    [{ partySize: 12 }, 150, ['t3+t4+t5']],
  ])('for %o takes %d minutes, best first', (input, durationMinutes, bestTables) => {
    const bookingRequest = requestTable(input);
    expect(bookingRequest).toMatchObject({
      kind: 'reservation',
      durationMinutes,
      partySize: input.partySize,
      choose: 'first',
    });
    const ids = !('ok' in bookingRequest) ? bookingRequest.candidates.map(({ id }) => id) : [];
    expect(ids.slice(0, bestTables.length)).toEqual(bestTables);
  });

  it('made of joined tables occupies all of them', () => {
    const bookingRequest = requestTable({ partySize: 12 });
    expect(!('ok' in bookingRequest) && bookingRequest.candidates[0]!.resourceIds).toEqual(['t3', 't4', 't5']);
  });

  it.each([
    [{ partySize: 13 }, 'party_too_large', /call us at 212 555 0100/],
    [{ partySize: 9, area: 'patio' }, 'party_too_large', /call/],
    [{ partySize: 2, area: 'rooftop' }, 'no_such_resource', /dining room, patio/],
    [{ partySize: 50, area: 'rooftop' }, 'no_such_resource', /rooftop/],
  ])('for %o is refused: %s', (input, reason, detail) => {
    const refusal = requestTable(input);
    expect(refusal).toMatchObject({ ok: false, code: 'slot_unavailable', reason, alternatives: [] });
    expect('ok' in refusal && refusal.detail).toMatch(detail);
  });
});

describe('validation errors', () => {
  it.each<[string, (section: Restaurant) => void, string[]]>([
    ['none', () => {}, []],
    ['equal dishes', ({ menu: dishes }) => dishes.push(dishes[0]!), ['/restaurant/menu/30/id']],
    ['equal tables', ({ tables }) => tables.push(tables[0]!), ['/restaurant/tables/11/id']],
    ['unknown table', ({ joins }) => joins.push(['t1', 't99']), ['/restaurant/joins/5/1']],
    ['a table with itself', ({ joins }) => joins.push(['t1', 't1']), ['/restaurant/joins/5/1']],
    [
      'turns that fall',
      ({ turnMinutes }) => turnMinutes.push({ upTo: 6, minutes: 60 }),
      ['/restaurant/turnMinutes/4/upTo'],
    ],
    [
      'turns too short',
      (section) => {
        section.maxPartySize = 20;
      },
      ['/restaurant/turnMinutes'],
    ],
    [
      'no largest party',
      (section) => {
        section.maxPartySize = undefined;
      },
      [],
    ],
    [
      'gluten in gluten free',
      ({ menu: [dish] }) => dish!.allergens!.contains.push('gluten'),
      ['/restaurant/menu/0/diets/1'],
    ],
  ])('%s', (_, change, pointers) => {
    const changedSection = templateSection();
    change(changedSection);
    expect(checkRestaurant(changedSection).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
