// From what was understood to what a capability takes.
import type { TObject, TSchema } from 'typebox';
import { type AnyCapability, personField } from '../../capability/capability.ts';
import { type Slots, theOne } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { readLocal, zoneOf } from '../../scheduling/zone.ts';
import type { ActiveTask } from './dialogue-state.ts';

export type Input = Record<string, unknown>;

/** The local day and time as one; undefined where either is open, or where the clocks skip it. */
export function startOf({ date, time }: Slots, { timezone }: Business): string | undefined {
  if (!date || !time) return undefined;
  const read = readLocal(`${date}T${time}`, zoneOf(timezone));
  return read && 'epoch' in read ? rfc3339(new Date(read.epoch), timezone) : undefined;
}

/** Fields that all capabilities share are filled by their names; words of the business by the capability's own list. */
export function inputOf(
  capability: AnyCapability,
  { slots, input: own }: Pick<ActiveTask, 'slots' | 'input'>,
  business: Business,
): Input {
  const { properties } = capability.input as TObject;
  const startsAt = startOf(slots, business);
  const { partySize, durationMinutes, name, phone, email, dateOfBirth } = slots;
  const known: Input = defined({ startsAt, partySize, durationMinutes });
  const words = Object.entries(capability.dialogue.words ?? {}).map(([slot, field]) => [
    field,
    theOne(slots, slot)?.name,
  ]);
  const who = personField(capability);
  const told = takenBy(properties[who], defined({ name, phone, email, dateOfBirth }));
  const person = { ...told, ...(own[who] as object | undefined) };
  const all: Input = { ...known, ...own, ...defined(Object.fromEntries(words)) };
  if (Object.keys(person).length > 0) all[who] = person;
  return takenBy(capability.input, all);
}

/** Without fields that the schema does not know. */
function takenBy(schema: TSchema | undefined, fields: Input): Input {
  const { properties = {} } = (schema ?? {}) as Partial<TObject>;
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field in properties));
}

const defined = (fields: Record<string, unknown>): Input =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** What is still to be asked for, in the order of asking. */
export function missingIn(
  capability: AnyCapability,
  input: Input,
  about: { business: Business; text: string; now: Date },
): string[] {
  const { needs = (capability.input as TObject).required ?? [] } = capability.dialogue;
  const wanted = typeof needs === 'function' ? needs(input, about) : needs;
  return wanted.flatMap((path) =>
    path === 'customer' ? missingOfCustomer(input) : valueAt(input, path) === undefined ? [path] : [],
  );
}

/** A name, and one way to reach them. */
function missingOfCustomer({
  customer = {},
}: {
  customer?: { name?: string; phone?: string; email?: string };
}): string[] {
  const { name, phone, email } = customer;
  return [...(name ? [] : ['customer.name']), ...(phone || email ? [] : ['customer.phone'])];
}

const valueAt = (input: Input, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (value as Input | undefined)?.[part], input);

/** Who it is for is asked last, and says nothing about whether it can be had. */
export const isAboutPerson = (capability: AnyCapability, path: string): boolean =>
  path.split('.')[0] === personField(capability);
