import type { CapabilityContext } from '../../capability/capability.ts';
import { type Fact, listEntities, type Slots, type SourcedText } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { ENGLISH, type Formatter } from '../../capability/formatter.ts';
import { lookUpWithAttemptLimit } from '../../capability/identify.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { parseTime } from '../../kernel/clock.ts';
import { getOnlyItem } from '../../kernel/lists.ts';
import { must } from '../../kernel/must.ts';
import type { FieldError } from '../../kernel/problem.ts';
import { message } from '../../messages/catalogue.ts';
import { zoneOf } from '../../scheduling/zone.ts';
import { isSameName, normalizeName } from '../entries.ts';
import type { Order, Retail, RetailBusiness } from './schema.ts';

export type ReturnedItem = { sku: string; quantity: number };

/** The same message for a wrong number and a wrong email, so guessing reveals nothing. */
export const ORDER_NOT_FOUND = 'We can’t find an order with that number and email.';

export function findOrder({ orders }: Retail, number: string, email: string): Order | undefined {
  return orders.find((order) => isSameName(order.number, number) && isSameName(order.email, email));
}

/** Finds an order for a caller, counting failed attempts to stop guessing. */
export const identifyOrder = (ctx: CapabilityContext<RetailBusiness>, number: string, email: string) =>
  lookUpWithAttemptLimit(
    ctx,
    {
      lookupKeys: [`order ${normalizeName(number)}`, `email ${normalizeName(email)}`],
      details: [normalizeName(number), normalizeName(email)],
    },
    async () => findOrder(ctx.business.retail, number, email),
  );

/** The order as the API returns it, with product names. */
export function presentOrder(order: Order, { products }: Retail) {
  const { sample: _, ...publicFields } = order;
  const findProductName = (sku: string) => products.find((product) => product.sku === sku)?.name;
  return {
    ...publicFields,
    items: order.items.map((item) => ({ ...item, name: item.name ?? findProductName(item.sku) })),
  };
}

type ReturnTiming = { now: Date; timezone: string; format?: Formatter };

/** A refusal if these items cannot be returned. */
export function findReturnRefusal(
  order: Order,
  items: readonly ReturnedItem[],
  returnDays: number | undefined,
  { now, timezone, format = ENGLISH }: ReturnTiming,
): Refusal | undefined {
  const errors = findNotBoughtErrors(order, items);
  const [first] = errors;
  if (first) return refuse('validation_failed', `${first.pointer} ${first.detail}`, { errors });
  if (order.status === 'returned') {
    const detail = format.text('Order {number} has already been returned.', { number: order.number });
    return refuse('conflict', detail, { reason: 'already_returned' });
  }
  if (order.status !== 'delivered') {
    const detail = format.text("Order {number} hasn't been delivered yet, so it can't be returned.", {
      number: order.number,
    });
    return refuse('conflict', detail, { reason: 'not_delivered' });
  }
  if (order.deliveredAt === undefined || returnDays === undefined) return undefined;
  const deadlineMs = computeReturnDeadlineMs(order.deliveredAt, returnDays, timezone);
  if (deadlineMs === undefined || now.getTime() < deadlineMs) return undefined;
  const detail = format.text('We take returns for {days} days after delivery, and that time has passed.', {
    days: returnDays,
  });
  return refuse('conflict', detail, { reason: 'too_late' });
}

/** Counts calendar days in the shop's time zone; the last day counts in full, whatever the time of delivery. */
function computeReturnDeadlineMs(deliveredAt: string, returnDays: number, timezone: string): number | undefined {
  const deliveredMs = parseTime(deliveredAt, timezone)?.getTime();
  if (deliveredMs === undefined) return undefined;
  const zone = zoneOf(timezone);
  return zone.epochAt(zone.localAt(deliveredMs).day + returnDays + 1, 0);
}

function findNotBoughtErrors(order: Order, items: readonly ReturnedItem[]): FieldError[] {
  const quantityLeft = new Map<string, number>();
  for (const { sku, quantity } of order.items) quantityLeft.set(sku, (quantityLeft.get(sku) ?? 0) + quantity);
  return items.flatMap(({ sku, quantity }, index) => {
    const quantityBought = quantityLeft.get(sku);
    quantityLeft.set(sku, (quantityBought ?? 0) - quantity);
    const pointer = `/items/${index}`;
    if (quantityBought === undefined) return [{ pointer, detail: `${sku} is not part of this order` }];
    return quantity > quantityBought ? [{ pointer, detail: `is more of ${sku} than the customer bought` }] : [];
  });
}

/** The order number and email, if the customer gave them. */
export const readOrderInput = ({ order, email }: Slots): { number?: string; email?: string } => ({
  ...(order === undefined ? {} : { number: order }),
  ...(email === undefined ? {} : { email }),
});

/** Asks for number and email together; the pseudo-field `order` asks for the number alone if the email is known. */
export const listOrderRequiredFields = ({ number, email }: { number?: string; email?: string }): string[] =>
  email !== undefined && number === undefined ? ['order'] : ['number', 'email'];

export const ORDER_QUESTIONS = {
  number: message("What's your order number, and the email you ordered with?"),
  order: message("What's your order number?"),
  email: message('And which email did you order with?'),
};

/** The items to return: those mentioned, "everything", or the order's only item. */
export function findReturnItems(slots: Slots, { retail }: RetailBusiness, text: string): { items?: ReturnedItem[] } {
  const mentionedSkus = listEntities(slots, 'item').map(
    ({ id }) => retail.products.find((product) => product.id === id)?.sku,
  );
  const order = slots.order && slots.email ? findOrder(retail, slots.order, slots.email) : undefined;
  if (!order)
    return mentionedSkus.length > 0
      ? {
          items: mentionedSkus.map((sku) => ({
            sku: must(sku, 'a product of the shop'),
            quantity: slots.quantity ?? 1,
          })),
        }
      : {};
  const orderItems = order.items.map(({ sku, quantity }) => ({ sku, quantity }));
  const onlyItem = getOnlyItem(orderItems);
  if (onlyItem && slots.quantity)
    return { items: [{ ...onlyItem, quantity: Math.min(slots.quantity, onlyItem.quantity) }] };
  if (onlyItem || /\b(everything|all of (it|them)|the (whole|entire)|whole order|all items|both)\b/i.test(text))
    return { items: orderItems };
  const mentionedItems = orderItems.filter(({ sku }) => mentionedSkus.includes(sku));
  return mentionedItems.length > 0
    ? { items: mentionedItems.map((item) => ({ ...item, quantity: slots.quantity ?? item.quantity })) }
    : {};
}

/** "2 × Washi Notebook A5" */
export const describeItems = ({ products }: RetailBusiness['retail'], items: readonly ReturnedItem[]): string[] =>
  items.map(({ sku, quantity }) => `${quantity} × ${products.find((each) => each.sku === sku)?.name ?? sku}`);

/** The names of the order's items, once the customer is identified. */
export function listOrderItemNames(
  { retail }: RetailBusiness,
  { number, email }: { number?: string; email?: string },
): string[] {
  const order = number && email ? findOrder(retail, number, email) : undefined;
  return order ? presentOrder(order, retail).items.map(({ name, sku }) => name ?? sku) : [];
}

/** Undefined if the business has not set a return policy. */
const findReturnPolicy = ({ retail: { returnDays }, policies }: RetailBusiness): string | undefined =>
  policies.returns ??
  (returnDays === undefined ? undefined : `You can return items within ${returnDays} days of delivery.`);

export function listRetailFacts(business: Business): Fact[] {
  const text = business.policies.returns ? undefined : findReturnPolicy(business as RetailBusiness);
  return text === undefined ? [] : [{ id: 'returns', title: 'Returns', text, asked: 'returns' }];
}

export function renderReturnPolicy(business: RetailBusiness, question: string): SourcedText | undefined {
  const policy = findReturnPolicy(business);
  if (policy === undefined) return undefined;
  const invitation = isExcluded(policy, question)
    ? ''
    : " If you'd like to return something, just give me the order number.";
  return { text: `${policy}${invitation}`, sources: [{ kind: 'policy', id: 'returns', title: 'Returns' }] };
}

const NEGATION_PATTERN =
  /\b(?:no|not|non|never|cannot|final|excluded|except|excluding|unless|only if)\b|n['’]t\b|nonre(?:turn|fund)able/i;
/** Words too common in return questions and policies to match on. */
const COMMON_RETURN_WORDS_PATTERN = new RegExp(
  `^(?:${[
    'return\\w*|refund\\w*|exchang\\w*|items?|things?|days?|weeks?|months?|bought|buy|ordered|orders?|delivery|money',
    'with|within|after|from|back|that|this|they|them|have|been|your|what|when|will|would|could|were|want|like|just',
    'also|than|more|some|still|full|free|unless|only|cannot',
  ].join('|')})$`,
);

/** Whether an exclusion in the policy, such as "Sale items are final.", concerns what the customer asks about. */
export function isExcluded(policy: string, question: string): boolean {
  const extractWords = (text: string) =>
    (normalizeName(text).match(/\p{L}{4,}/gu) ?? [])
      .filter((word) => !COMMON_RETURN_WORDS_PATTERN.test(word))
      .map(stemWord);
  const questionWords = new Set(extractWords(question));
  const exclusions = policy.split(/(?<=[.!?;])\s+/).filter((sentence) => NEGATION_PATTERN.test(sentence));
  return exclusions.some((sentence) => extractWords(sentence).some((word) => questionWords.has(word)));
}

const stemWord = (word: string) =>
  word
    .replace(/(?:ies|y)$/, 'i')
    .replace(/(?:es|s|ed|ing)$/, '')
    .replace(/e$/, '');
