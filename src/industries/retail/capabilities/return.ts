import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, phrasesIn } from '../../../capability/dialogue.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { done, type Refusal, refuse } from '../../../capability/outcome.ts';
import { createRequest } from '../../../features/requests/requests.ts';
import { Id, Strict, Time } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { Notes } from '../../../scheduling/shapes.ts';
import {
  itemsOf,
  NO_ORDER,
  nameItems,
  ORDER_QUESTIONS,
  orderFor,
  orderNeeds,
  orderOf,
  refuseReturn,
  renderReturns,
  returnedIn,
} from '../orders.ts';
import { OrderNumber, Quantity, type RetailBusiness, Sku } from '../schema.ts';

const Returned = Strict({ sku: Sku, quantity: Quantity });
/** A question about what is possible, and not yet a return. */
const ASKS_WHETHER =
  /^(can|could|may|is it|do you|what if|how (long|many days)|what('s| is) your|are)\b|\bif (i|it|they|she|he)\b|policy/i;
const asSaid = (why: Refusal) => why.detail;
const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

export const returnItems = defineCapability({
  name: 'retail.return',
  summary: message('Start a return'),
  effect: 'write',
  basis: ['/retail/orders'],
  scope: 'bookings:write',
  request: {
    kind: 'return',
    next: { requested: ['approved', 'declined'], approved: ['received', 'declined'], received: ['refunded'] },
  },
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
    examples: phrasesIn(import.meta.dirname, 'return'),
    subject: ['order', 'item'],
    fill: (slots, { business, text }: About<RetailBusiness>) => ({
      ...orderOf(slots),
      ...returnedIn(slots, business, text),
    }),
    choices: { items: itemsOf },
    answer: ({ order }, { business, text }: About<RetailBusiness>) =>
      order || !ASKS_WHETHER.test(text) ? undefined : renderReturns(business, text),
    needs: (input) => [...orderNeeds(input), 'items'],
    ask: {
      ...ORDER_QUESTIONS,
      items: 'Which of the items would you like to return?',
    },
    find: async (ctx: CapabilityContext<RetailBusiness>, { number, email, items }) => {
      if (!number || !email) return done({});
      const { business, now } = ctx;
      const order = await orderFor(ctx, number, email);
      if (!order) return refuse('not_found', NO_ORDER);
      const say = formatterFor(business);
      const time = { now, timezone: business.timezone, say };
      const refused = refuseReturn(order, items ?? [], business.retail.returnDays, time);
      const names = nameItems(business.retail, items ?? []);
      return refused ?? { ...done({}), called: say.language === 'en' ? names.join(' and ') : say.list(names) };
    },
    confirm: ({ number }, say, called = '') =>
      say.text('Returning {items} from order {number}. Shall I send the request?', { items: called, number }),
    done: ({ number }, say) =>
      say.text("Your return for order {number} is requested. We'll email you what to do next.", { number }),
    // Whether an exception is made is for people to say.
    otherwise: { too_late: 'general.human' },
    refused: {
      not_found: (_, say) =>
        say.text(
          "I can't find an order with that number and email address. Could you check both in your confirmation?",
        ),
      too_late: ({ detail }, say) =>
        say.text("I'm sorry, {why} Shall I pass it on to our team?", {
          why: say.language === 'en' ? lowered(detail) : detail,
        }),
      not_delivered: asSaid,
      already_returned: asSaid,
      validation_failed: (_, say) =>
        say.text("That isn't part of this order. Which of the items in it would you like to return?"),
    },
  },
  run: async (ctx: CapabilityContext<RetailBusiness>, { number, email, items, reason }) => {
    const { business, now } = ctx;
    const order = await orderFor(ctx, number, email);
    if (!order) return refuse('not_found', NO_ORDER);
    const refused = refuseReturn(order, items, business.retail.returnDays, {
      now,
      timezone: business.timezone,
      say: formatterFor(business),
    });
    if (refused) return refused;
    const data = { number: order.number, email: order.email, items, ...(reason === undefined ? {} : { reason }) };
    return done(await createRequest(ctx, { prefix: 'ret', type: 'return.requested', status: 'requested', data }));
  },
});
