// Contact details, requested or volunteered, lead to a call back from a person.
import { type DialogueAct, findDialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import { isQuestion } from '../clauses.ts';
import { type DialogueState, emptySlots } from '../dialogue-state.ts';
import { extractTurnEntities } from '../extract-entities.ts';
import { handOver } from '../general.ts';
import { moodOf } from '../mood.ts';
import { predictDialogueActs } from '../predict-dialogue-acts.ts';
import type { Turn, TurnInputs } from '../turn.ts';
import { ASKED_CONTACT, contactIn } from '../unsure.ts';
import type { Policy } from './policy.ts';

export const contact: Policy = {
  name: 'contact',
  async act(inputs, turn, state) {
    const { businessContext, text } = turn;
    const { name, phone, email } = extractTurnEntities(turn, text, ['customer.name', 'customer.phone']);
    const said =
      phone || email ? { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) } : undefined;
    const isAsked = state.unsure === ASKED_CONTACT;
    if (isAsked ? !said && !(await isAnswer(inputs, turn, state)) : !said || !(await isLeft(inputs, turn, state)))
      return undefined;
    const slots = { ...emptySlots(), ...contactIn(inputs, state), ...said };
    const thanks = said ? `Thank you${said.name ? `, ${said.name.split(' ')[0]}` : ''}.` : 'No problem.';
    const result = { intent: 'general.human', confidence: 1, slots };
    if (isAsked || state.unsure || state.offer)
      return { ...result, part: handOver(businessContext, thanks), state: { ...state, offer: undefined, unsure: 0 } };
    const part = {
      text: `${thanks} Shall I ask our team to get in touch with you?`,
      suggestions: ['Yes please', 'No'],
    };
    return { ...result, part, state: { ...state, offer: { intent: 'general.human', slots } } };
  },
};

/** A yes or a no to being asked how to reach them. */
async function isAnswer(inputs: TurnInputs, turn: Turn, state: DialogueState): Promise<boolean> {
  const act = findDialogueAct(turn.text);
  if (act && !act.rest && ANSWERS.has(act.act)) return true;
  return (await moodOf(inputs, turn, state)).declines && !isQuestion(turn.text);
}

/** Who leaves a number where nothing was asked for, or a person was offered, wants to hear from somebody. */
async function isLeft(inputs: TurnInputs, turn: Turn, state: DialogueState): Promise<boolean> {
  const { task, offer } = state;
  const isMore = turn.text.trim().split(/\s+/).length > MOST_WORDS;
  if (task || isMore || (offer && offer.intent !== 'general.human')) return false;
  const { code, order, date, time, words } = extractTurnEntities(turn, turn.text, []);
  if (code || order || date || time || Object.keys(words).length > 0) return false;
  return (await predictDialogueActs(inputs, turn, state)).fills;
}

/** A name, a number and an address have no more; what has is told or asked as well. */
const MOST_WORDS = 10;

const ANSWERS = new Set<DialogueAct>(['yes', 'no', 'stop', 'continue', 'thanks']);
