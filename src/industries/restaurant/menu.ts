import type { Refusal } from '../../capability/outcome.ts';
import { containsWords, isSameName } from '../entries.ts';
import { checkItem, parseAvoid, parseDiets } from './dietary.ts';
import { findDrinkKind, isOfKind } from './drink-kinds.ts';
import type { MenuItem } from './schema.ts';
import type { Needs } from './stated-needs.ts';
import { namesFood } from './unrecorded-foods.ts';

export type MenuQuery = {
  category?: string;
  diet?: string;
  avoid?: string;
  maxPrice?: number;
  available?: boolean;
  q?: string;
};

/**
 * Checks a dish's diet labels and recorded allergens. A dish without an allergen record suits no one who avoids an
 * allergen, and a dish that mentions an unrecorded food does not suit those who avoid it.
 */
export const isSuitable = (item: MenuItem, { diets, avoid, unrecordedFoods }: Needs): boolean =>
  diets.every((diet) => item.diets.includes(diet)) &&
  !unrecordedFoods.some((food) => namesFood(item, food)) &&
  (avoid.length === 0 || checkItem(item, undefined, avoid) === 'suitable');

/**
 * Matches words, but the name of a kind of drink, such as "wine", matches the drinks of that kind, whatever their names. Their
 * descriptions count only if the customer named a category: a dish made with wine is not a wine.
 */
function matchesQuery({ description, ...item }: MenuItem, q: string, isCategoryRequested: boolean): boolean {
  const kind = findDrinkKind(q);
  if (kind !== undefined && isOfKind(isCategoryRequested && description ? { ...item, description } : item, kind))
    return true;
  return kind === undefined && containsWords(q, [item.name, description, item.category]);
}

export function filterMenu(menu: readonly MenuItem[], query: MenuQuery): MenuItem[] | Refusal {
  const diets = query.diet === undefined ? [] : parseDiets(query.diet);
  const avoid = query.avoid === undefined ? [] : parseAvoid(query.avoid);
  if ('ok' in diets) return diets;
  if ('ok' in avoid) return avoid;
  const { category, maxPrice, available, q } = query;
  return menu.filter(
    (item) =>
      (category === undefined || isSameName(item.category ?? '', category)) &&
      isSuitable(item, { diets, avoid, unrecordedFoods: [] }) &&
      (maxPrice === undefined || (item.price !== undefined && item.price <= maxPrice)) &&
      (available === undefined || item.available === available) &&
      (q === undefined || matchesQuery(item, q, category !== undefined)),
  );
}
