// A bare yes or no where nothing was asked is acknowledged here; no language model is needed for it.
import { type DialogueAct, findDialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import { emptySlots } from '../dialogue-state.ts';
import { offersOf, toneOf } from '../general.ts';
import { allRight, ready } from '../phrases.ts';
import { predictDialogueActs } from '../predict-dialogue-acts.ts';
import { says } from '../rank/cues.ts';
import type { Policy } from './policy.ts';

export const acknowledgement: Policy = {
  name: 'acknowledgement',
  async act(inputs, turn, state) {
    const { businessContext, text } = turn;
    const act = findDialogueAct(text);
    if (!act || act.rest || act.act === 'thanks') return undefined;
    // "Cool, put me down": of what was told, though nothing was proposed.
    if (!DECLINES.has(act.act) && (await predictDialogueActs(inputs, turn, state)).starts) return undefined;
    // "Scrap that, cancel it", once it is booked.
    if (state.booked && (/\bcancel\b/i.test(text) || (!state.unsure && says('scraps', text)))) return undefined;
    const part = DECLINES.has(act.act)
      ? { text: allRight(toneOf(businessContext)) }
      : { text: ready(toneOf(businessContext)), suggestions: offersOf(businessContext) };
    const intent = DECLINES.has(act.act) ? 'general.thanks' : 'general.greeting';
    return { part, intent, confidence: 0.6, slots: emptySlots(), state };
  },
};

const DECLINES = new Set<DialogueAct>(['no', 'stop', 'wait']);
