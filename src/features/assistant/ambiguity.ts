// Mentions that could mean several entities, such as two services of the same name.
import type { AnyCapability } from '../../capability/capability.ts';
import { type EntityValue, listEntities } from '../../capability/dialogue.ts';
import { ageOf, selectForAge } from '../../nlu/entities/ages.ts';
import { buildCapabilityInput, canCheckTimes, findMissingFields } from './capability-input.ts';
import type { ActiveTask } from './dialogue-state.ts';
import type { Turn } from './turn.ts';

/** The slot of the mention, the entities that it could mean, and the input field that one of them fills. */
export type Ambiguity = { slot: string; candidates: EntityValue[]; field: string };

/** A mention that could mean several entities, where one has to be chosen. */
export function findAmbiguity(
  { dialogue, resourceFields }: AnyCapability,
  { slots }: ActiveTask,
): Ambiguity | undefined {
  for (const [slot, field] of Object.entries(dialogue.fieldBySlot ?? {})) {
    const mentions = slots.catalogEntities[slot] ?? [];
    const ambiguousMeanings = mentions.find((meanings) => meanings.length > 1);
    if (ambiguousMeanings && !mentions.some((meanings) => meanings.length === 1))
      return { slot, candidates: ambiguousMeanings, field };
    const entities = listEntities({ catalogEntities: { [slot]: mentions }, industryEntities: {} }, slot);
    if (entities.length > 1 && !ambiguousMeanings && !resourceFields?.includes(field))
      return { slot, candidates: entities, field };
  }
  return undefined;
}

/** The task with the only meaning that is possible; undefined if the customer has to choose. */
export const resolveAmbiguity = (
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  ambiguity: Ambiguity,
): ActiveTask | undefined =>
  chooseOnlyForAge(turn, task, ambiguity) ?? chooseOnlyBookable(turn, capability, task, ambiguity);

/** Chooses the only one of several services that suits the customer's age. */
function chooseOnlyForAge({ ctx }: Turn, task: ActiveTask, { slot, candidates }: Ambiguity): ActiveTask | undefined {
  const { age, dateOfBirth, catalogEntities } = task.slots;
  const ageYears = age ?? (dateOfBirth === undefined ? undefined : ageOf(dateOfBirth, ctx.now));
  const [suitableEntity, secondEntity] = ageYears === undefined ? [] : selectForAge(candidates, ageYears);
  return suitableEntity && !secondEntity
    ? { ...task, slots: { ...task.slots, catalogEntities: { ...catalogEntities, [slot]: [[suitableEntity]] } } }
    : undefined;
}

/** Chooses the only one of several entities that can be booked, such as the only one of two namesakes who does the service. */
function chooseOnlyBookable(
  turn: Turn,
  capability: AnyCapability,
  task: ActiveTask,
  { slot, candidates }: Ambiguity,
): ActiveTask | undefined {
  const { bookingRequest } = capability;
  if (!bookingRequest) return undefined;
  const { business } = turn.ctx;
  const tasks = candidates.map((entity) => ({
    ...task,
    slots: { ...task.slots, catalogEntities: { ...task.slots.catalogEntities, [slot]: [[entity]] } },
  }));
  const bookableTasks = tasks.filter((candidate) => {
    const input = buildCapabilityInput(capability, candidate, business);
    const missingPaths = findMissingFields(capability, input, { business, text: turn.text, now: turn.ctx.now });
    return canCheckTimes(capability, missingPaths) && !('ok' in bookingRequest(business, input));
  });
  return bookableTasks.length === 1 ? bookableTasks[0] : undefined;
}
