// Whoever asks for a person, or for what the owner keeps to people, gets one.
import { plain } from '../../../guardrails/plain.ts';
import { actsIn } from '../acts-in.ts';
import { sayGeneral } from '../general.ts';
import { noSlots, type State } from '../state.ts';
import type { Means, Taken, Turn } from '../turn.ts';
import { contactIn } from '../unsure.ts';
import type { Policy } from './policy.ts';

export const person: Policy = {
  name: 'person',
  async act(means, turn, state) {
    const isAsked = (await actsIn(means, turn, state)).wantsPerson || WANTS_BOSS.test(turn.text) || isForPeople(turn);
    return isAsked ? handedOver(means, turn, state) : undefined;
  },
};

const WANTS_BOSS = /\b(?:want|need|get me|speak|talk|see|call)\b.{0,30}\b(?:manager|supervisor|owner|boss)\b/i;

/** The owner keeps some things to people. */
function isForPeople({ text, ctx: { business } }: Turn): boolean {
  const kept = (business.safety?.personWords ?? []).map(plain).filter((words) => words.trim());
  return kept.some((words) => plain(text).includes(words));
}

export const handedOver = (means: Means, { desk, text }: Turn, state: State): Taken => ({
  part: sayGeneral('general.human', desk, noSlots(), text),
  intent: 'general.human',
  confidence: 1,
  slots: { ...noSlots(), ...contactIn(means, state) },
  state: { ...state, unsure: 0 },
});
