// The requests in a message: usually one, sometimes two questions, or an order with a question beside it.
import type { Slots } from '../../capability/dialogue.ts';
import { partsIn, slotsBy } from '../../capability/roles.ts';
import { must } from '../../kernel/must.ts';
import { BOOKING_CHANGES } from './booking-changes.ts';
import { isQuestion } from './clauses.ts';
import { resolveRepetition } from './coreference.ts';
import { type DialogueState, mergeSlots } from './dialogue-state.ts';
import { isUnresolved } from './execute-action.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { type FocusEntity, NO_PREVIOUS_TURN, updateFocus } from './focus.ts';
import type { IntentPrediction } from './predict-intent.ts';
import type { RankingInput } from './rank/candidates.ts';
import { says } from './rank/cues.ts';
import { type CustomerRequest, OWN_QUESTION_THRESHOLD, rankActions } from './rank/rank-actions.ts';
import { restrictionSlots, thingSlots } from './slots.ts';
import { CONFIDENT } from './thresholds.ts';
import type { Turn, TurnInputs } from './turn.ts';

const SMALL_TALK = new Set(['general.greeting', 'general.thanks', 'general.goodbye', 'general.identity']);
const LIKELY = 0.4;

export async function customerRequestsIn(
  { nlu }: TurnInputs,
  turn: Turn,
  state: DialogueState,
): Promise<CustomerRequest[]> {
  const { businessContext, text, message } = turn;
  const [all, rest] = await Promise.all([
    nlu.predictIntent(text, businessContext, state.before),
    nlu.predictIntentsOfParts(text, businessContext, state.before),
  ]);
  const read = requestIn(turn, state, all, { focus: state.focus ?? [] });
  const parts = inTurn(turn, state, rest, healthIn(turn, read));
  const whole = asStory(read, parts, turn);
  const isStory = parts.length > STORY;
  const sure = parts.filter((part) => wantsItself(part, whole, turn) && (!isStory || asksItself(part)));
  // What was asked beside it and is not known is said so: nothing is passed over.
  const own = sure.length ? parts.filter((part) => sure.includes(part) || isUnanswered(turn, part, whole)) : [];
  const isOrder = isWriteRequest(whole, turn) && whole.action.confidence >= LIKELY;
  if (isOrder) {
    const asks = (part: CustomerRequest) => isQuestion(part.action.text) || (isStory && asksItself(part));
    const beside = own.filter(
      (part) => asks(part) && !isWriteRequest(part, turn) && isElse(part, whole) && !isToldWith(part, whole, turn),
    );
    const isLeft = (segment: string) => !beside.some(({ action }) => action.text === segment);
    const left = message.segments
      .map((segment) => segment.text)
      .filter(isLeft)
      .join(' ');
    return beside.length ? [...beside, { ...whole, action: { ...whole.action, text: left || text } }] : [whole];
  }
  if (own.length === 0) return [whole];
  const groups = folded(turn, [...Map.groupBy(own, aboutOf).values()]);
  if (groups.length === 1) {
    const first = firstOf(groups.flat());
    const { action } = first;
    const isBetter = isUnresolved(whole.action) || action.confidence > whole.action.confidence;
    return [isBetter ? { ...first, action: { ...action, text }, slots: whole.slots } : whole];
  }
  const context = parts.filter((part) => !own.includes(part));
  return groups.map((group) => ({
    action: { ...firstOf(group).action, text: group.map(({ action }) => action.text).join(' ') },
    slots: [...context, ...group].map((each) => each.slots).reduce(accumulated(turn)),
  }));
}

/** What somebody must not have, said in one sentence, holds for all that name something of the offer. */
const healthIn = ({ businessContext }: Turn, { slots: { words } }: CustomerRequest): Slots['words'] =>
  Object.fromEntries(
    Object.entries(words).filter(([slot]) => restrictionSlots(businessContext.industry).includes(slot)),
  );

const STORY = 4;

/** A whole story is too long to be read at once: what it wants to be done is in one of its sentences. */
function asStory(whole: CustomerRequest, parts: readonly CustomerRequest[], turn: Turn): CustomerRequest {
  if (parts.length <= STORY) return whole;
  const deeds = parts.filter((part) => isWriteRequest(part, turn) && part.action.confidence >= LIKELY);
  const [deed] = deeds.toSorted((a, b) => b.action.confidence - a.action.confidence);
  if (deed) return { ...whole, action: { ...deed.action, text: whole.action.text } };
  const isAsked = parts.some((part) => asksItself(part));
  return isAsked ? { ...whole, action: { ...whole.action, intent: 'unknown', confidence: 0 } } : whole;
}

/** Of what is told in a story, only what is written about very nearly: the rest is told for its own sake. */
const asksItself = ({ action: { text, hit, answers = 0, asks } }: CustomerRequest): boolean =>
  isQuestion(text) ||
  (hit ? answers >= OWN_QUESTION_THRESHOLD && hit.passage.source.kind !== 'about' : asks >= CONFIDENT);

function requestIn(
  turn: Turn,
  state: DialogueState,
  prediction: IntentPrediction,
  {
    focus,
    topic = state.topic,
    health = {},
  }: { focus: readonly FocusEntity[]; topic?: DialogueState['topic']; health?: Slots['words'] },
): CustomerRequest {
  const { capabilities, businessContext } = turn;
  const entities = extractFrom(turn, prediction.text, state);
  const isOfOffer = Object.keys(entities.words).some((slot) => thingSlots(businessContext.industry).includes(slot));
  const slots = isOfOffer ? { ...entities, words: { ...entities.words, ...health } } : entities;
  const { booked = false, before = NO_PREVIOUS_TURN, offer } = state;
  const scene: RankingInput = {
    ...{
      prediction: prediction,
      slots,
      capabilities,
      industry: businessContext.industry,
      focus,
      booked,
      before,
      needs: turn.needs,
    },
    ...(topic ? { topic } : {}),
    ...(offer ? { offer: offer.intent } : {}),
  };
  return resolveRepetition(rankActions(scene, topic), state, turn);
}

/** "Is the baklava safe? And the lamb?": what a sentence leaves out was said in the one before. */
function inTurn(
  turn: Turn,
  state: DialogueState,
  sentences: readonly IntentPrediction[],
  health: Slots['words'],
): CustomerRequest[] {
  let { focus = [], topic } = state;
  return sentences.map((prediction) => {
    const read = requestIn(turn, state, prediction, { focus, topic, health });
    focus = updateFocus(turn.businessContext.industry, focus, read.slots.words, {});
    if (!isUnresolved(read.action) && read.action.intent !== 'faq')
      topic = { intent: read.action.intent, slots: read.slots };
    return read;
  });
}

/** Something is to be done. */
export const isWriteRequest = ({ action: { intent } }: CustomerRequest, { capabilities }: Turn): boolean =>
  capabilities.get(intent)?.effect === 'write' || BOOKING_CHANGES.includes(intent);

/** Whether there is room is told with the booking. */
const isToldWith = ({ action, slots }: CustomerRequest, whole: CustomerRequest, { capabilities }: Turn): boolean => {
  const ids = (words: Slots['words']) => Object.values(words).flatMap((all) => all.flat().map(({ id }) => id));
  const named = ids(slots.words);
  const isWhen = Boolean(slots.date || slots.time || slots.window || slots.days);
  const isSame = named.length > 0 && named.every((id) => ids(whole.slots.words).includes(id));
  return isWhen && isSame && capabilities.get(action.intent)?.effect === 'read';
};

const isElse = (part: CustomerRequest, whole: CustomerRequest) => aboutOf(part) !== aboutOf(whole);

/** Whether a sentence wants something of its own; the others tell more about it. */
function wantsItself(part: CustomerRequest, whole: CustomerRequest, turn: Turn): boolean {
  const { action } = part;
  if (isUnresolved(action) || SMALL_TALK.has(action.intent) || isDetail(part) || leansOn(turn, part, whole))
    return false;
  if (isQuestion(action.text)) return action.confidence >= LIKELY || isUnresolved(whole.action);
  if (isFragment(action.text) && !isWriteRequest(part, turn)) return false;
  return (
    action.confidence >= CONFIDENT && (isWriteRequest(part, turn) || action.intent === 'faq' || isElse(part, whole))
  );
}

/** Two or three words that ask nothing belong to what stands beside them. */
const isFragment = (text: string) => text.trim().split(/\s+/).length <= 3;

/** "How far along is it?" is about the order that the rest of the message names. */
const leansOn = (
  { businessContext }: Turn,
  { action: { text } }: CustomerRequest,
  { slots: { order, code, words } }: CustomerRequest,
) =>
  Boolean(order || code || slotsBy(businessContext.industry, 'payer').some((slot) => words[slot])) &&
  says('pointsBack', text);

const isUnanswered = (turn: Turn, part: CustomerRequest, whole: CustomerRequest): boolean =>
  isUnresolved(part.action) &&
  isQuestion(part.action.text) &&
  part.action.asks >= CONFIDENT &&
  !leansOn(turn, part, whole);

/** Two days are two questions, even where both are about the hours. */
const aboutOf = ({ action, slots: { date } }: CustomerRequest) => {
  const { intent, hit, text } = action;
  return `${intent} ${hit?.passage.source.id ?? ''} ${isUnresolved(action) ? text : intent === 'general.hours' ? date : ''}`;
};

const SHORT = 5;

const firstOf = (group: readonly CustomerRequest[]): CustomerRequest => must(group[0], 'something that is wanted');

/** "My email is …" belongs to what is asked beside it. */
const isDetail = ({
  action: { text },
  slots: { name, phone, email, order, code, dateOfBirth, date, time },
}: CustomerRequest) =>
  (!isQuestion(text) && Boolean(name || phone || email || order || code || dateOfBirth)) ||
  (Boolean(date || time) &&
    text.split(/\s+/).length <= SHORT &&
    !/open|clos|hours|shut|how late|what time|until|till|^(?:and )?(?:what|how) about/i.test(text));

/** "He carries an epipen for peanuts. Can he have the noodles?": two halves of one question are one. */
function folded(turn: Turn, groups: CustomerRequest[][]): CustomerRequest[][] {
  const { capabilities, text } = turn;
  const slots = groups
    .flat()
    .map((request) => request.slots)
    .reduce(accumulated(turn));
  const intentOf = (group: CustomerRequest[]) => firstOf(group).action.intent;
  const insteadOf = (group: CustomerRequest[]) => capabilities.get(intentOf(group))?.dialogue.instead?.(slots, text);
  const into = groups.find((group) => groups.some((other) => insteadOf(other) === intentOf(group)));
  if (!into) return groups;
  const rest = groups.filter((group) => group !== into && insteadOf(group) !== intentOf(into));
  const halves = groups.filter((group) => !rest.includes(group) && group !== into);
  return [[...into, ...halves.flat()], ...rest];
}

/** Words of several sentences stand side by side. */
const accumulated =
  ({ businessContext }: Turn) =>
  (before: Slots, now: Slots): Slots => {
    const words = { ...before.words };
    for (const [slot, mentions] of Object.entries(now.words)) words[slot] = [...(words[slot] ?? []), ...mentions];
    return { ...mergeSlots(before, now, partsIn(businessContext.industry)), words };
  };

const extractFrom = (turn: Turn, text: string, { topic, task }: DialogueState): Slots =>
  extractTurnEntities(turn, text, [], task?.slots ?? topic?.slots);
