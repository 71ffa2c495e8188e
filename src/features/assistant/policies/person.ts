// Hands over where the customer asks for a person, or uses words that the owner reserves for people.
import { normalize } from '../../../guardrails/normalize.ts';
import { type DialogueState, emptySlots } from '../dialogue-state.ts';
import { renderGeneral } from '../general.ts';
import { predictDialogueActs } from '../predict-dialogue-acts.ts';
import type { Turn, TurnInputs, TurnResult } from '../turn.ts';
import { contactIn } from '../unsure.ts';
import type { Policy } from './policy.ts';

export const person: Policy = {
  name: 'person',
  async act(inputs, turn, state) {
    const isAsked =
      (await predictDialogueActs(inputs, turn, state)).wantsPerson || WANTS_BOSS.test(turn.text) || isForPeople(turn);
    return isAsked ? handOverResult(inputs, turn, state) : undefined;
  },
};

const WANTS_BOSS = /\b(?:want|need|get me|speak|talk|see|call)\b.{0,30}\b(?:manager|supervisor|owner|boss)\b/i;

/** The owner keeps some things to people. */
function isForPeople({ text, ctx: { business } }: Turn): boolean {
  const kept = (business.safety?.personWords ?? []).map(normalize).filter((words) => words.trim());
  return kept.some((words) => normalize(text).includes(words));
}

export const handOverResult = (
  inputs: TurnInputs,
  { businessContext, text }: Turn,
  state: DialogueState,
): TurnResult => ({
  part: renderGeneral('general.human', businessContext, emptySlots(), text),
  intent: 'general.human',
  confidence: 1,
  slots: { ...emptySlots(), ...contactIn(inputs, state) },
  state: { ...state, unsure: 0 },
});
