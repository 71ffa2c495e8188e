import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn, type Slots, type Spoken, theOne } from '../../../capability/dialogue.ts';
import { done } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { rfc3339 } from '../../../kernel/clock.ts';
import { Nullable, Strict, Time } from '../../../kernel/http/schema.ts';
import { unique } from '../../entries.ts';
import { compared } from '../../extremes.ts';
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
} from '../../talk.ts';
import { dietOf, isOfHealth } from '../heard.ts';
import { filterMenu, type MenuQuery } from '../menu.ts';
import { DIETS, MenuItem, type RestaurantBusiness } from '../schema.ts';

const Input = Strict({
  category: Type.Optional(Type.String({ maxLength: 200, examples: ['Starters'] })),
  diet: Type.Optional(Type.String({ maxLength: 50, description: `One of ${DIETS.join(', ')}` })),
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
  summary: 'Show the menu',
  effect: 'read',
  scope: 'bookings:read',
  input: Input,
  output: Output,
  rest: { method: 'GET', path: '/menu' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'menu'),
    subject: ['item', 'category'],
    ask: { q: 'Which dish or part of the menu are you interested in?' },
    fill: queriesOf,
    answer: (slots, about: About<RestaurantBusiness>, say) => {
      if (slots.words.avoid || slots.words.diet) return undefined;
      const { menu } = about.business.restaurant;
      const rest = { slot: 'item', kind: 'menu_item', say };
      return compared(about.text, menu.filter(isOn), slots, rest) ?? toldAsAsked(slots, about, say);
    },
    // What must not be in a dish is a matter of what is recorded about it.
    instead: (slots, text) => {
      const isBought = slots.maxPrice !== undefined || askedAs(text) === 'price';
      const mayEat = slots.words.diet && MAY_EAT.test(text);
      return slots.words.avoid || mayEat || (isOfHealth(slots) && !isBought) ? 'restaurant.dietary' : undefined;
    },
    sources: ({ items }) => sourcesOf('menu_item', items),
    done: ({ items, categories }, say, input) => {
      if (items.length === 0) {
        const what = input.q === undefined ? 'anything like that' : input.q;
        return `I'm sorry, I can't find ${what} on our menu. Shall I tell you what we do have?`;
      }
      if (items.length === 1) return sayItem(items[0]!, say, 'other');
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
      return sentences.filter(Boolean).join(' ');
    },
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

/** What is looked for: the dishes that were named, a part of the menu, or other words. */
function queriesOf(slots: Slots, { business }: About<RestaurantBusiness>): MenuQuery[] {
  const limit = limitOf(slots, business.currency);
  const shared = { ...dietOf(slots), ...limit };
  const dishes = namesOf(slots, 'item');
  // A dish that was named is told of, be it what they may eat or not.
  if (dishes.length > 0) return dishes.map((q) => ({ q, ...limit }));
  const category = theOne(slots, 'category')?.name;
  if (category !== undefined) return [{ category, ...shared }];
  return [slots.sought === undefined ? shared : { q: slots.sought, ...shared }];
}

/** Where a price is asked, or whether there is such a dish, of dishes that were named. */
function toldAsAsked(slots: Slots, about: About<RestaurantBusiness>, say: Say): Spoken | undefined {
  const asked = askedAs(about.text);
  const found = queriesOf(slots, about).map((query) => {
    const items = query.q === undefined ? [] : filterMenu(about.business.restaurant.menu, query);
    return 'ok' in items ? [] : items;
  });
  if (asked === 'other' || !found.every(({ length }) => length === 1)) return undefined;
  const items = found.flat();
  // Of several the prices alone are enough.
  const told = asked === 'price' && items.length > 1 ? items.map(({ description: _, ...item }) => item) : items;
  return { text: told.map((item) => sayItem(item, say, asked)).join(' '), sources: sourcesOf('menu_item', items) };
}

/** One dish: its price first where that was asked, and a yes only where it was asked whether there is one. */
function sayItem({ name, description, price, available }: MenuItem, say: Say, asked: AskedAs): string {
  const is = isPlural(name) ? 'are' : 'is';
  if (!available) return `I'm sorry, ${withThe(name)} ${is} not available right now.`;
  if (asked === 'price' && price !== undefined)
    return `${asSubject(name)} ${is} ${say.money(price)}${thenAbout(description)}`;
  const about = description ? ` ${description.replace(/[.!]?$/, '.')}` : '';
  const cost = price === undefined ? '' : ` for ${say.money(price)}`;
  return `${asked === 'whether' ? 'Yes, we have' : 'We have'} ${withThe(name)}${cost}.${about}`;
}
