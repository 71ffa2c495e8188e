import type { DialogueState } from './dialogue-state.ts';
import { hasCue } from './rank/cues.ts';
import type { Turn, TurnInputs } from './turn.ts';

/** The dialogue acts of a message, as the contextual model predicts them. */
export async function predictDialogueActs(
  { nlu }: TurnInputs,
  { businessContext, text }: Turn,
  { before: previousTurn }: DialogueState,
) {
  const { acts, intents } = (await nlu.predictIntent(text, businessContext, previousTurn)).contextual;
  const getProbability = (act: string) => acts.get(act) ?? 0;
  const asksForIdentity = (intents.get('general.identity') ?? 0) >= MIN_PROBABILITY;
  return {
    isQuestion: getProbability('ask') + getProbability('lookup') >= MIN_PROBABILITY,
    abandonsTask: getProbability('abandon') >= MIN_PROBABILITY,
    abandonsOrCancels: getProbability('abandon') + getProbability('cancel_booking') >= MIN_PROBABILITY,
    startsTask: getProbability('start') >= MIN_PROBABILITY,
    fillsSlot: getProbability('fill') >= MIN_PROBABILITY,
    // An explicit word for a person lowers the required probability.
    wantsPerson:
      !asksForIdentity &&
      getProbability('handoff') >=
        (hasCue('asksForPerson', text) ? MIN_EXPLICIT_HANDOFF_PROBABILITY : MIN_HANDOFF_PROBABILITY),
  };
}

const MIN_PROBABILITY = 0.5;
const MIN_HANDOFF_PROBABILITY = 0.7;
const MIN_EXPLICIT_HANDOFF_PROBABILITY = 1 - MIN_HANDOFF_PROBABILITY;
