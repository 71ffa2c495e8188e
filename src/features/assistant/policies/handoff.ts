// Hands over when the customer asks for a person, or uses words that the owner has listed for a handoff.
import { normalize } from '../../../guardrails/normalize.ts';
import { createEmptySlots, type DialogueState } from '../dialogue-state.ts';
import { collectKnownContact } from '../fallback.ts';
import { renderGeneral } from '../general.ts';
import { predictDialogueActs } from '../predict-dialogue-acts.ts';
import type { Turn, TurnInputs, TurnResult } from '../turn.ts';
import type { Policy } from './policy.ts';

export const handoffPolicy: Policy = {
  name: 'person',
  async handle(inputs, turn, state) {
    const wantsPerson =
      (await predictDialogueActs(inputs, turn, state)).wantsPerson ||
      ASKS_FOR_MANAGER_PATTERN.test(turn.text) ||
      usesHandoffWords(turn);
    return wantsPerson ? createHandoverResult(inputs, turn, state) : undefined;
  },
};

const ASKS_FOR_MANAGER_PATTERN =
  /\b(?:want|need|get me|speak|talk|see|call)\b.{0,30}\b(?:manager|supervisor|owner|boss)\b/i;

/** Whether the message contains words that the owner wants a person to answer. */
function usesHandoffWords({ text, ctx: { business } }: Turn): boolean {
  const handoffWords = (business.safety?.personWords ?? []).map(normalize).filter((words) => words.trim());
  return handoffWords.some((words) => normalize(text).includes(words));
}

export const createHandoverResult = (
  inputs: TurnInputs,
  { businessContext, text }: Turn,
  state: DialogueState,
): TurnResult => ({
  part: renderGeneral('general.human', businessContext, createEmptySlots(), text),
  intent: 'general.human',
  confidence: 1,
  slots: { ...createEmptySlots(), ...collectKnownContact(inputs, state) },
  state: { ...state, unsure: 0 },
});
