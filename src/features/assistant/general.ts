// Answers from the business document alone: identity, location, contact details, opening hours and handoff.

import type { AnyCapability } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { hasRequiredData } from '../../capability/required-data.ts';
import { must } from '../../kernel/must.ts';
import {
  renderClosedNotice,
  renderMissingInformation,
  renderOpeningHours,
  renderTeamResponseTime,
} from './opening-hours.ts';
import type { SearchScope } from './passage-index.ts';
import { apologize, greet, renderFarewell, respondToThanks, TALK_TO_PERSON } from './phrases.ts';
import { composeParts, type ResponsePart } from './reply.ts';

export type BusinessContext = SearchScope & {
  /** The name used in this conversation, which may differ from `business.name`. */
  businessName: string;
  now: Date;
  /** The number of messages answered before this one. */
  turnCount: number;
  /** Instead of the business's own message. */
  handoffMessage?: string | undefined;
};

type AnswerRenderer = (businessContext: BusinessContext, slots: Slots, text: string) => ResponsePart;

const ANSWER_RENDERERS: Record<string, AnswerRenderer> = {
  'general.greeting': (businessContext) => ({
    text: renderGreeting(businessContext),
    suggestions: listCapabilitySuggestions(businessContext),
  }),
  'general.thanks': (businessContext) => ({ text: respondToThanks(readTone(businessContext)) }),
  'general.goodbye': (businessContext) => ({
    text: renderFarewell(readTone(businessContext), businessContext.businessName),
  }),
  'general.identity': renderIdentity,
  'general.hours': (...answerArguments) => renderFacts('hours', ...answerArguments),
  'general.location': (...answerArguments) => renderFacts('location', ...answerArguments),
  'general.contact': (...answerArguments) => renderFacts('contact', ...answerArguments),
  'general.human': (businessContext) =>
    renderHandoff(businessContext, formatterFor(businessContext.business).text('Of course.')),
  'general.complaint': (businessContext) =>
    renderHandoff(businessContext, apologize(readTone(businessContext), formatterFor(businessContext.business))),
};

/** Facts that are often asked for together, each with the names that ask for it: "phone number, address and hours?". */
const FACTS: Record<FactName, { names: readonly string[]; render: AnswerRenderer }> = {
  contact: {
    // An email address is no street address, so the longer name is looked for first.
    names: [
      'email address',
      'e mail address',
      'web address',
      'phone',
      'telephone',
      'number',
      'email',
      'e mail',
      'call',
      'website',
    ],
    render: ({ business }) => renderContact(business),
  },
  location: {
    names: ['address', 'located', 'location', 'directions'],
    render: ({ business }) => renderLocation(business),
  },
  hours: {
    names: ['hours'],
    render: ({ business, now }, slots, text) => renderOpeningHours(business, now, slots, text),
  },
};

type FactName = 'contact' | 'location' | 'hours';

/** The facts that a text names, and those that it names only within another fact's name: "address" in "email address". */
function findNamedFacts(text: string): { namedFacts: Set<FactName>; onlyWithinNames: Set<FactName> } {
  const namedFacts = new Set<FactName>();
  const factsWithinNames = new Set<FactName>();
  let remainingText = ` ${text.toLowerCase().split(WORD_BREAK_PATTERN).join(' ')} `;
  for (const { fact, name } of NAMES_LONGEST_FIRST) {
    if (!remainingText.includes(` ${name} `)) continue;
    remainingText = remainingText.replaceAll(` ${name} `, '  ');
    namedFacts.add(fact);
    for (const { fact: other } of NAMES_LONGEST_FIRST.filter((each) => name.endsWith(` ${each.name}`)))
      factsWithinNames.add(other);
  }
  return { namedFacts, onlyWithinNames: factsWithinNames.difference(namedFacts) };
}

const WORD_BREAK_PATTERN = /[^a-z]+/;
const FACT_NAMES = Object.keys(FACTS) as FactName[];
const NAMES_LONGEST_FIRST = FACT_NAMES.flatMap((fact) => FACTS[fact].names.map((name) => ({ fact, name }))).toSorted(
  (one, other) => other.name.length - one.name.length,
);

/** The fact of the predicted intent, then the others that the message names. */
function renderFacts(predictedFact: FactName, ...answerArguments: Parameters<AnswerRenderer>): ResponsePart {
  const { namedFacts, onlyWithinNames } = findNamedFacts(answerArguments[2]);
  const otherFacts = FACT_NAMES.filter((fact) => namedFacts.has(fact) && fact !== predictedFact);
  const facts = onlyWithinNames.has(predictedFact) ? otherFacts : [predictedFact, ...otherFacts];
  return composeParts(facts.map((fact) => FACTS[fact].render(...answerArguments)));
}

export const isGeneral = (intent: string) => Object.hasOwn(ANSWER_RENDERERS, intent);

export const renderGeneral = (
  intent: string,
  businessContext: BusinessContext,
  slots: Slots,
  text: string,
): ResponsePart => must(ANSWER_RENDERERS[intent], 'a general intent')(businessContext, slots, text);

export const readTone = ({ business, turnCount }: BusinessContext) => ({
  isFormal: business.tone === 'formal',
  turnCount,
});

/** The owner's greeting for the first message; a built-in one after that, or where the assistant uses another name. */
function renderGreeting(businessContext: BusinessContext): string {
  const { business, businessName, turnCount } = businessContext;
  const customGreeting = business.greeting.trim();
  return customGreeting && turnCount === 0 && businessName === business.name
    ? customGreeting
    : greet(readTone(businessContext), businessName);
}

/** The capabilities for which the business has provided the required data. */
export const listAvailableCapabilities = ({
  business,
  industry,
}: Pick<BusinessContext, 'business' | 'industry'>): AnyCapability[] =>
  (industry?.capabilities ?? []).filter((capability) => hasRequiredData(business, capability));

const MAX_CAPABILITY_SUGGESTIONS = 3;

/** The first few capabilities, as suggestion buttons. */
export const listCapabilitySuggestions = (businessContext: Pick<BusinessContext, 'business' | 'industry'>): string[] =>
  listAvailableCapabilities(businessContext)
    .slice(0, MAX_CAPABILITY_SUGGESTIONS)
    .map(({ summary }) => summary);

/** Rewords a button label for use in a sentence: "Check my insurance" becomes "check your insurance". */
export const rewordForSentence = (summary: string): string =>
  summary.charAt(0).toLowerCase() + summary.slice(1).replace(' my ', ' your ');

function renderIdentity(businessContext: BusinessContext): ResponsePart {
  const abilities = listAvailableCapabilities(businessContext).map(({ summary }) => rewordForSentence(summary));
  const abilityText = abilities.length > 0 ? ` Here's what I can help with: ${abilities.join('; ')}.` : '';
  const text = `I'm the AI assistant at ${businessContext.businessName}.${abilityText} I can connect you with a person anytime.`;
  return { text, suggestions: [...listCapabilitySuggestions(businessContext), TALK_TO_PERSON] };
}

function renderLocation(business: Business): ResponsePart {
  const format = formatterFor(business);
  const { address } = business.contact;
  if (!address) return renderMissingInformation(business, format.text("I'm sorry, I don't have our address here."));
  return {
    text: format.text("You'll find us at {address}.", { address }),
    sources: [{ kind: 'contact', id: 'address', title: 'Address' }],
  };
}

function renderContact(business: Business): ResponsePart {
  const format = formatterFor(business);
  const { phone, email, website } = business.contact;
  const ways = [
    phone ? format.text('by phone at {phone}', { phone }) : '',
    email ? format.text('by email at {email}', { email }) : '',
    website ? format.text('at {website}', { website }) : '',
  ].filter(Boolean);
  if (ways.length === 0)
    return {
      text: format.text("I don't have a phone number or email address here, but I can pass a message on to the team."),
      suggestions: [format.text(TALK_TO_PERSON)],
      unanswered: true,
    };
  return {
    text: format.text('You can reach us {ways}.', {
      ways: format.language === 'en' ? ways.join(' or ') : format.choices(ways),
    }),
    sources: [{ kind: 'contact', id: 'contact', title: 'Contact' }],
  };
}

/**
 * Hands over, and says when the team will answer, which the owner's fixed message cannot know. It claims no alert, because
 * a team may have turned all of them off: the conversation waits in the inbox.
 */
export function renderHandoff(businessContext: BusinessContext, openingSentence: string): ResponsePart {
  const { business, businessName, now, handoffMessage } = businessContext;
  if (handoffMessage) return { text: `${openingSentence} ${handoffMessage}`.trim(), handoff: true };
  const format = formatterFor(business);
  const customMessage = business.handoff.message?.trim();
  const nextSteps = customMessage
    ? `${customMessage} ${renderClosedNotice(business, now) ?? ''}`
    : `${format.text('Our team at {business} will take it from here.', { business: businessName })} ${renderTeamResponseTime(business, now)}`;
  const parts = [openingSentence, nextSteps.trim(), renderDirectContact(businessContext, customMessage)];
  return { text: parts.filter(Boolean).join(' '), handoff: true };
}

/** Another way to reach the business; empty if none is on record, if the text already shown names it, or on a call. */
export function renderDirectContact(
  { business, handoffMessage }: Pick<BusinessContext, 'business' | 'handoffMessage'>,
  textAlreadyShown = '',
): string {
  if (handoffMessage) return '';
  const format = formatterFor(business);
  const { phone, email } = business.contact;
  if ([phone, email].some((address) => address && textAlreadyShown.includes(address))) return '';
  if (phone) return format.text('You can also call us at {phone}.', { phone });
  return email ? format.text('You can also email us at {email}.', { email }) : '';
}
