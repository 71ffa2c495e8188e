import { defineIndustry } from '../../capability/industry.ts';
import { checkDietary } from './capabilities/dietary.ts';
import { showMenu } from './capabilities/menu.ts';
import { reserveTable } from './capabilities/reserve.ts';
import { checkRestaurant } from './check.ts';
import { createRestaurantCheckups } from './checkups.ts';
import { checkMenuSuitability, updateNeeds } from './needs.ts';
import { refineSlots } from './refine.ts';
import { ALLERGY_WARNING } from './render-dietary.ts';
import { Restaurant } from './schema.ts';
import { template } from './template.ts';
import { createRestaurantVocabulary } from './vocabulary.ts';

export const industry = defineIndustry({
  name: 'restaurant',
  title: 'Restaurant',
  summary: 'Menu, dietary needs and allergens, and table reservations.',
  icon: 'utensils',
  schemaOrgType: 'Restaurant',
  schema: Restaurant,
  template,
  check: checkRestaurant,
  capabilities: [showMenu, checkDietary, reserveTable],
  traits: { mayCauseReactions: true },
  resources: 'tables',
  siteLists: [
    { field: 'menu', entryKind: 'offers', headings: ['menu', 'carte', 'karte', 'speisekarte', 'carta', 'kaart'] },
  ],
  publicFields: ['menu', 'tables', 'maxPartySize'],
  checkups: createRestaurantCheckups,
  vocabulary: createRestaurantVocabulary,
  slots: {
    item: { role: 'goods', source: 'menu_item' },
    diet: { role: 'diet' },
    avoid: { role: 'excluded' },
  },
  needs: { update: updateNeeds, checkSuitability: checkMenuSuitability, reminder: ALLERGY_WARNING },
  refine: refineSlots,
});
