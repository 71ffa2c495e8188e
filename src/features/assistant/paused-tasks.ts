// A task that is interrupted by another one is set aside, and goes on once that one has ended.
import { BOOKING_CHANGE_INTENTS } from './booking-changes.ts';
import type { ActiveTask, DialogueState } from './dialogue-state.ts';
import { composeParts } from './reply.ts';
import { advanceActiveTask, isWriteIntent } from './task-steps.ts';
import type { Turn, TurnResult } from './turn.ts';

/** Lookups are not resumed, because they are answered by then, and neither are changes of a booking that was not found. */
export const mayPause = (turn: Turn, { intent, bookingId }: ActiveTask): boolean =>
  BOOKING_CHANGE_INTENTS.includes(intent) ? bookingId !== undefined : isWriteIntent(turn, intent);

/** Sets a task aside for the one that the result has begun, and says so. */
export function pauseTask(
  { format }: Turn,
  task: ActiveTask,
  { paused = [] }: DialogueState,
  result: TurnResult,
): TurnResult {
  const notice = { text: format.text('Then we’ll come back to your earlier request.') };
  return {
    ...result,
    part: result.state.task ? composeParts([result.part, notice]) : result.part,
    state: { ...result.state, paused: [...paused, task] },
  };
}

/** Goes on with the task that was set aside last, where nothing else is open any more. */
export async function resumePausedTask<Result extends TurnResult>(
  turn: Turn,
  state: DialogueState,
  result: Result,
): Promise<Result> {
  const { paused = state.paused ?? [], task, offer } = result.state;
  const nextTask = paused.at(-1);
  if (!nextTask) return result;
  if (task || offer || result.part.handoff) return { ...result, state: { ...result.state, paused } };
  const { name, phone, email, dateOfBirth } = result.slots;
  const contact = JSON.parse(JSON.stringify({ name, phone, email, dateOfBirth }));
  const slots = { ...contact, ...nextTask.slots };
  const step = await advanceActiveTask(
    { ...turn, text: '' },
    { ...nextTask, slots, confirming: false, failedAttempts: 0 },
  );
  return {
    ...result,
    part: composeParts([result.part, step.part]),
    state: { ...result.state, task: step.task, offer: step.offer, paused: paused.slice(0, -1) },
  };
}
