import { readTime } from '../../kernel/clock.ts';
import type { FieldError } from '../../kernel/problem.ts';
import { duplicateErrors, duplicateIdErrors, normalizeName } from '../entries.ts';
import type { Order, Retail } from './schema.ts';

/** Orders may hold what is no longer sold, so an unknown sku is no mistake. */
export function checkRetail({ products, orders }: Retail): FieldError[] {
  return [
    ...duplicateIdErrors(products, '/retail/products'),
    ...duplicateErrors(
      products.map(({ sku }) => sku),
      (index) => `/retail/products/${index}/sku`,
    ),
    ...duplicateErrors(
      orders.map(({ number }) => normalizeName(number)),
      (index) => `/retail/orders/${index}/number`,
    ),
    ...orders.flatMap(checkTimes),
  ];
}

function checkTimes(order: Order, index: number): FieldError[] {
  const at = (field: 'orderedAt' | 'deliveredAt', detail: string) => ({
    pointer: `/retail/orders/${index}/${field}`,
    detail,
  });
  const read = (text: string | undefined) => (text === undefined ? undefined : readTime(text, 'UTC'));
  const [ordered, delivered] = [read(order.orderedAt), read(order.deliveredAt)];
  const errors: FieldError[] = [];
  if (order.orderedAt !== undefined && !ordered) errors.push(at('orderedAt', 'must be a day or a point of time'));
  if (order.deliveredAt !== undefined && !delivered) errors.push(at('deliveredAt', 'must be a day or a point of time'));
  // Days and times with an offset are compared, so up to a day of difference says nothing.
  if (ordered && delivered && delivered.getTime() < ordered.getTime() - 86_400_000) {
    errors.push(at('deliveredAt', 'must not be before orderedAt'));
  }
  return errors;
}
