// What the restaurant's capabilities take from what a customer said.
import { allOf, type Slots } from '../../capability/dialogue.ts';
import { NOT_EVEN_TRACES } from './dietary.ts';
import type { Allergen, Diet } from './schema.ts';

export type Needs = { diets: Diet[]; avoid: Allergen[] };

/** Who must not have something is told by what is recorded, not only by what is labelled. */
export function needsOf(slots: Slots): Needs {
  const diets = allOf(slots, 'diet').map(({ id }) => id as Diet);
  const avoid = allOf(slots, 'avoid').map(({ id }) => id as Allergen);
  const free = diets.flatMap((diet) => NOT_EVEN_TRACES[diet] ?? []);
  return { diets: diets.filter((diet) => !NOT_EVEN_TRACES[diet]), avoid: [...new Set([...avoid, ...free])] };
}

/** The same as fields of a query. */
export function neededIn(slots: Slots): { diet?: string; avoid?: string } {
  const { diets, avoid } = needsOf(slots);
  return {
    ...(diets.length > 0 ? { diet: diets.join(',') } : {}),
    ...(avoid.length > 0 ? { avoid: avoid.join(',') } : {}),
  };
}

/** A diet that people follow because something makes them ill, such as gluten-free. */
export const isOfHealth = (slots: Slots): boolean =>
  allOf(slots, 'diet').some(({ id }) => NOT_EVEN_TRACES[id as Diet] !== undefined);
