// What a model puts together, as the dialogue keeps it: from there on either engine can take it further.
import { type AnyCapability, personField } from '../../../capability/capability.ts';
import type { EntityValue, Slots } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import { readDay, readLocal, writeDay, zoneOf } from '../../../scheduling/zone.ts';
import { type ActiveTask, emptySlots, newTask } from '../dialogue-state.ts';
import { clockOf } from '../extract-entities.ts';
import type { Input } from '../input.ts';

/** The opposite of `inputOf`: what is said in the next message changes fields of the task, not a frozen input. */
export function taskFromInput(capability: AnyCapability, input: Input, business: Business): ActiveTask {
  const { name: intent, dialogue } = capability;
  const who = personField(capability);
  const { startsAt, partySize, durationMinutes, [who]: given, ...rest } = input;
  const { name, phone, email, dateOfBirth, ...beside } = (given ?? {}) as Input;
  const words: Slots['words'] = {};
  for (const [slot, field] of Object.entries(dialogue.words ?? {})) {
    const value = rest[field];
    if (typeof value !== 'string') continue;
    words[slot] = [[named(value)]];
    delete rest[field];
  }
  const known = { partySize, durationMinutes, name, phone, email, dateOfBirth, ...whenOf(startsAt, business) };
  const own = { ...rest, ...(Object.keys(beside).length === 0 ? {} : { [who]: beside }) };
  return { ...newTask(intent, { ...emptySlots(), ...defined(known), words } as Slots), input: own };
}

/** A change of a booking, likewise. */
export function changeFromInput(intent: string, input: Input, business: Business): ActiveTask {
  const { code, dateOfBirth, startsAt, partySize, resourceId } = input;
  const words: Slots['words'] = typeof resourceId === 'string' ? { staff: [[named(resourceId)]] } : {};
  const known = defined({ code, dateOfBirth, partySize, ...whenOf(startsAt, business) });
  return newTask(intent, { ...emptySlots(), ...known, words } as Slots);
}

const named = (name: string): EntityValue => ({ id: name, name, said: name });

/** Local day and time; what cannot be read is asked for. */
function whenOf(startsAt: unknown, { timezone }: Business): Pick<Slots, 'date' | 'time'> {
  if (typeof startsAt !== 'string') return {};
  if (readDay(startsAt) !== undefined) return { date: startsAt };
  const zone = zoneOf(timezone);
  const read = readLocal(startsAt, zone);
  if (!read || 'gap' in read) return {};
  const { day, minutes } = zone.localAt(read.epoch);
  return { date: writeDay(day), time: clockOf(minutes) };
}

const defined = (fields: Input): Input =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
