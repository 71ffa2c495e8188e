import { type Refusal, refuse } from '../../capability/outcome.ts';
import { holdsWords, isSame } from '../entries.ts';
import { DIETS, type Diet, type MenuItem } from './schema.ts';

export type MenuQuery = { category?: string; diet?: string; maxPrice?: number; available?: boolean; q?: string };

/** "Gluten-free" and "gluten free" are `gluten_free`. */
export const asWord = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

export function readDiet(text: string): Diet | Refusal {
  const diet = DIETS.find((known) => known === asWord(text));
  if (diet) return diet;
  const detail = `must be one of ${DIETS.join(', ')}`;
  return refuse('invalid_request', `/diet ${detail}`, { errors: [{ pointer: '/diet', detail }] });
}

export function filterMenu(menu: readonly MenuItem[], query: MenuQuery): MenuItem[] | Refusal {
  const diet = query.diet === undefined ? undefined : readDiet(query.diet);
  if (typeof diet === 'object') return diet;
  const { category, maxPrice, available, q } = query;
  return menu.filter(
    (item) =>
      (category === undefined || isSame(item.category ?? '', category)) &&
      (diet === undefined || item.diets.includes(diet)) &&
      (maxPrice === undefined || (item.price !== undefined && item.price <= maxPrice)) &&
      (available === undefined || item.available === available) &&
      (q === undefined || holdsWords(q, [item.name, item.description, item.category])),
  );
}
