import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { rfc3339 } from '../../../kernel/clock.ts';
import { Nullable, Strict, Time } from '../../../kernel/http/schema.ts';
import { unique } from '../../entries.ts';
import { listed, priced } from '../../talk.ts';
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

export const showMenu = defineCapability({
  name: 'restaurant.menu',
  summary: 'Show the menu',
  effect: 'read',
  scope: 'bookings:read',
  input: Input,
  output: Output,
  rest: { method: 'GET', path: '/menu' },
  dialogue: {
    examples: [
      "what's on the menu",
      'can I see the menu please',
      'menu?',
      'what kind of food do you serve',
      'do you do pizza',
      'how much is the carbonara',
      'price of the ribeye pls',
      'what desserts have you got',
      'Which starters would you recommend?',
      'is the soup of the day available tonight',
      'do u have kids meals',
      'got any cocktails or just wine',
      "what's the cheapest main",
      'anything under 20 bucks?',
      "I'm curious what comes with the salmon",
      'how big are the portions of the lasagna',
      'are there any specials this evening',
      'wat sides do you have',
      'Do you still have the truffle pasta or is it off the menu?',
      'we were wondering what you have for dessert and roughly what it costs',
      'whats in the house salad',
      'what beers are on tap',
      'tell me about your burgers',
      'could you send me a list of dishes with prices',
      'is the oyster platter sold out',
      'what do people usually order here',
      'do you serve coffee and cake in the afternoon',
      'how much for a glass of red',
    ],
    ask: { q: 'Which dish or part of the menu are you interested in?' },
    done: ({ items, categories }, say, input) => {
      if (items.length === 0) return "I'm sorry, I can't find that on our menu. Shall I tell you what we do have?";
      if (items.length === 1) return sayItem(items[0]!, say);
      const narrowed = Object.keys(input).some((field) => field !== 'available');
      if (!narrowed && categories.length > 1) {
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
