// The dialogue manager: the first policy that accepts a message handles it.

import type { DialogueState } from './dialogue-state.ts';
import { resumePausedTask } from './paused-tasks.ts';
import { acknowledgementPolicy } from './policies/acknowledgement.ts';
import { activeTaskPolicy } from './policies/active-task.ts';
import { answerPolicy } from './policies/answer.ts';
import { complaintPolicy } from './policies/complaint.ts';
import { contactPolicy } from './policies/contact.ts';
import { handoffPolicy } from './policies/handoff.ts';
import { offerPolicy } from './policies/offer.ts';
import { omittedItemsPolicy } from './policies/omitted-items.ts';
import type { Policy } from './policies/policy.ts';
import type { Turn, TurnInputs, TurnResult } from './turn.ts';
import { withUnknownStaffNotice } from './unknown-staff.ts';

const POLICIES: readonly Policy[] = [
  complaintPolicy,
  handoffPolicy,
  contactPolicy,
  omittedItemsPolicy,
  activeTaskPolicy,
  offerPolicy,
  acknowledgementPolicy,
];

export async function runDialogueTurn(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
): Promise<TurnResult & { policy: string }> {
  const result = await runPolicies(inputs, turn, state);
  return withUnknownStaffNotice(turn, await resumePausedTask(turn, state, result));
}

async function runPolicies(
  inputs: TurnInputs,
  turn: Turn,
  state: DialogueState,
): Promise<TurnResult & { policy: string }> {
  for (const { name, handle } of POLICIES) {
    const result = await handle(inputs, turn, state);
    if (result) return { ...result, policy: name };
  }
  return { ...(await answerPolicy.handle(inputs, turn, state)), policy: answerPolicy.name };
}
