import { findUniqueEntity, type MessageContext, type Slots } from '../../capability/dialogue.ts';
import { withoutEarlierEntities } from '../alternatives.ts';
import { containsWords, isSameName, normalizeName } from '../entries.ts';
import { listMentionedNames, readPriceLimit } from '../render.ts';
import { findRequestedOption } from './options.ts';
import type { Product, RetailBusiness } from './schema.ts';

export type ProductsQuery = { category?: string; q?: string; inStock?: boolean; maxPrice?: number; option?: string };

/** Products without a stock count are always in stock. */
export const isInStock = ({ stock }: { stock?: number }) => stock === undefined || stock > 0;

export function filterProducts(
  products: readonly Product[],
  { category, q, inStock, maxPrice }: ProductsQuery,
): Product[] {
  return products.filter(
    (product) =>
      (category === undefined || isSameName(product.category ?? '', category)) &&
      (inStock === undefined || isInStock(product) === inStock) &&
      (maxPrice === undefined || product.price <= maxPrice) &&
      (q === undefined || containsWords(q, listSearchableTexts(product))),
  );
}

const listSearchableTexts = ({ name, description, category, sku, options = {} }: Product) => [
  name,
  description,
  category,
  sku,
  ...Object.values(options).flat(),
];

/** One query for each mentioned product, or one for a category, the customer's search words, or everything within a price limit. */
export function createProductQueries(
  originalSlots: Slots,
  { business, text }: MessageContext<RetailBusiness>,
): ProductsQuery[] {
  const slots = withoutEarlierEntities(originalSlots, text, 'item');
  const { products } = business.retail;
  const priceLimit = readPriceLimit(slots, business.currency);
  const sharedQuery = { ...priceLimit, ...findRequestedOption(products, slots, text) };
  const items = listMentionedNames(slots, 'item');
  if (items.length > 0) return items.map((q) => ({ q, ...sharedQuery }));
  const inStockQuery = priceLimit.maxPrice === undefined ? sharedQuery : { ...sharedQuery, inStock: true };
  const hasMatches = (query: ProductsQuery) => filterProducts(products, query).length > 0;
  const category = findUniqueEntity(slots, 'category');
  if (category) {
    const { name, said: searchedWords } = category;
    const asksForAnything =
      priceLimit.maxPrice !== undefined &&
      isGenericSearch(searchedWords) &&
      !hasMatches({ category: name, ...priceLimit });
    return [asksForAnything ? inStockQuery : { category: name, ...sharedQuery }];
  }
  const { sought: q } = slots;
  // If nothing matches but there is a price limit, list what is available within it.
  const isUnspecific =
    q === undefined || ((priceLimit.maxPrice !== undefined || isGenericSearch(q)) && !hasMatches({ q }));
  return [isUnspecific ? inStockQuery : { q, ...sharedQuery }];
}

const GENERIC_SEARCH_PATTERN = new RegExp(
  `^(?:(?:${[
    'an?|the|some|any|my|little|small|tiny|nice|lovely|cute|cool|fun|good|great|cheap|cheaper|inexpensive|special',
    'last|minute|quick|birthday|bday|christmas|xmas|wedding|anniversary|housewarming|thank|host|hostess|secret|santa',
    'presents?|gifts?|pressies?|prezzies?|treats?|surprises?|souvenirs?|keepsakes?|tokens?|ideas?|suggestions?',
    'stocking|fillers?|stuffers?|something|anything|things?|stuff|bits?|bobs?|items?|products?|one|ones',
  ].join('|')})(?:\\s+|$))+$`,
);

/** Whether the words name a purpose, such as "a little present", rather than a product. */
export const isGenericSearch = (searchText: string) => GENERIC_SEARCH_PATTERN.test(normalizeName(searchText));
