// The staff members in focus: pronouns refer to them, and the next booking is with them.
import type { AnyCapability } from '../../capability/capability.ts';
import { type EntityValue, listEntities, type Slots } from '../../capability/dialogue.ts';
import { buildCapabilityInput, canCheckTimes, findMissingFields } from './capability-input.ts';
import type { DialogueState } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import type { Turn } from './turn.ts';

const findStaff = (turn: Turn, text: string) => listEntities(extractTurnEntities(turn, text, []), 'staff');

/** The staff named in the last message, or else in the reply to it. */
function findStaffOfLastTurn(turn: Turn, { before }: DialogueState) {
  const staffNamedByCustomer = before ? findStaff(turn, before.said) : [];
  if (staffNamedByCustomer.length > 0 || !before) return staffNamedByCustomer;
  // A job title in a reply refers to nobody in particular: "A hygienist visit is £72".
  return findStaff(turn, before.told).filter(isMentionedByName);
}

const isMentionedByName = ({ name, said }: EntityValue): boolean =>
  name
    .toLowerCase()
    .split(/\s+/)
    .some((part) => said.toLowerCase().includes(part));

/** The ids of the people that a pronoun refers to. */
export function findPersonIdsInFocus(turn: Turn, state: DialogueState): string[] {
  const recentIds = findStaffOfLastTurn(turn, state).map(({ id }) => id);
  const earlierStaff = state.focus?.find(({ slot }) => slot === 'staff');
  return recentIds.length > 0 || !earlierStaff ? recentIds : [earlierStaff.id];
}

const ACCEPTS_ANYONE_PATTERN =
  /\b(?:any ?(?:one|body)|any of (?:you|them|your)|whoever|whichever|no preference|don['’]?t mind|who(?:ever)?(?:['’]?s| is) (?:free|available)|some(?:one|body)|first available|(?:else|other|another) (?:\w+ )?(?:stylist|barber|doctor|dentist|person))\b/i;
const WITH_THEM_PATTERN = /\b(?:with|by|see|book|get) (?:him|her|them)\b/i;

/** Books with the staff member just discussed, unless another one was named or anyone will do. */
export function withPeopleInFocus(turn: Turn, capability: AnyCapability, slots: Slots, state: DialogueState): Slots {
  if (slots.catalogEntities.staff || ACCEPTS_ANYONE_PATTERN.test(turn.text)) return slots;
  const recentStaff = state.topic?.done ? [] : findStaffOfLastTurn(turn, state);
  const earlierStaff = WITH_THEM_PATTERN.test(turn.text)
    ? state.focus?.find(({ slot }) => slot === 'staff')
    : undefined;
  const person = recentStaff.length > 0 ? (recentStaff[1] ? undefined : recentStaff[0]) : earlierStaff;
  if (!person) return slots;
  const slotsWithPerson = withPersonIfCapable(turn, capability, slots, person);
  // "Book me in with her then" refers to the day under discussion.
  const { date } = state.topic?.slots ?? {};
  const isSameDay = date && !slots.date && !slots.days && !slots.soonest && SAME_DAY_PATTERN.test(turn.text);
  return isSameDay && slotsWithPerson !== slots ? { ...slotsWithPerson, date } : slotsWithPerson;
}
const SAME_DAY_PATTERN = new RegExp(`\\bthen\\b|${WITH_THEM_PATTERN.source}`, 'i');

/** Adds a staff member to the slots if they can do what is requested. */
export function withPersonIfCapable(
  turn: Turn,
  capability: AnyCapability,
  slots: Slots,
  { id, name }: { id: string; name: string },
): Slots {
  if (!capability.dialogue.fieldBySlot?.staff) return slots;
  const context = { business: turn.ctx.business, text: turn.text, now: turn.ctx.now };
  const slotsWithPerson = {
    ...slots,
    catalogEntities: { ...slots.catalogEntities, staff: [[{ id, name, said: name }]] },
  };
  const input = buildCapabilityInput(capability, { slots: slotsWithPerson, input: {} }, context.business);
  const canLookUpTimes = canCheckTimes(capability, findMissingFields(capability, input, context));
  const bookingRequest = canLookUpTimes ? capability.bookingRequest?.(context.business, input) : undefined;
  return bookingRequest && 'ok' in bookingRequest ? slots : slotsWithPerson;
}
