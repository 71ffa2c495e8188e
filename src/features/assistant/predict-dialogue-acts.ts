import type { DialogueState } from './dialogue-state.ts';
import { says } from './rank/cues.ts';
import type { Turn, TurnInputs } from './turn.ts';

/** The dialogue acts of a message, as the contextual model predicts them. */
export async function predictDialogueActs(
  { nlu }: TurnInputs,
  { businessContext, text }: Turn,
  { before }: DialogueState,
) {
  const { acts, intents } = (await nlu.predictIntent(text, businessContext, before)).contextual;
  const likely = (act: string) => acts.get(act) ?? 0;
  const asksWhatWeAre = (intents.get('general.identity') ?? 0) >= LIKELY;
  return {
    asks: likely('ask') + likely('lookup') >= LIKELY,
    drops: likely('abandon') >= LIKELY,
    cancels: likely('abandon') + likely('cancel_booking') >= LIKELY,
    starts: likely('start') >= LIKELY,
    fills: likely('fill') >= LIKELY,
    // An explicit word for a person lowers the required probability.
    wantsPerson: !asksWhatWeAre && likely('handoff') >= (says('person', text) ? LEAST : CERTAINLY),
  };
}

const LIKELY = 0.5;
const CERTAINLY = 0.7;
const LEAST = 1 - CERTAINLY;
