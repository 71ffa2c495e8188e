import type { CapabilityContext } from '../../capability/capability.ts';
import { allOf, type Fact, type Slots, type SourcedText } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { ENGLISH, type Formatter } from '../../capability/formatter.ts';
import { identify } from '../../capability/identify.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { readTime } from '../../kernel/clock.ts';
import { onlyOf } from '../../kernel/lists.ts';
import { must } from '../../kernel/must.ts';
import type { FieldError } from '../../kernel/problem.ts';
import { message } from '../../messages/catalogue.ts';
import { zoneOf } from '../../scheduling/zone.ts';
import { isSame, normalizeName } from '../entries.ts';
import type { Order, Retail, RetailBusiness } from './schema.ts';

export type ReturnedItem = { sku: string; quantity: number };

/** A stranger who guesses a number learns nothing: a wrong e-mail and a wrong number read the same. */
export const NO_ORDER = 'There is no order with that number and e-mail address.';

export function findOrder({ orders }: Retail, number: string, email: string): Order | undefined {
  return orders.find((order) => isSame(order.number, number) && isSame(order.email, email));
}

/** The same for whoever asks: those who try numbers or addresses are counted. */
export const orderFor = (ctx: CapabilityContext<RetailBusiness>, number: string, email: string) =>
  identify(
    ctx,
    {
      about: [`order ${normalizeName(number)}`, `email ${normalizeName(email)}`],
      said: [normalizeName(number), normalizeName(email)],
    },
    async () => findOrder(ctx.business.retail, number, email),
  );

/** The order, with the names of what was bought. */
export function presentOrder(order: Order, { products }: Retail) {
  const { sample: _, ...known } = order;
  const nameOf = (sku: string) => products.find((product) => product.sku === sku)?.name;
  return { ...known, items: order.items.map((item) => ({ ...item, name: item.name ?? nameOf(item.sku) })) };
}

type Time = { now: Date; timezone: string; say?: Formatter };

/** Why these items of the order cannot be returned, if so. */
export function refuseReturn(
  order: Order,
  items: readonly ReturnedItem[],
  returnDays: number | undefined,
  { now, timezone, say = ENGLISH }: Time,
): Refusal | undefined {
  const errors = notBought(order, items);
  const [first] = errors;
  if (first) return refuse('validation_failed', `${first.pointer} ${first.detail}`, { errors });
  if (order.status === 'returned') {
    const detail = say.text('Order {number} has already been returned.', { number: order.number });
    return refuse('conflict', detail, { reason: 'already_returned' });
  }
  if (order.status !== 'delivered') {
    const detail = say.text('Order {number} has not been delivered yet, so it cannot be returned.', {
      number: order.number,
    });
    return refuse('conflict', detail, { reason: 'not_delivered' });
  }
  if (order.deliveredAt === undefined || returnDays === undefined) return undefined;
  const until = returnsEnd(order.deliveredAt, returnDays, timezone);
  if (until === undefined || now.getTime() < until) return undefined;
  const detail = say.text('Returns are possible for {days} days after delivery, and that time has passed.', {
    days: returnDays,
  });
  return refuse('conflict', detail, { reason: 'too_late' });
}

/** Days of the calendar where the shop is; the last one counts whole, whenever on the first it was delivered. */
function returnsEnd(deliveredAt: string, returnDays: number, timezone: string): number | undefined {
  const delivered = readTime(deliveredAt, timezone)?.getTime();
  if (delivered === undefined) return undefined;
  const zone = zoneOf(timezone);
  return zone.epochAt(zone.localAt(delivered).day + returnDays + 1, 0);
}

function notBought(order: Order, items: readonly ReturnedItem[]): FieldError[] {
  const left = new Map<string, number>();
  for (const { sku, quantity } of order.items) left.set(sku, (left.get(sku) ?? 0) + quantity);
  return items.flatMap(({ sku, quantity }, index) => {
    const bought = left.get(sku);
    left.set(sku, (bought ?? 0) - quantity);
    const pointer = `/items/${index}`;
    if (bought === undefined) return [{ pointer, detail: `${sku} is not part of this order` }];
    return quantity > bought ? [{ pointer, detail: `asks for more of ${sku} than was bought` }] : [];
  });
}

/** Number and e-mail, as far as they were said. */
export const orderOf = ({ order, email }: Slots): { number?: string; email?: string } => ({
  ...(order === undefined ? {} : { number: order }),
  ...(email === undefined ? {} : { email }),
});

/** Both are asked for at once; `order` is the number where the e-mail address is known already. */
export const orderNeeds = ({ number, email }: { number?: string; email?: string }): string[] =>
  email !== undefined && number === undefined ? ['order'] : ['number', 'email'];

export const ORDER_QUESTIONS = {
  number: message('What is your order number, and the email address you ordered with?'),
  order: message('What is your order number?'),
  email: message('And which email address did you order with?'),
};

/** Which of the order's items are meant: those that were named, "everything", or the only one there is. */
export function returnedIn(slots: Slots, { retail }: RetailBusiness, text: string): { items?: ReturnedItem[] } {
  const named = allOf(slots, 'item').map(({ id }) => retail.products.find((product) => product.id === id)?.sku);
  const order = slots.order && slots.email ? findOrder(retail, slots.order, slots.email) : undefined;
  if (!order)
    return named.length > 0
      ? { items: named.map((sku) => ({ sku: must(sku, 'a product of the shop'), quantity: slots.quantity ?? 1 })) }
      : {};
  const all = order.items.map(({ sku, quantity }) => ({ sku, quantity }));
  const only = onlyOf(all);
  if (only && slots.quantity) return { items: [{ ...only, quantity: Math.min(slots.quantity, only.quantity) }] };
  if (only || /\b(everything|all of (it|them)|the (whole|entire)|whole order|all items|both)\b/i.test(text))
    return { items: all };
  const wanted = all.filter(({ sku }) => named.includes(sku));
  return wanted.length > 0
    ? { items: wanted.map((item) => ({ ...item, quantity: slots.quantity ?? item.quantity })) }
    : {};
}

/** "2 × Washi Notebook A5" */
export const nameItems = ({ products }: RetailBusiness['retail'], items: readonly ReturnedItem[]): string[] =>
  items.map(({ sku, quantity }) => `${quantity} × ${products.find((each) => each.sku === sku)?.name ?? sku}`);

/** The names of what an order holds, once it is known whose it is. */
export function itemsOf({ retail }: RetailBusiness, { number, email }: { number?: string; email?: string }): string[] {
  const order = number && email ? findOrder(retail, number, email) : undefined;
  return order ? presentOrder(order, retail).items.map(({ name, sku }) => name ?? sku) : [];
}

/** Undefined where the business has not told. */
const returnsOf = ({ retail: { returnDays }, policies }: RetailBusiness): string | undefined =>
  policies.returns ??
  (returnDays === undefined ? undefined : `You can return what you bought within ${returnDays} days of delivery.`);

export function retailFacts(business: Business): Fact[] {
  const text = business.policies.returns ? undefined : returnsOf(business as RetailBusiness);
  return text === undefined ? [] : [{ id: 'returns', title: 'Returns', text, asked: 'returns' }];
}

export function renderReturns(business: RetailBusiness, asked: string): SourcedText | undefined {
  const policy = returnsOf(business);
  if (policy === undefined) return undefined;
  const more = isExcluded(policy, asked)
    ? ''
    : ' If you would like to return something, just give me the order number.';
  return { text: `${policy}${more}`, sources: [{ kind: 'policy', id: 'returns', title: 'Returns' }] };
}

const EXCLUDES =
  /\b(?:no|not|non|never|cannot|final|excluded|except|excluding|unless|only if)\b|n['’]t\b|nonre(?:turn|fund)able/i;
/** Words that are in every question and every rule about returns. */
const OF_ANY_RETURN = new RegExp(
  `^(?:${[
    'return\\w*|refund\\w*|exchang\\w*|items?|things?|days?|weeks?|months?|bought|buy|ordered|orders?|delivery|money',
    'with|within|after|from|back|that|this|they|them|have|been|your|what|when|will|would|could|were|want|like|just',
    'also|than|more|some|still|full|free|unless|only|cannot',
  ].join('|')})$`,
);

/** Whether a sentence of the rules that says no speaks of what they ask about: "Sale items are final." */
export function isExcluded(policy: string, asked: string): boolean {
  const wordsOf = (text: string) =>
    (normalizeName(text).match(/\p{L}{4,}/gu) ?? []).filter((word) => !OF_ANY_RETURN.test(word)).map(stemOf);
  const spoken = new Set(wordsOf(asked));
  const refusing = policy.split(/(?<=[.!?;])\s+/).filter((sentence) => EXCLUDES.test(sentence));
  return refusing.some((sentence) => wordsOf(sentence).some((word) => spoken.has(word)));
}

const stemOf = (word: string) =>
  word
    .replace(/(?:ies|y)$/, 'i')
    .replace(/(?:es|s|ed|ing)$/, '')
    .replace(/e$/, '');
