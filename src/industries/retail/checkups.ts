import type { Checkup } from '../../capability/checkup.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { isInStock } from './products.ts';
import type { RetailBusiness } from './schema.ts';

/** Asks for each product's price, stock and options. */
export function createRetailCheckups(business: Business, format: Formatter): Checkup[] {
  const { products } = (business as RetailBusiness).retail;
  return products.flatMap((product, index): Checkup[] => {
    const { id, name, price, options = {} } = product;
    const pointer = `/retail/products/${index}`;
    const mustMention = [name, format.money(price), ...(isInStock(product) ? [] : ['out of stock'])];
    const choices = Object.entries(options).filter(([, values]) => values.length > 0);
    return [
      { id: `prices/${id}`, topic: 'prices', ask: `How much is the ${name}?`, mustMention, pointer },
      ...(isInStock(product) ? choices : []).map(([option, values]) => ({
        id: `options/${id}/${option}`,
        topic: 'options',
        ask: `Which ${option} can I choose for the ${name}?`,
        mustMention: [...values],
        pointer,
      })),
    ];
  });
}
