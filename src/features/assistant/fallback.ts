// The fallback for messages that the assistant cannot answer. Each miss in a row tries something else, but nobody is
// handed over unasked.
import type { Slots } from '../../capability/dialogue.ts';
import { getSafetyTexts } from '../../guardrails/safety-texts.ts';
import { detectLanguage } from '../../nlu/language.ts';
import { isQuestion } from './clauses.ts';
import { createEmptySlots, type DialogueState } from './dialogue-state.ts';
import {
  type BusinessContext,
  listAvailableCapabilities,
  listCapabilitySuggestions,
  readTone,
  renderDirectContact,
  rewordForSentence,
} from './general.ts';
import { findEnglishOnlyNotice } from './languages.ts';
import { type Mood, readMood } from './mood.ts';
import { renderContactDetails } from './opening-hours.ts';
import {
  admitNoAnswer,
  admitNoAnswerAgain,
  admitNotUnderstanding,
  apologize,
  askForContact,
  declineSmallTalk,
  greetBack,
  offerTeamForComplaint,
  offerTeamForUnclearRequest,
  offerTeamForUnsupportedRequest,
  TALK_TO_PERSON,
  thankForPraise,
  thankForStatement,
} from './phrases.ts';
import type { RankedAction } from './rank/rank-actions.ts';
import type { ResponsePart } from './reply.ts';
import { CONFIDENT, VERY_CONFIDENT } from './thresholds.ts';
import type { StepResult, Turn, TurnInputs } from './turn.ts';

/** The number of misses in a row at which the customer is asked for contact details. */
export const MISSES_BEFORE_CONTACT_REQUEST = 3;

/** First admits it, then offers choices, then asks for contact details, then offers a person. */
export async function handleFallback(
  inputs: TurnInputs,
  turn: Turn,
  action: RankedAction,
  state: DialogueState,
): Promise<StepResult> {
  const { businessContext } = turn;
  const misses = (state.unsure ?? 0) + 1;
  if (misses === 1) return respondToFirstMiss(turn, action, state, await readMood(inputs, turn, state));
  if (misses < MISSES_BEFORE_CONTACT_REQUEST) return offerChoices(businessContext, action, state);
  const tone = readTone(businessContext);
  if (misses === MISSES_BEFORE_CONTACT_REQUEST && !isReachable(inputs, state))
    return { part: { text: withDirectContact(askForContact(tone), businessContext, state) } };
  return offerPerson(
    `${admitNoAnswerAgain(tone)} Should I pass your questions on to our team?`,
    businessContext,
    state,
  );
}

/** The language in which the last reply offered a person, if it did. */
export function findHandoffOfferLanguage(
  { before: previousTurn }: DialogueState,
  { businessName }: BusinessContext,
): string | undefined {
  const lastReply = previousTurn?.told ?? '';
  const language = detectLanguage(lastReply);
  const notice = findEnglishOnlyNotice(language)?.replaceAll('{business}', businessName);
  return notice && lastReply.startsWith(notice) ? language : undefined;
}

/** Hands off to a person, in the customer's language. */
export function renderForeignHandoff(language: string, { businessName }: BusinessContext): ResponsePart | undefined {
  const text = getSafetyTexts(language)?.person;
  return text ? { text: text.replaceAll('{business}', businessName), handoff: true } : undefined;
}

/** A request for something that no capability offers. */
export const isUnservedRequest = ({ startProbability }: RankedAction): boolean => startProbability >= CONFIDENT;

/** Admits that there is no answer while a task is open, whose own question follows. */
export function renderNoAnswer({ businessContext }: Turn, { facility }: RankedAction): ResponsePart {
  const admission = facility ? admitNoRecordOf(facility) : admitNoAnswer(readTone(businessContext));
  const { business, handoffMessage } = businessContext;
  const contact = (!handoffMessage && renderContactDetails(business)) || 'Our team can help with that.';
  return { text: `${admission} ${contact}`, unanswered: true };
}

/** Offers a person, and says how else to reach the business, unless the last reply did. */
const offerPerson = (text: string, businessContext: BusinessContext, state: DialogueState): StepResult => ({
  part: { text: withDirectContact(text, businessContext, state), suggestions: [TALK_TO_PERSON] },
  offer: { intent: 'general.human', slots: createEmptySlots() },
});

const withDirectContact = (text: string, businessContext: BusinessContext, { before }: DialogueState): string =>
  `${text} ${renderDirectContact(businessContext, before?.told)}`.trim();

function respondToFirstMiss(
  { businessContext, text }: Turn,
  action: RankedAction,
  state: DialogueState,
  { mayBeComplaint }: Mood,
): StepResult {
  const tone = readTone(businessContext);
  const offerPersonWith = (offerText: string) => offerPerson(offerText, businessContext, state);
  if (action.facility) return offerPersonWith(`${admitNoRecordOf(action.facility)} Should I ask our team?`);
  if (isUnservedRequest(action)) return offerPersonWith(offerTeamForUnsupportedRequest(tone));
  if (mayBeComplaint && action.confidence < CONFIDENT)
    return offerPersonWith(`${apologize(tone)} ${offerTeamForComplaint(tone)}`);
  if (action.intent === 'faq')
    return offerPersonWith(
      isQuestion(text) ? `${admitNoAnswer(tone)} Should I ask our team?` : offerTeamForUnclearRequest(tone),
    );
  const rephraseRequest = `${admitNotUnderstanding(tone)} I can help with questions about ${businessContext.businessName} or connect you with a person. Could you put it another way?`;
  return {
    part: { text: rephraseRequest, suggestions: [...findLikelyChoices(businessContext, action), TALK_TO_PERSON] },
  };
}

function offerChoices(businessContext: BusinessContext, action: RankedAction, state: DialogueState): StepResult {
  const tone = readTone(businessContext);
  const capabilities = findLikelyChoices(businessContext, action, state.topic?.intent);
  const admission = action.facility
    ? admitNoRecordOf(action.facility)
    : action.intent === 'faq' || isUnservedRequest(action)
      ? admitNoAnswerAgain(tone)
      : admitNotUnderstanding(tone);
  const capabilityList = capabilities.map(rewordForSentence).join('; ');
  const step = offerPerson(
    `${admission} ${capabilityList ? `Here's what I can help with: ${capabilityList}. ` : ''}Or would you like to talk to a person?`,
    businessContext,
    state,
  );
  return { ...step, part: { ...step.part, suggestions: [...capabilities, TALK_TO_PERSON] } };
}

const MAX_CHOICES = 3;

/** The current topic first, then the other likely intents, then anything else on offer. */
function findLikelyChoices(businessContext: BusinessContext, { otherIntents }: RankedAction, topic?: string): string[] {
  const capabilities = listAvailableCapabilities(businessContext);
  const likelySummaries = [topic, ...otherIntents].flatMap(
    (intent) => capabilities.find(({ name }) => name === intent)?.summary ?? [],
  );
  return [...new Set([...likelySummaries, ...listCapabilitySuggestions(businessContext)])].slice(0, MAX_CHOICES);
}

const admitNoRecordOf = (facility: string): string =>
  `I'm sorry, I don't have any information on ${/s$/.test(facility) ? '' : chooseArticle(facility)}${facility}.`;
const chooseArticle = (name: string) =>
  /^(?:wi-?fi|internet|childcare|step)/.test(name) ? '' : /^[aeio]/.test(name) ? 'an ' : 'a ';

type Contact = Pick<Slots, 'name' | 'phone' | 'email'>;

/** The contact details that the customer or the client has provided. */
export function collectKnownContact({ customer }: TurnInputs, { task, topic }: DialogueState): Contact {
  const { name, phone, email } = { ...topic?.slots, ...task?.slots, ...customer };
  return { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) };
}

function isReachable(inputs: TurnInputs, state: DialogueState): boolean {
  const { phone, email } = collectKnownContact(inputs, state);
  return Boolean(phone || email);
}

/** Responds to small talk, unless another answer is likelier. `isUnresolved`: no other action can answer the message. */
export function renderSmallTalk(
  businessContext: BusinessContext,
  { text, confidence }: RankedAction,
  mood: Mood,
  isUnresolved: boolean,
): ResponsePart | undefined {
  const { smallTalkProbability, smallTalkKind, hasNoRequest, startsTask, isStatement } = mood;
  const tone = readTone(businessContext);
  // A complaint may read like a story, but must not be answered like small talk.
  if (isUnresolved && mood.mayBeComplaint && smallTalkKind !== 'thanks') return undefined;
  const isSocial = isQuestion(text)
    ? hasNoRequest && smallTalkProbability >= CONFIDENT
    : smallTalkProbability >= 1 - smallTalkProbability;
  const requestsNothing = hasNoRequest || (!isQuestion(text) && !startsTask);
  const isOffTopic = isUnresolved && requestsNothing && confidence >= VERY_CONFIDENT;
  const isChat = isUnresolved ? isSocial || isOffTopic : isSocial && smallTalkProbability > confidence;
  if (!isChat && !(isUnresolved && isStatement)) return undefined;
  const respond =
    (isSocial && SOCIAL_RESPONSES[smallTalkKind]) ||
    (isOffTopic || isQuestion(text) ? declineSmallTalk : thankForStatement);
  return {
    text: respond(tone, businessContext.businessName),
    suggestions: [...listCapabilitySuggestions(businessContext), TALK_TO_PERSON],
  };
}

const SOCIAL_RESPONSES: Partial<Record<Mood['smallTalkKind'], typeof declineSmallTalk>> = {
  praise: thankForPraise,
  greet: greetBack,
  thanks: greetBack,
  goodbye: greetBack,
};
