import { allOf, type Slots } from '../../capability/dialogue.ts';
import { holdsWords, isSame, plain } from '../entries.ts';
import type { Product } from './schema.ts';

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

/** "in a 9", "in navy", "size M": a value that the product has, or one that was asked for as a size. */
export function optionIn(products: readonly Product[], slots: Slots, text: string): { option?: string } {
  const ids = allOf(slots, 'item').map(({ id }) => id);
  const options = products
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ options: all = {} }) => Object.values(all).flat());
  const words = plain(text).split(/[^\p{L}\p{N}./-]+/u);
  const spelled = words.map((word) => SIZES[word] ?? word);
  const known = options.find(
    (value) =>
      plain(value)
        .split(' ')
        .every((word) => spelled.includes(word)) && asksFor(value, text),
  );
  const size = /\b(?:size|in an?|in)\s+((?:\d+(?:[.,]5)?)|xxs|xs|s|m|l|xl|xxl|small|medium|large)\b/i.exec(text)?.[1];
  // "He has a large head: does it come in XL?"
  const letters = size && /^x*[sml]$/i.test(size) ? size.toUpperCase() : undefined;
  const exact = letters && options.find((value) => isSame(value, letters));
  const option = exact ?? (options.length > 0 ? (letters ?? known ?? size) : known);
  return option === undefined ? {} : { option };
}

const SIZES: Record<string, string> = { small: 's', medium: 'm', large: 'l' };

/** A single letter such as M or S is a size only where it is asked for as one. */
const asksFor = (value: string, text: string) =>
  value.length > 2 ||
  new RegExp(`\\b(?:${{ s: 'small', m: 'medium', l: 'large' }[value.toLowerCase()] ?? '$^'})\\b`, 'i').test(text) ||
  new RegExp(`\\b(?:size|in an?|in|an?)\\s+${value.replace(/[^\p{L}\p{N}]/gu, '.')}\\b`, 'iu').test(text);
