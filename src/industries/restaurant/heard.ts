// What the restaurant's capabilities take from what a customer said.
import { allOf, type Slots } from '../../capability/dialogue.ts';

export function dietOf(slots: Slots): { diet?: string } {
  const [diet] = allOf(slots, 'diet');
  return diet ? { diet: diet.id } : {};
}
