import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type MessageContext, readPhrases, type Slots, type SourcedText } from '../../../capability/dialogue.ts';
import type { Formatter } from '../../../capability/formatter.ts';
import { succeed } from '../../../capability/outcome.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { must } from '../../../kernel/must.ts';
import { message } from '../../../messages/catalogue.ts';
import { renderAlternatives, withoutEarlierEntities } from '../../alternatives.ts';
import { renderComparison } from '../../comparison.ts';
import { preferExactName } from '../../entries.ts';
import { classifyQuestion, createSources } from '../../render.ts';
import { renderForAge } from '../for-age.ts';
import { createProductQueries, filterProducts, isInStock, type ProductsQuery } from '../products.ts';
import { renderAboveLimit, renderProduct, renderSearchResults } from '../render-products.ts';
import { Product, type RetailBusiness } from '../schema.ts';

export const showProducts = defineCapability({
  name: 'retail.products',
  summary: message('Find products, prices and stock'),
  effect: 'read',
  requiredData: ['/retail/products'],
  scope: 'bookings:read',
  input: Strict({
    category: Type.Optional(Type.String({ maxLength: 200 })),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the name, description, sku or options' })),
    inStock: Type.Optional(Type.Boolean()),
    maxPrice: Type.Optional(Type.Integer({ minimum: 0, description: 'In the currency’s minor unit' })),
    option: Type.Optional(Type.String({ maxLength: 200, description: 'A size, a colour', examples: ['M'] })),
  }),
  output: Type.Object({ products: Type.Array(Product), currency: Type.String() }),
  rest: { method: 'GET', path: '/products', example: { inStock: true, maxPrice: 10_000 } },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'products'),
    subject: ['item', 'category'],
    ask: { q: 'What are you looking for?' },
    fill: createProductQueries,
    answer: (originalSlots, messageContext: MessageContext<RetailBusiness>, format) => {
      const { products } = messageContext.business.retail;
      const alternatives = renderAlternatives(messageContext.text, products, originalSlots, {
        slot: 'item',
        kind: 'product',
        format,
        isAvailable: (product: Product) => isInStock(product),
      });
      if (alternatives) return alternatives;
      const ageAnswer =
        originalSlots.age === undefined
          ? undefined
          : renderForAge(messageContext.text, originalSlots.age, products, format);
      if (ageAnswer) return ageAnswer;
      const slots = withoutEarlierEntities(originalSlots, messageContext.text, 'item');
      const comparisonOptions = { slot: 'item', kind: 'product', format, renderExtra: createStockRenderer(products) };
      return (
        renderComparison(messageContext.text, products, slots, comparisonOptions) ??
        renderByQuestion(slots, messageContext, format)
      );
    },
    sources: ({ products }) => createSources('product', products),
    renderResult: ({ products }, format, input) => renderSearchResults(products, format, input),
  },
  run: async ({ business }: CapabilityContext<RetailBusiness>, input) =>
    succeed({ products: filterProducts(business.retail.products, input), currency: business.currency }),
});

const createStockRenderer = (products: readonly Product[]) => (entry: { id: string }) => {
  const product = must(
    products.find(({ id }) => id === entry.id),
    'a product of the shop',
  );
  return isInStock(product) ? " It's in stock." : " It's out of stock right now.";
};

/** Answers questions whose wording shapes the reply: about a price, availability, or a price limit. */
function renderByQuestion(
  slots: Slots,
  messageContext: MessageContext<RetailBusiness>,
  format: Formatter,
): SourcedText | undefined {
  const { products } = messageContext.business.retail;
  const queries = createProductQueries(slots, messageContext);
  const [{ maxPrice, ...query }] = queries as [ProductsQuery];
  const resultsByQuery = queries.map((each) => preferExactName(filterProducts(products, each), each.q));
  if (queries.length === 1 && maxPrice !== undefined && resultsByQuery[0]?.length === 0) {
    const aboveLimit = query.q || query.category ? preferExactName(filterProducts(products, query), query.q) : [];
    return aboveLimit.length > 0
      ? { text: renderAboveLimit(aboveLimit, maxPrice, format), sources: createSources('product', aboveLimit) }
      : undefined;
  }
  const questionKind = classifyQuestion(messageContext.text);
  const hasOneMatchEach = queries.every(({ q }, index) => q !== undefined && resultsByQuery[index]?.length === 1);
  if (questionKind === 'other' || !hasOneMatchEach) return undefined;
  const mentionedProducts = resultsByQuery.flat();
  const isBrief = questionKind === 'price' && mentionedProducts.length > 1;
  const texts = mentionedProducts.map((product, index) =>
    renderProduct(product, { format, questionKind, isBrief, option: queries[index]?.option }),
  );
  return { text: texts.join(' '), sources: createSources('product', mentionedProducts) };
}
