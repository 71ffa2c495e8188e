// Executes one ranked action.

import type { Slots } from '../../capability/dialogue.ts';
import { hasRequiredData } from '../../capability/required-data.ts';
import { must } from '../../kernel/must.ts';
import { advanceBookingChange, BOOKING_CHANGE_INTENTS } from './booking-changes.ts';
import { withNextDay } from './booking-time.ts';
import { isQuestion } from './clauses.ts';
import { type ActiveTask, createEmptySlots, createTask, type DialogueState, mergeSlots } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { handleFallback, isUnservedRequest } from './fallback.ts';
import { createSourceKey } from './focus.ts';
import { isGeneral, readTone, renderGeneral } from './general.ts';
import { startLookUp } from './lookup.ts';
import { checkSuitability, considersNeeds, findNeedsBesideQuestion, withCautions, withNeeds } from './needs.ts';
import { acceptsPartySize, findApplicablePartyLimit, findBookingAfterPartyLimit, isNotTableRequest } from './party.ts';
import { answerAboutStaff } from './people.ts';
import { withPeopleInFocus } from './people-in-focus.ts';
import { admitNothingMore, offerTeamForUnsupportedRequest, TALK_TO_PERSON } from './phrases.ts';
import { type CustomerRequest, EVEN_ODDS, PASSAGE_THRESHOLD, type RankedAction } from './rank/rank-actions.ts';
import { findRemainingPeople } from './remaining-people.ts';
import { findRemindedBooking } from './reminded-booking.ts';
import { withoutRepeatedFacts } from './repeated-facts.ts';
import { composeParts, type ResponsePart } from './reply.ts';
import { resolveItem, withEarlierDetails } from './resolve-item.ts';
import { isInLastReply, type SearchHit } from './search-hit.ts';
import { advanceTask } from './task.ts';
import { VERY_CONFIDENT } from './thresholds.ts';
import type { StepResult, Turn, TurnInputs } from './turn.ts';

export const isUnresolved = ({ intent, hit }: RankedAction) => intent === 'unknown' || (intent === 'faq' && !hit);

export const roundConfidence = (confidence: number) => Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100;

export async function executeAction(
  inputs: TurnInputs,
  turn: Turn,
  { action, slots: requestSlots }: CustomerRequest,
  state: DialogueState,
): Promise<StepResult> {
  const { businessContext, capabilities, ctx, format, text } = turn;
  const { intent, hit } = action;
  const slots = intent === 'general.hours' ? requestSlots : withNextDay(requestSlots, turn);
  const mayAskAboutPeople = !BOOKING_CHANGE_INTENTS.includes(intent) && !HANDOFF_INTENTS.has(intent);
  const staffAnswer = mayAskAboutPeople
    ? answerAboutStaff(turn, extractTurnEntities(turn, text, [], state.topic?.slots), state)
    : undefined;
  if (staffAnswer && !(hit && intent === 'faq' && isAboutSamePeople(hit, staffAnswer.part))) return staffAnswer;
  const bookingIntent = findBookingAfterPartyLimit(turn, action);
  if (bookingIntent)
    return executeAction(
      inputs,
      turn,
      { action: { ...action, intent: bookingIntent, conditionHit: hit }, slots: requestSlots },
      state,
    );
  const suitability = checkSuitability(turn.needs, ctx.business, businessContext.industry, format);
  if (intent === 'faq' && hit) {
    const wasShownBefore = wasShownRecently(hit, state);
    // A follow-up that this passage hardly answers is about something else.
    if (wasShownBefore && !state.task && (action.answerProbability ?? 0) < EVEN_ODDS && !isUnservedRequest(action))
      return handleFallback(inputs, turn, { ...action, hit: undefined }, state);
    const part = wasShownBefore ? await renderFollowUp(inputs, action, hit, state) : renderPassage(action, hit);
    const isCertain = (action.answerProbability ?? 0) >= VERY_CONFIDENT;
    const isFullyShown =
      wasShownBefore && !state.task && (!part.text || (!isCertain && isInLastReply(hit, state.before?.told ?? '')));
    const handoffOffer = isUnservedRequest(action)
      ? offerTeamForUnsupportedRequest(readTone(businessContext))
      : isFullyShown
        ? admitNothingMore(readTone(businessContext))
        : undefined;
    const partWithCautions = { ...part, text: withCautions(part.text, suitability) };
    if (!handoffOffer) return { part: partWithCautions, task: state.task };
    return {
      part: composeParts([partWithCautions, { text: handoffOffer, suggestions: [TALK_TO_PERSON] }]),
      offer: { intent: 'general.human', slots },
    };
  }
  if (isUnresolved(action)) return handleFallback(inputs, turn, action, state);
  if (isGeneral(intent)) {
    const part = renderGeneral(intent, businessContext, slots, text);
    return part.unanswered ? { part, offer: { intent: 'general.human', slots } } : { part };
  }
  if (BOOKING_CHANGE_INTENTS.includes(intent)) {
    const task = createTask(intent, withCustomerDetails(slots, inputs));
    return advanceBookingChange(turn, { ...task, ...findRemindedBooking(state, task) });
  }
  const requestedCapability = capabilities.get(intent);
  if (!requestedCapability) return handleFallback(inputs, turn, action, state);
  const mentionedEntities = extractTurnEntities(turn, text, []).catalogEntities;
  const otherNeeds = findNeedsBesideQuestion(mentionedEntities, turn.needs, businessContext.industry);
  const slotsWithNeeds = requestedCapability.effect === 'read' ? withNeeds(slots, turn.needs, otherNeeds) : slots;
  const replacementIntent = requestedCapability.dialogue.redirectTo?.(slotsWithNeeds, text);
  const capability = (replacementIntent && capabilities.get(replacementIntent)) || requestedCapability;
  if (!hasRequiredData(ctx.business, capability)) {
    const step = await handleFallback(inputs, turn, { ...action, intent: 'faq' }, state);
    return { ...step, part: { ...step.part, unanswered: true } };
  }
  if (capability.effect === 'read') {
    const step = await startLookUp(turn, capability, slotsWithNeeds);
    const remainingSuitability = considersNeeds(capability, businessContext.industry)
      ? checkSuitability(otherNeeds, ctx.business, businessContext.industry, format)
      : suitability;
    return { ...step, part: { ...step.part, text: withCautions(step.part.text, remainingSuitability) } };
  }
  if (acceptsPartySize(capability) && isNotTableRequest(businessContext.industry, text, slots, state.focus)) {
    const handoffPart = {
      text: offerTeamForUnsupportedRequest(readTone(businessContext)),
      suggestions: [TALK_TO_PERSON],
    };
    const conditionHit =
      action.conditionHit && !isInLastReply(action.conditionHit, state.before?.told ?? '')
        ? action.conditionHit
        : undefined;
    return {
      part: composeParts([...(conditionHit ? [renderPassage(action, conditionHit)] : []), handoffPart]),
      offer: { intent: 'general.human', slots },
    };
  }
  const dialogueContext = { business: ctx.business, text, now: ctx.now };
  const answer = requestsAction(action) ? undefined : capability.dialogue.answer?.(slots, dialogueContext, format);
  if (answer)
    return { part: { text: answer.text, sources: answer.sources ?? [] }, offer: { intent: capability.name, slots } };
  const { conditionHit } = action;
  const { nlu } = inputs;
  const slotsWithDetails = await withEarlierDetails(nlu, turn, capability, slots, state);
  const resolvedSlots = await resolveItem(nlu, turn, capability, slotsWithDetails, state);
  const bookingSlots = withPeopleInFocus(turn, capability, resolvedSlots, state);
  const startedTask = startTask(turn, capability.name, withCustomerDetails(bookingSlots, inputs), {
    relevantHit: conditionHit,
    previousTurn: state.before,
  });
  // After a completed booking, "and one for my sister too" is a booking for one person.
  const { more: _, ...taskForOne } = startedTask;
  const task = state.topic?.done && startedTask.more?.left === 1 ? taskForOne : startedTask;
  const step = await advanceTask(turn, task);
  const isConditionShown =
    !conditionHit ||
    task.limit?.text === conditionHit.passage.text ||
    isInLastReply(conditionHit, state.before?.told ?? '');
  const conditionParts = isConditionShown ? [] : [renderPassage(action, conditionHit)];
  const reminderParts =
    turn.statesNeed && businessContext.industry?.needs
      ? [{ text: turn.format.text(businessContext.industry.needs.reminder) }]
      : [];
  return { ...step, part: composeParts([...conditionParts, ...reminderParts, step.part]) };
}

/** Whether the customer asks for it to be done, and not about it. */
const requestsAction = ({ text, startProbability }: RankedAction): boolean =>
  !isQuestion(text) && startProbability >= EVEN_ODDS;

/** Whether a passage that the business has written mentions one of the people in an answer. */
const isAboutSamePeople = ({ passage }: SearchHit, { sources = [] }: ResponsePart): boolean =>
  passage.source.kind !== 'staff' && sources.some(({ title }) => passage.text.includes(title.replace(/^.* /s, '')));

const HANDOFF_INTENTS = new Set(['general.complaint', 'general.human']);

/** Renders the best passage, and the second where both may be the answer. */
function renderPassage({ confidence, answerProbability = 0, secondHit }: RankedAction, hit: SearchHit): ResponsePart {
  const isSure = confidence >= PASSAGE_THRESHOLD || answerProbability >= VERY_CONFIDENT;
  const hits = secondHit ? [hit, secondHit] : [hit];
  return {
    text: withoutRepeatedFacts(hits.map((each) => renderQuote(each, confidence)))
      .filter(Boolean)
      .join(isSure ? ' ' : ' Also: '),
    sources: hits.map(({ passage }) => passage.source),
  };
}

/** Whether one of the recent replies contained the passage. */
const wasShownRecently = (hit: SearchHit, { before, told = [] }: DialogueState): boolean =>
  isInLastReply(hit, before?.told ?? '') || (!hit.quote && told.includes(createSourceKey(hit.passage.source)));

/** Answers a question about a passage already shown with only the sentence that answers it. */
async function renderFollowUp(
  { nlu }: TurnInputs,
  action: RankedAction,
  hit: SearchHit,
  state: DialogueState,
): Promise<ResponsePart> {
  if (isUnservedRequest(action) || action.questionProbability < EVEN_ODDS) return { text: '' };
  const passage = { ...hit.passage, text: hit.quote ?? hit.passage.text };
  return { text: await nlu.pickSentence(passage, action.text, state.before), sources: [passage.source] };
}

const renderQuote = ({ passage, quote = passage.text }: SearchHit, confidence: number): string =>
  withoutLeadingYesOrNo(quote, confidence);

/** Drops a leading yes or no where the customer's question may differ from the FAQ's: "Do I need shoes?" is not "Can I hire shoes?". */
function withoutLeadingYesOrNo(text: string, confidence: number): string {
  const leadingYesOrNo = confidence < VERY_CONFIDENT ? /^(?:yes|no)[,.!] +(?=(?:\S+ ){3})/i.exec(text)?.[0] : undefined;
  return leadingYesOrNo
    ? text.charAt(leadingYesOrNo.length).toUpperCase() + text.slice(leadingYesOrNo.length + 1)
    : text;
}

/** Starts a task with the input from the first message, the party size limit, and the people to book after this one. */
export function startTask(
  turn: Turn,
  intent: string,
  slots: Slots,
  limitContext: Parameters<typeof findApplicablePartyLimit>[2] = {},
): ActiveTask {
  const { capabilities, ctx, text } = turn;
  const capability = must(capabilities.get(intent), 'a capability of that name');
  const inputFromMessage = capability.dialogue.fill?.(slots, { business: ctx.business, text, now: ctx.now }) ?? {};
  return {
    ...createTask(intent, slots),
    ...findApplicablePartyLimit(turn, capability, limitContext),
    ...findRemainingPeople(text, slots, capability, turn.businessContext.industry),
    input: { ...(Array.isArray(inputFromMessage) ? inputFromMessage[0] : inputFromMessage) } as Record<string, unknown>,
  };
}

/** Adds the customer details sent by the API client. */
export const withCustomerDetails = (slots: Slots, { customer }: TurnInputs): Slots =>
  mergeSlots({ ...createEmptySlots(), ...customer }, slots);
