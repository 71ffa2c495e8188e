// The dialogue manager: the first policy that accepts a message handles it.

import type { DialogueState } from './dialogue-state.ts';
import { acknowledgement } from './policies/acknowledgement.ts';
import { activeTask } from './policies/active-task.ts';
import { answer } from './policies/answer.ts';
import { complaint } from './policies/complaint.ts';
import { contact } from './policies/contact.ts';
import { offer } from './policies/offer.ts';
import { person } from './policies/person.ts';
import type { Policy } from './policies/policy.ts';
import { withStranger } from './strangers.ts';
import type { Turn, TurnInputs, TurnResult } from './turn.ts';

const POLICIES: readonly Policy[] = [complaint, person, contact, activeTask, offer, acknowledgement];

export async function runDialogueTurn(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
): Promise<TurnResult & { policy: string }> {
  for (const { name, act } of POLICIES) {
    const result = await act(inputs, turn, state);
    if (result) return withStranger(turn, { ...result, policy: name });
  }
  return withStranger(turn, { ...(await answer.act(inputs, turn, state)), policy: answer.name });
}
