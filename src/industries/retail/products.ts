import { holdsWords, isSame } from '../entries.ts';
import type { Product } from './schema.ts';

export type ProductsQuery = { category?: string; q?: string; inStock?: boolean };

/** Where stock is not counted, the shop has it. */
export const isInStock = ({ stock }: { stock?: number }) => stock === undefined || stock > 0;

export function filterProducts(products: readonly Product[], { category, q, inStock }: ProductsQuery): Product[] {
  return products.filter(
    (product) =>
      (category === undefined || isSame(product.category ?? '', category)) &&
      (inStock === undefined || isInStock(product) === inStock) &&
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
