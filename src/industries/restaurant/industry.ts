import { defineIndustry } from '../../capability/industry.ts';
import { checkDietary } from './capabilities/dietary.ts';
import { showMenu } from './capabilities/menu.ts';
import { reserveTable } from './capabilities/reserve.ts';
import { checkRestaurant } from './check.ts';
import { restaurantCheckups } from './checkups.ts';
import { judgeMenu, needsAfter, withoutTakenBack } from './needs.ts';
import { Restaurant } from './schema.ts';
import { template } from './template.ts';
import { restaurantWords, withoutNamedDiets, withoutPlainFood } from './vocabulary.ts';

export const industry = defineIndustry({
  name: 'restaurant',
  title: 'Restaurant',
  summary: 'The menu, diets and allergens, and tables reserved by party size.',
  schema: Restaurant,
  template,
  check: checkRestaurant,
  capabilities: [showMenu, checkDietary, reserveTable],
  open: ['menu', 'tables', 'maxPartySize'],
  checkups: restaurantCheckups,
  vocabulary: restaurantWords,
  needs: { slots: ['diet', 'avoid'], after: needsAfter, judge: judgeMenu },
  refine: (slots, text) => withoutTakenBack(withoutPlainFood(withoutNamedDiets(slots, text), text), text),
});
