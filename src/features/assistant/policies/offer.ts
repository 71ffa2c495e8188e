// What was proposed begins with a yes, or with a choice among what was named.
import { partsIn } from '../../../capability/roles.ts';
import { findAct } from '../../../understanding/fields/acts.ts';
import { isQuestion } from '../clauses.ts';
import { takesIt } from '../context.ts';
import { isGeneral, sayGeneral, toneOf } from '../general.ts';
import { hearIn } from '../hear.ts';
import { moodOf } from '../mood.ts';
import { allRight, leftOff } from '../phrases.ts';
import { begun, withPerson } from '../serve.ts';
import { merged, type State } from '../state.ts';
import { advance } from '../task.ts';
import type { Means, Taken, Turn } from '../turn.ts';
import { told } from '../under-way.ts';
import { chooseTime, localOf } from '../when.ts';
import type { Policy } from './policy.ts';

export const offer: Policy = {
  name: 'offer',
  async act(means, turn, state) {
    if (state.task || !state.offer) return undefined;
    // "Ok, sign me up" is no yes to "Shall I ask our team?".
    const isElse = state.offer.intent === 'general.human' && (await moodOf(means, turn, state)).starts;
    return isElse ? undefined : withOffer(means, turn, state.offer);
  },
};

const SHORT = 8;

/** Something was proposed: a yes, or a choice among the times that were named, begins it. */
async function withOffer(means: Means, turn: Turn, offer: NonNullable<State['offer']>): Promise<Taken | undefined> {
  const act = findAct(turn.text);
  const asked = offer.more ? ['startsAt', 'customer.name'] : ['startsAt'];
  const names = hearIn(turn, turn.text, asked, offer.slots);
  const takes = takesIt(turn.text, names);
  const chosen =
    chooseTime(offer.times, turn.text) ?? (takes && offer.times?.length === 1 ? offer.times[0] : undefined);
  if (act?.act === 'no' && !act.rest) {
    // What is booked stays so.
    const text = (offer.more ? allRight : leftOff)(toneOf(turn.desk), turn.say);
    return told(offer.intent, { part: { text } }, offer.slots);
  }
  const agrees = act?.act === 'yes' || act?.act === 'continue';
  if (isGeneral(offer.intent))
    return agrees && !act.rest
      ? told(offer.intent, { part: sayGeneral(offer.intent, turn.desk, offer.slots, turn.text) }, offer.slots)
      : undefined;
  const words = turn.text.trim().split(/\s+/).length;
  const isTime = names.time !== undefined && words <= SHORT;
  // Who is asked whether to book the next person may just say who that is.
  const isNamed = offer.more && names.name !== undefined && !act && !isQuestion(turn.text);
  if (!chosen && !agrees && !isTime && !takes && !isNamed) return undefined;
  if (agrees && act.rest && isQuestion(act.rest)) return undefined;
  const heard = hearIn(turn, agrees ? act.rest : turn.text, asked, offer.slots);
  const known = offer.more ? offer.slots : withPerson(offer.slots, means);
  const said = chosen ? { ...heard, ...localOf(chosen) } : heard;
  const slots = merged(known, said, partsIn(turn.desk.industry));
  const capability = turn.capabilities.get(offer.intent);
  if (!capability) return undefined;
  const next = { ...begun(turn, offer.intent, slots), ...(offer.more ? { more: offer.more } : {}) };
  return told(offer.intent, await advance(turn, next), slots);
}
