// A proposal is accepted by a yes, or by choosing one of the proposed times.
import { mapParentSlots } from '../../../capability/roles.ts';
import { findDialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import { advanceBookingChange } from '../booking-changes.ts';
import { chooseTime, splitDateTime } from '../booking-time.ts';
import { isQuestion } from '../clauses.ts';
import { acceptsProposal } from '../coreference.ts';
import { createTask, type DialogueState, mergeSlots } from '../dialogue-state.ts';
import { startTask, withCustomerDetails } from '../execute-action.ts';
import { extractTurnEntities } from '../extract-entities.ts';
import { isGeneral, readTone, renderGeneral } from '../general.ts';
import { readMood } from '../mood.ts';
import { acknowledgeNo, confirmDropped } from '../phrases.ts';
import { CONFIRM_ATTENDANCE, confirmAttendance } from '../reminded-booking.ts';
import { advanceTask } from '../task.ts';
import { createTurnResult } from '../task-steps.ts';
import type { Turn, TurnInputs, TurnResult } from '../turn.ts';
import type { Policy } from './policy.ts';

export const offerPolicy: Policy = {
  name: 'offer',
  async handle(inputs, turn, state) {
    if (state.task || !state.offer) return undefined;
    // "Ok, sign me up" starts a booking; it does not accept an offer to ask the team.
    const startsSomethingElse =
      state.offer.intent === 'general.human' && (await readMood(inputs, turn, state)).startsTask;
    return startsSomethingElse ? undefined : handleOfferReply(inputs, turn, state.offer);
  },
};

const MAX_TIME_ANSWER_WORDS = 8;

/** Starts what was offered if the message accepts it or picks a time; undefined if it does neither. */
async function handleOfferReply(
  inputs: TurnInputs,
  turn: Turn,
  offer: NonNullable<DialogueState['offer']>,
): Promise<TurnResult | undefined> {
  const act = findDialogueAct(turn.text);
  if (offer.intent === CONFIRM_ATTENDANCE) return handleReminderReply(turn, offer, act);
  const requestedSlots = offer.more ? ['startsAt', 'customer.name'] : ['startsAt'];
  const entitiesInReply = extractTurnEntities(turn, turn.text, requestedSlots, offer.slots);
  const acceptsOffer = acceptsProposal(turn.text, entitiesInReply);
  const chosenTime =
    chooseTime(offer.times, turn.text) ?? (acceptsOffer && offer.times?.length === 1 ? offer.times[0] : undefined);
  if (act?.act === 'no' && !act.rest) {
    // Declining to book the next person keeps the booking just made, so nothing is dropped.
    const text = (offer.more ? acknowledgeNo : confirmDropped)(readTone(turn.businessContext), turn.format);
    return createTurnResult(offer.intent, { part: { text } }, offer.slots);
  }
  const agrees = act?.act === 'yes' || act?.act === 'continue';
  if (isGeneral(offer.intent))
    return agrees && !act.rest
      ? createTurnResult(
          offer.intent,
          { part: renderGeneral(offer.intent, turn.businessContext, offer.slots, turn.text) },
          offer.slots,
        )
      : undefined;
  const wordCount = turn.text.trim().split(/\s+/).length;
  const isTimeAnswer = entitiesInReply.time !== undefined && wordCount <= MAX_TIME_ANSWER_WORDS;
  // Asked whether to book the next person, a customer may simply give that person's name.
  const namesNextPerson = offer.more && entitiesInReply.name !== undefined && !act && !isQuestion(turn.text);
  if (!chosenTime && !agrees && !isTimeAnswer && !acceptsOffer && !namesNextPerson) return undefined;
  if (agrees && act.rest && isQuestion(act.rest)) return undefined;
  const entities = extractTurnEntities(turn, agrees ? act.rest : turn.text, requestedSlots, offer.slots);
  const knownSlots = offer.more ? offer.slots : withCustomerDetails(offer.slots, inputs);
  const newSlots = chosenTime ? { ...entities, ...splitDateTime(chosenTime) } : entities;
  const slots = mergeSlots(knownSlots, newSlots, mapParentSlots(turn.businessContext.industry));
  const capability = turn.capabilities.get(offer.intent);
  if (!capability) return undefined;
  const nextTask = { ...startTask(turn, offer.intent, slots), ...(offer.more ? { more: offer.more } : {}) };
  return createTurnResult(offer.intent, await advanceTask(turn, nextTask), slots);
}

/** A yes or no to a reminder; whatever else the customer writes is understood as usual. */
async function handleReminderReply(
  turn: Turn,
  { slots, bookingId }: NonNullable<DialogueState['offer']>,
  act: ReturnType<typeof findDialogueAct>,
): Promise<TurnResult | undefined> {
  if (!bookingId || !act || isQuestion(turn.text)) return undefined;
  if ((act.act === 'no' || act.act === 'stop') && !act.rest) {
    const cancelTask = { ...createTask('booking.cancel'), bookingId, proof: 'contact' as const };
    return createTurnResult('booking.cancel', await advanceBookingChange(turn, cancelTask), slots);
  }
  const { date, time, partySize } = extractTurnEntities(turn, act.rest, ['startsAt'], slots);
  if (act.act !== 'yes' || date || time || partySize) return undefined;
  const attendance = await confirmAttendance(turn.ctx, turn.format, bookingId);
  return (
    attendance && {
      ...createTurnResult(CONFIRM_ATTENDANCE, { part: attendance.part }, slots),
      receipt: attendance.receipt,
    }
  );
}
