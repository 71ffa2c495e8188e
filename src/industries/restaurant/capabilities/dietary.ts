import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, allOf, phrasesIn, type Slots, theOne } from '../../../capability/dialogue.ts';
import { done } from '../../../capability/outcome.ts';
import { Nullable, OneOf, Strict } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { isSame } from '../../entries.ts';
import { sourcesOf } from '../../render.ts';
import { type DietaryFact, type DietaryQuery, dietaryFacts, NOTICE } from '../dietary.ts';
import { renderHowMade } from '../how-made.ts';
import {
  asksWhatContains,
  isDietAlone,
  renderContaining,
  renderDietary,
  renderFacts,
  renderUnrecorded,
} from '../render-dietary.ts';
import { ALLERGENS, DIETS, type MenuItem, type RestaurantBusiness } from '../schema.ts';
import { asAsked, neededIn, needsOf } from '../stated-needs.ts';
import { namesFood } from '../unrecorded.ts';

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
  basis: ['/restaurant/menu'],
  scope: 'bookings:read',
  input: Input,
  output: Output,
  rest: { method: 'GET', path: '/dietary' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'dietary'),
    subject: ['diet', 'avoid'],
    ask: {
      avoid: 'What should it be free of?',
      item: 'Which dish do you have in mind?',
    },
    // What may cost no more than so much is a matter of the menu.
    instead: ({ maxPrice }) => (maxPrice !== undefined ? 'restaurant.menu' : undefined),
    fill: (slots, { text }) => queriesOf(asAsked(slots, text)),
    answer: (given, { business, text }: About<RestaurantBusiness>, say) => {
      const { menu } = business.restaurant;
      const slots = asAsked(given, text);
      const { others } = needsOf(slots);
      const queries = queriesOf(slots);
      const looked = lookedAt(menu, queries);
      const how = renderHowMade(text, slots.words.item ? looked : []);
      if (how) return { text: how };
      const isContaining = !slots.words.item && asksWhatContains(text, slots.words.avoid ?? []);
      const isAlone = queries.every((query) => isDietAlone(query, text));
      const tell = isContaining
        ? renderContaining
        : isAlone
          ? renderFacts
          : others.length > 0
            ? renderDietary
            : undefined;
      if (!tell) return undefined;
      // Where nothing else is known, what names it is not told as fitting.
      const dishes = menu.filter((dish) => slots.words.item || !others.some((food) => namesFood(dish, food)));
      const known = queries
        .filter(({ diet, avoid }) => others.length === 0 || diet !== undefined || avoid !== undefined)
        .map((query) => ({ query, items: dietaryFacts(dishes, query) }))
        .flatMap(({ query, items }) => ('ok' in items ? [] : [{ query, items }]));
      return {
        text: [
          ...known.map(({ query, items }) => tell(items, say, query)),
          ...(others.length > 0 ? [renderUnrecorded(others, looked, say)] : []),
        ].join(' '),
        sources: sourcesOf(
          'menu_item',
          known.flatMap(({ query, items }) => fitting(items, query)),
        ),
      };
    },
    sources: ({ items }, query) => sourcesOf('menu_item', fitting(items, query)),
    done: ({ items }, say, input) => renderDietary(items, say, input),
  },
  run: async ({ business }: CapabilityContext<RestaurantBusiness>, input) => {
    const items = dietaryFacts(business.restaurant.menu, input);
    return 'ok' in items ? items : done({ items, notice: NOTICE });
  },
});

/** What was looked at and found wanting is not recommended. */
const fitting = (items: readonly DietaryFact[], { diet, avoid }: DietaryQuery) =>
  diet === undefined && avoid === undefined
    ? items
    : items.filter(({ verdict, available }) => verdict === 'suitable' && available);

/** The dishes that a question is about. */
const lookedAt = (menu: readonly MenuItem[], queries: readonly DietaryQuery[]): MenuItem[] =>
  menu.filter((dish) =>
    queries.some(
      ({ item = dish.id, category = dish.category ?? '' }) =>
        (item === dish.id || isSame(item, dish.name)) && isSame(category, dish.category ?? ''),
    ),
  );

/** What is asked about each dish that was named, or about the menu or a part of it. */
function queriesOf(slots: Slots): DietaryQuery[] {
  const wanted = neededIn(slots);
  const items = allOf(slots, 'item').map(({ name }) => name);
  if (items.length > 0) return items.map((item) => ({ item, ...wanted }));
  const category = theOne(slots, 'category')?.name;
  return [category === undefined ? wanted : { category, ...wanted }];
}
