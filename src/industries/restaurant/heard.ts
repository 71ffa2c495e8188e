// What the restaurant's capabilities take from what a customer said.
import { allOf, type Slots } from '../../capability/dialogue.ts';
import { NOT_EVEN_TRACES } from './dietary.ts';
import type { Diet } from './schema.ts';

export function dietOf(slots: Slots): { diet?: string } {
  const [diet] = allOf(slots, 'diet');
  return diet ? { diet: diet.id } : {};
}

/** A diet that people follow because something makes them ill, such as gluten-free. */
export const isOfHealth = (slots: Slots): boolean => NOT_EVEN_TRACES[dietOf(slots).diet as Diet] !== undefined;
