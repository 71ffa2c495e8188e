// Converts slots into the input of a capability.
import type { TObject, TSchema } from 'typebox';
import { type AnyCapability, getPersonField } from '../../capability/capability.ts';
import { findUniqueEntity, type Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { parseLocalTime, zoneOf } from '../../scheduling/zone.ts';
import type { ActiveTask } from './dialogue-state.ts';

export type CapabilityInput = Record<string, unknown>;

/** The date and time as an RFC 3339 timestamp; undefined if either is missing, or if daylight saving skips that time. */
export function composeStartTime({ date, time }: Slots, { timezone }: Business): string | undefined {
  if (!date || !time) return undefined;
  const parsed = parseLocalTime(`${date}T${time}`, zoneOf(timezone));
  return parsed && 'epoch' in parsed ? rfc3339(new Date(parsed.epoch), timezone) : undefined;
}

/** Fills shared fields by name, and entity fields by the capability's own mapping from slots. */
export function buildCapabilityInput(
  capability: AnyCapability,
  { slots, input: taskInput }: Pick<ActiveTask, 'slots' | 'input'>,
  business: Business,
): CapabilityInput {
  const { properties } = capability.input as TObject;
  const startsAt = composeStartTime(slots, business);
  const { partySize, durationMinutes, name, phone, email, dateOfBirth } = slots;
  const sharedFields: CapabilityInput = withoutUndefined({ startsAt, partySize, durationMinutes });
  const entityFields = Object.entries(capability.dialogue.fieldBySlot ?? {}).map(([slot, field]) => [
    field,
    findUniqueEntity(slots, slot)?.name,
  ]);
  const personKey = getPersonField(capability);
  const customerFields = pickSchemaFields(properties[personKey], withoutUndefined({ name, phone, email, dateOfBirth }));
  const personFields = { ...customerFields, ...(taskInput[personKey] as object | undefined) };
  const fields: CapabilityInput = {
    ...sharedFields,
    ...taskInput,
    ...withoutUndefined(Object.fromEntries(entityFields)),
  };
  if (Object.keys(personFields).length > 0) fields[personKey] = personFields;
  return pickSchemaFields(capability.input, fields);
}

/** Drops fields that the schema does not have. */
function pickSchemaFields(schema: TSchema | undefined, fields: CapabilityInput): CapabilityInput {
  const { properties = {} } = (schema ?? {}) as Partial<TObject>;
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field in properties));
}

const withoutUndefined = (fields: Record<string, unknown>): CapabilityInput =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The paths of required fields that are missing, in the order of asking. */
export function findMissingFields(
  capability: AnyCapability,
  input: CapabilityInput,
  context: { business: Business; text: string; now: Date },
): string[] {
  const { requiredFields = listFieldsInAskingOrder(capability) } = capability.dialogue;
  const requiredPaths = typeof requiredFields === 'function' ? requiredFields(input, context) : requiredFields;
  return requiredPaths.flatMap((path) =>
    path === 'customer' ? findMissingCustomerFields(input) : readValueAt(input, path) === undefined ? [path] : [],
  );
}

/** A customer needs a name and a phone number or email address. */
function findMissingCustomerFields({
  customer = {},
}: {
  customer?: { name?: string; phone?: string; email?: string };
}): string[] {
  const { name, phone, email } = customer;
  return [...(name ? [] : ['customer.name']), ...(phone || email ? [] : ['customer.phone'])];
}

const readValueAt = (input: CapabilityInput, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (value as CapabilityInput | undefined)?.[part], input);

/** Fields that do not affect availability come last: nobody has to give details for a time that is taken. */
function listFieldsInAskingOrder(capability: AnyCapability): string[] {
  const { required = [] } = capability.input as TObject;
  const unrelatedFields = required.filter((field) => !affectsAvailability(capability, field));
  return [...required.filter((field) => !unrelatedFields.includes(field)), ...unrelatedFields];
}

/** Whether which times are free depends on this field of the input. */
const affectsAvailability = (capability: AnyCapability, path: string): boolean => {
  const [field = ''] = path.split('.');
  return field !== getPersonField(capability) && !capability.nonSchedulingFields?.includes(field);
};

/** Whether the free times can be looked up: at most the time itself and unrelated details are missing. */
export const canCheckTimes = (capability: AnyCapability, missingPaths: readonly string[]): boolean =>
  !missingPaths.some((path) => path !== 'startsAt' && affectsAvailability(capability, path));
