// Splits a message into requests: usually one, sometimes several questions, or a booking with a side question.
import type { Slots } from '../../capability/dialogue.ts';
import { findSlotsWithRole, mapParentSlots } from '../../capability/roles.ts';
import { must } from '../../kernel/must.ts';
import { BOOKING_CHANGE_INTENTS } from './booking-changes.ts';
import { isQuestion } from './clauses.ts';
import { extractContentWords } from './content-words.ts';
import { resolveRepetition } from './coreference.ts';
import { type DialogueState, mergeSlots } from './dialogue-state.ts';
import { isUnresolved } from './execute-action.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { type FocusEntity, NO_PREVIOUS_TURN, updateFocus } from './focus.ts';
import type { IntentPrediction } from './predict-intent.ts';
import type { RankingInput } from './rank/candidates.ts';
import { hasCue } from './rank/cues.ts';
import { type CustomerRequest, FAQ_MATCH_THRESHOLD, rankActions } from './rank/rank-actions.ts';
import { listOfferingSlots, listRestrictionSlots } from './slots.ts';
import { CONFIDENT } from './thresholds.ts';
import type { Turn, TurnInputs } from './turn.ts';

const SMALL_TALK = new Set(['general.greeting', 'general.thanks', 'general.goodbye', 'general.identity']);
const MIN_REQUEST_CONFIDENCE = 0.4;

export async function findCustomerRequests(
  { nlu }: TurnInputs,
  turn: Turn,
  state: DialogueState,
): Promise<CustomerRequest[]> {
  const { businessContext, text, message } = turn;
  const [wholePrediction, sentencePredictions] = await Promise.all([
    nlu.predictIntent(text, businessContext, state.before),
    nlu.predictIntentsOfParts(text, businessContext, state.before),
  ]);
  const wholeRequest = resolveRequest(turn, state, wholePrediction, { focus: state.focus ?? [] });
  // "I have a table under Dana Fox, can you cancel it?" speaks of a booking, so the second sentence is a request.
  const isAboutBooking = BOOKING_CHANGE_INTENTS.includes(wholeRequest.action.intent);
  const sentenceState = isAboutBooking ? { ...state, booked: true } : state;
  const sentenceRequests = withoutBorrowedAnswers(
    resolveRequestsInOrder(turn, sentenceState, sentencePredictions, pickRestrictions(turn, wholeRequest)),
  );
  const mainRequest = resolveLongMessage(wholeRequest, sentenceRequests, turn);
  const isLongMessage = sentenceRequests.length > MAX_SHORT_MESSAGE_SENTENCES;
  const additionalRequests = sentenceRequests.filter(
    (request) => isAdditionalRequest(request, mainRequest, turn) && (!isLongMessage || isIndependentQuestion(request)),
  );
  // Questions that cannot be answered are included, so that the reply says so instead of ignoring them.
  const separateRequests = additionalRequests.length
    ? sentenceRequests.filter(
        (request) => additionalRequests.includes(request) || isUnansweredQuestion(turn, request, mainRequest),
      )
    : [];
  const isWrite = isWriteRequest(mainRequest, turn) && mainRequest.action.confidence >= MIN_REQUEST_CONFIDENCE;
  if (isWrite) {
    const asksSomething = (request: CustomerRequest) =>
      isQuestion(request.action.text) || (isLongMessage && isIndependentQuestion(request));
    const sideQuestions = separateRequests.filter(
      (request) =>
        asksSomething(request) &&
        !isWriteRequest(request, turn) &&
        hasOtherSubject(request, mainRequest) &&
        !isAnsweredByBooking(request, mainRequest, turn),
    );
    const isNotSideQuestion = (segment: string) => !sideQuestions.some(({ action }) => action.text === segment);
    const remainingText = message.segments
      .map((segment) => segment.text)
      .filter(isNotSideQuestion)
      .join(' ');
    return sideQuestions.length
      ? [...sideQuestions, { ...mainRequest, action: { ...mainRequest.action, text: remainingText || text } }]
      : [mainRequest];
  }
  if (separateRequests.length === 0) return [mainRequest];
  const groupedRequests = foldRelatedRequests(turn, [
    ...Map.groupBy(separateRequests, (request) => createGroupKey(turn, request)).values(),
  ]);
  if (groupedRequests.length === 1) {
    const firstRequest = getFirstRequest(groupedRequests.flat());
    const { action } = firstRequest;
    const isMoreConfident = isUnresolved(mainRequest.action) || action.confidence > mainRequest.action.confidence;
    return [isMoreConfident ? { ...firstRequest, action: { ...action, text }, slots: mainRequest.slots } : mainRequest];
  }
  const contextRequests = sentenceRequests.filter((request) => !separateRequests.includes(request));
  return groupedRequests.map((group) => ({
    action: { ...getFirstRequest(group).action, text: group.map(({ action }) => action.text).join(' ') },
    slots: [...contextRequests, ...group].map((request) => request.slots).reduce(createSlotAccumulator(turn)),
  }));
}

/** A diet or allergy mentioned in one sentence applies to the items named in all the others. */
const pickRestrictions = (
  { businessContext }: Turn,
  { slots: { catalogEntities } }: CustomerRequest,
): Slots['catalogEntities'] =>
  Object.fromEntries(
    Object.entries(catalogEntities).filter(([slot]) => listRestrictionSlots(businessContext.industry).includes(slot)),
  );

/**
 * Drops the passage that answers another question of the message better, and has no word of this one: beside "is there
 * parking?", "do you have a jukebox?" is not answered by it.
 */
const withoutBorrowedAnswers = (requests: readonly CustomerRequest[]): CustomerRequest[] =>
  requests.map((request) => {
    const { hit, text, confidence } = request.action;
    const words = extractContentWords(text);
    const isBetterAnswered = ({ action }: CustomerRequest) =>
      hit && action.hit?.passage === hit.passage && action.confidence > confidence;
    const isBorrowed =
      hit &&
      words.size > 0 &&
      isQuestion(text) &&
      !refersBack(text) &&
      words.isDisjointFrom(extractContentWords(`${hit.passage.source.title} ${hit.passage.text}`)) &&
      requests.some(isBetterAnswered);
    return isBorrowed ? { ...request, action: { ...request.action, hit: undefined } } : request;
  });

/** "Is there a jukebox?" asks whether there is one, and refers to nothing said before. */
const refersBack = (text: string): boolean =>
  hasCue('refersBack', text.toLowerCase().replace('is there ', '').replace('are there ', ''));

/** A longer message tells a story, whose intent cannot be predicted from the whole text. */
const MAX_SHORT_MESSAGE_SENTENCES = 4;

/** Takes the intent of a long message from the sentence that most likely asks for a booking or change. */
function resolveLongMessage(
  wholeRequest: CustomerRequest,
  sentenceRequests: readonly CustomerRequest[],
  turn: Turn,
): CustomerRequest {
  if (sentenceRequests.length <= MAX_SHORT_MESSAGE_SENTENCES) return wholeRequest;
  const writeRequests = sentenceRequests.filter(
    (request) => isWriteRequest(request, turn) && request.action.confidence >= MIN_REQUEST_CONFIDENCE,
  );
  const [likeliestWrite] = writeRequests.toSorted((a, b) => b.action.confidence - a.action.confidence);
  if (likeliestWrite) return { ...wholeRequest, action: { ...likeliestWrite.action, text: wholeRequest.action.text } };
  const hasQuestion = sentenceRequests.some((request) => isIndependentQuestion(request));
  return hasQuestion
    ? { ...wholeRequest, action: { ...wholeRequest.action, intent: 'unknown', confidence: 0 } }
    : wholeRequest;
}

/** In a long message, a statement counts as a question only where a passage or the intent model strongly suggests it. */
const isIndependentQuestion = ({
  action: { text, hit, answerProbability = 0, questionProbability },
}: CustomerRequest): boolean =>
  isQuestion(text) ||
  (hit
    ? answerProbability >= FAQ_MATCH_THRESHOLD && hit.passage.source.kind !== 'about'
    : questionProbability >= CONFIDENT);

function resolveRequest(
  turn: Turn,
  state: DialogueState,
  prediction: IntentPrediction,
  {
    focus,
    topic = state.topic,
    restrictions = {},
  }: { focus: readonly FocusEntity[]; topic?: DialogueState['topic']; restrictions?: Slots['catalogEntities'] },
): CustomerRequest {
  const { capabilities, businessContext } = turn;
  const entities = extractSlots(turn, prediction.text, state);
  const namesItem = Object.keys(entities.catalogEntities).some((slot) =>
    listOfferingSlots(businessContext.industry).includes(slot),
  );
  const slots = namesItem
    ? { ...entities, catalogEntities: { ...entities.catalogEntities, ...restrictions } }
    : entities;
  const { booked = false, before = NO_PREVIOUS_TURN, offer } = state;
  const rankingInput: RankingInput = {
    prediction,
    slots,
    capabilities,
    industry: businessContext.industry,
    focus,
    booked,
    previousTurn: before,
    needs: turn.needs,
    ...(topic ? { topic } : {}),
    ...(offer ? { offeredIntent: offer.intent } : {}),
  };
  return resolveRepetition(rankActions(rankingInput, topic), state, turn);
}

/** Resolves each sentence with the context of the ones before it, as in "Is the baklava safe? And the lamb?". */
function resolveRequestsInOrder(
  turn: Turn,
  state: DialogueState,
  sentences: readonly IntentPrediction[],
  restrictions: Slots['catalogEntities'],
): CustomerRequest[] {
  let { focus = [], topic } = state;
  return sentences.map((prediction) => {
    const request = resolveRequest(turn, state, prediction, { focus, topic, restrictions });
    focus = updateFocus(turn.businessContext.industry, focus, request.slots.catalogEntities, {});
    if (!isUnresolved(request.action) && request.action.intent !== 'faq')
      topic = { intent: request.action.intent, slots: request.slots };
    return request;
  });
}

/** Whether a request books or changes something. */
export const isWriteRequest = ({ action: { intent } }: CustomerRequest, { capabilities }: Turn): boolean =>
  capabilities.get(intent)?.effect === 'write' || BOOKING_CHANGE_INTENTS.includes(intent);

/** A question about availability is answered by the booking itself. */
const isAnsweredByBooking = (
  { action, slots }: CustomerRequest,
  mainRequest: CustomerRequest,
  { capabilities }: Turn,
): boolean => {
  const collectIds = (catalogEntities: Slots['catalogEntities']) =>
    Object.values(catalogEntities).flatMap((mentions) => mentions.flat().map(({ id }) => id));
  const mentionedIds = collectIds(slots.catalogEntities);
  const namesTime = Boolean(slots.date || slots.time || slots.window || slots.days);
  const isSameItem =
    mentionedIds.length > 0 && mentionedIds.every((id) => collectIds(mainRequest.slots.catalogEntities).includes(id));
  return namesTime && isSameItem && capabilities.get(action.intent)?.effect === 'read';
};

const hasOtherSubject = (request: CustomerRequest, mainRequest: CustomerRequest) =>
  createSubjectKey(request) !== createSubjectKey(mainRequest);

/** Whether a sentence makes a request of its own, rather than adding details to the main one. */
function isAdditionalRequest(request: CustomerRequest, mainRequest: CustomerRequest, turn: Turn): boolean {
  const { action } = request;
  if (
    isUnresolved(action) ||
    SMALL_TALK.has(action.intent) ||
    onlyAddsDetails(request) ||
    refersToOrder(turn, request, mainRequest)
  )
    return false;
  if (isQuestion(action.text)) return action.confidence >= MIN_REQUEST_CONFIDENCE || isUnresolved(mainRequest.action);
  if (isFragment(action.text) && !isWriteRequest(request, turn)) return false;
  return (
    action.confidence >= CONFIDENT &&
    (isWriteRequest(request, turn) || action.intent === 'faq' || hasOtherSubject(request, mainRequest))
  );
}

const MAX_FRAGMENT_WORDS = 3;
/** A few words that ask nothing belong to the sentence next to them. */
const isFragment = (text: string) => text.trim().split(/\s+/).length <= MAX_FRAGMENT_WORDS;

/** Whether a sentence refers to an order, booking or insurer that the rest of the message names: "How far along is it?". */
const refersToOrder = (
  { businessContext }: Turn,
  { action: { text } }: CustomerRequest,
  { slots: { order, code, catalogEntities } }: CustomerRequest,
) =>
  Boolean(
    order || code || findSlotsWithRole(businessContext.industry, 'payer').some((slot) => catalogEntities[slot]),
  ) && hasCue('refersBack', text);

const isUnansweredQuestion = (turn: Turn, request: CustomerRequest, mainRequest: CustomerRequest): boolean =>
  isUnresolved(request.action) &&
  isQuestion(request.action.text) &&
  request.action.questionProbability >= CONFIDENT &&
  !refersToOrder(turn, request, mainRequest);

/** A key that groups requests about the same thing. Opening hours of two days are two questions. */
const createSubjectKey = ({ action, slots: { date } }: CustomerRequest) => {
  const { intent, hit, text } = action;
  return `${intent} ${hit?.passage.source.id ?? ''} ${isUnresolved(action) ? text : intent === 'general.hours' ? date : ''}`;
};

/** Beside another question about it, the price of what a question names or refers to is a question of its own. */
const createGroupKey = ({ capabilities }: Turn, request: CustomerRequest) => {
  const { intent, text } = request.action;
  const namesSubject = capabilities.get(intent)?.dialogue.subject?.some((slot) => request.slots.catalogEntities[slot]);
  return `${createSubjectKey(request)} ${namesSubject && isQuestion(text) && hasCue('price', text)}`;
};

const MAX_DETAIL_WORDS = 5;

const getFirstRequest = (group: readonly CustomerRequest[]): CustomerRequest => must(group[0], 'a request');

/** Whether a sentence only adds details, such as "my email is …", to the request next to it. */
const onlyAddsDetails = ({
  action: { text },
  slots: { name, phone, email, order, code, dateOfBirth, date, time },
}: CustomerRequest) =>
  (!isQuestion(text) && Boolean(name || phone || email || order || code || dateOfBirth)) ||
  (Boolean(date || time) &&
    text.split(/\s+/).length <= MAX_DETAIL_WORDS &&
    !/open|clos|hours|shut|how late|what time|until|till|^(?:and )?(?:what|how) about/i.test(text));

/** Merges requests that together make one question: "He is allergic to peanuts. Can he have the noodles?". */
function foldRelatedRequests(turn: Turn, groups: CustomerRequest[][]): CustomerRequest[][] {
  const { capabilities } = turn;
  const slots = groups
    .flat()
    .map((request) => request.slots)
    .reduce(createSlotAccumulator(turn));
  const getIntent = (group: CustomerRequest[]) => getFirstRequest(group).action.intent;
  // By its own words: beside "is the soup gluten free?", "how much is it?" is a question of its own.
  const findReplacementIntent = (group: CustomerRequest[]) =>
    capabilities.get(getIntent(group))?.dialogue.redirectTo?.(slots, group.map(({ action }) => action.text).join(' '));
  const targetGroup = groups.find((group) => groups.some((other) => findReplacementIntent(other) === getIntent(group)));
  if (!targetGroup) return groups;
  const otherGroups = groups.filter(
    (group) => group !== targetGroup && findReplacementIntent(group) !== getIntent(targetGroup),
  );
  const foldedGroups = groups.filter((group) => !otherGroups.includes(group) && group !== targetGroup);
  return [[...targetGroup, ...foldedGroups.flat()], ...otherGroups];
}

/** Merges slots, but keeps the entities of both sentences instead of replacing the earlier ones. */
const createSlotAccumulator =
  ({ businessContext }: Turn) =>
  (previousSlots: Slots, currentSlots: Slots): Slots => {
    const catalogEntities = { ...previousSlots.catalogEntities };
    for (const [slot, mentions] of Object.entries(currentSlots.catalogEntities))
      catalogEntities[slot] = [...(catalogEntities[slot] ?? []), ...mentions];
    return { ...mergeSlots(previousSlots, currentSlots, mapParentSlots(businessContext.industry)), catalogEntities };
  };

const extractSlots = (turn: Turn, text: string, { topic, task }: DialogueState): Slots =>
  extractTurnEntities(turn, text, [], task?.slots ?? topic?.slots);
