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
  const withDietsRefined = withoutVegetables(withoutDietsInDishNames(slots, text), text);
  const withFoodsRefined = withoutPreparationFoods(withoutDishFoods(withDietsRefined, text), text);
  return withoutRetractedNeeds(
    restaurant ? withUnrecordedFoods(withFoodsRefined, text, restaurant) : withFoodsRefined,
    text,
  );
}
