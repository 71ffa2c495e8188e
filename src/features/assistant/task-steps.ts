// Advances the active task of any kind, and builds the result of the turn.
import type { Slots } from '../../capability/dialogue.ts';
import { must } from '../../kernel/must.ts';
import { advanceBookingChange, BOOKING_CHANGE_INTENTS } from './booking-changes.ts';
import type { ActiveTask, DialogueState } from './dialogue-state.ts';
import { roundConfidence } from './execute-action.ts';
import { NO_PREVIOUS_TURN } from './focus.ts';
import { lookUp } from './lookup.ts';
import { type CustomerRequest, rankActions } from './rank/rank-actions.ts';
import { advanceTask } from './task.ts';
import type { StepResult, Turn, TurnInputs, TurnResult } from './turn.ts';

export function advanceActiveTask(turn: Turn, task: ActiveTask): Promise<StepResult> {
  if (BOOKING_CHANGE_INTENTS.includes(task.intent)) return advanceBookingChange(turn, task);
  const capability = must(turn.capabilities.get(task.intent), 'a capability of that name');
  return capability.effect === 'read' ? lookUp(turn, capability, task) : advanceTask(turn, task);
}

/** Whether an intent changes something, rather than looking it up. */
export const isWriteIntent = ({ capabilities }: Turn, intent: string) =>
  BOOKING_CHANGE_INTENTS.includes(intent) || capabilities.get(intent)?.effect === 'write';

/** The customer's request, ranked as if no task were active. */
export async function rankIgnoringTask(
  { nlu }: TurnInputs,
  turn: Turn,
  state: DialogueState,
  slots: Slots,
): Promise<CustomerRequest> {
  const { businessContext, capabilities, text } = turn;
  const { focus = [], before = NO_PREVIOUS_TURN, topic, task } = state;
  // What is being booked can be canceled like a booking.
  const booked = state.booked || (task !== undefined && isWriteIntent(turn, task.intent));
  const prediction = await nlu.predictIntent(text, businessContext, before);
  const rankingInput = {
    prediction,
    slots,
    capabilities,
    industry: businessContext.industry,
    focus,
    previousTurn: before,
    booked,
  };
  return rankActions({ ...rankingInput, ...(topic ? { topic } : {}) });
}

export function createTurnResult(
  intent: string,
  { part, task, offer }: StepResult,
  slots: Slots,
  confidence = 1,
): TurnResult {
  return {
    part,
    intent,
    confidence: roundConfidence(confidence),
    slots: task?.slots ?? slots,
    state: { task, offer, unsure: 0, topic: { intent, slots: task?.slots ?? slots } },
  };
}
