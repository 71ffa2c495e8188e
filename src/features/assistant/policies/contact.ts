// How to reach them, asked for or left: a person gets back to them.
import { type Act, findAct } from '../../../understanding/fields/acts.ts';
import { actsIn } from '../acts-in.ts';
import { isQuestion } from '../clauses.ts';
import { handOver } from '../general.ts';
import { hearIn } from '../hear.ts';
import { moodOf } from '../mood.ts';
import { noSlots, type State } from '../state.ts';
import type { Means, Turn } from '../turn.ts';
import { ASKED_CONTACT, contactIn } from '../unsure.ts';
import type { Policy } from './policy.ts';

export const contact: Policy = {
  name: 'contact',
  async act(means, turn, state) {
    const { desk, text } = turn;
    const { name, phone, email } = hearIn(turn, text, ['customer.name', 'customer.phone']);
    const said =
      phone || email ? { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) } : undefined;
    const isAsked = state.unsure === ASKED_CONTACT;
    if (isAsked ? !said && !(await isAnswer(means, turn, state)) : !said || !(await isLeft(means, turn, state)))
      return undefined;
    const slots = { ...noSlots(), ...contactIn(means, state), ...said };
    const thanks = said ? `Thank you${said.name ? `, ${said.name.split(' ')[0]}` : ''}.` : 'No problem.';
    const taken = { intent: 'general.human', confidence: 1, slots };
    if (isAsked || state.unsure || state.offer)
      return { ...taken, part: handOver(desk, thanks), state: { ...state, offer: undefined, unsure: 0 } };
    const part = {
      text: `${thanks} Shall I ask our team to get in touch with you?`,
      suggestions: ['Yes please', 'No'],
    };
    return { ...taken, part, state: { ...state, offer: { intent: 'general.human', slots } } };
  },
};

/** A yes or a no to being asked how to reach them. */
async function isAnswer(means: Means, turn: Turn, state: State): Promise<boolean> {
  const act = findAct(turn.text);
  if (act && !act.rest && ANSWERS.has(act.act)) return true;
  return (await moodOf(means, turn, state)).declines && !isQuestion(turn.text);
}

/** Who leaves a number where nothing was asked for, or a person was offered, wants to hear from somebody. */
async function isLeft(means: Means, turn: Turn, state: State): Promise<boolean> {
  const { task, offer } = state;
  const isMore = turn.text.trim().split(/\s+/).length > MOST_WORDS;
  if (task || isMore || (offer && offer.intent !== 'general.human')) return false;
  const { code, order, date, time, words } = hearIn(turn, turn.text, []);
  if (code || order || date || time || Object.keys(words).length > 0) return false;
  return (await actsIn(means, turn, state)).fills;
}

/** A name, a number and an address have no more; what has is told or asked as well. */
const MOST_WORDS = 10;

const ANSWERS = new Set<Act>(['yes', 'no', 'stop', 'continue', 'thanks']);
