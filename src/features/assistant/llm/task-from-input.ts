// Turns the input of a model's tool call into an active task, so that either engine can continue it.
import { type AnyCapability, getPersonField } from '../../../capability/capability.ts';
import type { EntityValue, Slots } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import { formatClock, formatDay } from '../../../kernel/clock.ts';
import { parseDay, parseLocalTime, zoneOf } from '../../../scheduling/zone.ts';
import type { CapabilityInput } from '../capability-input.ts';
import { type ActiveTask, createEmptySlots, createTask } from '../dialogue-state.ts';

/** The opposite of `buildCapabilityInput`: as slots, the values can still be changed by later messages. */
export function createTaskFromInput(capability: AnyCapability, input: CapabilityInput, business: Business): ActiveTask {
  const { name: intent, dialogue } = capability;
  const personField = getPersonField(capability);
  const { startsAt, partySize, durationMinutes, [personField]: person, ...otherFields } = input;
  const { name, phone, email, dateOfBirth, ...otherPersonFields } = (person ?? {}) as CapabilityInput;
  const catalogEntities: Slots['catalogEntities'] = {};
  for (const [slot, field] of Object.entries(dialogue.fieldBySlot ?? {})) {
    const value = otherFields[field];
    if (typeof value !== 'string') continue;
    catalogEntities[slot] = [[createNamedEntity(value)]];
    delete otherFields[field];
  }
  const basicSlots = {
    partySize,
    durationMinutes,
    name,
    phone,
    email,
    dateOfBirth,
    ...parseDateAndTime(startsAt, business),
  };
  const remainingInput = {
    ...otherFields,
    ...(Object.keys(otherPersonFields).length === 0 ? {} : { [personField]: otherPersonFields }),
  };
  return {
    ...createTask(intent, { ...createEmptySlots(), ...withoutUndefined(basicSlots), catalogEntities } as Slots),
    input: remainingInput,
  };
}

/** The same for a change of a booking. */
export function createChangeFromInput(intent: string, input: CapabilityInput, business: Business): ActiveTask {
  const { code, dateOfBirth, startsAt, partySize, resourceId } = input;
  const catalogEntities: Slots['catalogEntities'] =
    typeof resourceId === 'string' ? { staff: [[createNamedEntity(resourceId)]] } : {};
  const basicSlots = withoutUndefined({ code, dateOfBirth, partySize, ...parseDateAndTime(startsAt, business) });
  return createTask(intent, { ...createEmptySlots(), ...basicSlots, catalogEntities } as Slots);
}

const createNamedEntity = (name: string): EntityValue => ({ id: name, name, said: name });

/** The local date and time; empty if they cannot be parsed, so that the dialogue asks for them. */
function parseDateAndTime(startsAt: unknown, { timezone }: Business): Pick<Slots, 'date' | 'time'> {
  if (typeof startsAt !== 'string') return {};
  if (parseDay(startsAt) !== undefined) return { date: startsAt };
  const zone = zoneOf(timezone);
  const localTime = parseLocalTime(startsAt, zone);
  if (!localTime || 'gap' in localTime) return {};
  const { day, minutes } = zone.localAt(localTime.epoch);
  return { date: formatDay(day), time: formatClock(minutes) };
}

const withoutUndefined = (fields: CapabilityInput): CapabilityInput =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
