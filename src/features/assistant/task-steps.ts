// One step of the active task, and what a turn of it results in.
import type { Slots } from '../../capability/dialogue.ts';
import { must } from '../../kernel/must.ts';
import { advanceBookingChange, BOOKING_CHANGES } from './booking-changes.ts';
import type { ActiveTask, DialogueState } from './dialogue-state.ts';
import { roundConfidence } from './execute-action.ts';
import { NO_PREVIOUS_TURN } from './focus.ts';
import { lookUp } from './lookup.ts';
import { type CustomerRequest, rankActions } from './rank/rank-actions.ts';
import { advanceTask } from './task.ts';
import type { StepResult, Turn, TurnInputs, TurnResult } from './turn.ts';

/** One step further, whichever kind of task it is. */
export function step(turn: Turn, task: ActiveTask): Promise<StepResult> {
  if (BOOKING_CHANGES.includes(task.intent)) return advanceBookingChange(turn, task);
  const capability = must(turn.capabilities.get(task.intent), 'a capability of that name');
  return capability.effect === 'read' ? lookUp(turn, capability, task) : advanceTask(turn, task);
}

export const isDeed = ({ capabilities }: Turn, intent: string) =>
  BOOKING_CHANGES.includes(intent) || capabilities.get(intent)?.effect === 'write';

/** The request in a message as if no task were active. */
export async function understoodIn(
  { nlu }: TurnInputs,
  turn: Turn,
  state: DialogueState,
  slots: Slots,
): Promise<CustomerRequest> {
  const { businessContext, capabilities, text } = turn;
  const { focus = [], before = NO_PREVIOUS_TURN, booked = false, topic } = state;
  const prediction = await nlu.predictIntent(text, businessContext, before);
  const scene = {
    prediction: prediction,
    slots,
    capabilities,
    industry: businessContext.industry,
    focus,
    before,
    booked,
  };
  return rankActions({ ...scene, ...(topic ? { topic } : {}) });
}

export function turnResultOf(
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
