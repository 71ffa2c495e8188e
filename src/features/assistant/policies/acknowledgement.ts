// Acknowledges a bare yes or no when no question is open, so that no language model is needed for it.
import { type DialogueAct, findDialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import { createEmptySlots } from '../dialogue-state.ts';
import { listCapabilitySuggestions, readTone } from '../general.ts';
import { acknowledgeNo, acknowledgeYes } from '../phrases.ts';
import { predictDialogueActs } from '../predict-dialogue-acts.ts';
import { hasCue } from '../rank/cues.ts';
import { CONFIDENT } from '../thresholds.ts';
import type { Policy } from './policy.ts';

export const acknowledgementPolicy: Policy = {
  name: 'acknowledgement',
  async handle(inputs, turn, state) {
    const { businessContext, text } = turn;
    const act = findDialogueAct(text);
    if (!act || act.rest || act.act === 'thanks') return undefined;
    // "Cool, put me down" starts a booking, although none was offered.
    if (!DECLINING_ACTS.has(act.act) && (await predictDialogueActs(inputs, turn, state)).startsTask) return undefined;
    // After a booking, "scrap that" or "cancel it" cancels it.
    if (state.booked && (/\bcancel\b/i.test(text) || (!state.unsure && hasCue('discards', text)))) return undefined;
    const part = DECLINING_ACTS.has(act.act)
      ? { text: acknowledgeNo(readTone(businessContext)) }
      : { text: acknowledgeYes(readTone(businessContext)), suggestions: listCapabilitySuggestions(businessContext) };
    const intent = DECLINING_ACTS.has(act.act) ? 'general.thanks' : 'general.greeting';
    return { part, intent, confidence: CONFIDENT, slots: createEmptySlots(), state };
  },
};

const DECLINING_ACTS = new Set<DialogueAct>(['no', 'stop', 'wait']);
