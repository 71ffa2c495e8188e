import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn, theOne } from '../../../capability/dialogue.ts';
import { done } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { rfc3339 } from '../../../kernel/clock.ts';
import { Nullable, Strict, Time } from '../../../kernel/http/schema.ts';
import { unique } from '../../entries.ts';
import { compared } from '../../extremes.ts';
import { FEW, limitOf, listed, namesOf, priced, sourcesOf } from '../../talk.ts';
import { dietOf } from '../heard.ts';
import { filterMenu } from '../menu.ts';
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
  /\bc(?:o?e|œ)liac|\b(?:can|could|may|should) (?:i|we|he|she|they|my \w+) (?:\w+ )?(?:have|eat|order|share)\b|\b(?:ok|okay|safe|suitable|fine|alright) (?:for|to eat)\b/i;

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
    fill: (slots, { business }: About<RestaurantBusiness>) => {
      const shared = { ...dietOf(slots), ...limitOf(slots, business.currency) };
      const dishes = namesOf(slots, 'item');
      // A dish that was named is told of, be it what they may eat or not.
      if (dishes.length > 0) return dishes.map((q) => ({ q, ...limitOf(slots, business.currency) }));
      const category = theOne(slots, 'category')?.name;
      if (category !== undefined) return { category, ...shared };
      return slots.sought === undefined ? shared : { q: slots.sought, ...shared };
    },
    answer: (slots, { business, text }: About<RestaurantBusiness>, say) =>
      slots.words.avoid || slots.words.diet
        ? undefined
        : compared(text, business.restaurant.menu.filter(isOn), slots, { slot: 'item', kind: 'menu_item', say }),
    // What must not be in a dish is a matter of what is recorded about it.
    instead: ({ words }, text) =>
      words.avoid || (words.diet && MAY_EAT.test(text)) ? 'restaurant.dietary' : undefined,
    sources: ({ items }) => sourcesOf('menu_item', items),
    done: ({ items, categories }, say, input) => {
      if (items.length === 0) {
        const what = input.q === undefined ? 'anything like that' : input.q;
        return `I'm sorry, I can't find ${what} on our menu. Shall I tell you what we do have?`;
      }
      if (items.length === 1) return sayItem(items[0]!, say);
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

function sayItem({ name, description, price, available }: MenuItem, say: Say): string {
  const about = description ? ` ${description.replace(/[.!]?$/, '.')}` : '';
  const cost = price === undefined ? '' : ` It is ${say.money(price)}.`;
  return available ? `Yes, we have the ${name}.${about}${cost}` : `I'm sorry, the ${name} is not available right now.`;
}
