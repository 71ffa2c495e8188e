// Tells the customer that a time is available, and with whom.
import { type AnyCapability, isWithStaff } from '../../capability/capability.ts';
import type { CapabilityInput } from './capability-input.ts';
import type { ActiveTask } from './dialogue-state.ts';
import type { StepResult, Turn } from './turn.ts';

/** An available time, and the staff member or resource that is free. */
export type AvailableTime = { startsAt: string; name: string };

/** Proposes the available staff member where the customer named nobody. */
export function proposeStaff(
  { dialogue }: AnyCapability,
  input: CapabilityInput,
  availableTime: AvailableTime | undefined,
): ActiveTask['proposed'] {
  const field = dialogue.fieldBySlot?.staff;
  return field && availableTime && input[field] === undefined ? { [field]: availableTime.name } : undefined;
}

/** Puts the availability before the next question, unless the customer has already been told. */
export function withAvailability(
  step: StepResult,
  availability: string | undefined,
  toSentence = (notice: string) => notice,
): StepResult {
  const { part, task } = step;
  if (!availability || !task || task.told === availability) return step;
  return { part: { ...part, text: `${toSentence(availability)} ${part.text}` }, task: { ...task, told: availability } };
}

export function renderAvailability(
  { format }: Turn,
  capability: AnyCapability,
  { startsAt, name }: AvailableTime,
  { partySize, area }: CapabilityInput,
): string {
  const time = area ? `${format.time(startsAt)} (${area})` : format.time(startsAt);
  return isWithStaff(capability)
    ? format.text('{name} is available on {time}.', { name, time })
    : partySize
      ? format.text('{time} is available for {partySize}.', { time, partySize: Number(partySize) })
      : format.text('{time} is available.', { time });
}
