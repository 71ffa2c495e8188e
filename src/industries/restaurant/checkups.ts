import type { Checkup } from '../../capability/checkup.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { MOST_LISTED } from '../render.ts';
import { checkItem, NOT_EVEN_TRACES } from './dietary.ts';
import { DIETS, type MenuItem, type RestaurantBusiness } from './schema.ts';

/** Prices and allergens of the dishes, what suits each diet, and a table of every size. */
export function restaurantCheckups(business: Business, say: Formatter): Checkup[] {
  const { menu } = (business as RestaurantBusiness).restaurant;
  return [
    ...menu.flatMap((item, index) => priceOf(item, `/restaurant/menu/${index}`, say)),
    ...menu.map((item, index) => allergensOf(item, `/restaurant/menu/${index}`)),
    ...dietsOf(menu),
    ...tableSizes(business as RestaurantBusiness),
  ];
}

function priceOf({ id, name, price, available }: MenuItem, at: string, say: Formatter): Checkup[] {
  if (price === undefined) return [];
  const says = available ? [name, say.money(price)] : [name, ['not available', 'unavailable', say.money(price)]];
  return [{ id: `prices/${id}`, topic: 'prices', ask: `How much is the ${name}?`, says, at }];
}

function allergensOf({ id, name, allergens }: MenuItem, at: string): Checkup {
  const listed = allergens && [...allergens.contains, ...allergens.mayContain];
  const says = listed ? (listed.length > 0 ? listed : ['none of']) : [['check with our staff', 'ask our staff']];
  return { id: `allergens/${id}`, topic: 'allergens', ask: `Which allergens are in the ${name}?`, says, at };
}

function dietsOf(menu: readonly MenuItem[]): Checkup[] {
  return DIETS.flatMap((diet) => {
    // Who must not have something is told by what is recorded, not only by what is labelled.
    const free = NOT_EVEN_TRACES[diet];
    const verdict = (item: MenuItem) => (free ? checkItem(item, undefined, free) : checkItem(item, diet, []));
    const suitable = menu.filter((item) => item.available && verdict(item) === 'suitable');
    if (suitable.length === 0) return [];
    return [
      {
        id: `diets/${diet}`,
        topic: 'diets',
        ask: `Which of your dishes are ${diet.replace('_', ' ')}?`,
        says: suitable.slice(0, MOST_LISTED).map(({ name }) => name),
        at: '/restaurant/menu',
      },
    ];
  });
}

function tableSizes({ restaurant: { tables, joins, maxPartySize = Number.POSITIVE_INFINITY } }: RestaurantBusiness) {
  const seatsOf = (ids: readonly string[]) =>
    tables.filter(({ id }) => ids.includes(id)).reduce((sum, { seats }) => sum + seats, 0);
  const sizes = new Set([...tables.map(({ seats }) => seats), ...joins.map(seatsOf)]);
  return [...sizes]
    .filter((size) => size <= maxPartySize)
    .sort((a, b) => a - b)
    .map(
      (size): Checkup => ({
        id: `bookings/table/${size}`,
        topic: 'bookings',
        ask: `I'd like to reserve a table for ${size}, please.`,
        says: [`table for ${size}`],
        books: 'restaurant.reserve',
        at: '/restaurant/tables',
      }),
    );
}
