// A side question is answered and the task continues; another request replaces it.
import type { Slots } from '../../capability/dialogue.ts';
import { BOOKING_CHANGES } from './booking-changes.ts';
import { isQuestion } from './clauses.ts';
import { answerImpliedPrice, withImpliedItem } from './coreference.ts';
import { type ActiveTask, type DialogueState, mergeSlots } from './dialogue-state.ts';
import { executeAction } from './execute-action.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { toneOf } from './general.ts';
import { renderPeople } from './people.ts';
import { withCapablePeople } from './people-in-focus.ts';
import { leftOff } from './phrases.ts';
import { predictDialogueActs } from './predict-dialogue-acts.ts';
import type { RankedAction } from './rank/rank-actions.ts';
import { composeParts, type ResponsePart } from './reply.ts';
import { isDeed, step, turnResultOf, understoodIn } from './task-steps.ts';
import type { Turn, TurnInputs, TurnResult } from './turn.ts';

const SURELY = 0.6;

/** The least confidence at which a side question is answered. */
export const BESIDE = 0.45;

/** Such words change the active task; they do not ask about something else. */
export const CHANGES_IT =
  /\b(instead|actually|rather|make (?:it|that)|change|same time|could (?:i|we) (?:do|have|get)|can (?:i|we) (?:do|have|get))\b/i;

const MORE_THAN_AN_ANSWER = new Set(['general.human', 'general.complaint']);

const NO_DIGRESSION = new Set(['general.greeting', 'general.thanks', 'general.goodbye', 'unknown']);

/** A side question is answered and the task continues; another request replaces it. */
export async function digress(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
  isNew: boolean,
): Promise<TurnResult | undefined> {
  const { text } = turn;
  const asks = isQuestion(text) || (!isNew && (await predictDialogueActs(inputs, turn, state)).asks);
  const entities = extractTurnEntities(turn, text, [], task.slots);
  // Asked which booking they mean and naming none, a customer may want something new.
  const isLost = BOOKING_CHANGES.includes(task.intent) && !task.bookingId && !hasWho(entities);
  if (isNew && !isLost && (!asks || CHANGES_IT.test(text))) return undefined;
  // "Is Sam in on Friday?" is answered by what Sam has free then, where that is what the booking waits for.
  const people = asks && !(isNew && entities.date) ? renderPeople(turn, entities, state) : undefined;
  if (people) {
    const result = await besideTask(turn, withAsked(turn, task, people.part), task.intent, [people.part]);
    return { ...result, slots: entities };
  }
  const { action, slots: meant } = await understoodIn(inputs, turn, state, entities);
  if (action.intent === task.intent || NO_DIGRESSION.has(action.intent)) return undefined;
  if (MORE_THAN_AN_ANSWER.has(action.intent) && action.confidence >= SURELY) {
    const { part } = await executeAction(inputs, turn, { action, slots: entities }, state);
    return turnResultOf(action.intent, { part }, entities, action.confidence);
  }
  if (!isSureEnough(action, isNew, asks)) return undefined;
  if (isDeed(turn, action.intent))
    return isNew && !isLost ? undefined : switched(inputs, turn, state, task, action, entities);
  const about = withImpliedItem(turn, meant, task.slots, text) ?? meant;
  const { part } = await executeAction(inputs, turn, { action, slots: about }, { ...state, task: undefined });
  const price = action.intent === 'faq' ? await answerImpliedPrice(turn, task.slots) : [];
  const result = await besideTask(turn, task, action.intent, [part, ...price], action.confidence);
  return { ...result, slots: entities };
}

/** A customer who asks, while booking, when somebody works wants to book with that person. */
function withAsked(turn: Turn, task: ActiveTask, { sources: [one, another] = [] }: ResponsePart): ActiveTask {
  const capability = turn.capabilities.get(task.intent);
  if (!capability || !one || another || task.slots.words.staff) return task;
  return { ...task, slots: withCapablePeople(turn, capability, task.slots, { id: one.id, name: one.title }) };
}

/** An answer, followed by the next question of the active task. */
async function besideTask(
  turn: Turn,
  task: ActiveTask,
  intent: string,
  parts: ResponsePart[],
  confidence = 1,
): Promise<TurnResult> {
  // To ask again after an answer is to come back to it, and not to ask a second time.
  const { put, ...asked } = task;
  const back = await step(turn, { ...asked, confirming: false });
  if (back.task && put) back.task.put = put;
  const again = { ...back.part, text: withAnd(back.part.text) };
  return turnResultOf(intent, { ...back, part: composeParts([...parts, again]) }, task.slots, confidence);
}

/** A question goes on from the answer before it. */
const withAnd = (text: string): string =>
  /^(?:what|which|how|who|when|may|shall)\b/i.test(text) ? `And ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

const hasWho = ({ name, phone, email, code, dateOfBirth }: Slots) =>
  Boolean(name || phone || email || code || dateOfBirth);

function isSureEnough({ confidence }: RankedAction, isNew: boolean, asks: boolean): boolean {
  return confidence >= (isNew ? 0.75 : asks ? BESIDE : SURELY);
}

/** Cancelling what is not booked yet only drops the task. */
async function switched(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
  task: ActiveTask,
  action: RankedAction,
  entities: Slots,
): Promise<TurnResult> {
  if (action.intent === 'booking.cancel' && !entities.code && !BOOKING_CHANGES.includes(task.intent)) {
    return turnResultOf(action.intent, { part: { text: leftOff(toneOf(turn.businessContext), turn.say) } }, task.slots);
  }
  const { name, phone, email, dateOfBirth } = task.slots;
  const slots = mergeSlots(
    { words: {}, own: {}, ...JSON.parse(JSON.stringify({ name, phone, email, dateOfBirth })) },
    entities,
  );
  return turnResultOf(
    action.intent,
    await executeAction(inputs, turn, { action: action, slots }, { ...state, task: undefined }),
    slots,
    action.confidence,
  );
}
