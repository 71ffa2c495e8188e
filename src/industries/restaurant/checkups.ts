import type { Checkup } from '../../capability/checkup.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { MAX_LISTED_ITEMS } from '../render.ts';
import { checkItem, HEALTH_DIET_ALLERGENS } from './dietary.ts';
import { renderFoodLabel } from './render-dietary.ts';
import { DIETS, type MenuItem, type RestaurantBusiness } from './schema.ts';

/** Asks for each dish's price and allergens, the dishes for each diet, and a table of every size. */
export function createRestaurantCheckups(business: Business, format: Formatter): Checkup[] {
  const { menu } = (business as RestaurantBusiness).restaurant;
  return [
    ...menu.flatMap((item, index) => createPriceCheckups(item, `/restaurant/menu/${index}`, format)),
    ...menu.map((item, index) => createAllergenCheckup(item, `/restaurant/menu/${index}`)),
    ...createDietCheckups(menu),
    ...createTableCheckups(business as RestaurantBusiness),
  ];
}

function createPriceCheckups({ id, name, price, available }: MenuItem, pointer: string, format: Formatter): Checkup[] {
  if (price === undefined) return [];
  const mustMention = available
    ? [name, format.money(price)]
    : [name, ['not available', 'unavailable', format.money(price)]];
  return [{ id: `prices/${id}`, topic: 'prices', ask: `How much is the ${name}?`, mustMention, pointer }];
}

function createAllergenCheckup({ id, name, allergens }: MenuItem, pointer: string): Checkup {
  const allergenNames = allergens && [...allergens.contains, ...allergens.mayContain];
  const mustMention = allergenNames
    ? allergenNames.length > 0
      ? allergenNames.map(renderFoodLabel)
      : ['no major allergens']
    : [['check with our staff', 'ask our staff']];
  return {
    id: `allergens/${id}`,
    topic: 'allergens',
    ask: `Which allergens are in the ${name}?`,
    mustMention,
    pointer,
  };
}

function createDietCheckups(menu: readonly MenuItem[]): Checkup[] {
  return DIETS.flatMap((diet) => {
    // Diets followed for health are checked against the recorded allergens, not just the labels.
    const healthAllergens = HEALTH_DIET_ALLERGENS[diet];
    const checkDish = (item: MenuItem) =>
      healthAllergens ? checkItem(item, undefined, healthAllergens) : checkItem(item, diet, []);
    const suitable = menu.filter((item) => item.available && checkDish(item) === 'suitable');
    if (suitable.length === 0) return [];
    return [
      {
        id: `diets/${diet}`,
        topic: 'diets',
        ask: `Which of your dishes are ${diet.replace('_', ' ')}?`,
        mustMention: suitable.slice(0, MAX_LISTED_ITEMS).map(({ name }) => name),
        pointer: '/restaurant/menu',
      },
    ];
  });
}

function createTableCheckups({
  restaurant: { tables, joins, maxPartySize = Number.POSITIVE_INFINITY },
}: RestaurantBusiness) {
  const countSeats = (ids: readonly string[]) =>
    tables.filter(({ id }) => ids.includes(id)).reduce((sum, { seats }) => sum + seats, 0);
  // Samples are hidden from customers, and with them the tables that a join may name.
  const areAllTablesKnown = (ids: readonly string[]) => ids.every((id) => tables.some((table) => table.id === id));
  const sizes = new Set([...tables.map(({ seats }) => seats), ...joins.filter(areAllTablesKnown).map(countSeats)]);
  return [...sizes]
    .filter((size) => size <= maxPartySize)
    .sort((a, b) => a - b)
    .map(
      (size): Checkup => ({
        id: `bookings/table/${size}`,
        topic: 'bookings',
        ask: `I'd like to reserve a table for ${size}, please.`,
        mustMention: [`table for ${size}`],
        expectedAction: 'restaurant.reserve',
        pointer: '/restaurant/tables',
      }),
    );
}
