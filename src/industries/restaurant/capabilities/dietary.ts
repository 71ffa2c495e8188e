import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import {
  findUniqueEntity,
  listEntities,
  type MessageContext,
  readPhrases,
  type Slots,
} from '../../../capability/dialogue.ts';
import { succeed } from '../../../capability/outcome.ts';
import { Nullable, OneOf, Strict } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { isSameName } from '../../entries.ts';
import { createSources } from '../../render.ts';
import { ALLERGY_NOTICE, type DietaryFact, type DietaryQuery, findDietaryFacts } from '../dietary.ts';
import { renderPreparation } from '../preparation.ts';
import {
  asksWhatContains,
  isDietOnly,
  renderContaining,
  renderDietary,
  renderFacts,
  renderUnrecordedFoods,
} from '../render-dietary.ts';
import { ALLERGENS, DIETS, type MenuItem, type RestaurantBusiness } from '../schema.ts';
import { createNeedsQuery, readNeeds, withoutEarlierDish } from '../stated-needs.ts';
import { namesFood } from '../unrecorded-foods.ts';

const Input = Strict({
  diet: Type.Optional(Type.String({ maxLength: 50, description: `With commas between them: ${DIETS.join(', ')}` })),
  avoid: Type.Optional(
    Type.String({
      maxLength: 500,
      description: `With commas between them: ${ALLERGENS.join(', ')}`,
      examples: ['nuts,milk'],
    }),
  ),
  item: Type.Optional(Type.String({ maxLength: 200, description: 'Id or name' })),
  category: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only this part of the menu', examples: ['Mains'] }),
  ),
});

const Fact = Type.Object({
  id: Type.String(),
  name: Type.String(),
  diets: Type.Array(OneOf(DIETS)),
  contains: Nullable(Type.Array(OneOf(ALLERGENS), { description: 'null: not recorded' })),
  mayContain: Nullable(Type.Array(OneOf(ALLERGENS))),
  verdict: OneOf(['suitable', 'not_suitable', 'unknown'] as const),
  verifiedAt: Nullable(Type.String({ format: 'date' })),
  available: Type.Boolean({ description: 'Whether it can be ordered now' }),
});

const Output = Type.Object({ items: Type.Array(Fact), notice: Type.String() });

export const checkDietary = defineCapability({
  name: 'restaurant.dietary',
  summary: message('Dietary & allergies'),
  effect: 'read',
  requiredData: ['/restaurant/menu'],
  scope: 'bookings:read',
  input: Input,
  output: Output,
  rest: { method: 'GET', path: '/dietary', example: { diet: 'vegetarian', avoid: 'nuts,milk' } },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'dietary'),
    subject: ['diet', 'avoid'],
    ask: {
      avoid: 'What do you need to avoid?',
      item: 'Which dish do you have in mind?',
    },
    // The menu capability handles price limits.
    redirectTo: ({ maxPrice }) => (maxPrice !== undefined ? 'restaurant.menu' : undefined),
    fill: (slots, { text }) => createDietaryQueries(withoutEarlierDish(slots, text)),
    answer: (originalSlots, { business, text }: MessageContext<RestaurantBusiness>, format) => {
      const { menu } = business.restaurant;
      const slots = withoutEarlierDish(originalSlots, text);
      const { unrecordedFoods } = readNeeds(slots);
      const queries = createDietaryQueries(slots);
      const discussedDishes = findMatchingDishes(menu, queries);
      const preparationText = renderPreparation(text, slots.catalogEntities.item ? discussedDishes : []);
      if (preparationText) return { text: preparationText };
      const asksWhatContainsFood =
        !slots.catalogEntities.item && asksWhatContains(text, slots.catalogEntities.avoid ?? []);
      const isDietOnlyQuestion = queries.every((query) => isDietOnly(query, text));
      const renderItems = asksWhatContainsFood
        ? renderContaining
        : isDietOnlyQuestion
          ? renderFacts
          : unrecordedFoods.length > 0
            ? renderDietary
            : undefined;
      if (!renderItems) return undefined;
      // Dishes that mention an unrecorded food are never listed as suitable.
      const dishes = menu.filter(
        (dish) => slots.catalogEntities.item || !unrecordedFoods.some((food) => namesFood(dish, food)),
      );
      const factsByQuery = queries
        .filter(({ diet, avoid }) => unrecordedFoods.length === 0 || diet !== undefined || avoid !== undefined)
        .map((query) => ({ query, items: findDietaryFacts(dishes, query) }))
        .flatMap(({ query, items }) => ('ok' in items ? [] : [{ query, items }]));
      return {
        text: [
          ...factsByQuery.map(({ query, items }) => renderItems(items, format, query)),
          ...(unrecordedFoods.length > 0 ? [renderUnrecordedFoods(unrecordedFoods, discussedDishes, format)] : []),
        ].join(' '),
        sources: createSources(
          'menu_item',
          factsByQuery.flatMap(({ query, items }) => filterSuitableItems(items, query)),
        ),
      };
    },
    sources: ({ items }, query) => createSources('menu_item', filterSuitableItems(items, query)),
    renderResult: ({ items }, format, input) => renderDietary(items, format, input),
  },
  run: async ({ business }: CapabilityContext<RestaurantBusiness>, input) => {
    const items = findDietaryFacts(business.restaurant.menu, input);
    return 'ok' in items ? items : succeed({ items, notice: ALLERGY_NOTICE });
  },
});

/** Cites only suitable, available dishes when the customer has dietary needs. */
const filterSuitableItems = (items: readonly DietaryFact[], { diet, avoid }: DietaryQuery) =>
  diet === undefined && avoid === undefined
    ? items
    : items.filter(({ verdict, available }) => verdict === 'suitable' && available);

/** The dishes the queries are about. */
const findMatchingDishes = (menu: readonly MenuItem[], queries: readonly DietaryQuery[]): MenuItem[] =>
  menu.filter((dish) =>
    queries.some(
      ({ item = dish.id, category = dish.category ?? '' }) =>
        (item === dish.id || isSameName(item, dish.name)) && isSameName(category, dish.category ?? ''),
    ),
  );

/** One query for each mentioned dish, or one for a category or the whole menu. */
function createDietaryQueries(slots: Slots): DietaryQuery[] {
  const needs = createNeedsQuery(slots);
  const items = listEntities(slots, 'item').map(({ name }) => name);
  if (items.length > 0) return items.map((item) => ({ item, ...needs }));
  const category = findUniqueEntity(slots, 'category')?.name;
  return [category === undefined ? needs : { category, ...needs }];
}
