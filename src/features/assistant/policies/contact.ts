// What answers the question how to reach them; whatever else they say, they are served.
import { type Act, findAct } from '../../../understanding/fields/acts.ts';
import { isQuestion } from '../clauses.ts';
import { handOver } from '../general.ts';
import { hearIn } from '../hear.ts';
import { moodOf } from '../mood.ts';
import { noSlots } from '../state.ts';
import { ASKED_CONTACT, contactIn } from '../unsure.ts';
import type { Policy } from './policy.ts';

export const contact: Policy = {
  name: 'contact',
  async act(means, turn, state) {
    if (state.unsure !== ASKED_CONTACT) return undefined;
    const { desk, text } = turn;
    const { name, phone, email } = hearIn(turn, text, ['customer.name', 'customer.phone']);
    const act = findAct(text);
    const mood = await moodOf(means, turn, state);
    const isAnswer = (act && !act.rest && ANSWERS.has(act.act)) || (mood.declines && !isQuestion(text));
    if (!phone && !email && !isAnswer) return undefined;
    const said = { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) };
    const thanks = phone || email ? `Thank you${name ? `, ${name.split(' ')[0]}` : ''}.` : 'No problem.';
    const slots = { ...noSlots(), ...contactIn(means, state), ...said };
    const part = handOver(desk, thanks);
    return { part, intent: 'general.human', confidence: 1, slots, state: { ...state, unsure: 0 } };
  },
};

const ANSWERS = new Set<Act>(['yes', 'no', 'stop', 'continue', 'thanks']);
