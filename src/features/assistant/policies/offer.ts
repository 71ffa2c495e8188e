// A proposal is accepted by a yes, or by choosing one of the proposed times.
import { partsIn } from '../../../capability/roles.ts';
import { findDialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import { isQuestion } from '../clauses.ts';
import { acceptsProposal } from '../coreference.ts';
import { type DialogueState, mergeSlots } from '../dialogue-state.ts';
import { startTask, withCustomerDetails } from '../execute-action.ts';
import { extractTurnEntities } from '../extract-entities.ts';
import { isGeneral, renderGeneral, toneOf } from '../general.ts';
import { moodOf } from '../mood.ts';
import { allRight, leftOff } from '../phrases.ts';
import { advanceTask } from '../task.ts';
import { turnResultOf } from '../task-steps.ts';
import type { Turn, TurnInputs, TurnResult } from '../turn.ts';
import { chooseTime, localDateTime } from '../when.ts';
import type { Policy } from './policy.ts';

export const offer: Policy = {
  name: 'offer',
  async act(inputs, turn, state) {
    if (state.task || !state.offer) return undefined;
    // "Ok, sign me up" is no yes to "Shall I ask our team?".
    const isElse = state.offer.intent === 'general.human' && (await moodOf(inputs, turn, state)).starts;
    return isElse ? undefined : withOffer(inputs, turn, state.offer);
  },
};

const SHORT = 8;

/** Something was proposed: a yes, or a choice among the times that were named, begins it. */
async function withOffer(
  inputs: TurnInputs,
  turn: Turn,
  offer: NonNullable<DialogueState['offer']>,
): Promise<TurnResult | undefined> {
  const act = findDialogueAct(turn.text);
  const asked = offer.more ? ['startsAt', 'customer.name'] : ['startsAt'];
  const names = extractTurnEntities(turn, turn.text, asked, offer.slots);
  const takes = acceptsProposal(turn.text, names);
  const chosen =
    chooseTime(offer.times, turn.text) ?? (takes && offer.times?.length === 1 ? offer.times[0] : undefined);
  if (act?.act === 'no' && !act.rest) {
    // What is booked stays so.
    const text = (offer.more ? allRight : leftOff)(toneOf(turn.businessContext), turn.say);
    return turnResultOf(offer.intent, { part: { text } }, offer.slots);
  }
  const agrees = act?.act === 'yes' || act?.act === 'continue';
  if (isGeneral(offer.intent))
    return agrees && !act.rest
      ? turnResultOf(
          offer.intent,
          { part: renderGeneral(offer.intent, turn.businessContext, offer.slots, turn.text) },
          offer.slots,
        )
      : undefined;
  const words = turn.text.trim().split(/\s+/).length;
  const isTime = names.time !== undefined && words <= SHORT;
  // Who is asked whether to book the next person may just say who that is.
  const isNamed = offer.more && names.name !== undefined && !act && !isQuestion(turn.text);
  if (!chosen && !agrees && !isTime && !takes && !isNamed) return undefined;
  if (agrees && act.rest && isQuestion(act.rest)) return undefined;
  const entities = extractTurnEntities(turn, agrees ? act.rest : turn.text, asked, offer.slots);
  const known = offer.more ? offer.slots : withCustomerDetails(offer.slots, inputs);
  const said = chosen ? { ...entities, ...localDateTime(chosen) } : entities;
  const slots = mergeSlots(known, said, partsIn(turn.businessContext.industry));
  const capability = turn.capabilities.get(offer.intent);
  if (!capability) return undefined;
  const next = { ...startTask(turn, offer.intent, slots), ...(offer.more ? { more: offer.more } : {}) };
  return turnResultOf(offer.intent, await advanceTask(turn, next), slots);
}
