import { defineIndustry } from '../../capability/industry.ts';
import { checkDietary } from './capabilities/dietary.ts';
import { showMenu } from './capabilities/menu.ts';
import { reserveTable } from './capabilities/reserve.ts';
import { checkRestaurant } from './check.ts';
import { restaurantCheckups } from './checkups.ts';
import { checkMenu, needsAfter } from './needs.ts';
import { refineWords } from './refine.ts';
import { BEFORE_YOU_ORDER } from './render-dietary.ts';
import { Restaurant } from './schema.ts';
import { template } from './template.ts';
import { restaurantWords } from './vocabulary.ts';

export const industry = defineIndustry({
  name: 'restaurant',
  title: 'Restaurant',
  summary: 'Menu, dietary needs and allergens, and table reservations.',
  icon: 'utensils',
  schema: Restaurant,
  template,
  check: checkRestaurant,
  capabilities: [showMenu, checkDietary, reserveTable],
  traits: { mayCauseReactions: true },
  resources: 'tables',
  open: ['menu', 'tables', 'maxPartySize'],
  checkups: restaurantCheckups,
  vocabulary: restaurantWords,
  slots: {
    item: { role: 'goods', source: 'menu_item' },
    diet: { role: 'diet' },
    avoid: { role: 'excluded' },
  },
  needs: { after: needsAfter, judge: checkMenu, reminder: BEFORE_YOU_ORDER },
  refine: refineWords,
});
