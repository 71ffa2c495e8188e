import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn, type Slots, type SourcedText, theOne } from '../../../capability/dialogue.ts';
import type { Formatter } from '../../../capability/formatter.ts';
import { done } from '../../../capability/outcome.ts';
import { rfc3339 } from '../../../kernel/clock.ts';
import { Nullable, Strict, Time } from '../../../kernel/http/schema.ts';
import { onlyOf } from '../../../kernel/lists.ts';
import { must } from '../../../kernel/must.ts';
import { message } from '../../../messages/catalogue.ts';
import { unique } from '../../entries.ts';
import { compared } from '../../extremes.ts';
import { renderOthers, withoutTold } from '../../others.ts';
import {
  type AskedAs,
  askedAs,
  asSubject,
  FEW,
  isPlural,
  limitOf,
  listed,
  namesOf,
  priced,
  sourcesOf,
  thenAbout,
  withThe,
} from '../../render.ts';
import { renderHowMade } from '../how-made.ts';
import { filterMenu, type MenuQuery, suits } from '../menu.ts';
import { BEFORE_YOU_ORDER, recordedAs, renderUnrecorded } from '../render-dietary.ts';
import { ALLERGENS, DIETS, MenuItem, type RestaurantBusiness } from '../schema.ts';
import { asAsked, asksWhatIsSafe, isOfHealth, isSaidIn, neededIn, needsOf } from '../stated-needs.ts';
import { namesFood } from '../unrecorded.ts';

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

const isOn = ({ available = true }: { available?: boolean }) => available;

/** Whether somebody may have it, and not which there are. */
const MAY_EAT =
  /\b(?:can|could|may|should) (?:i|we|he|she|they|my \w+) (?:\w+ )?(?:have|eat|order|share)\b|\b(?:ok|okay|safe|suitable|fine|alright) (?:for|to eat)\b/i;

export const showMenu = defineCapability({
  name: 'restaurant.menu',
  summary: message('See the menu'),
  effect: 'read',
  basis: ['/restaurant/menu'],
  scope: 'bookings:read',
  input: Input,
  output: Output,
  rest: { method: 'GET', path: '/menu' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'menu'),
    subject: ['item', 'category'],
    ask: { q: 'Which dish or part of the menu are you interested in?' },
    fill: (slots, about: About<RestaurantBusiness>) => queriesOf(asAsked(slots, about.text), about),
    answer: (given, about: About<RestaurantBusiness>, say) => {
      const slots = withoutTold(asAsked(given, about.text), about.text, 'item');
      const { avoid, diet, item } = slots.words;
      const named = about.business.restaurant.menu.filter(({ id }) => item?.flat().some((dish) => dish.id === id));
      const how = renderHowMade(about.text, named);
      if (how) return { text: how };
      if (item && isSaidIn(about.text, avoid, diet)) return undefined;
      const needs = needsOf(slots);
      const isThere = (dish: MenuItem) => isOn(dish) && suits(dish, needs);
      const all = about.business.restaurant.menu;
      const others = renderOthers(about.text, all, given, { slot: 'item', kind: 'menu_item', say, isThere });
      if (others) return { ...others, text: `${others.text}${renderLeftOut(neededIn(slots), say)}` };
      // A dish that was named is compared, be it what they may eat or not.
      const menu = all.filter((dish) => (item ? isOn(dish) : isThere(dish)));
      const found = compared(about.text, menu, slots, { slot: 'item', kind: 'menu_item', say });
      if (!found && needs.others.length > 0 && !item) return listedWithout(needs.others, slots, about, say);
      if (!found) return avoid || diet ? item && toldAsAsked(slots, about, say) : toldAsAsked(slots, about, say);
      const leftOut = `${renderLeftOut(neededIn(slots), say)}${renderNotRecorded(needs.others, say)}`;
      return item ? found : { ...found, text: `${found.text}${leftOut}` };
    },
    // What must not be in a dish is a matter of what is recorded about it.
    instead: (slots, text) => {
      const isBought = slots.maxPrice !== undefined || askedAs(text) === 'price';
      const { avoid, diet } = slots.words;
      const mayEat = (avoid || diet) && (MAY_EAT.test(text) || asksWhatIsSafe(text));
      // What was told before only narrows what is listed.
      const isUnrecorded = needsOf(slots).others.length > 0 && isSaidIn(text, diet);
      const avoids = (isSaidIn(text, avoid) || isUnrecorded) && slots.maxPrice === undefined;
      return avoids || mayEat || (isOfHealth(slots) && !isBought) ? 'restaurant.dietary' : undefined;
    },
    // What cannot be had is named in a list, and not recommended.
    sources: ({ items }) => sourcesOf('menu_item', items.length > 1 ? items.filter(isOn) : items),
    done: ({ items, categories }, say, input) => renderMenu(items, categories, input, say),
  },
  run: async ({ business, changedAt }: CapabilityContext<RestaurantBusiness>, input) => {
    const { menu } = business.restaurant;
    const items = filterMenu(menu, input);
    if ('ok' in items) return items;
    const updatedAt = changedAt && rfc3339(changedAt, business.timezone);
    const categories = unique(menu.map(({ category }) => category));
    return done({ items, categories, currency: business.currency, updatedAt });
  },
});

/** What was asked for, and which of it can be had. */
function renderMenu(items: readonly MenuItem[], categories: string[], input: MenuQuery, say: Formatter): string {
  if (items.length === 0) {
    const what = input.q === undefined ? 'anything like that' : input.q;
    const recorded = input.avoid === undefined ? '' : ` that is recorded ${recordedAs(input, say)}`;
    return `I'm sorry, I can't find ${what} on our menu${recorded}. Shall I tell you what we do have?`;
  }
  const leftOut = renderLeftOut(input, say);
  const only = onlyOf(items);
  if (only) return `${renderItem(only, say, 'other')}${leftOut}`;
  const narrowed = Object.keys(input).some((field) => field !== 'available');
  if (items.length > FEW && !narrowed && categories.length > 1) {
    return `Our menu has ${say.list(categories)}. What shall I tell you about?`;
  }
  const [offered, off] = [items.filter(({ available }) => available), items.filter(({ available }) => !available)];
  const sentences = [
    offered.length > 0
      ? `We have ${listed(
          offered.map((item) => priced(item, say)),
          say,
        )}.`
      : '',
    off.length > 0
      ? `Not available at the moment: ${listed(
          off.map(({ name }) => name),
          say,
        )}.`
      : '',
  ];
  return `${sentences.filter(Boolean).join(' ')}${leftOut}`;
}

/** What is looked for: the dishes that were named, a part of the menu, or other words. */
function queriesOf(said: Slots, { business, text }: About<RestaurantBusiness>): MenuQuery[] {
  const slots = withoutTold(said, text, 'item');
  const limit = limitOf(slots, business.currency);
  const shared = { ...neededIn(slots), ...limit };
  const dishes = namesOf(slots, 'item');
  // A dish that was named is told of, be it what they may eat or not.
  if (dishes.length > 0) return dishes.map((q) => ({ q, ...limit }));
  const category = theOne(slots, 'category')?.name;
  if (category !== undefined) return [{ category, ...shared }];
  return [slots.sought === undefined ? shared : { q: slots.sought, ...shared }];
}

/** Where an allergy may be behind it, nobody is left to think that this is the whole menu. */
const renderLeftOut = (query: MenuQuery, say: Formatter): string =>
  query.avoid === undefined
    ? ''
    : ` I have left out what is not recorded ${recordedAs(query, say)}. ${BEFORE_YOU_ORDER}`;

const renderNotRecorded = (others: readonly string[], say: Formatter): string =>
  others.length > 0 ? ` ${renderUnrecorded(others, [], say)}` : '';

/** A list for whoever avoids what no dish has a record of: without what names it, and never as fitting. */
function listedWithout(
  others: string[],
  slots: Slots,
  about: About<RestaurantBusiness>,
  say: Formatter,
): SourcedText | undefined {
  const { menu } = about.business.restaurant;
  const query = must(queriesOf(slots, about)[0], 'a query');
  const found = filterMenu(menu, query);
  if ('ok' in found) return undefined;
  const items = found.filter((item) => !others.some((food) => namesFood(item, food)));
  const text = renderMenu(items, unique(menu.map(({ category }) => category)), query, say);
  return { text: `${text}${renderNotRecorded(others, say)}`, sources: sourcesOf('menu_item', items.filter(isOn)) };
}

/** Where a price is asked, or whether there is such a dish, of dishes that were named. */
function toldAsAsked(slots: Slots, about: About<RestaurantBusiness>, say: Formatter): SourcedText | undefined {
  const asked = askedAs(about.text);
  const found = queriesOf(slots, about).map((query) => {
    const items = query.q === undefined ? [] : filterMenu(about.business.restaurant.menu, query);
    return 'ok' in items ? [] : items;
  });
  if (asked === 'other' || !found.every(({ length }) => length === 1)) return undefined;
  const items = found.flat();
  // Of several the prices alone are enough.
  const told = asked === 'price' && items.length > 1 ? items.map(({ description: _, ...item }) => item) : items;
  return { text: told.map((item) => renderItem(item, say, asked)).join(' '), sources: sourcesOf('menu_item', items) };
}

/** One dish: its price first where that was asked, and a yes only where it was asked whether there is one. */
function renderItem({ name, description, price, available }: MenuItem, say: Formatter, asked: AskedAs): string {
  const is = isPlural(name) ? 'are' : 'is';
  if (!available) return `I'm sorry, ${withThe(name)} ${is} not available right now.`;
  if (asked === 'price' && price !== undefined)
    return `${asSubject(name)} ${is} ${say.money(price)}${thenAbout(description)}`;
  const about = description ? ` ${description.replace(/[.!]?$/, '.')}` : '';
  const cost = price === undefined ? '' : ` for ${say.money(price)}`;
  return `${asked === 'whether' ? 'Yes, we have' : 'We have'} ${withThe(name)}${cost}.${about}`;
}
