import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn, type Slots, type SourcedText } from '../../../capability/dialogue.ts';
import type { Formatter } from '../../../capability/formatter.ts';
import { done } from '../../../capability/outcome.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { must } from '../../../kernel/must.ts';
import { message } from '../../../messages/catalogue.ts';
import { asNamed } from '../../entries.ts';
import { compared } from '../../extremes.ts';
import { renderOthers, withoutTold } from '../../others.ts';
import { askedAs, sourcesOf } from '../../render.ts';
import { forTheirAge } from '../for-age.ts';
import { filterProducts, isInStock, type ProductsQuery, queriesOf } from '../products.ts';
import { renderDearer, renderFound, renderProduct } from '../render-products.ts';
import { Product, type RetailBusiness } from '../schema.ts';

export const showProducts = defineCapability({
  name: 'retail.products',
  summary: message('Find products, prices and stock'),
  effect: 'read',
  basis: ['/retail/products'],
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
    fill: queriesOf,
    answer: (said, about: About<RetailBusiness>, say) => {
      const { products } = about.business.retail;
      const others = renderOthers(about.text, products, said, {
        ...{ slot: 'item', kind: 'product', say },
        isThere: (product: Product) => isInStock(product),
      });
      if (others) return others;
      const theirs = said.age === undefined ? undefined : forTheirAge(about.text, said.age, products, say);
      if (theirs) return theirs;
      const slots = withoutTold(said, about.text, 'item');
      const rest = { slot: 'item', kind: 'product', say, more: stockOf(products) };
      return compared(about.text, products, slots, rest) ?? toldAsAsked(slots, about, say);
    },
    sources: ({ products }) => sourcesOf('product', products),
    done: ({ products }, say, input) => renderFound(products, say, input),
  },
  run: async ({ business }: CapabilityContext<RetailBusiness>, input) =>
    done({ products: filterProducts(business.retail.products, input), currency: business.currency }),
});

const stockOf = (products: readonly Product[]) => (entry: { id: string }) => {
  const product = must(
    products.find(({ id }) => id === entry.id),
    'a product of the shop',
  );
  return isInStock(product) ? ' It is in stock.' : ' It is out of stock at the moment.';
};

/** Where it matters how it was asked: for a price, whether there is one, or for no more than so much. */
function toldAsAsked(slots: Slots, about: About<RetailBusiness>, say: Formatter): SourcedText | undefined {
  const { products } = about.business.retail;
  const queries = queriesOf(slots, about);
  const [{ maxPrice, ...query }] = queries as [ProductsQuery];
  const found = queries.map((each) => asNamed(filterProducts(products, each), each.q));
  if (queries.length === 1 && maxPrice !== undefined && found[0]?.length === 0) {
    const dearer = query.q || query.category ? asNamed(filterProducts(products, query), query.q) : [];
    return dearer.length > 0
      ? { text: renderDearer(dearer, maxPrice, say), sources: sourcesOf('product', dearer) }
      : undefined;
  }
  const asked = askedAs(about.text);
  const isOfEach = queries.every(({ q }, index) => q !== undefined && found[index]?.length === 1);
  if (asked === 'other' || !isOfEach) return undefined;
  const each = found.flat();
  const briefly = asked === 'price' && each.length > 1;
  const texts = each.map((product, index) =>
    renderProduct(product, { say, asked, briefly, option: queries[index]?.option }),
  );
  return { text: texts.join(' '), sources: sourcesOf('product', each) };
}
