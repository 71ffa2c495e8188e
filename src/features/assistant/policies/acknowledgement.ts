// A bare yes or no where nothing was asked is no question that a model could answer.
import { type Act, findAct } from '../../../understanding/fields/acts.ts';
import { actsIn } from '../acts-in.ts';
import { offersOf, toneOf } from '../general.ts';
import { allRight, ready } from '../phrases.ts';
import { says } from '../rank/cues.ts';
import { noSlots } from '../state.ts';
import type { Policy } from './policy.ts';

export const acknowledgement: Policy = {
  name: 'acknowledgement',
  async act(means, turn, state) {
    const { desk, text } = turn;
    const act = findAct(text);
    if (!act || act.rest || act.act === 'thanks') return undefined;
    // "Cool, put me down": of what was told, though nothing was proposed.
    if (!DECLINES.has(act.act) && (await actsIn(means, turn, state)).starts) return undefined;
    // "Scrap that, cancel it", once it is booked.
    if (state.booked && (/\bcancel\b/i.test(text) || (!state.unsure && says('scraps', text)))) return undefined;
    const part = DECLINES.has(act.act)
      ? { text: allRight(toneOf(desk)) }
      : { text: ready(toneOf(desk)), suggestions: offersOf(desk) };
    const intent = DECLINES.has(act.act) ? 'general.thanks' : 'general.greeting';
    return { part, intent, confidence: 0.6, slots: noSlots(), state };
  },
};

const DECLINES = new Set<Act>(['no', 'stop', 'wait']);
