// What a model puts together, as the dialogue keeps it: from there on either engine can take it further.
import type { AnyCapability } from '../../../capability/capability.ts';
import type { Said, Slots } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import { readDay, readLocal, writeDay, zoneOf } from '../../scheduling/zone.ts';
import { clockOf } from '../hear.ts';
import type { Input } from '../input.ts';
import { newTask, noSlots, type Task } from '../state.ts';

/** The opposite of `inputOf`: what is said in the next message changes fields of the task, not a frozen input. */
export function taskOf({ name, dialogue }: AnyCapability, input: Input, business: Business): Task {
  const { startsAt, partySize, durationMinutes, customer, patient, ...rest } = input;
  const { newPatient, ...person } = { ...(customer as Input | undefined), ...(patient as Input | undefined) };
  const words: Slots['words'] = {};
  for (const [slot, field] of Object.entries(dialogue.words ?? {})) {
    const value = rest[field];
    if (typeof value !== 'string') continue;
    words[slot] = [[named(value)]];
    delete rest[field];
  }
  const known = { partySize, durationMinutes, ...person, ...whenOf(startsAt, business) };
  const own = { ...rest, ...(newPatient === undefined ? {} : { patient: { newPatient } }) };
  return { ...newTask(name, { ...noSlots(), ...defined(known), words } as Slots), input: own };
}

/** A change of a booking, likewise. */
export function changeOf(intent: string, input: Input, business: Business): Task {
  const { code, dateOfBirth, startsAt, partySize, resourceId } = input;
  const words: Slots['words'] = typeof resourceId === 'string' ? { staff: [[named(resourceId)]] } : {};
  const known = defined({ code, dateOfBirth, partySize, ...whenOf(startsAt, business) });
  return newTask(intent, { ...noSlots(), ...known, words } as Slots);
}

const named = (name: string): Said => ({ id: name, name, said: name });

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
