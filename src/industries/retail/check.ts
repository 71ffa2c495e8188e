import { parseTime } from '../../kernel/clock.ts';
import type { FieldError } from '../../kernel/problem.ts';
import { findDuplicateErrors, findDuplicateIdErrors, normalizeName } from '../entries.ts';
import type { Order, Retail } from './schema.ts';

const MS_PER_DAY = 86_400_000;

/** Orders may contain products that are no longer sold, so an unknown SKU is not an error. */
export function checkRetail({ products, orders }: Retail): FieldError[] {
  return [
    ...findDuplicateIdErrors(products, '/retail/products'),
    ...findDuplicateErrors(
      products.map(({ sku }) => sku),
      (index) => `/retail/products/${index}/sku`,
    ),
    ...findDuplicateErrors(
      orders.map(({ number }) => normalizeName(number)),
      (index) => `/retail/orders/${index}/number`,
    ),
    ...orders.flatMap(checkTimes),
  ];
}

function checkTimes(order: Order, index: number): FieldError[] {
  const createFieldError = (field: 'orderedAt' | 'deliveredAt', detail: string) => ({
    pointer: `/retail/orders/${index}/${field}`,
    detail,
  });
  const parse = (text: string | undefined) => (text === undefined ? undefined : parseTime(text, 'UTC'));
  const [ordered, delivered] = [parse(order.orderedAt), parse(order.deliveredAt)];
  const errors: FieldError[] = [];
  if (order.orderedAt !== undefined && !ordered)
    errors.push(createFieldError('orderedAt', 'must be a day or a point of time'));
  if (order.deliveredAt !== undefined && !delivered)
    errors.push(createFieldError('deliveredAt', 'must be a day or a point of time'));
  // A date is compared with a time in an unknown offset, so allow for up to a day of difference.
  if (ordered && delivered && delivered.getTime() < ordered.getTime() - MS_PER_DAY) {
    errors.push(createFieldError('deliveredAt', 'must not be before orderedAt'));
  }
  return errors;
}
