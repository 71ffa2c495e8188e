import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done, type Refusal, refuse } from '../../../capability/outcome.ts';
import { createRequest } from '../../../features/requests/requests.ts';
import { Notes } from '../../../features/scheduling/shapes.ts';
import { Id, Strict, Time } from '../../../kernel/http/schema.ts';
import { findOrder, NO_ORDER, refuseReturn } from '../orders.ts';
import { OrderNumber, Quantity, type RetailBusiness, Sku } from '../schema.ts';

const Returned = Strict({ sku: Sku, quantity: Quantity });
const asSaid = (why: Refusal) => why.detail;

export const returnItems = defineCapability({
  name: 'retail.return',
  summary: 'Ask to return what was bought',
  effect: 'write',
  scope: 'bookings:write',
  input: Strict({
    number: OrderNumber,
    email: Type.String({ format: 'email', maxLength: 254 }),
    items: Type.Array(Returned, { minItems: 1, maxItems: 200 }),
    reason: Type.Optional(Notes),
  }),
  output: Type.Object({
    id: Id('ret'),
    status: Type.String({ examples: ['requested'] }),
    number: Type.String(),
    items: Type.Array(Returned),
    createdAt: Time(),
  }),
  rest: { method: 'POST', path: '/returns' },
  dialogue: {
    examples: [
      'I want to return something',
      'how do I send this back',
      'the shoes dont fit, can I return them',
      'refund please',
      'start a return for order 10233',
      'can i exchange the jacket for a bigger one',
      'my mug arrived broken',
      'you sent me the wrong size',
      'this is not what I ordered, I want my money back',
      'need a return label',
      'Could I bring back the blanket? It does not match our sofa.',
      'changed my mind about the tent, how do i give it back',
      'returning two of the three candles I bought',
      'money back for a faulty lamp',
      'item is damaged, what now',
      'swap the blue scarf for the grey one',
      'i got it as a gift and dont like it, can I hand it in',
      'retrun my order',
      'the zipper broke after a day, id like to send it in',
      'I need to return order NT-7781, the boots are too tight',
      'how can I get a refund for the sweater I bought last month',
      'wrong color delivered!!',
      'dont want it anymore',
      'please take back the backpack, there is a hole in it',
      'can you refund one of the items of my order',
      'sending back the vase, its chipped',
    ],
    ask: {
      number: 'What is your order number?',
      email: 'And which e-mail address did you order with?',
      items: 'Which items would you like to return?',
    },
    confirm: ({ number, items }, say) =>
      `Returning ${say.list(items.map(({ sku, quantity }) => `${quantity} × ${sku}`))} from order ${number}. ` +
      'Shall I send the request?',
    done: ({ id, number }) => `Your return for order ${number} is requested (${id}). We'll e-mail you what to do next.`,
    refused: {
      not_found: () =>
        "I can't find an order with that number and e-mail address. Could you check both in your confirmation?",
      too_late: asSaid,
      not_delivered: asSaid,
      already_returned: asSaid,
      validation_failed: () => "That isn't part of this order. Which of the items in it would you like to return?",
    },
  },
  run: async (ctx: CapabilityContext<RetailBusiness>, { number, email, items, reason }) => {
    const { business, now } = ctx;
    const order = findOrder(business.retail, number, email);
    if (!order) return refuse('not_found', NO_ORDER);
    const refused = refuseReturn(order, items, business.retail.returnDays, { now, timezone: business.timezone });
    if (refused) return refused;
    const data = { number: order.number, email: order.email, items, ...(reason === undefined ? {} : { reason }) };
    return done(await createRequest(ctx, { prefix: 'ret', type: 'return.requested', status: 'requested', data }));
  },
});
