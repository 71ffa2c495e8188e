// Answers that need nothing but the document: who we are, where, when, and what happens when a person takes over.
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { sayFor } from '../../capability/say.ts';
import type { Shelf } from './knowledge.ts';
import { howToReach, sayOpening, untilOpen, whenAnswered } from './opening.ts';
import { farewell, greet, PERSON, sorry, welcome } from './phrases.ts';
import type { Part } from './reply.ts';

export type Desk = Shelf & {
  /** The name in this conversation. */
  businessName: string;
  now: Date;
  turn: number;
};

type Answer = (desk: Desk, slots: Slots, text: string) => Part;

const ANSWERS: Record<string, Answer> = {
  'general.greeting': (desk) => ({ text: openingLine(desk), suggestions: offersOf(desk) }),
  'general.thanks': (desk) => ({ text: welcome(toneOf(desk)) }),
  'general.goodbye': (desk) => ({ text: farewell(toneOf(desk), desk.businessName) }),
  'general.identity': sayWho,
  'general.hours': ({ business, now }, slots, text) => sayOpening(business, now, slots, text),
  'general.location': ({ business }) => sayWhere(business),
  'general.contact': ({ business }) => sayContact(business),
  'general.human': (desk) => handOver(desk, sayFor(desk.business).text('Of course.')),
  'general.complaint': (desk) => handOver(desk, sorry(toneOf(desk), sayFor(desk.business))),
};

export const isGeneral = (intent: string) => Object.hasOwn(ANSWERS, intent);

export const sayGeneral = (intent: string, desk: Desk, slots: Slots, text: string): Part =>
  ANSWERS[intent]!(desk, slots, text);

export const toneOf = ({ business, turn }: Desk) => ({ formal: business.tone === 'formal', turn });

/** The owner's own greeting comes first; a conversation greets in it once. */
function openingLine(desk: Desk): string {
  const { business, businessName, turn } = desk;
  const own = business.greeting.trim();
  return own && turn === 0 && businessName === business.name ? own : greet(toneOf(desk), businessName);
}

/** What the business can do, as buttons. */
export const offersOf = ({ industry }: Pick<Desk, 'industry'>): string[] =>
  (industry?.capabilities ?? []).slice(0, 3).map(({ summary }) => summary);

/** "Check my insurance" on a button is "check your insurance" in a sentence. */
export const inSentence = (summary: string): string =>
  summary.charAt(0).toLowerCase() + summary.slice(1).replace(' my ', ' your ');

function sayWho(desk: Desk): Part {
  const does = (desk.industry?.capabilities ?? []).map(({ summary }) => inSentence(summary));
  const can = does.length > 0 ? ` I can help you with these: ${does.join('; ')}.` : '';
  const text = `I'm the virtual assistant of ${desk.businessName}, a computer program.${can} And I can pass you on to a person whenever you like.`;
  return { text, suggestions: [...offersOf(desk), PERSON] };
}

function sayWhere(business: Business): Part {
  const say = sayFor(business);
  const { address } = business.contact;
  if (!address)
    return { text: `${say.text("I don't have our address here, I'm sorry.")} ${howToReach(business)}`.trim() };
  return {
    text: say.text("You'll find us at {address}.", { address }),
    sources: [{ kind: 'contact', id: 'address', title: 'Address' }],
  };
}

function sayContact(business: Business): Part {
  const say = sayFor(business);
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
    };
  return {
    text: say.text('You can reach us {ways}.', {
      ways: say.language === 'en' ? ways.join(' or ') : say.choices(ways),
    }),
    sources: [{ kind: 'contact', id: 'contact', title: 'Contact' }],
  };
}

/** Says what happens next, and when: the owner's words do not know what time it is. */
export function handOver(desk: Desk, first: string): Part {
  const { business, businessName, now } = desk;
  const own = business.handoff.message?.trim();
  const next = own
    ? `${own} ${untilOpen(business, now) ?? ''}`
    : `${sayFor(business).text("I've let the team at {business} know.", { business: businessName })} ${whenAnswered(business, now)}`;
  return { text: `${first} ${next}`.trim(), handoff: true };
}
