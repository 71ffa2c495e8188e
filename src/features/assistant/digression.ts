// A side question is answered and the task continues; another request comes first.
import type { Slots } from '../../capability/dialogue.ts';
import { BOOKING_CHANGE_INTENTS } from './booking-changes.ts';
import { isQuestion } from './clauses.ts';
import { answerImpliedPrice, withImpliedItem } from './coreference.ts';
import { type ActiveTask, type DialogueState, mergeSlots } from './dialogue-state.ts';
import { executeAction, isUnresolved } from './execute-action.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { renderNoAnswer } from './fallback.ts';
import { readTone } from './general.ts';
import { mayPause, pauseTask } from './paused-tasks.ts';
import { answerAboutStaff } from './people.ts';
import { withPersonIfCapable } from './people-in-focus.ts';
import { confirmDropped } from './phrases.ts';
import { predictDialogueActs } from './predict-dialogue-acts.ts';
import { listUsedSlots } from './rank/candidates.ts';
import { hasCue } from './rank/cues.ts';
import type { RankedAction } from './rank/rank-actions.ts';
import { composeParts, type ResponsePart } from './reply.ts';
import { restateRequest } from './restated-request.ts';
import { listBookedSlots } from './slots.ts';
import { advanceActiveTask, createTurnResult, isWriteIntent, rankIgnoringTask } from './task-steps.ts';
import type { Turn, TurnInputs, TurnResult } from './turn.ts';

/** The confidence at which a statement counts as a new request. */
const NEW_REQUEST_THRESHOLD = 0.6;
/** Higher, because the message also adds details to the active task. */
const MIXED_MESSAGE_THRESHOLD = 0.75;

/** The confidence at which a side question is answered. */
export const SIDE_QUESTION_THRESHOLD = 0.45;

/** Words that change the active task rather than ask about something else. */
export const CHANGES_TASK_PATTERN =
  /\b(instead|actually|rather|make (?:it|that)|change|same time|could (?:i|we) (?:do|have|get)|can (?:i|we) (?:do|have|get))\b/i;

const HANDOFF_INTENTS = new Set(['general.human', 'general.complaint']);

const NON_DIGRESSION_INTENTS = new Set(['general.greeting', 'general.thanks', 'general.goodbye', 'unknown']);

/** A side question is answered and the task continues; another request comes first. */
export async function digress(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
  hasNewDetails: boolean,
): Promise<TurnResult | undefined> {
  const { text } = turn;
  const isAsking = isQuestion(text) || (!hasNewDetails && (await predictDialogueActs(inputs, turn, state)).isQuestion);
  const entities = extractTurnEntities(turn, text, [], task.slots);
  // A customer who does not identify a booking when asked for one may want something new.
  const isBookingUnidentified =
    BOOKING_CHANGE_INTENTS.includes(task.intent) && !task.bookingId && !identifiesCustomer(entities);
  if (hasNewDetails && !isBookingUnidentified && (!isAsking || CHANGES_TASK_PATTERN.test(text))) return undefined;
  // With a new day, "is Sam in on Friday?" is answered by Sam's free times, which the task will look up.
  const staffAnswer =
    isAsking && !(hasNewDetails && entities.date) ? answerAboutStaff(turn, entities, state) : undefined;
  if (staffAnswer) {
    const result = await answerThenResume(turn, withRequestedStaff(turn, task, staffAnswer.part), task.intent, [
      staffAnswer.part,
    ]);
    return { ...result, slots: entities };
  }
  const { action, slots: rankedSlots } = await rankIgnoringTask(inputs, turn, state, entities);
  if (action.intent === task.intent && isQuestion(text) && !hasNewDetails) return answerAboutTask(turn, task, entities);
  if (action.intent === task.intent || NON_DIGRESSION_INTENTS.has(action.intent)) return undefined;
  if (HANDOFF_INTENTS.has(action.intent) && action.confidence >= NEW_REQUEST_THRESHOLD) {
    const { part } = await executeAction(inputs, turn, { action, slots: entities }, state);
    return createTurnResult(action.intent, { part }, entities, action.confidence);
  }
  // A question that has no answer is not passed over, and the task goes on.
  if (isUnresolved(action) && isQuestion(text) && !hasNewDetails)
    return answerThenResume(turn, task, action.intent, [renderNoAnswer(turn, action)], action.confidence);
  if (isUnresolved(action) || !isConfidentEnough(action, hasNewDetails, isAsking)) return undefined;
  if (isWriteIntent(turn, action.intent))
    return hasNewDetails && !isBookingUnidentified
      ? undefined
      : switchTask(inputs, turn, state, task, action, entities);
  const slotsWithItem =
    withImpliedItem(turn, rankedSlots, task.slots, text) ?? withImpliedDetails(turn, action.intent, rankedSlots, task);
  const step = await executeAction(inputs, turn, { action, slots: slotsWithItem }, { ...state, task: undefined });
  // The answer depends on something that the customer is asked first.
  if (step.task && mayPause(turn, task))
    return pauseTask(turn, task, state, createTurnResult(action.intent, step, rankedSlots, action.confidence));
  const { part } = step;
  const priceParts = action.intent === 'faq' ? await answerImpliedPrice(turn, task.slots) : [];
  const result = await answerThenResume(turn, task, action.intent, [part, ...priceParts], action.confidence);
  return { ...result, slots: entities };
}

/** Answers a question about what is being requested, such as what a membership includes. */
async function answerAboutTask(turn: Turn, task: ActiveTask, entities: Slots): Promise<TurnResult | undefined> {
  const { capabilities, ctx, format, text } = turn;
  const slots = { ...entities, catalogEntities: { ...task.slots.catalogEntities, ...entities.catalogEntities } };
  const context = { business: ctx.business, text, now: ctx.now };
  const answer = capabilities.get(task.intent)?.dialogue.answer?.(slots, context, format);
  return answer && answerThenResume(turn, task, task.intent, [{ text: answer.text, sources: answer.sources ?? [] }]);
}

/** A question beside a booking is about that booking: its copay is that of the visit being booked. */
function withImpliedDetails({ capabilities }: Turn, intent: string, slots: Slots, task: ActiveTask): Slots {
  const { fieldBySlot = {}, subject = [] } = capabilities.get(intent)?.dialogue ?? {};
  const impliedEntries = Object.entries(task.slots.catalogEntities).filter(
    ([slot]) => slot in fieldBySlot && !subject.includes(slot),
  );
  return { ...slots, catalogEntities: { ...Object.fromEntries(impliedEntries), ...slots.catalogEntities } };
}

/** A customer who asks, while booking, when somebody works wants to book with that person. */
function withRequestedStaff(
  turn: Turn,
  task: ActiveTask,
  { sources: [source, secondSource] = [] }: ResponsePart,
): ActiveTask {
  const capability = turn.capabilities.get(task.intent);
  if (!capability || !source || secondSource || task.slots.catalogEntities.staff) return task;
  return { ...task, slots: withPersonIfCapable(turn, capability, task.slots, { id: source.id, name: source.title }) };
}

/** An answer, followed by the next question of the active task. */
async function answerThenResume(
  turn: Turn,
  task: ActiveTask,
  intent: string,
  parts: ResponsePart[],
  confidence = 1,
): Promise<TurnResult> {
  // Returning to the question after a side answer does not count as asking it again.
  const { repeatedQuestion: lastQuestion, ...taskWithoutQuestion } = task;
  const resumedStep = await advanceActiveTask(turn, { ...taskWithoutQuestion, confirming: false });
  if (resumedStep.task && lastQuestion) resumedStep.task.repeatedQuestion = lastQuestion;
  const resumedPart = { ...resumedStep.part, text: prependAnd(resumedStep.part.text) };
  return createTurnResult(
    intent,
    { ...resumedStep, part: composeParts([...parts, resumedPart]) },
    task.slots,
    confidence,
  );
}

/** Joins the task's next question to the answer before it. */
const prependAnd = (text: string): string =>
  /^(?:what|which|how|who|when|may|shall)\b/i.test(text) ? `And ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

const identifiesCustomer = ({ name, phone, email, code, dateOfBirth }: Slots) =>
  Boolean(name || phone || email || code || dateOfBirth);

function isConfidentEnough({ intentProbability }: RankedAction, hasNewDetails: boolean, isAsking: boolean): boolean {
  return (
    intentProbability >=
    (hasNewDetails ? MIXED_MESSAGE_THRESHOLD : isAsking ? SIDE_QUESTION_THRESHOLD : NEW_REQUEST_THRESHOLD)
  );
}

/** A correction of what a request is about, as in "cancel my membership" and then "no, my spin class". */
export async function correctRequest(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
): Promise<TurnResult | undefined> {
  const text = restateRequest(turn, state);
  if (text === undefined) return undefined;
  const restatedTurn = { ...turn, text };
  const entities = extractTurnEntities(turn, text, []);
  const { action } = await rankIgnoringTask(inputs, restatedTurn, state, entities);
  const isOtherWriteIntent = action.intent !== task.intent && isWriteIntent(turn, action.intent);
  if (!isOtherWriteIntent || action.intentProbability < NEW_REQUEST_THRESHOLD) return undefined;
  return startOtherTask(inputs, restatedTurn, state, task, action, entities);
}

/** Another request comes first. Canceling what is being booked only drops the task. */
async function switchTask(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
  action: RankedAction,
  entities: Slots,
): Promise<TurnResult> {
  const isAboutTask = hasCue('refersBack', turn.text) || isAboutItemsBeingBooked(turn, task, entities);
  if (
    action.intent === 'booking.cancel' &&
    !entities.code &&
    !BOOKING_CHANGE_INTENTS.includes(task.intent) &&
    isAboutTask
  ) {
    return createTurnResult(
      action.intent,
      { part: { text: confirmDropped(readTone(turn.businessContext), turn.format) } },
      task.slots,
    );
  }
  const result = await startOtherTask(inputs, turn, state, task, action, entities);
  return mayPause(turn, task) ? pauseTask(turn, task, state, result) : result;
}

/** Whether the task books something, and the message names nothing else. */
function isAboutItemsBeingBooked(
  { capabilities, businessContext }: Turn,
  { intent, slots }: ActiveTask,
  entities: Slots,
): boolean {
  const capability = capabilities.get(intent);
  const itemSlots = listBookedSlots(businessContext.industry);
  const isBooking = capability?.bookingRequest || itemSlots.some((slot) => listUsedSlots(capability).has(slot));
  const collectIds = ({ catalogEntities }: Slots) =>
    itemSlots.flatMap((slot) => catalogEntities[slot]?.flat().map(({ id }) => id) ?? []);
  return Boolean(capability && isBooking) && collectIds(entities).every((id) => collectIds(slots).includes(id));
}

/** Starts a task with what the customer has said about themselves. */
async function startOtherTask(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
  action: RankedAction,
  entities: Slots,
): Promise<TurnResult> {
  const { name, phone, email, dateOfBirth } = task.slots;
  const slots = mergeSlots(
    { catalogEntities: {}, industryEntities: {}, ...JSON.parse(JSON.stringify({ name, phone, email, dateOfBirth })) },
    entities,
  );
  const step = await executeAction(inputs, turn, { action, slots }, { ...state, task: undefined });
  return createTurnResult(action.intent, step, slots, action.confidence);
}
