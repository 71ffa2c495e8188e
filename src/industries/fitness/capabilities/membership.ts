import { type Static, Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { done, type Refusal, refuse } from '../../../capability/outcome.ts';
import type { Say } from '../../../capability/say.ts';
import { createRequest } from '../../../features/requests/requests.ts';
import { readCustomer } from '../../../features/scheduling/book.ts';
import { CustomerInput, Notes } from '../../../features/scheduling/shapes.ts';
import { Id, Nullable, OneOf, Strict, Time } from '../../../kernel/http/schema.ts';
import { findEntry } from '../../entries.ts';
import { quoteFor } from '../quote.ts';
import { type FitnessBusiness, INTERVALS, type Membership } from '../schema.ts';

const TYPES = ['inquiry', 'join', 'upgrade', 'freeze', 'cancel'] as const;
const Word = Type.String({ minLength: 1, maxLength: 200, description: 'Id or name' });
const Named = Nullable(Type.Object({ id: Type.String(), name: Type.String() }));

const Input = Strict({
  type: OneOf(TYPES),
  membership: Type.Optional(Word),
  currentMembership: Type.Optional(Word),
  customer: CustomerInput,
  notes: Type.Optional(Notes),
});

const Quote = Type.Object({
  amount: Type.Integer({ description: 'What one interval costs' }),
  currency: Type.String(),
  interval: OneOf(INTERVALS),
  dueNow: Type.Integer(),
  from: Type.String({ format: 'date' }),
  nextPaymentOn: Nullable(Type.String({ format: 'date' })),
});

const Output = Type.Object({
  id: Id('mbr'),
  status: Type.String(),
  type: OneOf(TYPES),
  membership: Named,
  currentMembership: Named,
  quote: Type.Optional(Quote),
  createdAt: Time(),
});

export const requestMembership = defineCapability({
  name: 'fitness.membership',
  summary: 'Ask about, join or change a membership',
  effect: 'write',
  scope: 'bookings:write',
  input: Input,
  output: Output,
  rest: { method: 'POST', path: '/membership' },
  dialogue: {
    examples: [
      'how much is a membership',
      'I want to become a member',
      'what memberships do you offer',
      'can I freeze my membership for a month',
      'cancel my membership please',
      'upgrade me to premium',
      'join the gym',
      'monthly fee?',
      'is there a student rate',
      'whats included in the unlimited plan',
      'I would like to switch from the basic to the all access plan, what will it cost?',
      'do you have day passes or only monthly',
      'pause my subscription, im travelling in july',
      'is there a joining fee',
      'how do i sign up as a member',
      'can I try it out for a week before I commit',
      'i broke my arm so i need to put my membership on hold',
      'want to quit the gym',
      'difference between your plans?',
      'what perks do gold members get',
      'are there family or couple memberships',
      'Do you have a yearly plan and is it cheaper?',
      'membrship prices pls',
      'thinking about joining, what would it run me per month',
      'I want to downgrade to the cheaper one',
      'does the plan include personal training or classes',
      'stop my contract at the end of the month',
    ],
    ask: {
      type: 'Would you like to join, change, pause or end a membership?',
      membership: 'Which membership would you like?',
      currentMembership: 'Which membership do you have now?',
      customer: 'What name and phone number shall I put on the request?',
      'customer.name': 'What name shall I put on the request?',
      'customer.phone': 'And which phone number can we reach you at?',
      'customer.email': 'And which e-mail address may we use?',
    },
    confirm: (input) => `So I note for ${input.customer.name}: ${sayRequest(input)}. Shall I send this to our team?`,
    done: ({ quote }, say, input) =>
      `Thank you, ${input.customer.name}. Your request is with our team: ${sayRequest(input)}. ${sayQuote(quote, say)}`,
    refused: { validation_failed: (why) => `${why.detail} Which of our memberships do you mean?` },
  },
  run: async (ctx: CapabilityContext<FitnessBusiness>, input) => {
    const { business, now } = ctx;
    const wanted = read(business, '/membership', input.membership);
    const held = read(business, '/currentMembership', input.currentMembership);
    if (wanted && 'ok' in wanted) return wanted;
    if (held && 'ok' in held) return held;
    const { type } = input;
    const { timezone, currency } = business;
    const quote = quoteFor({ type, membership: wanted, current: held, now, timezone, currency });
    const request = await createRequest(ctx, {
      prefix: 'mbr',
      type: 'membership.requested',
      status: 'received',
      data: {
        type,
        membership: named(wanted),
        currentMembership: named(held),
        customer: readCustomer(input.customer, business),
        ...(input.notes === undefined ? {} : { notes: input.notes }),
        ...(quote ? { quote } : {}),
      },
    });
    return done(request);
  },
});

const named = (membership?: Membership) => (membership ? { id: membership.id, name: membership.name } : null);

function read({ fitness }: FitnessBusiness, pointer: string, wanted?: string): Membership | Refusal | undefined {
  if (wanted === undefined) return undefined;
  const found = findEntry(fitness.memberships, wanted);
  if (found) return found;
  const detail = `must be one of ${fitness.memberships.map(({ name }) => name).join(', ')}`;
  return refuse('validation_failed', `We have no membership called ${wanted}.`, { errors: [{ pointer, detail }] });
}

function sayRequest({ type, membership, currentMembership }: Static<typeof Input>): string {
  const from = currentMembership ? ` from ${currentMembership}` : '';
  const to = membership ? ` to ${membership}` : '';
  const own = membership ?? currentMembership;
  switch (type) {
    case 'inquiry':
      return `a question about ${membership ?? 'our memberships'}`;
    case 'join':
      return `joining with ${membership ?? 'a membership'}`;
    case 'upgrade':
      return `changing${from}${to}`;
    case 'freeze':
      return `pausing ${own ? `the membership ${own}` : 'your membership'}`;
    case 'cancel':
      return `ending ${own ? `the membership ${own}` : 'your membership'}`;
  }
}

function sayQuote(quote: Static<typeof Quote> | undefined, say: Say): string {
  if (!quote) return 'We will get back to you soon.';
  const { amount, interval, dueNow, from } = quote;
  const price = interval === 'once' ? `${say.money(amount)} once` : `${say.money(amount)} a ${interval}`;
  if (dueNow === amount) return `It costs ${price}, and the first ${say.money(dueNow)} is due when you start.`;
  // At noon it is the same day nearly everywhere.
  if (dueNow === 0) return `It costs ${price}, from ${say.day(`${from}T12:00:00Z`)} on.`;
  return `It costs ${price}; for the rest of this month ${say.money(dueNow)} would be due now.`;
}
