import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { readPhrases } from '../../../capability/dialogue.ts';
import { refuse, succeed } from '../../../capability/outcome.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import {
  identifyOrder,
  listOrderRequiredFields,
  ORDER_NOT_FOUND,
  ORDER_QUESTIONS,
  presentOrder,
  readOrderInput,
} from '../orders.ts';
import { Order, OrderNumber, type RetailBusiness } from '../schema.ts';

const STATUS_TEXTS: Record<Static<typeof Order>['status'], string> = {
  processing: 'is being packed',
  shipped: 'has been shipped and is on its way',
  delivered: 'has been delivered',
  returned: 'has been returned',
};

export const lookUpOrder = defineCapability({
  name: 'retail.order',
  summary: message('Look up an order'),
  effect: 'read',
  requiredData: ['/retail/orders'],
  scope: 'bookings:write',
  input: Strict({ number: OrderNumber, email: Type.String({ format: 'email', maxLength: 254 }) }),
  output: Order,
  rest: {
    method: 'POST',
    path: '/orders/lookup',
    status: 200,
    example: { number: 'FD-10027', email: 'sam@example.com' },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'order'),
    subject: ['order'],
    fill: readOrderInput,
    requiredFields: listOrderRequiredFields,
    ask: ORDER_QUESTIONS,
    sources: ({ number }) => [{ kind: 'order', id: number, title: number }],
    renderResult: ({ number, status, items, trackingUrl }, format) => {
      const itemTexts = items.map(({ name, sku, quantity }) =>
        quantity > 1 ? `${quantity} × ${name ?? sku}` : (name ?? sku),
      );
      const trackingText = trackingUrl && status === 'shipped' ? ` You can follow it here: ${trackingUrl}` : '';
      return `Your order ${number} (${format.list(itemTexts)}) ${STATUS_TEXTS[status]}.${trackingText}`;
    },
    renderRefusal: {
      not_found: () => "I can't find an order with that number and email. Could you check both in your confirmation?",
    },
  },
  run: async (ctx: CapabilityContext<RetailBusiness>, { number, email }) => {
    const order = await identifyOrder(ctx, number, email);
    return order ? succeed(presentOrder(order, ctx.business.retail)) : refuse('not_found', ORDER_NOT_FOUND);
  },
});
