import type { Refusal } from '../../capability/outcome.ts';
import { holdsWords, isSame } from '../entries.ts';
import { checkItem, readAvoid, readDiets } from './dietary.ts';
import type { MenuItem } from './schema.ts';
import type { Needs } from './stated-needs.ts';
import { namesFood } from './unrecorded.ts';

export type MenuQuery = {
  category?: string;
  diet?: string;
  avoid?: string;
  maxPrice?: number;
  available?: boolean;
  q?: string;
};

/**
 * By its labels, and by what is recorded to be in it. What nobody has checked is without nothing, and where there is no
 * record at all, what names it is not for them.
 */
export const suits = (item: MenuItem, { diets, avoid, others }: Needs): boolean =>
  diets.every((diet) => item.diets.includes(diet)) &&
  !others.some((food) => namesFood(item, food)) &&
  (avoid.length === 0 || checkItem(item, undefined, avoid) === 'suitable');

export function filterMenu(menu: readonly MenuItem[], query: MenuQuery): MenuItem[] | Refusal {
  const diets = query.diet === undefined ? [] : readDiets(query.diet);
  const avoid = query.avoid === undefined ? [] : readAvoid(query.avoid);
  if ('ok' in diets) return diets;
  if ('ok' in avoid) return avoid;
  const { category, maxPrice, available, q } = query;
  return menu.filter(
    (item) =>
      (category === undefined || isSame(item.category ?? '', category)) &&
      suits(item, { diets, avoid, others: [] }) &&
      (maxPrice === undefined || (item.price !== undefined && item.price <= maxPrice)) &&
      (available === undefined || item.available === available) &&
      (q === undefined || holdsWords(q, [item.name, item.description, item.category])),
  );
}
