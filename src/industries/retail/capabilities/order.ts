import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done, refuse } from '../../../capability/outcome.ts';
import { Strict } from '../../../kernel/http/schema.ts';
import { findOrder, NO_ORDER, presentOrder } from '../orders.ts';
import { Order, OrderNumber, type RetailBusiness } from '../schema.ts';

const SAID: Record<Static<typeof Order>['status'], string> = {
  processing: 'is being packed',
  shipped: 'has been shipped and is on its way',
  delivered: 'has been delivered',
  returned: 'has been returned',
};

export const lookUpOrder = defineCapability({
  name: 'retail.order',
  summary: 'Look up an order',
  effect: 'read',
  scope: 'bookings:write',
  input: Strict({ number: OrderNumber, email: Type.String({ format: 'email', maxLength: 254 }) }),
  output: Order,
  rest: { method: 'POST', path: '/orders/lookup', status: 200 },
  dialogue: {
    examples: [
      "where's my order",
      'track my package',
      'order status please',
      'when will my stuff arrive',
      'has my order shipped yet',
      'I ordered last week and still nothing, number is A-20931',
      'wheres my parcel',
      'order #55102, email kim@example.org',
      'is it on its way already?',
      'tracking number?',
      'Could you check on the delivery of the lamp I bought online?',
      'its been 10 days and my order hasnt come',
      'did you get my order',
      'my delivery says delivered but I have nothing here',
      'can you tell me what i ordered on friday',
      'no shipping confirmation so far, is everything ok with my purchase',
      'how long until my order gets here',
      'ordre 8841 status',
      'I placed an order yesterday, did it go through?',
      'want to know where my boots are, bought them on your website',
      'any news on my shipment',
      'what carrier do you ship my order with, need the tracking link',
      'when did you send out order 30077',
      'still waiting for my sweater :(',
      'look up my order',
      'is my package lost',
    ],
    ask: {
      number: 'What is your order number?',
      email: 'And which e-mail address did you order with?',
    },
    done: ({ number, status, items, trackingUrl }, say) => {
      const what = items.map(({ name, sku, quantity }) =>
        quantity > 1 ? `${quantity} × ${name ?? sku}` : (name ?? sku),
      );
      const track = trackingUrl && status === 'shipped' ? ` You can follow it here: ${trackingUrl}` : '';
      return `Your order ${number} (${say.list(what)}) ${SAID[status]}.${track}`;
    },
    refused: {
      not_found: () =>
        "I can't find an order with that number and e-mail address. Could you check both in your confirmation?",
    },
  },
  run: async ({ business }: CapabilityContext<RetailBusiness>, { number, email }) => {
    const order = findOrder(business.retail, number, email);
    return order ? done(presentOrder(order, business.retail)) : refuse('not_found', NO_ORDER);
  },
});
