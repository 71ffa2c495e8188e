// What the words of a restaurant mean in a sentence.
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { withoutHowMade } from './how-made.ts';
import { withoutTakenBack } from './needs.ts';
import type { RestaurantBusiness } from './schema.ts';
import { withUnrecorded } from './unrecorded.ts';
import { withoutNamedDiets, withoutPlainFood, withoutVegetables } from './vocabulary.ts';

export function refineWords(slots: Slots, text: string, business: Business): Slots {
  const { restaurant } = business as Partial<RestaurantBusiness>;
  const diets = withoutVegetables(withoutNamedDiets(slots, text), text);
  const foods = withoutHowMade(withoutPlainFood(diets, text), text);
  return withoutTakenBack(restaurant ? withUnrecorded(foods, text, restaurant) : foods, text);
}
