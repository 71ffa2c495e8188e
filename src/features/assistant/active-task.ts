import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { acknowledgeName } from './ask.ts';
import { advanceBookingChange, BOOKING_CHANGE_INTENTS, runBookingChange } from './booking-changes.ts';
import { askWhichTime } from './booking-time.ts';
import { isQuestion } from './clauses.ts';
import { type ActiveTask, createEmptySlots, createTask, type DialogueState } from './dialogue-state.ts';
import { CHANGES_TASK_PATTERN, correctRequest, digress, SIDE_QUESTION_THRESHOLD } from './digression.ts';
import { executeAction, isUnresolved, withCustomerDetails } from './execute-action.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { addsInformation, fillSlots, hasChanged, withChosenOption, withFirstOfferedTime } from './fill-slots.ts';
import { readTone, renderDirectContact } from './general.ts';
import { ACCEPT_OFFER } from './offered-spot.ts';
import { askPeopleOrTime, parseAmbiguousNumber } from './people-or-time.ts';
import { confirmDropped, TALK_TO_PERSON } from './phrases.ts';
import { predictDialogueActs } from './predict-dialogue-acts.ts';
import { hasCue } from './rank/cues.ts';
import { composeParts, type Receipt } from './reply.ts';
import { resolveItem } from './resolve-item.ts';
import { runTask } from './task.ts';
import { advanceActiveTask, createTurnResult, isWriteIntent, rankIgnoringTask } from './task-steps.ts';
import type { StepResult, Turn, TurnInputs, TurnResult } from './turn.ts';

/** Continues the active task; undefined where the message starts something else. */
export const continueActiveTask = async (
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
): Promise<TurnResult | undefined> =>
  (await answerSideQuestion(inputs, turn, state, task)) ?? applyMessage(inputs, turn, state, task);

/** Answers a question asked alongside the requested details: "Dana Fox, 212 555 0142. Is there parking?". */
async function answerSideQuestion(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
): Promise<TurnResult | undefined> {
  const { segments } = turn.message;
  const segmentTexts = (wantsQuestions: boolean) =>
    segments.filter(({ isQuestion }) => isQuestion === wantsQuestions).map(({ text }) => text);
  const questions = segmentTexts(true);
  const answerText = segmentTexts(false).join(' ');
  if (questions.length === 0 || !answerText || task.confirming) return undefined;
  const nextTask = fillSlots(turn, task, answerText);
  if (!hasChanged(turn, task, nextTask)) return undefined;
  const questionTurn = { ...turn, text: questions.join(' ') };
  return digress(
    inputs,
    questionTurn,
    state,
    { ...nextTask, failedAttempts: 0 },
    hasChanged(turn, nextTask, fillSlots(turn, nextTask, questionTurn.text)),
  );
}

/** Applies the message to the task: drop it, restart it, confirm it, or fill its slots. */
async function applyMessage(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  activeTask: ActiveTask,
): Promise<TurnResult | undefined> {
  const { businessContext, text } = turn;
  const { count: ambiguousNumber, ...task } = activeTask;
  const act = findDialogueAct(text);
  // A bare yes or no can be the value of a slot, except when the task is waiting for confirmation.
  const mayBeSlotValue = !act || act.act === 'any' || (!act.rest && !task.confirming);
  const answerText = mayBeSlotValue ? text : act.rest;
  const agreesToLeave = task.requestedSlots.includes(LEAVE_TASK) && act?.act === 'yes' && !act.rest;
  const acts = await predictDialogueActs(inputs, turn, state);
  const dropsTask = acts.abandonsTask && !isQuestion(text) && !addsInformation(turn, task, text);
  const discardsTask =
    hasCue('discards', text) && act?.act === 'stop' && !isQuestion(text) && !addsInformation(turn, task, act.rest);
  // A time named while canceling is a reason, not a new request: "Cancel that, 6:45 is too early".
  const cancelsTask = acts.abandonsOrCancels && act?.act === 'stop' && !CHANGES_TASK_PATTERN.test(act.rest);
  if (agreesToLeave || dropsTask || discardsTask || cancelsTask || (act?.act === 'stop' && !act.rest))
    return createTurnResult(
      task.intent,
      { part: { text: confirmDropped(readTone(businessContext), turn.format) } },
      task.slots,
    );
  if (act?.act === 'restart') {
    const initialSlots = withCustomerDetails({ catalogEntities: {}, industryEntities: {} }, inputs);
    return createTurnResult(
      task.intent,
      await advanceActiveTask(turn, createTask(task.intent, initialSlots)),
      initialSlots,
    );
  }
  if (state.booked && hasCue('reschedules', text) && !BOOKING_CHANGE_INTENTS.includes(task.intent)) {
    const slots = {
      ...createEmptySlots(),
      ...pickDateAndTime(withChosenOption(turn, task) ?? fillSlots(turn, task, text)),
    };
    return createTurnResult(
      'booking.change',
      await advanceBookingChange(turn, createTask('booking.change', slots)),
      slots,
    );
  }
  if (
    state.booked &&
    acts.abandonsOrCancels &&
    hasCue('cancels', text) &&
    !BOOKING_CHANGE_INTENTS.includes(task.intent) &&
    !isQuestion(text)
  )
    return createTurnResult(
      'booking.cancel',
      await advanceBookingChange(turn, createTask('booking.cancel')),
      createEmptySlots(),
    );
  const agrees = act?.act === 'yes' || (act?.act === 'continue' && !act.rest);
  if (task.confirming && agrees && !addsInformation(turn, task, act.rest))
    return appendAnswerToQuestion(inputs, turn, state, await runConfirmedTask(turn, task), act.rest);
  if (task.confirming && act?.act === 'no' && !addsInformation(turn, task, act.rest)) {
    if (task.intent === ACCEPT_OFFER)
      return createTurnResult(
        'booking.cancel',
        await advanceBookingChange(turn, { ...task, intent: 'booking.cancel' }),
        task.slots,
      );
    return createTurnResult(task.intent, askWhatToChange(turn, task), task.slots);
  }
  const isBareYes = act?.act === 'yes' && !act.rest;
  // A yes to "7 people, or 7 o'clock?" counts as people; the confirmation lets the customer correct it.
  const agreedCount = isBareYes && ambiguousNumber ? { number: ambiguousNumber, means: 'people' } : undefined;
  const count =
    agreedCount ??
    (extractTurnEntities(turn, text, []).partySize === undefined ? parseAmbiguousNumber(text, task) : undefined);
  if (count?.means === 'either') {
    const askingTask = { ...task, confirming: false, count: count.number };
    return createTurnResult(task.intent, { part: askPeopleOrTime(count.number), task: askingTask }, task.slots);
  }
  const pickedTask = count
    ? { ...task, slots: { ...task.slots, partySize: count.number } }
    : withChosenOption(turn, task);
  const chosenTask = pickedTask ?? (isBareYes ? withFirstOfferedTime(task) : undefined);
  if (!chosenTask && isBareYes && task.offered?.length)
    return createTurnResult(task.intent, askWhichTime(turn, task), task.slots);
  const nextTask =
    chosenTask ?? (await resolveItemByMeaning(inputs, turn, task, fillSlots(turn, task, answerText, act?.act)));
  const hasNewDetails = hasChanged(turn, task, nextTask) || turn.statesRemark;
  const isFindingBooking = BOOKING_CHANGE_INTENTS.includes(task.intent) && !task.bookingId;
  const correction = !hasNewDetails || isFindingBooking ? await correctRequest(inputs, turn, state, task) : undefined;
  if (correction) return correction;
  const digression = await digress(inputs, turn, state, task, hasNewDetails);
  if (digression) return digression;
  // The question needs more than a yes, so it is asked once more, but only once.
  const isBareAgreement = agrees || act?.act === 'continue' || act?.act === 'any' || task.confirming;
  if (!hasNewDetails && !isBareAgreement) return respondToFailedAttempt(turn, task);
  // Details that match no booking count as failed attempts, although they are new every time.
  const failedAttempts =
    BOOKING_CHANGE_INTENTS.includes(task.intent) && !task.confirming ? task.failedAttempts : hasNewDetails ? 0 : 1;
  // The customer gave a different detail instead, so asking again does not count as repeating the question.
  const { repeatedQuestion: lastQuestion } = nextTask;
  const openTask =
    hasNewDetails && lastQuestion
      ? { ...nextTask, repeatedQuestion: { ...lastQuestion, times: Math.min(lastQuestion.times, 1) } }
      : nextTask;
  const result = await advanceActiveTask(turn, { ...openTask, confirming: false, failedAttempts });
  const repeatsQuestion =
    !hasNewDetails &&
    task.failedAttempts > 0 &&
    result.task &&
    createQuestionKey(result.task) === createQuestionKey(task);
  return repeatsQuestion
    ? respondToFailedAttempt(turn, task)
    : createTurnResult(task.intent, acknowledgeName(task, result, turn.format), nextTask.slots);
}

/** Matches an answer that uses none of the business's own words to one of the choices, by meaning. */
async function resolveItemByMeaning(
  { nlu }: TurnInputs,
  turn: Turn,
  task: ActiveTask,
  nextTask: ActiveTask,
): Promise<ActiveTask> {
  const capability = turn.capabilities.get(task.intent);
  const wasRequested =
    task.repeatedQuestion && (task.requestedSlots[0] === task.repeatedQuestion.field || task.choosing);
  if (!capability || !wasRequested || isQuestion(turn.text)) return nextTask;
  return { ...nextTask, slots: await resolveItem(nlu, turn, capability, nextTask.slots) };
}

const pickDateAndTime = ({ slots: { date, time } }: ActiveTask) => ({
  ...(date ? { date } : {}),
  ...(time ? { time } : {}),
});

const createQuestionKey = ({ requestedSlots, confirming, offered }: ActiveTask) =>
  JSON.stringify([requestedSlots, confirming, offered]);

async function runConfirmedTask(turn: Turn, task: ActiveTask): Promise<TurnResult> {
  const stepResult: StepResult & { receipt?: Receipt } = BOOKING_CHANGE_INTENTS.includes(task.intent)
    ? await runBookingChange(turn, task)
    : await runTask(turn, task);
  const result = createTurnResult(task.intent, stepResult, task.slots);
  const topic = stepResult.task ? result.state.topic : { intent: task.intent, slots: task.slots, done: true };
  return {
    ...result,
    state: { ...result.state, topic },
    ...(stepResult.receipt ? { receipt: stepResult.receipt } : {}),
  };
}

/** Appends the answer to a question that came with the yes: "Yes. Is there parking?". */
async function appendAnswerToQuestion(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  result: TurnResult,
  text: string,
): Promise<TurnResult> {
  if (!isQuestion(text)) return result;
  const { action, slots } = await rankIgnoringTask(
    inputs,
    { ...turn, text },
    state,
    extractTurnEntities(turn, text, []),
  );
  const isConfidentAnswer =
    !isUnresolved(action) && action.confidence >= SIDE_QUESTION_THRESHOLD && !isWriteIntent(turn, action.intent);
  if (!isConfidentAnswer) return result;
  const { part } = await executeAction(inputs, { ...turn, text }, { action, slots }, { ...state, task: undefined });
  return { ...result, part: composeParts([result.part, part]) };
}

const askWhatToChange = ({ businessContext, format }: Turn, task: ActiveTask): StepResult => ({
  part: {
    text:
      businessContext.business.tone === 'formal'
        ? format.text('Of course. What would you like to change, or would you rather leave it?')
        : format.text('No problem! What would you like to change? Or should we forget it?'),
    suggestions: [format.text('Another time'), format.text('Never mind')],
  },
  task: { ...task, confirming: false, requestedSlots: ['startsAt', LEAVE_TASK] },
});

/** Stands in `requestedSlots` for the question whether to leave the task. */
const LEAVE_TASK = 'leave';

const MAX_FAILED_ATTEMPTS = 2;
const FAILED_ATTEMPT_CONFIDENCE = 0.3;

function offerPersonInstead({ businessContext, format }: Turn, { slots }: ActiveTask): TurnResult {
  const sentences = [
    format.text("I'm sorry, I can't seem to get this right."),
    format.text('Should I ask our team?'),
    renderDirectContact(businessContext),
  ];
  const part = { text: sentences.filter(Boolean).join(' '), suggestions: [format.text(TALK_TO_PERSON)] };
  return createTurnResult('unknown', { part, offer: { intent: 'general.human', slots } }, slots, 0);
}

/** Where nothing new was understood: asks once more, then offers a way out, then a person. */
async function respondToFailedAttempt(turn: Turn, task: ActiveTask): Promise<TurnResult> {
  const failedAttempts = task.failedAttempts + 1;
  if (failedAttempts > MAX_FAILED_ATTEMPTS) return offerPersonInstead(turn, task);
  const repeatedStep = await advanceActiveTask(turn, { ...task, failedAttempts });
  if (repeatedStep.offer) return createTurnResult(task.intent, repeatedStep, task.slots);
  const apology = turn.format.text(
    failedAttempts === 1 ? "Sorry, I didn't catch that." : "Sorry, I still didn't get that.",
  );
  const part = {
    ...repeatedStep.part,
    text: `${apology} ${repeatedStep.part.text}`,
    suggestions: [...(repeatedStep.part.suggestions ?? []), turn.format.text(TALK_TO_PERSON)],
  };
  return createTurnResult(
    task.intent,
    { ...repeatedStep, part, task: repeatedStep.task && { ...repeatedStep.task, failedAttempts } },
    task.slots,
    FAILED_ATTEMPT_CONFIDENCE,
  );
}
