// Contact details, requested or volunteered, lead to a callback from the team.
import { type DialogueAct, findDialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import { isQuestion } from '../clauses.ts';
import { createEmptySlots, type DialogueState } from '../dialogue-state.ts';
import { extractTurnEntities } from '../extract-entities.ts';
import { collectKnownContact, MISSES_BEFORE_CONTACT_REQUEST } from '../fallback.ts';
import { renderHandoff } from '../general.ts';
import { readMood } from '../mood.ts';
import { predictDialogueActs } from '../predict-dialogue-acts.ts';
import type { Turn, TurnInputs } from '../turn.ts';
import type { Policy } from './policy.ts';

export const contactPolicy: Policy = {
  name: 'contact',
  async handle(inputs, turn, state) {
    const { businessContext, text } = turn;
    const { name, phone, email } = extractTurnEntities(turn, text, ['customer.name', 'customer.phone']);
    const contactDetails =
      phone || email ? { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) } : undefined;
    const wasContactRequested = state.unsure === MISSES_BEFORE_CONTACT_REQUEST && !state.offer;
    if (
      wasContactRequested
        ? !contactDetails && !(await answersContactRequest(inputs, turn, state))
        : !contactDetails || !(await isVolunteered(inputs, turn, state))
    )
      return undefined;
    const slots = { ...createEmptySlots(), ...collectKnownContact(inputs, state), ...contactDetails };
    const thanks = contactDetails
      ? `Thank you${contactDetails.name ? `, ${contactDetails.name.split(' ')[0]}` : ''}.`
      : 'No problem.';
    const result = { intent: 'general.human', confidence: 1, slots };
    if (wasContactRequested || state.unsure || state.offer)
      return {
        ...result,
        part: renderHandoff(businessContext, thanks),
        state: { ...state, offer: undefined, unsure: 0 },
      };
    const part = {
      text: `${thanks} Should I ask our team to get in touch with you?`,
      suggestions: ['Yes please', 'No'],
    };
    return { ...result, part, state: { ...state, offer: { intent: 'general.human', slots } } };
  },
};

/** Whether the message answers the request for contact details without giving any. */
async function answersContactRequest(inputs: TurnInputs, turn: Turn, state: DialogueState): Promise<boolean> {
  const act = findDialogueAct(turn.text);
  if (act && !act.rest && ANSWERING_ACTS.has(act.act)) return true;
  return (await readMood(inputs, turn, state)).declines && !isQuestion(turn.text);
}

/** Whether the customer volunteered contact details because they want to be contacted. */
async function isVolunteered(inputs: TurnInputs, turn: Turn, state: DialogueState): Promise<boolean> {
  const { task, offer } = state;
  const isLongMessage = turn.text.trim().split(/\s+/).length > MAX_CONTACT_WORDS;
  if (task || isLongMessage || (offer && offer.intent !== 'general.human')) return false;
  const { code, order, date, time, catalogEntities } = extractTurnEntities(turn, turn.text, []);
  if (code || order || date || time || Object.keys(catalogEntities).length > 0) return false;
  return (await predictDialogueActs(inputs, turn, state)).fillsSlot;
}

/** Longer messages contain more than contact details. */
const MAX_CONTACT_WORDS = 10;

const ANSWERING_ACTS = new Set<DialogueAct>(['yes', 'no', 'stop', 'continue', 'thanks']);
