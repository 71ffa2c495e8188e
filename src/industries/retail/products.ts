import { type About, type Slots, theOne } from '../../capability/dialogue.ts';
import { holdsWords, isSame, normalizeName } from '../entries.ts';
import { withoutTold } from '../others.ts';
import { limitOf, namesOf } from '../render.ts';
import { optionIn } from './options.ts';
import type { Product, RetailBusiness } from './schema.ts';

export type ProductsQuery = { category?: string; q?: string; inStock?: boolean; maxPrice?: number; option?: string };

/** Where stock is not counted, the shop has it. */
export const isInStock = ({ stock }: { stock?: number }) => stock === undefined || stock > 0;

export function filterProducts(
  products: readonly Product[],
  { category, q, inStock, maxPrice }: ProductsQuery,
): Product[] {
  return products.filter(
    (product) =>
      (category === undefined || isSame(product.category ?? '', category)) &&
      (inStock === undefined || isInStock(product) === inStock) &&
      (maxPrice === undefined || product.price <= maxPrice) &&
      (q === undefined || holdsWords(q, textsOf(product))),
  );
}

const textsOf = ({ name, description, category, sku, options = {} }: Product) => [
  name,
  description,
  category,
  sku,
  ...Object.values(options).flat(),
];

/** What is looked for: what was named, a part of the shop, other words, or all that costs no more than so much. */
export function queriesOf(said: Slots, { business, text }: About<RetailBusiness>): ProductsQuery[] {
  const slots = withoutTold(said, text, 'item');
  const { products } = business.retail;
  const limit = limitOf(slots, business.currency);
  const shared = { ...limit, ...optionIn(products, slots, text) };
  const items = namesOf(slots, 'item');
  if (items.length > 0) return items.map((q) => ({ q, ...shared }));
  const byLimit = limit.maxPrice === undefined ? shared : { ...shared, inStock: true };
  const isThere = (query: ProductsQuery) => filterProducts(products, query).length > 0;
  const category = theOne(slots, 'category');
  if (category) {
    const { name, said } = category;
    const isAnything = limit.maxPrice !== undefined && isNoProduct(said) && !isThere({ category: name, ...limit });
    return [isAnything ? byLimit : { category: name, ...shared }];
  }
  const { sought: q } = slots;
  // Who says what it may cost, and nothing that we have, is helped most by what there is for it.
  const isOpen = q === undefined || ((limit.maxPrice !== undefined || isNoProduct(q)) && !isThere({ q }));
  return [isOpen ? byLimit : { q, ...shared }];
}

const NO_PRODUCT = new RegExp(
  `^(?:(?:${[
    'an?|the|some|any|my|little|small|tiny|nice|lovely|cute|cool|fun|good|great|cheap|cheaper|inexpensive|special',
    'last|minute|quick|birthday|bday|christmas|xmas|wedding|anniversary|housewarming|thank|host|hostess|secret|santa',
    'presents?|gifts?|pressies?|prezzies?|treats?|surprises?|souvenirs?|keepsakes?|tokens?|ideas?|suggestions?',
    'stocking|fillers?|stuffers?|something|anything|things?|stuff|bits?|bobs?|items?|products?|one|ones',
  ].join('|')})(?:\\s+|$))+$`,
);

/** "A little present": what it is for, and not what it is. */
export const isNoProduct = (said: string) => NO_PRODUCT.test(normalizeName(said));
