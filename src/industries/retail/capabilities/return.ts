import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type MessageContext, readPhrases } from '../../../capability/dialogue.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { type Refusal, refuse, succeed } from '../../../capability/outcome.ts';
import { createRequest } from '../../../features/requests/create-request.ts';
import { Id, Strict, Time } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { Notes } from '../../../scheduling/shapes.ts';
import {
  describeItems,
  findReturnItems,
  findReturnRefusal,
  identifyOrder,
  listOrderItemNames,
  listOrderRequiredFields,
  ORDER_NOT_FOUND,
  ORDER_QUESTIONS,
  readOrderInput,
  renderReturnPolicy,
} from '../orders.ts';
import { OrderNumber, Quantity, type RetailBusiness, Sku } from '../schema.ts';

const ReturnedItem = Strict({ sku: Sku, quantity: Quantity });
/** Asks whether a return is possible, rather than requesting one. */
const ASKS_ABOUT_RETURNS_PATTERN =
  /^(can|could|may|is it|do you|what if|how (long|many days)|what('s| is) your|are)\b|\bif (i|it|they|she|he)\b|policy/i;
const getRefusalDetail = (refusal: Refusal) => refusal.detail;
const withLowercaseStart = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

export const Input = Strict({
  number: OrderNumber,
  email: Type.String({ format: 'email', maxLength: 254 }),
  items: Type.Array(ReturnedItem, { minItems: 1, maxItems: 200 }),
  reason: Type.Optional(Notes),
});

export const returnItems = defineCapability({
  name: 'retail.return',
  summary: message('Start a return'),
  effect: 'write',
  requiredData: ['/retail/orders'],
  scope: 'bookings:write',
  request: {
    kind: 'return',
    title: 'Return',
    pluralTitle: 'Returns',
    transitions: { requested: ['approved', 'declined'], approved: ['received', 'declined'], received: ['refunded'] },
  },
  input: Input,
  output: Type.Object({
    id: Id('ret'),
    status: Type.String({ examples: ['requested'] }),
    number: Type.String(),
    items: Type.Array(ReturnedItem),
    createdAt: Time(),
  }),
  rest: {
    method: 'POST',
    path: '/returns',
    example: { number: 'FD-10012', email: 'lee@example.com', items: [{ sku: 'HM-401', quantity: 1 }] },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'return'),
    subject: ['order', 'item'],
    fill: (slots, { business, text }: MessageContext<RetailBusiness>) => ({
      ...readOrderInput(slots),
      ...findReturnItems(slots, business, text),
    }),
    choices: { items: listOrderItemNames },
    answer: ({ order }, { business, text }: MessageContext<RetailBusiness>) =>
      order || !ASKS_ABOUT_RETURNS_PATTERN.test(text) ? undefined : renderReturnPolicy(business, text),
    requiredFields: (input) => [...listOrderRequiredFields(input), 'items'],
    ask: {
      ...ORDER_QUESTIONS,
      items: 'Which items would you like to return?',
    },
    resolveInput: async (ctx: CapabilityContext<RetailBusiness>, { number, email, items }) => {
      if (!number || !email) return succeed({});
      const { business, now } = ctx;
      const order = await identifyOrder(ctx, number, email);
      if (!order) return refuse('not_found', ORDER_NOT_FOUND);
      const format = formatterFor(business);
      const timing = { now, timezone: business.timezone, format };
      const refusal = findReturnRefusal(order, items ?? [], business.retail.returnDays, timing);
      const names = describeItems(business.retail, items ?? []);
      return (
        refusal ?? { ...succeed({}), displayName: format.language === 'en' ? names.join(' and ') : format.list(names) }
      );
    },
    confirm: ({ number }, format, itemNames = '') =>
      format.text('Returning {items} from order {number}. Shall I send the request?', { items: itemNames, number }),
    renderResult: ({ number }, format) =>
      format.text("I've requested your return for order {number}. We'll email you what to do next.", { number }),
    // Only the team can make an exception.
    nextAfterRefusal: { too_late: 'general.human' },
    renderRefusal: {
      not_found: (_, format) =>
        format.text("I can't find an order with that number and email. Could you check both in your confirmation?"),
      too_late: ({ detail }, format) =>
        format.text("I'm sorry, {why} Should I pass it on to our team?", {
          why: format.language === 'en' ? withLowercaseStart(detail) : detail,
        }),
      not_delivered: getRefusalDetail,
      already_returned: getRefusalDetail,
      validation_failed: (_, format) =>
        format.text("That isn't part of this order. Which items from it would you like to return?"),
    },
  },
  run: async (ctx: CapabilityContext<RetailBusiness>, { number, email, items, reason }) => {
    const { business, now } = ctx;
    const order = await identifyOrder(ctx, number, email);
    if (!order) return refuse('not_found', ORDER_NOT_FOUND);
    const refusal = findReturnRefusal(order, items, business.retail.returnDays, {
      now,
      timezone: business.timezone,
      format: formatterFor(business),
    });
    if (refusal) return refusal;
    const data = { number: order.number, email: order.email, items, ...(reason === undefined ? {} : { reason }) };
    return succeed(await createRequest(ctx, { prefix: 'ret', type: 'return.requested', status: 'requested', data }));
  },
});
