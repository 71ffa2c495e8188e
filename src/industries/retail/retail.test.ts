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
  listOrderRequiredFields,
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
  ])('that match %o: %d', (query, count) =>
    expect(filterProducts(templateSection().products, query)).toHaveLength(count),
  );

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
  ])('%j of %j is found: %j', (number, email, isFound) => {
    expect(findOrder(templateSection(), number, email) !== undefined).toBe(isFound);
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
  const order = (overrides: Partial<Order> = {}): Order => ({ ...templateSection().orders[2]!, ...overrides });
  const returnedMugs = (quantity: number): ReturnedItem[] => [{ sku: 'HM-401', quantity }];
  const timingAt = (now: string) => ({ now: new Date(now), timezone: 'America/New_York' });
  const inReturnPeriod = timingAt('2026-10-05T12:00:00-04:00');

  it.each<[string, Order, ReturnedItem[], ReturnType<typeof timingAt>, object | undefined]>([
    ['some of the items', order(), returnedMugs(2), inReturnPeriod, undefined],
    ['all of the items', order(), [...returnedMugs(4), { sku: 'HM-403', quantity: 1 }], inReturnPeriod, undefined],
    [
      'too many of one item',
      order(),
      returnedMugs(5),
      inReturnPeriod,
      { code: 'validation_failed', errors: [{ pointer: '/items/0' }] },
    ],
    [
      'too many of one item in two entries',
      order(),
      [...returnedMugs(3), ...returnedMugs(2)],
      inReturnPeriod,
      { errors: [{ pointer: '/items/1' }] },
    ],
    [
      'an item that was not bought',
      order(),
      [...returnedMugs(1), { sku: 'X', quantity: 1 }],
      inReturnPeriod,
      { errors: [{ pointer: '/items/1' }] },
    ],
    [
      'an order on its way',
      order({ status: 'shipped' }),
      returnedMugs(1),
      inReturnPeriod,
      { code: 'conflict', reason: 'not_delivered' },
    ],
    [
      'an order being packed',
      order({ status: 'processing' }),
      returnedMugs(1),
      inReturnPeriod,
      { code: 'conflict', reason: 'not_delivered' },
    ],
    [
      'an order that was returned already',
      order({ status: 'returned' }),
      returnedMugs(1),
      inReturnPeriod,
      { code: 'conflict', reason: 'already_returned' },
    ],
    ['the end of the last day', order(), returnedMugs(1), timingAt('2026-10-29T23:59:59-04:00'), undefined],
    [
      'the day after the last day',
      order(),
      returnedMugs(1),
      timingAt('2026-10-30T00:00:00-04:00'),
      { code: 'conflict', reason: 'too_late' },
    ],
    [
      'the end of the last day, after the clocks have gone back',
      order({ deliveredAt: '2026-10-18T23:30:00-04:00' }),
      returnedMugs(1),
      timingAt('2026-11-17T23:59:59-05:00'),
      undefined,
    ],
    [
      'the day after the last day, after the clocks have gone back',
      order({ deliveredAt: '2026-10-19T03:30:00Z' }),
      returnedMugs(1),
      timingAt('2026-11-18T00:00:00-05:00'),
      { reason: 'too_late' },
    ],
    [
      'a delivery date without a time, on the last day',
      order({ deliveredAt: '2026-09-29' }),
      returnedMugs(1),
      timingAt('2026-10-29T23:00:00-04:00'),
      undefined,
    ],
    [
      'a delivery date without a time, on the day after',
      order({ deliveredAt: '2026-09-29' }),
      returnedMugs(1),
      timingAt('2026-10-30T00:01:00-04:00'),
      { reason: 'too_late' },
    ],
    ['a delivery at an unknown time', order({ deliveredAt: undefined }), returnedMugs(1), inReturnPeriod, undefined],
  ])('is accepted or refused: %s', (_, order, items, timing, expectedRefusal) => {
    const refusal = findReturnRefusal(order, items, 30, timing);
    if (expectedRefusal) expect(refusal).toMatchObject({ ok: false, ...expectedRefusal });
    else expect(refusal).toBeUndefined();
  });
});

describe('order dialogues', () => {
  it('asks for number and email together, or for the missing one', () => {
    const { ask } = lookUpOrder.dialogue;
    const firstQuestion = (knownFields: { number?: string; email?: string }) =>
      ask[listOrderRequiredFields(knownFields).find((field) => !(field in knownFields))!];
    expect(firstQuestion({})).toBe("What's your order number, and the email you ordered with?");
    expect(firstQuestion({ email: 'sam@example.com' })).toBe("What's your order number?");
    expect(firstQuestion({ number: 'FD-1' })).toBe('And which email did you order with?');
    expect(listOrderRequiredFields({ number: 'FD-1', email: 'sam@example.com' })).toEqual(['number', 'email']);
  });

  it('offers to pass a late return on to the team', () => {
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
  ])('%s is excluded by the policy: %s', (question, expected) => {
    const policy = 'Returns within 30 days. Sale items and earrings are final. A candle cannot be returned once lit.';
    expect(isExcluded(policy, question)).toBe(expected);
  });
});

describe('validation errors', () => {
  const [firstOrder] = templateSection().orders;
  it.each<[string, (section: Retail) => void, string[]]>([
    ['none', () => {}, []],
    [
      'none for an order of a product that is no longer sold',
      ({ orders }) => {
        orders[0]!.items[0]!.sku = 'OLD-1';
      },
      [],
    ],
    [
      'equal product ids',
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
    [
      'equal order numbers',
      ({ orders }) => orders.push({ ...firstOrder!, number: 'fd-10031' }),
      ['/retail/orders/4/number'],
    ],
    [
      'an invalid order time',
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
  ])('%s', (_, changeSection, pointers) => {
    const section = templateSection();
    changeSection(section);
    expect(checkRetail(section).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
