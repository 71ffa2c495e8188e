import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn, theOne } from '../../../capability/dialogue.ts';
import { done } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { asNamed, isSame, unique } from '../../entries.ts';
import { compared } from '../../extremes.ts';
import { FEW, limitOf, listed, namesOf, priced, sourcesOf } from '../../talk.ts';
import { filterProducts, isInStock, optionIn } from '../products.ts';
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
    maxPrice: Type.Optional(Type.Integer({ minimum: 0, description: 'In the currency’s minor unit' })),
    option: Type.Optional(Type.String({ maxLength: 200, description: 'A size, a colour', examples: ['M'] })),
  }),
  output: Type.Object({ products: Type.Array(Product), currency: Type.String() }),
  rest: { method: 'GET', path: '/products' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'products'),
    subject: ['item', 'category'],
    ask: { q: 'What are you looking for?' },
    fill: (slots, { business, text }: About<RetailBusiness>) => {
      const shared = { ...limitOf(slots, business.currency), ...optionIn(business.retail.products, slots, text) };
      const items = namesOf(slots, 'item');
      if (items.length > 0) return items.map((q) => ({ q, ...shared }));
      const category = theOne(slots, 'category')?.name;
      if (category !== undefined) return { category, ...shared };
      return slots.sought === undefined ? shared : { q: slots.sought, ...shared };
    },
    answer: (slots, { business: { retail }, text }: About<RetailBusiness>, say) =>
      compared(text, retail.products, slots, { slot: 'item', kind: 'product', say, more: stockOf(retail.products) }),
    sources: ({ products }) => sourcesOf('product', products),
    done: ({ products: found }, say, input) => {
      const products = asNamed(found, input.q);
      if (products.length === 0)
        return `I'm sorry, I can't find ${input.q ?? 'that'} in our shop. Is there something else I can look for?`;
      if (products.length === 1) return sayProduct(products[0]!, say, input.option);
      const categories = unique(products.map(({ category }) => category));
      if (products.length > FEW && Object.keys(input).length === 0 && categories.length > 1) {
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

const stockOf = (products: readonly Product[]) => (entry: { id: string }) => {
  const product = products.find(({ id }) => id === entry.id)!;
  return isInStock(product) ? ' It is in stock.' : ' It is out of stock at the moment.';
};

function sayProduct(product: Product, say: Say, option?: string): string {
  const { name, price, description, options = {} } = product;
  const about = description ? ` ${description.replace(/[.!]?$/, '.')}` : '';
  if (!isInStock(product)) return `I'm sorry, ${name} (${say.money(price)}): out of stock at the moment.`;
  const choices = Object.entries(options).map(
    ([option, values]) => ` You can choose the ${option}: ${say.choices(values)}.`,
  );
  if (option === undefined) return `Yes, we have the ${name} for ${say.money(price)}.${about}${choices.join('')}`;
  const values = Object.values(options).flat();
  if (values.some((value) => isSame(value, option)))
    return `Yes, the ${name} comes in ${option}, for ${say.money(price)}.`;
  return `I'm sorry, we don't have the ${name} in ${option}.${choices.join('')}`;
}
