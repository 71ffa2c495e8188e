// Answers that need nothing but the document: who we are, where, when, and what happens when a person takes over.
import { hasBasis } from '../../capability/basis.ts';
import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { renderOpening, untilOpen, untold, whenAnswered } from './opening.ts';
import type { SearchScope } from './passage-index.ts';
import { farewell, greet, PERSON, sorry, welcome } from './phrases.ts';
import { composeParts, type ResponsePart } from './reply.ts';

export type BusinessContext = SearchScope & {
  /** The name in this conversation. */
  businessName: string;
  now: Date;
  turn: number;
};

type Answer = (businessContext: BusinessContext, slots: Slots, text: string) => ResponsePart;

const ANSWERS: Record<string, Answer> = {
  'general.greeting': (businessContext) => ({
    text: openingLine(businessContext),
    suggestions: offersOf(businessContext),
  }),
  'general.thanks': (businessContext) => ({ text: welcome(toneOf(businessContext)) }),
  'general.goodbye': (businessContext) => ({ text: farewell(toneOf(businessContext), businessContext.businessName) }),
  'general.identity': renderWho,
  'general.hours': ({ business, now }, slots, text) => renderOpening(business, now, slots, text),
  'general.location': ({ business }, _, text) =>
    composeParts([renderWhere(business), ...(asks(text, REACHED) ? [renderContact(business)] : [])]),
  'general.contact': ({ business }, _, text) =>
    composeParts([renderContact(business), ...(asks(text, FOUND) ? [renderWhere(business)] : [])]),
  'general.human': (businessContext) =>
    handOver(businessContext, formatterFor(businessContext.business).text('Of course.')),
  'general.complaint': (businessContext) =>
    handOver(businessContext, sorry(toneOf(businessContext), formatterFor(businessContext.business))),
};

/** "Phone number and address?" asks for both. */
const REACHED = new Set(['phone', 'telephone', 'email', 'call', 'website']);
const FOUND = new Set(['address', 'located', 'location', 'directions']);
const asks = (text: string, words: ReadonlySet<string>) =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => words.has(word));

export const isGeneral = (intent: string) => Object.hasOwn(ANSWERS, intent);

export const renderGeneral = (
  intent: string,
  businessContext: BusinessContext,
  slots: Slots,
  text: string,
): ResponsePart => must(ANSWERS[intent], 'a general intent')(businessContext, slots, text);

export const toneOf = ({ business, turn }: BusinessContext) => ({ formal: business.tone === 'formal', turn });

/** The owner's own greeting comes first; a conversation greets in it once. */
function openingLine(businessContext: BusinessContext): string {
  const { business, businessName, turn } = businessContext;
  const own = business.greeting.trim();
  return own && turn === 0 && businessName === business.name ? own : greet(toneOf(businessContext), businessName);
}

/** What the business can do, as far as it has told what that takes. */
export const servedBy = ({ business, industry }: Pick<BusinessContext, 'business' | 'industry'>): AnyCapability[] =>
  (industry?.capabilities ?? []).filter((capability) => hasBasis(business, capability));

/** The same as buttons. */
export const offersOf = (about: Pick<BusinessContext, 'business' | 'industry'>): string[] =>
  servedBy(about)
    .slice(0, 3)
    .map(({ summary }) => summary);

/** "Check my insurance" on a button is "check your insurance" in a sentence. */
export const inSentence = (summary: string): string =>
  summary.charAt(0).toLowerCase() + summary.slice(1).replace(' my ', ' your ');

function renderWho(businessContext: BusinessContext): ResponsePart {
  const does = servedBy(businessContext).map(({ summary }) => inSentence(summary));
  const can = does.length > 0 ? ` I can help you with these: ${does.join('; ')}.` : '';
  const text = `I'm the virtual assistant of ${businessContext.businessName}, a computer program.${can} And I can pass you on to a person whenever you like.`;
  return { text, suggestions: [...offersOf(businessContext), PERSON] };
}

function renderWhere(business: Business): ResponsePart {
  const say = formatterFor(business);
  const { address } = business.contact;
  if (!address) return untold(business, say.text("I don't have our address here, I'm sorry."));
  return {
    text: say.text("You'll find us at {address}.", { address }),
    sources: [{ kind: 'contact', id: 'address', title: 'Address' }],
  };
}

function renderContact(business: Business): ResponsePart {
  const say = formatterFor(business);
  const { phone, email, website } = business.contact;
  const ways = [
    phone ? say.text('by phone at {phone}', { phone }) : '',
    email ? say.text('by email at {email}', { email }) : '',
    website ? say.text('at {website}', { website }) : '',
  ].filter(Boolean);
  if (ways.length === 0)
    return {
      text: say.text("I don't have a phone number or email address here, but I can pass a message on to the team."),
      suggestions: [say.text(PERSON)],
      unanswered: true,
    };
  return {
    text: say.text('You can reach us {ways}.', {
      ways: say.language === 'en' ? ways.join(' or ') : say.choices(ways),
    }),
    sources: [{ kind: 'contact', id: 'contact', title: 'Contact' }],
  };
}

/** Says what happens next, and when: the owner's words do not know what time it is. */
export function handOver(businessContext: BusinessContext, first: string): ResponsePart {
  const { business, businessName, now } = businessContext;
  const own = business.handoff.message?.trim();
  const next = own
    ? `${own} ${untilOpen(business, now) ?? ''}`
    : `${formatterFor(business).text("I've let the team at {business} know.", { business: businessName })} ${whenAnswered(business, now)}`;
  return { text: `${first} ${next}`.trim(), handoff: true };
}
