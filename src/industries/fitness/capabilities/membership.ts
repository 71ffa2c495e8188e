import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import { type About, type EntityValue, phrasesIn, type Slots, type SourcedText } from '../../../capability/dialogue.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { done, type Refusal, refuse } from '../../../capability/outcome.ts';
import { createRequest } from '../../../features/requests/requests.ts';
import { Id, NonBlank, Nullable, OneOf, Strict, Time } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { readCustomer } from '../../../scheduling/book.ts';
import { CustomerInput, Notes } from '../../../scheduling/shapes.ts';
import { findEntry } from '../../entries.ts';
import { fittingMembership, renderFitting } from '../fitting.ts';
import { quoteFor } from '../quote.ts';
import { allNamed, describeMemberships } from '../render.ts';
import { confirmRequest, findPrice, pauseIn, renderReceived } from '../render-membership.ts';
import { type FitnessBusiness, INTERVALS, type Membership } from '../schema.ts';

const TYPES = ['inquiry', 'join', 'upgrade', 'freeze', 'cancel'] as const;
const Word = NonBlank({ maxLength: 200, description: 'Id or name' });
const Named = Nullable(
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    price: Type.Optional(Type.Integer()),
    interval: Type.Optional(OneOf(INTERVALS)),
  }),
);

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
  summary: message('Join or change a membership'),
  effect: 'write',
  basis: ['/fitness/memberships'],
  scope: 'bookings:write',
  request: {
    kind: 'membership',
    next: { received: ['in_progress', 'done', 'declined'], in_progress: ['done', 'declined'] },
  },
  input: Input,
  output: Output,
  rest: { method: 'POST', path: '/membership' },
  dialogue: {
    examples: phrasesIn(import.meta.dirname, 'membership'),
    subject: ['plan'],
    fill: ({ words, own }, { text }) => readRequest(allNamed(words.plan), own.action, text),
    needs: ({ type }) =>
      type === 'join' || type === 'upgrade' ? ['type', 'membership', 'customer'] : ['type', 'customer'],
    choices: {
      type: (business) => {
        const { text } = formatterFor(business);
        return [text('Join'), text('Change my membership'), text('Pause my membership')];
      },
      membership: ({ fitness }: FitnessBusiness) => fitness.memberships.map(({ name }) => name),
    },
    // Only who says what to do with it has a request; everybody else has a question.
    answer: ({ words, own }, { business, text }: About<FitnessBusiness>, say) => {
      if (own.action !== undefined && !ASKS_ABOUT.test(text)) return undefined;
      const { memberships } = business.fitness;
      const fitting = words.plan ? undefined : fittingMembership(text, memberships);
      return (
        writtenOf(business, own.action) ??
        (fitting
          ? renderFitting(fitting, memberships, say)
          : describeMemberships(business, comparedIn(text, business, words.plan), say))
      );
    },
    ask: {
      type: 'Would you like to join, change, pause or end a membership?',
      membership: 'Which membership would you like?',
      currentMembership: 'Which membership do you have now?',
      customer: 'What name and phone number shall I put on the request?',
      'customer.name': 'What name shall I put on the request?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And which email address may we use?',
    },
    find: findPrice,
    confirm: (input, say, price) => confirmRequest(input, price, say),
    done: ({ membership }, say, input) => renderReceived(input, membership, say),
    refused: { validation_failed: (why, say) => `${why.detail} ${say.text('Which of our memberships do you mean?')}` },
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

const SPOKEN_OF: Partial<Record<string, RegExp>> = {
  freeze: /\b(?:freez\w*|paus\w*|on hold|suspend\w*)\b/i,
  cancel: /\b(?:cancel\w*|end (?:a|my|your|the) membership)\b/i,
};

/** What pausing or ending costs stands in the business's own answers, not in the prices of its memberships. */
function writtenOf({ faqs }: FitnessBusiness, action: Slots['own'][string] | undefined): SourcedText | undefined {
  const spoken = SPOKEN_OF[String(action)];
  const index = spoken ? faqs.findIndex(({ question }) => spoken.test(question)) : -1;
  const found = faqs[index];
  return found && { text: found.answer, sources: [{ kind: 'faq', id: String(index + 1), title: found.question }] };
}

/** "Between Summit and everything": where plans are compared, a plain word that is the name of one is that one. */
function comparedIn(text: string, { fitness }: FitnessBusiness, mentions: EntityValue[][] | undefined): string[] {
  const named = allNamed(mentions);
  if (!/\b(?:between|diff(?:erence)?|compared?|vs\.?|versus)\b/i.test(text)) return named;
  const isSaid = ({ name }: Membership) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'i').test(text);
  return [...new Set([...named, ...fitness.memberships.filter(isSaid).map(({ name }) => name)])];
}

const ASKS_ABOUT =
  /how much|what('s| is| are| does)|difference|compare|price|cost|do you have|tell me about|which membership|is it possible|possible to|is there a way|do you (?:allow|let)|am i able/i;

/** "I'm on Basic and want to go to Plus": which of the named ones is held, and which is wanted. */
function readRequest(plans: string[], action: Slots['own'][string] | undefined, text: string) {
  const type = TYPES.find((each) => each === action);
  const held = /\b(?:on|have|had|from|currently|current|my)\b(?: \w+){0,3}? ?$/i;
  const isHeld = (plan: string, index: number) => {
    const at = text.toLowerCase().indexOf(plan.toLowerCase());
    return plans.length > 1
      ? held.test(text.slice(0, at)) || (index === 0 && at >= 0)
      : type === 'freeze' || type === 'cancel';
  };
  const current = plans.find(isHeld);
  const wanted = plans.find((plan) => plan !== current);
  // Whoever is asked for how long says that alone.
  const pause =
    type === 'freeze' || /^(?:just |about )?(?:for|from|until|till)\b/i.test(text) ? pauseIn(text) : undefined;
  return {
    ...(type ? { type } : {}),
    ...(pause === undefined ? {} : { notes: pause }),
    ...(wanted === undefined ? {} : { membership: wanted }),
    ...(current === undefined ? {} : { currentMembership: current }),
  };
}

const named = (membership?: Membership) =>
  membership
    ? { id: membership.id, name: membership.name, price: membership.price, interval: membership.interval }
    : null;

function read(business: FitnessBusiness, pointer: string, wanted?: string): Membership | Refusal | undefined {
  if (wanted === undefined) return undefined;
  const { fitness } = business;
  const found = findEntry(fitness.memberships, wanted);
  if (found) return found;
  const none = formatterFor(business).text('We have no membership called {name}.', { name: wanted });
  const detail = `must be one of ${fitness.memberships.map(({ name }) => name).join(', ')}`;
  return refuse('validation_failed', none, { errors: [{ pointer, detail }] });
}
