import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { unique } from '../../entries.ts';
import { listed, priced } from '../../talk.ts';
import { filterProducts, isInStock } from '../products.ts';
import { Product, type RetailBusiness } from '../schema.ts';

export const showProducts = defineCapability({
  name: 'retail.products',
  summary: 'Find products, prices and stock',
  effect: 'read',
  scope: 'bookings:read',
  input: Strict({
    category: Type.Optional(Type.String({ maxLength: 200 })),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the name, description, sku or options' })),
    inStock: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ products: Type.Array(Product), currency: Type.String() }),
  rest: { method: 'GET', path: '/products' },
  dialogue: {
    examples: [
      'do you have this in a medium',
      'how much is the wool sweater',
      'what do you sell',
      'is the backpack in stock',
      'got any candles left',
      'price of the ceramic mug?',
      'looking for a gift for my dad',
      'which colors does the scarf come in',
      'do u carry size 11 boots',
      'Are the linen shirts available in navy, and what do they cost?',
      'any rain jackets',
      'when will the lamp be back in stock',
      'show me your bags',
      'something under 30 dollars for a birthday',
      'is sku 4471 available',
      'what sizes do the jeans run in',
      'have you got waterproof hiking shoes',
      'im after a picnic blanket',
      'tell me more about the leather wallet',
      'do you stock organic cotton t shirts',
      'sold out of the green one??',
      'whats new in the store',
      'how many of the blue vases do you still have',
      'are gift cards a thing at your shop',
      'do you have teh travel mug in black',
      'I saw a tote bag in your window, how much is it?',
      'what is the cheapest tent you have',
    ],
    ask: { q: 'What are you looking for?' },
    done: ({ products }, say, input) => {
      if (products.length === 0)
        return "I'm sorry, I can't find that in our shop. Is there something else I can look for?";
      if (products.length === 1) return sayProduct(products[0]!, say);
      const categories = unique(products.map(({ category }) => category));
      if (Object.keys(input).length === 0 && categories.length > 1) {
        return `We have ${say.list(categories)}. What are you looking for?`;
      }
      const [there, gone] = [products.filter(isInStock), products.filter((product) => !isInStock(product))];
      const sentences = [
        there.length > 0
          ? `We have ${listed(
              there.map((product) => priced(product, say)),
              say,
            )}.`
          : '',
        gone.length > 0
          ? `Out of stock at the moment: ${listed(
              gone.map(({ name }) => name),
              say,
            )}.`
          : '',
      ];
      return sentences.filter(Boolean).join(' ');
    },
  },
  run: async ({ business }: CapabilityContext<RetailBusiness>, input) =>
    done({ products: filterProducts(business.retail.products, input), currency: business.currency }),
});

function sayProduct(product: Product, say: Say): string {
  const { name, price, description, options = {} } = product;
  const about = description ? ` ${description.replace(/[.!]?$/, '.')}` : '';
  if (!isInStock(product)) return `I'm sorry, ${name} (${say.money(price)}): out of stock at the moment.`;
  const choices = Object.entries(options).map(
    ([option, values]) => ` You can choose the ${option}: ${say.choices(values)}.`,
  );
  return `Yes, we have the ${name} for ${say.money(price)}.${about}${choices.join('')}`;
}
