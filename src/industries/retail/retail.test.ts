import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../capability/formatter.ts';
import { refuse } from '../../capability/outcome.ts';
import { lookUpOrder } from './capabilities/order.ts';
import { returnItems } from './capabilities/return.ts';
import { checkRetail } from './check.ts';
import {
  findOrder,
  findReturnRefusal,
  isExcluded,
  orderRequiredFields,
  presentOrder,
  type ReturnedItem,
} from './orders.ts';
import { filterProducts, isInStock } from './products.ts';
import type { Order, Retail } from './schema.ts';
import { template } from './template.ts';

const templateSection = (): Retail => structuredClone(template.section);

describe('products', () => {
  it.each([
    [{}, 22],
    [{ category: 'footwear' }, 3],
    [{ category: 'Garden' }, 0],
    [{ inStock: false }, 1],
    [{ inStock: true }, 21],
    [{ q: 'mug' }, 2],
    [{ q: 'mug steel' }, 1],
    [{ q: 'hm-404' }, 1],
    [{ category: 'Footwear', inStock: true, q: 'navy' }, 1],
  ])('with %o are %d', (query, count) => expect(filterProducts(templateSection().products, query)).toHaveLength(count));

  it('are in stock without a stock count', () => {
    expect(isInStock({})).toBe(true);
    expect(isInStock({ stock: 0 })).toBe(false);
  });
});

describe('an order', () => {
  it.each([
    ['FD-10027', 'sam@example.com', true],
    ['fd-10027', 'SAM@Example.com', true],
    [' FD-10027 ', 'sam@example.com', true],
    ['FD-10027', 'dana@example.com', false],
    ['FD-99999', 'sam@example.com', false],
  ])('%j of %j is found: %j', (number, email, found) => {
    expect(findOrder(templateSection(), number, email) !== undefined).toBe(found);
  });

  it('includes the product names', () => {
    const [order] = templateSection().orders;
    const orderWithoutNames = {
      ...order!,
      items: [
        { sku: 'HM-402', quantity: 1 },
        { sku: 'OLD-1', quantity: 2 },
      ],
    };
    const presentedOrder = presentOrder(orderWithoutNames, templateSection());
    expect(presentedOrder.items.map(({ name }) => name)).toEqual(['Wool Blanket', undefined]);
    expect(presentedOrder).not.toHaveProperty('sample');
  });
});

describe('a return', () => {
  const order = (change: Partial<Order> = {}): Order => ({ ...templateSection().orders[2]!, ...change });
  const mugs = (quantity: number): ReturnedItem[] => [{ sku: 'HM-401', quantity }];
  const timingAt = (now: string) => ({ now: new Date(now), timezone: 'America/New_York' });
  const inTime = timingAt('2026-10-05T12:00:00-04:00');

  it.each<[string, Order, ReturnedItem[], ReturnType<typeof timingAt>, object | undefined]>([
    ['some of it', order(), mugs(2), inTime, undefined],
    ['all of it', order(), [...mugs(4), { sku: 'HM-403', quantity: 1 }], inTime, undefined],
    ['too many', order(), mugs(5), inTime, { code: 'validation_failed', errors: [{ pointer: '/items/0' }] }],
    ['too many together', order(), [...mugs(3), ...mugs(2)], inTime, { errors: [{ pointer: '/items/1' }] }],
    ['not bought', order(), [...mugs(1), { sku: 'X', quantity: 1 }], inTime, { errors: [{ pointer: '/items/1' }] }],
    ['on its way', order({ status: 'shipped' }), mugs(1), inTime, { code: 'conflict', reason: 'not_delivered' }],
    ['being packed', order({ status: 'processing' }), mugs(1), inTime, { code: 'conflict', reason: 'not_delivered' }],
    ['returned', order({ status: 'returned' }), mugs(1), inTime, { code: 'conflict', reason: 'already_returned' }],
    ['the whole last day', order(), mugs(1), timingAt('2026-10-29T23:59:59-04:00'), undefined],
    ['too late', order(), mugs(1), timingAt('2026-10-30T00:00:00-04:00'), { code: 'conflict', reason: 'too_late' }],
    [
      'the last day where the clocks have gone back',
      order({ deliveredAt: '2026-10-18T23:30:00-04:00' }),
      mugs(1),
      timingAt('2026-11-17T23:59:59-05:00'),
      undefined,
    ],
    [
      'after it',
      order({ deliveredAt: '2026-10-19T03:30:00Z' }),
      mugs(1),
      timingAt('2026-11-18T00:00:00-05:00'),
      { reason: 'too_late' },
    ],
    ['the last day', order({ deliveredAt: '2026-09-29' }), mugs(1), timingAt('2026-10-29T23:00:00-04:00'), undefined],
    [
      'a day later',
      order({ deliveredAt: '2026-09-29' }),
      mugs(1),
      timingAt('2026-10-30T00:01:00-04:00'),
      { reason: 'too_late' },
    ],
    ['delivered, nobody knows when', order({ deliveredAt: undefined }), mugs(1), inTime, undefined],
  ])('%s', (_, order, items, time, expectedRefusal) => {
    const refusal = findReturnRefusal(order, items, 30, time);
    if (expectedRefusal) expect(refusal).toMatchObject({ ok: false, ...expectedRefusal });
    else expect(refusal).toBeUndefined();
  });
});

describe('order dialogues', () => {
  it('asks for number and email together, or for the missing one', () => {
    const { ask } = lookUpOrder.dialogue;
    const firstQuestion = (known: { number?: string; email?: string }) =>
      ask[orderRequiredFields(known).find((field) => !(field in known))!];
    expect(firstQuestion({})).toBe("What's your order number, and the email you ordered with?");
    expect(firstQuestion({ email: 'sam@example.com' })).toBe("What's your order number?");
    expect(firstQuestion({ number: 'FD-1' })).toBe('And which email did you order with?');
    expect(orderRequiredFields({ number: 'FD-1', email: 'sam@example.com' })).toEqual(['number', 'email']);
  });

  it('offers the team if it is too late', () => {
    const { renderRefusal, nextAfterRefusal } = returnItems.dialogue;
    const refusal = refuse('conflict', 'We take returns for 30 days.', { reason: 'too_late' });
    expect(renderRefusal!.too_late!(refusal, ENGLISH, undefined as never)).toBe(
      "I'm sorry, we take returns for 30 days. Should I pass it on to our team?",
    );
    expect(nextAfterRefusal!.too_late).toBe('general.human');
  });

  it.each([
    ['can I return sale items?', true],
    ['can i bring back earrings', true],
    ['are opened candles ok to return', true],
    ['can I return a mug?', false],
    ['how many days do I have to return it', false],
  ])('%s is excluded by the policy: %s', (question, isExpected) => {
    const policy = 'Returns within 30 days. Sale items and earrings are final. A candle cannot be returned once lit.';
    expect(isExcluded(policy, question)).toBe(isExpected);
  });
});

describe('validation errors', () => {
  const [first] = templateSection().orders;
  it.each<[string, (section: Retail) => void, string[]]>([
    ['none', () => {}, []],
    [
      'an order of what is no longer sold',
      ({ orders }) => {
        orders[0]!.items[0]!.sku = 'OLD-1';
      },
      [],
    ],
    [
      'equal ids',
      ({ products }) => {
        products[1]!.id = products[0]!.id;
      },
      ['/retail/products/1/id'],
    ],
    [
      'equal skus',
      ({ products }) => {
        products[1]!.sku = products[0]!.sku;
      },
      ['/retail/products/1/sku'],
    ],
    ['equal numbers', ({ orders }) => orders.push({ ...first!, number: 'fd-10031' }), ['/retail/orders/4/number']],
    [
      'no time',
      ({ orders }) => {
        orders[0]!.orderedAt = 'last Tuesday';
      },
      ['/retail/orders/0/orderedAt'],
    ],
    [
      'delivered before ordered',
      ({ orders }) => {
        orders[2]!.deliveredAt = '2026-09-01';
      },
      ['/retail/orders/2/deliveredAt'],
    ],
  ])('%s', (_, change, pointers) => {
    const changed = templateSection();
    change(changed);
    expect(checkRetail(changed).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
