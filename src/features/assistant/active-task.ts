import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { acknowledgeName } from './ask.ts';
import { advanceBookingChange, BOOKING_CHANGES, runBookingChange } from './booking-changes.ts';
import { isQuestion } from './clauses.ts';
import { askWhichCount, bareCount } from './count.ts';
import { type ActiveTask, type DialogueState, emptySlots, newTask } from './dialogue-state.ts';
import { BESIDE, CHANGES_IT, digress } from './digression.ts';
import { executeAction, isUnresolved, withCustomerDetails } from './execute-action.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { addsInformation, chosenOption, fillSlots, firstOffered, hasChanged } from './fill-slots.ts';
import { handOver, toneOf } from './general.ts';
import { leftOff, PERSON } from './phrases.ts';
import { predictDialogueActs } from './predict-dialogue-acts.ts';
import { says } from './rank/cues.ts';
import { composeParts, type Receipt } from './reply.ts';
import { resolveItem } from './resolve-item.ts';
import { runTask } from './task.ts';
import { isDeed, step, turnResultOf, understoodIn } from './task-steps.ts';
import type { StepResult, Turn, TurnInputs, TurnResult } from './turn.ts';
import { askWhichTime } from './when.ts';

/** Continues the active task; undefined where the message starts something else. */
export const continueActiveTask = async (
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
): Promise<TurnResult | undefined> =>
  (await withSideQuestion(inputs, turn, state, task)) ?? withTask(inputs, turn, state, task);

/** "Dana Fox, 212 555 0142. Is there parking?": what is asked beside the answer is answered too. */
async function withSideQuestion(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
): Promise<TurnResult | undefined> {
  const { segments } = turn.message;
  const textsOf = (asking: boolean) => segments.filter((each) => each.isQuestion === asking).map(({ text }) => text);
  const questions = textsOf(true);
  const rest = textsOf(false).join(' ');
  if (questions.length === 0 || !rest || task.confirming) return undefined;
  const next = fillSlots(turn, task, rest);
  if (!hasChanged(turn, task, next)) return undefined;
  const question = { ...turn, text: questions.join(' ') };
  return digress(
    inputs,
    question,
    state,
    { ...next, stuck: 0 },
    hasChanged(turn, next, fillSlots(turn, next, question.text)),
  );
}

async function withTask(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  under: ActiveTask,
): Promise<TurnResult | undefined> {
  const { businessContext, text } = turn;
  const { count: asNumber, ...task } = under;
  const act = findDialogueAct(text);
  // A bare yes or no may be what was asked for; before a reading back it says nothing of its own.
  const isAnswer = !act || act.act === 'any' || (!act.rest && !task.confirming);
  const slotsNow = isAnswer ? text : act.rest;
  const isLeft = task.asked.includes(LEAVE) && act?.act === 'yes' && !act.rest;
  const acts = await predictDialogueActs(inputs, turn, state);
  const isDropped = acts.drops && !isQuestion(text) && !addsInformation(turn, task, text);
  const isScrapped =
    says('scraps', text) && act?.act === 'stop' && !isQuestion(text) && !addsInformation(turn, task, act.rest);
  // "Cancel that, 6:45 is insane" names the time only to say what is wrong with it.
  const isCancelled = acts.cancels && act?.act === 'stop' && !CHANGES_IT.test(act.rest);
  if (isLeft || isDropped || isScrapped || isCancelled || (act?.act === 'stop' && !act.rest))
    return turnResultOf(task.intent, { part: { text: leftOff(toneOf(businessContext), turn.say) } }, task.slots);
  if (act?.act === 'restart') {
    const fresh = withCustomerDetails({ words: {}, own: {} }, inputs);
    return turnResultOf(task.intent, await step(turn, newTask(task.intent, fresh)), fresh);
  }
  if (state.booked && says('moves', text) && !BOOKING_CHANGES.includes(task.intent)) {
    const slots = { ...emptySlots(), ...whenOf(chosenOption(turn, task) ?? fillSlots(turn, task, text)) };
    return turnResultOf('booking.change', await advanceBookingChange(turn, newTask('booking.change', slots)), slots);
  }
  if (
    state.booked &&
    acts.cancels &&
    says('cancels', text) &&
    !BOOKING_CHANGES.includes(task.intent) &&
    !isQuestion(text)
  )
    return turnResultOf('booking.cancel', await advanceBookingChange(turn, newTask('booking.cancel')), emptySlots());
  const agrees = act?.act === 'yes' || (act?.act === 'continue' && !act.rest);
  if (task.confirming && agrees && !addsInformation(turn, task, act.rest))
    return withAnswer(inputs, turn, state, await finish(turn, task), act.rest);
  if (task.confirming && act?.act === 'no' && !addsInformation(turn, task, act.rest)) {
    return turnResultOf(task.intent, whatElse(turn, task), task.slots);
  }
  const isYes = act?.act === 'yes' && !act.rest;
  // A yes to "7 people, or 7 o'clock?" is taken for the people, and read back.
  const agreed = isYes && asNumber ? { number: asNumber, means: 'people' } : undefined;
  const count =
    agreed ?? (extractTurnEntities(turn, text, []).partySize === undefined ? bareCount(text, task) : undefined);
  if (count?.means === 'either') {
    const asking = { ...task, confirming: false, count: count.number };
    return turnResultOf(task.intent, { part: askWhichCount(count.number), task: asking }, task.slots);
  }
  const picked = count ? { ...task, slots: { ...task.slots, partySize: count.number } } : chosenOption(turn, task);
  const chosen = picked ?? (isYes ? firstOffered(turn, task) : undefined);
  if (!chosen && isYes && task.offered?.length) return turnResultOf(task.intent, askWhichTime(turn, task), task.slots);
  const next = chosen ?? (await understood(inputs, turn, task, fillSlots(turn, task, slotsNow, act?.act)));
  const isNew = hasChanged(turn, task, next);
  const other = await digress(inputs, turn, state, task, isNew);
  if (other) return other;
  // A yes to a question that needs more than a yes: ask it once more, and only once.
  const isVague = agrees || act?.act === 'continue' || act?.act === 'any' || task.confirming;
  if (!isNew && !isVague) return onFailedAttempt(turn, task);
  // Details that fit no booking are new each time, and get nobody further.
  const times = BOOKING_CHANGES.includes(task.intent) && !task.confirming ? task.stuck : isNew ? 0 : 1;
  // The customer told us something else instead: the question stays open and is not repeated.
  const { put } = next;
  const open = isNew && put ? { ...next, put: { ...put, times: Math.min(put.times, 1) } } : next;
  const result = await step(turn, { ...open, confirming: false, stuck: times });
  const isAgain = !isNew && task.stuck > 0 && result.task && questionOf(result.task) === questionOf(task);
  return isAgain
    ? onFailedAttempt(turn, task)
    : turnResultOf(task.intent, acknowledgeName(task, result, turn.say), next.slots);
}

/** An answer in words that the business does not use names one of the choices by its meaning. */
async function understood({ nlu }: TurnInputs, turn: Turn, task: ActiveTask, next: ActiveTask): Promise<ActiveTask> {
  const capability = turn.capabilities.get(task.intent);
  const isAsked = task.put && (task.asked[0] === task.put.field || task.choosing);
  if (!capability || !isAsked || isQuestion(turn.text)) return next;
  return { ...next, slots: await resolveItem(nlu, turn, capability, next.slots) };
}

const whenOf = ({ slots: { date, time } }: ActiveTask) => ({ ...(date ? { date } : {}), ...(time ? { time } : {}) });

const questionOf = ({ asked, confirming, offered }: ActiveTask) => JSON.stringify([asked, confirming, offered]);

async function finish(turn: Turn, task: ActiveTask): Promise<TurnResult> {
  const done: StepResult & { receipt?: Receipt } = BOOKING_CHANGES.includes(task.intent)
    ? await runBookingChange(turn, task)
    : await runTask(turn, task);
  const result = turnResultOf(task.intent, done, task.slots);
  const topic = done.task ? result.state.topic : { intent: task.intent, slots: task.slots, done: true };
  return { ...result, state: { ...result.state, topic }, ...(done.receipt ? { receipt: done.receipt } : {}) };
}

/** "Yes. Is there parking?": what is asked beside the yes is answered after it. */
async function withAnswer(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  result: TurnResult,
  text: string,
): Promise<TurnResult> {
  if (!isQuestion(text)) return result;
  const { action, slots } = await understoodIn(inputs, { ...turn, text }, state, extractTurnEntities(turn, text, []));
  const isAnswer = !isUnresolved(action) && action.confidence >= BESIDE && !isDeed(turn, action.intent);
  if (!isAnswer) return result;
  const { part } = await executeAction(inputs, { ...turn, text }, { action, slots }, { ...state, task: undefined });
  return { ...result, part: composeParts([result.part, part]) };
}

const whatElse = ({ businessContext, say }: Turn, task: ActiveTask): StepResult => ({
  part: {
    text:
      businessContext.business.tone === 'formal'
        ? say.text('Certainly. What may I change, or shall I leave it?')
        : say.text('No problem! What would you like to change, or shall I leave it?'),
    suggestions: [say.text('Another time'), say.text('Leave it')],
  },
  task: { ...task, confirming: false, asked: ['startsAt', LEAVE] },
});

/** It was asked whether to leave it. */
const LEAVE = 'leave';

/** Nothing new was understood: ask once more, then offer a way out, then hand over. */
async function onFailedAttempt(turn: Turn, task: ActiveTask): Promise<TurnResult> {
  const times = task.stuck + 1;
  if (times > 2) {
    const part = handOver(turn.businessContext, "I'm sorry, I'm not getting any further with this.");
    return { ...turnResultOf('unknown', { part }, task.slots, 0) };
  }
  const again = await step(turn, { ...task, stuck: times });
  if (again.offer) return turnResultOf(task.intent, again, task.slots);
  const first = times === 1 ? "Sorry, I didn't catch that." : "I'm sorry, I still didn't get that.";
  const part = {
    ...again.part,
    text: `${first} ${again.part.text}`,
    suggestions: [...(again.part.suggestions ?? []), PERSON],
  };
  return turnResultOf(
    task.intent,
    { ...again, part, task: again.task && { ...again.task, stuck: times } },
    task.slots,
    0.3,
  );
}
