import { Type } from 'typebox';
import { type CapabilityContext, defineCapability } from '../../../capability/capability.ts';
import {
  type EntityValue,
  type MessageContext,
  readPhrases,
  type Slots,
  type SourcedText,
} from '../../../capability/dialogue.ts';
import { formatterFor } from '../../../capability/formatter.ts';
import { type Refusal, refuse, succeed } from '../../../capability/outcome.ts';
import { createRequest } from '../../../features/requests/create-request.ts';
import { Id, NonBlank, Nullable, OneOf, Strict, Time } from '../../../kernel/http/schema.ts';
import { message } from '../../../messages/catalogue.ts';
import { parseCustomer } from '../../../scheduling/book.ts';
import { CustomerInput, Notes } from '../../../scheduling/shapes.ts';
import { findEntry } from '../../entries.ts';
import { findFittingMembership, renderFittingMembership } from '../fitting-membership.ts';
import { calculateQuote } from '../quote.ts';
import { describeMemberships, listEntityNames } from '../render.ts';
import { confirmRequest, findPauseDuration, renderRequestReceived, resolveMembership } from '../render-membership.ts';
import { type FitnessBusiness, INTERVALS, type Membership } from '../schema.ts';

const TYPES = ['inquiry', 'join', 'upgrade', 'freeze', 'cancel'] as const;
const IdOrName = NonBlank({ maxLength: 200, description: 'Id or name' });
const MembershipSummary = Nullable(
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    price: Type.Optional(Type.Integer()),
    interval: Type.Optional(OneOf(INTERVALS)),
  }),
);

export const MembershipRequestInput = Strict({
  type: OneOf(TYPES),
  membership: Type.Optional(IdOrName),
  currentMembership: Type.Optional(IdOrName),
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
  membership: MembershipSummary,
  currentMembership: MembershipSummary,
  quote: Type.Optional(Quote),
  createdAt: Time(),
});

export const requestMembership = defineCapability({
  name: 'fitness.membership',
  summary: message('Join or change a membership'),
  effect: 'write',
  requiredData: ['/fitness/memberships'],
  scope: 'bookings:write',
  request: {
    kind: 'membership',
    title: 'Membership',
    pluralTitle: 'Memberships',
    transitions: { received: ['in_progress', 'done', 'declined'], in_progress: ['done', 'declined'] },
  },
  input: MembershipRequestInput,
  output: Output,
  rest: {
    method: 'POST',
    path: '/membership',
    example: { type: 'join', membership: 'plus', customer: { name: 'Dana Fox', phone: '212 555 0142' } },
  },
  dialogue: {
    examples: readPhrases(import.meta.dirname, 'membership'),
    subject: ['plan', 'membership'],
    fill: ({ catalogEntities, industryEntities }, { text }) => {
      // To cancel or move a class is not to cancel or change the membership.
      const isAboutBooking =
        (catalogEntities.class || catalogEntities.training) && !catalogEntities.plan && !catalogEntities.membership;
      return parseMembershipRequest(
        listEntityNames(catalogEntities.plan),
        isAboutBooking ? undefined : industryEntities.action,
        text,
      );
    },
    requiredFields: ({ type }) =>
      type === 'join' || type === 'upgrade' ? ['type', 'membership', 'customer'] : ['type', 'customer'],
    choices: {
      type: (business) => {
        const { text } = formatterFor(business);
        return [text('Join'), text('Change my membership'), text('Pause my membership')];
      },
      membership: ({ fitness }: FitnessBusiness) => fitness.memberships.map(({ name }) => name),
    },
    // Without an action such as joining or pausing, the message is a question, not a request.
    answer: ({ catalogEntities, industryEntities }, { business, text }: MessageContext<FitnessBusiness>, format) => {
      if (industryEntities.action !== undefined && !ASKS_ABOUT_PATTERN.test(text)) return undefined;
      // Prices do not say how to pause or cancel, or what that costs.
      if (String(industryEntities.action) in ACTION_QUESTION_PATTERNS)
        return findFaqAnswer(business, industryEntities.action);
      const { memberships } = business.fitness;
      const fittingPlan = catalogEntities.plan ? undefined : findFittingMembership(text, memberships);
      return fittingPlan
        ? renderFittingMembership(fittingPlan, memberships, format)
        : describeMemberships(business, listComparedPlans(text, business, catalogEntities.plan), format);
    },
    ask: {
      type: 'Would you like to join, change, pause or end a membership?',
      membership: 'Which membership would you like?',
      currentMembership: 'Which membership do you have now?',
      customer: 'What name and phone number should I put on the request?',
      'customer.name': 'What name should I put on the request?',
      'customer.phone': 'And a phone number, in case we need to reach you?',
      'customer.email': 'And what’s your email?',
    },
    resolveInput: resolveMembership,
    confirm: (input, format, price) => confirmRequest(input, price, format),
    renderResult: ({ membership }, format, input) => renderRequestReceived(input, membership, format),
    renderRefusal: {
      validation_failed: (refusal, format) =>
        `${refusal.detail} ${format.text('Which of our memberships do you mean?')}`,
    },
  },
  run: async (ctx: CapabilityContext<FitnessBusiness>, input) => {
    const { business, now } = ctx;
    const requestedMembership = findMembership(business, '/membership', input.membership);
    const currentMembership = findMembership(business, '/currentMembership', input.currentMembership);
    if (requestedMembership && 'ok' in requestedMembership) return requestedMembership;
    if (currentMembership && 'ok' in currentMembership) return currentMembership;
    const { type } = input;
    const { timezone, currency } = business;
    const quote = calculateQuote({
      type,
      membership: requestedMembership,
      currentMembership,
      now,
      timezone,
      currency,
    });
    const request = await createRequest(ctx, {
      prefix: 'mbr',
      type: 'membership.requested',
      status: 'received',
      data: {
        type,
        membership: toSummary(requestedMembership),
        currentMembership: toSummary(currentMembership),
        customer: parseCustomer(input.customer, business),
        ...(input.notes === undefined ? {} : { notes: input.notes }),
        ...(quote ? { quote } : {}),
      },
    });
    return succeed(request);
  },
});

const ACTION_QUESTION_PATTERNS: Partial<Record<string, RegExp>> = {
  freeze: /\b(?:freez\w*|paus\w*|on hold|suspend\w*)\b/i,
  cancel: /\b(?:cancel\w*|end (?:a|my|your|the) membership)\b/i,
};

/** The FAQ about pausing or canceling. */
function findFaqAnswer(
  { faqs }: FitnessBusiness,
  action: Slots['industryEntities'][string] | undefined,
): SourcedText | undefined {
  const questionPattern = ACTION_QUESTION_PATTERNS[String(action)];
  const index = questionPattern ? faqs.findIndex(({ question }) => questionPattern.test(question)) : -1;
  const faq = faqs[index];
  return faq && { text: faq.answer, sources: [{ kind: 'faq', id: String(index + 1), title: faq.question }] };
}

/** In comparisons, also finds plans whose name is an everyday word: "between Summit and Everything". */
function listComparedPlans(
  text: string,
  { fitness }: FitnessBusiness,
  mentions: EntityValue[][] | undefined,
): string[] {
  const mentionedNames = listEntityNames(mentions);
  if (!/\b(?:between|diff(?:erence)?|compared?|vs\.?|versus)\b/i.test(text)) return mentionedNames;
  const isInText = ({ name }: Membership) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'i').test(text);
  return [...new Set([...mentionedNames, ...fitness.memberships.filter(isInText).map(({ name }) => name)])];
}

const ASKS_ABOUT_PATTERN =
  /how much|what('s| is| are| does)|difference|compare|price|cost|do you have|tell me about|which membership|is it possible|possible to|is there a way|do you (?:allow|let)|am i able/i;

/** Tells the current plan from the requested one: "I'm on Basic and want to go to Plus". */
function parseMembershipRequest(plans: string[], action: Slots['industryEntities'][string] | undefined, text: string) {
  const type = TYPES.find((each) => each === action);
  const currentPlanLeadInPattern = /\b(?:on|have|had|from|currently|current|my)\b(?: \w+){0,3}? ?$/i;
  const isCurrentPlan = (plan: string, index: number) => {
    const position = text.toLowerCase().indexOf(plan.toLowerCase());
    const isCalledCurrent = currentPlanLeadInPattern.test(text.slice(0, position));
    if (plans.length > 1) return isCalledCurrent || (index === 0 && position >= 0);
    return type === 'freeze' || type === 'cancel' || (type === undefined && isCalledCurrent);
  };
  const currentPlan = plans.find(isCurrentPlan);
  const requestedPlan = plans.find((plan) => plan !== currentPlan);
  // A reply to "for how long?" may be just the duration.
  const pauseDuration =
    type === 'freeze' || /^(?:just |about )?(?:for|from|until|till)\b/i.test(text)
      ? findPauseDuration(text)
      : undefined;
  return {
    ...(type ? { type } : {}),
    ...(pauseDuration === undefined ? {} : { notes: pauseDuration }),
    ...(requestedPlan === undefined ? {} : { membership: requestedPlan }),
    ...(currentPlan === undefined ? {} : { currentMembership: currentPlan }),
  };
}

const toSummary = (membership?: Membership) =>
  membership
    ? { id: membership.id, name: membership.name, price: membership.price, interval: membership.interval }
    : null;

function findMembership(
  business: FitnessBusiness,
  pointer: string,
  requestedName?: string,
): Membership | Refusal | undefined {
  if (requestedName === undefined) return undefined;
  const { fitness } = business;
  const membership = findEntry(fitness.memberships, requestedName);
  if (membership) return membership;
  const problem = formatterFor(business).text("We don't have a membership called {name}.", { name: requestedName });
  const detail = `must be one of ${fitness.memberships.map(({ name }) => name).join(', ')}`;
  return refuse('validation_failed', problem, { errors: [{ pointer, detail }] });
}
