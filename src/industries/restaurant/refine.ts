// Corrects a restaurant's entities in the context of the sentence.
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { withoutRetractedNeeds } from './needs.ts';
import { withoutPreparationFoods } from './preparation.ts';
import type { RestaurantBusiness } from './schema.ts';
import { withUnrecordedFoods } from './unrecorded-foods.ts';
import { withoutDietsInDishNames, withoutDishFoods, withoutVegetables } from './vocabulary.ts';

export function refineSlots(slots: Slots, text: string, business: Business): Slots {
  const { restaurant } = business as Partial<RestaurantBusiness>;
  const slotsWithRefinedDiets = withoutVegetables(withoutDietsInDishNames(slots, text), text);
  const slotsWithRefinedFoods = withoutPreparationFoods(withoutDishFoods(slotsWithRefinedDiets, text), text);
  return withoutRetractedNeeds(
    restaurant ? withUnrecordedFoods(slotsWithRefinedFoods, text, restaurant) : slotsWithRefinedFoods,
    text,
  );
}
