import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import {
  type EntityValue,
  findUniqueEntity,
  type MessageContext,
  readPhrases,
  type Slots,
  type SourcedText,
} from '../../../capability/dialogue.ts';
import type { Formatter } from '../../../capability/formatter.ts';
import { succeed } from '../../../capability/outcome.ts';
import { rfc3339 } from '../../../kernel/clock.ts';
import { Nullable, Strict, Time } from '../../../kernel/http/schema.ts';
import { getOnlyItem } from '../../../kernel/lists.ts';
import { must } from '../../../kernel/must.ts';
import { message } from '../../../messages/catalogue.ts';
import { renderAlternatives, withoutEarlierEntities } from '../../alternatives.ts';
import { renderComparison } from '../../comparison.ts';
import { distinct } from '../../entries.ts';
import {
  classifyQuestion,
  createSources,
  endWithDescription,
  isPlural,
  listMentionedNames,
  MAX_DETAILED_ITEMS,
  type QuestionKind,
  readPriceLimit,
  renderList,
  renderNameWithPrice,
  renderSought,
  withCapitalThe,
  withThe,
} from '../../render.ts';
import { findDrinkKind, isOfKind } from '../drink-kinds.ts';
import { filterMenu, isSuitable, type MenuQuery } from '../menu.ts';
import { renderPreparation } from '../preparation.ts';
import { ALLERGY_WARNING, renderCriteria, renderUnrecordedFoods } from '../render-dietary.ts';
import { ALLERGENS, DIETS, MenuItem, type RestaurantBusiness } from '../schema.ts';
import {
  asksWhatIsSafe,
  createNeedsQuery,
  hasHealthDiet,
  isMentionedIn,
  readNeeds,
  withoutEarlierDish,
} from '../stated-needs.ts';
import { namesFood } from '../unrecorded-foods.ts';

const Input = Strict({
  category: Type.Optional(Type.String({ maxLength: 200, examples: ['Starters'] })),
  diet: Type.Optional(Type.String({ maxLength: 50, description: `With commas between them: ${DIETS.join(', ')}` })),
  avoid: Type.Optional(
    Type.String({
      maxLength: 500,
      description: `Only what is recorded without these, with commas between them: ${ALLERGENS.join(', ')}`,
      examples: ['nuts,milk'],
    }),
  ),
  maxPrice: Type.Optional(Type.Integer({ minimum: 0, description: 'In the currency’s minor unit' })),
  available: Type.Optional(Type.Boolean({ description: 'Only what can, or cannot, be ordered now' })),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the name or description' })),
});

const Output = Type.Object({
  items: Type.Array(MenuItem),
  categories: Type.Array(Type.String()),
  currency: Type.String(),
  updatedAt: Nullable(Time()),
});

const isOrderable = ({ available = true }: { available?: boolean }) => available;

/** Asks whether someone can eat it, not which dishes there are. */
const ASKS_IF_ALLOWED_PATTERN =
  /\b(?:can|could|may|should) (?:i|we|he|she|they|my \w+) (?:\w+ )?(?:have|eat|order|share)\b|\b(?:ok|okay|safe|suitable|fine|alright) (?:for|to eat)\b/i;

export const showMenu = defineCapability({
  name: 'restaurant.menu',
  summary: message('See the menu'),
  effect: 'read',
  requiredData: ['/restaurant/menu'],
  scope: 'bookings:read',
  input: Input,
  output: Output,
  rest: { method: 'GET', path: '/menu', example: { diet: 'vegan', maxPrice: 2000 } },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'menu'),
    subject: ['item', 'category'],
    ask: { q: 'Which dish or part of the menu are you interested in?' },
    fill: (slots, messageContext: MessageContext<RestaurantBusiness>) =>
      createMenuQueries(withoutEarlierDish(slots, messageContext.text), messageContext),
    answer: (originalSlots, messageContext: MessageContext<RestaurantBusiness>, format) => {
      const slots = withoutEarlierEntities(
        withoutEarlierDish(originalSlots, messageContext.text),
        messageContext.text,
        'item',
      );
      const { avoid, diet, item } = slots.catalogEntities;
      const mentionedDishes = messageContext.business.restaurant.menu.filter(({ id }) =>
        item?.flat().some((dish) => dish.id === id),
      );
      const preparationText = renderPreparation(messageContext.text, mentionedDishes);
      if (preparationText) return { text: preparationText };
      if (item && isMentionedIn(messageContext.text, avoid, diet)) return undefined;
      const needs = readNeeds(slots);
      const isAvailable = (dish: MenuItem) => isOrderable(dish) && isSuitable(dish, needs);
      const fullMenu = messageContext.business.restaurant.menu;
      const alternatives = renderAlternatives(messageContext.text, fullMenu, originalSlots, {
        slot: 'item',
        kind: 'menu_item',
        format,
        isAvailable,
      });
      if (alternatives)
        return { ...alternatives, text: `${alternatives.text}${renderLeftOut(createNeedsQuery(slots), format)}` };
      // Dishes the customer names are compared even if they do not suit their needs.
      const menu = fullMenu.filter((dish) => (item ? isOrderable(dish) : isAvailable(dish)));
      const comparison = renderComparison(messageContext.text, menu, slots, {
        slot: 'item',
        kind: 'menu_item',
        format,
      });
      if (!comparison && needs.unrecordedFoods.length > 0 && !item)
        return renderListWithout(needs.unrecordedFoods, slots, messageContext, format);
      if (!comparison)
        return avoid || diet
          ? item && renderMentionedDishes(slots, messageContext, format)
          : renderMentionedDishes(slots, messageContext, format);
      const leftOutText = `${renderLeftOut(createNeedsQuery(slots), format)}${renderNotRecorded(needs.unrecordedFoods, format)}`;
      return item ? comparison : { ...comparison, text: `${comparison.text}${leftOutText}` };
    },
    // Questions about ingredients to avoid go to the dietary capability.
    redirectTo: (slots, text) => {
      const asksPrice = slots.maxPrice !== undefined || classifyQuestion(text) === 'price';
      const { avoid, diet } = slots.catalogEntities;
      const asksIfSafe = (avoid || diet) && (ASKS_IF_ALLOWED_PATTERN.test(text) || asksWhatIsSafe(text));
      // Needs stated in earlier messages only narrow the list.
      const mentionsUnrecordedFood = readNeeds(slots).unrecordedFoods.length > 0 && isMentionedIn(text, diet);
      const mentionsAvoidance = (isMentionedIn(text, avoid) || mentionsUnrecordedFood) && slots.maxPrice === undefined;
      return mentionsAvoidance || asksIfSafe || (hasHealthDiet(slots) && !asksPrice) ? 'restaurant.dietary' : undefined;
    },
    // Lists mention unavailable dishes, but do not cite them as recommendations.
    sources: ({ items }) => createSources('menu_item', items.length > 1 ? items.filter(isOrderable) : items),
    renderResult: ({ items, categories }, format, input) => renderMenu(items, categories, input, format),
  },
  run: async ({ business, changedAt }: CapabilityContext<RestaurantBusiness>, input) => {
    const { menu } = business.restaurant;
    const items = filterMenu(menu, input);
    if ('ok' in items) return items;
    const updatedAt = changedAt && rfc3339(changedAt, business.timezone);
    const categories = distinct(menu.map(({ category }) => category));
    return succeed({ items, categories, currency: business.currency, updatedAt });
  },
});

/** The dishes found, split into available and unavailable ones. */
function renderMenu(items: readonly MenuItem[], categories: string[], input: MenuQuery, format: Formatter): string {
  if (items.length === 0) {
    const what = renderSought(input.q, 'anything like that');
    const criteria = renderCriteria(input, format);
    const criteriaText = criteria && ` that's listed ${criteria}`;
    return `I'm sorry, I can't find ${what} on our menu${criteriaText}. Should I tell you what we do have?`;
  }
  const leftOutText = renderLeftOut(input, format);
  const onlyItem = getOnlyItem(items);
  if (onlyItem) return `${renderItem(onlyItem, format, 'other')}${leftOutText}`;
  const isNarrowed = Object.keys(input).some((field) => field !== 'available');
  if (items.length > MAX_DETAILED_ITEMS && !isNarrowed && categories.length > 1) {
    return `${format.text('Our menu has {names}.', { names: format.list(categories) })} ${format.text('What would you like to know more about?')}`;
  }
  const [availableItems, unavailableItems] = [
    items.filter(({ available }) => available),
    items.filter(({ available }) => !available),
  ];
  const sentences = [
    availableItems.length > 0
      ? format.text('We have {names}.', {
          names: renderList(
            availableItems.map((item) => renderNameWithPrice(item, format)),
            format,
          ),
        })
      : '',
    unavailableItems.length > 0
      ? format.text('Not available right now: {names}.', {
          names: renderList(
            unavailableItems.map(({ name }) => name),
            format,
          ),
        })
      : '',
  ];
  return `${sentences.filter(Boolean).join(' ')}${leftOutText}`;
}

/** One query for each mentioned dish, or one for a category or the customer's search words. */
function createMenuQueries(allSlots: Slots, { business, text }: MessageContext<RestaurantBusiness>): MenuQuery[] {
  const slots = withoutEarlierEntities(allSlots, text, 'item');
  const priceLimit = readPriceLimit(slots, business.currency);
  const sharedQuery = { ...createNeedsQuery(slots), ...priceLimit };
  const dishes = listMentionedNames(slots, 'item');
  // Dishes the customer names are described even if they do not suit their needs.
  if (dishes.length > 0) return dishes.map((q) => ({ q, ...priceLimit }));
  const category = findUniqueEntity(slots, 'category');
  if (category !== undefined)
    return [{ category: category.name, ...createDrinkKindQuery(business, category), ...sharedQuery }];
  return [slots.sought === undefined ? sharedQuery : { q: slots.sought, ...sharedQuery }];
}

/** The kind of drink that the customer named instead of the section, if the menu shows of any drink that it is one. */
function createDrinkKindQuery(
  { restaurant: { menu } }: RestaurantBusiness,
  { name: category, said }: EntityValue,
): { q?: string } {
  const kind = findDrinkKind(said);
  return kind !== undefined && menu.some((item) => item.category === category && isOfKind(item, kind))
    ? { q: kind }
    : {};
}

/** Says that dishes were left out, so that nobody takes the list for the whole menu. */
function renderLeftOut(query: MenuQuery, format: Formatter): string {
  const criteria = renderCriteria(query, format);
  const warning = query.avoid === undefined ? '' : ` ${format.text(ALLERGY_WARNING)}`;
  return criteria && ` I've left out what isn't listed ${criteria}.${warning}`;
}

const renderNotRecorded = (foods: readonly string[], format: Formatter): string =>
  foods.length > 0 ? ` ${renderUnrecordedFoods(foods, [], format)}` : '';

/** Lists dishes for a customer who avoids an unrecorded food: omits dishes that mention it, and never calls the rest suitable. */
function renderListWithout(
  foods: string[],
  slots: Slots,
  messageContext: MessageContext<RestaurantBusiness>,
  format: Formatter,
): SourcedText | undefined {
  const { menu } = messageContext.business.restaurant;
  const query = must(createMenuQueries(slots, messageContext)[0], 'a query');
  const filterResult = filterMenu(menu, query);
  if ('ok' in filterResult) return undefined;
  const items = filterResult.filter((item) => !foods.some((food) => namesFood(item, food)));
  const text = renderMenu(items, distinct(menu.map(({ category }) => category)), query, format);
  return {
    text: `${text}${renderNotRecorded(foods, format)}`,
    sources: createSources('menu_item', items.filter(isOrderable)),
  };
}

/** Answers the price or availability of the mentioned dishes. */
function renderMentionedDishes(
  slots: Slots,
  messageContext: MessageContext<RestaurantBusiness>,
  format: Formatter,
): SourcedText | undefined {
  const questionKind = classifyQuestion(messageContext.text);
  const resultsByQuery = createMenuQueries(slots, messageContext).map((query) => {
    const items = query.q === undefined ? [] : filterMenu(messageContext.business.restaurant.menu, query);
    return 'ok' in items ? [] : items;
  });
  if (questionKind === 'other' || !resultsByQuery.every(({ length }) => length === 1)) return undefined;
  const items = resultsByQuery.flat();
  // For several dishes, descriptions would make a price answer too long.
  const itemsToRender =
    questionKind === 'price' && items.length > 1 ? items.map(({ description: _, ...item }) => item) : items;
  return {
    text: itemsToRender.map((item) => renderItem(item, format, questionKind)).join(' '),
    sources: createSources('menu_item', items),
  };
}

/** One dish: the price comes first if the customer asked for it, and "Yes" only if they asked whether we have it. */
function renderItem(
  { name, description, price, available }: MenuItem,
  format: Formatter,
  questionKind: QuestionKind,
): string {
  const verb = isPlural(name) ? 'are' : 'is';
  if (!available) return `I'm sorry, ${withThe(name)} ${verb} not available right now.`;
  if (questionKind === 'price' && price !== undefined)
    return `${withCapitalThe(name)} ${verb} ${format.money(price)}${endWithDescription(description)}`;
  const descriptionText = description ? ` ${description.replace(/[.!]?$/, '.')}` : '';
  const costText = price === undefined ? '' : ` for ${format.money(price)}`;
  return `${questionKind === 'availability' ? 'Yes, we have' : 'We have'} ${withThe(name)}${costText}.${descriptionText}`;
}
