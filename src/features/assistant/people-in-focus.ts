// The staff members in focus: pronouns refer to them, and a booking that follows is with them.
import type { AnyCapability } from '../../capability/capability.ts';
import { allOf, type EntityValue, type Slots } from '../../capability/dialogue.ts';
import type { DialogueState } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { inputOf, isAboutPerson, missingIn } from './input.ts';
import type { Turn } from './turn.ts';

const staffIn = (turn: Turn, text: string) => allOf(extractTurnEntities(turn, text, []), 'staff');

/** The people named in the last message, or else in its answer. */
function justSpokenOf(turn: Turn, { before }: DialogueState) {
  const said = before ? staffIn(turn, before.said) : [];
  // "A hygienist visit is £72" names what somebody does, and nobody.
  return said.length > 0 || !before ? said : staffIn(turn, before.told).filter(isByName);
}

const isByName = ({ name, said }: EntityValue): boolean =>
  name
    .toLowerCase()
    .split(/\s+/)
    .some((part) => said.toLowerCase().includes(part));

/** The ids of the people that a pronoun refers to. */
export function peopleInFocus(turn: Turn, state: DialogueState): string[] {
  const just = justSpokenOf(turn, state).map(({ id }) => id);
  const before = state.focus?.find(({ slot }) => slot === 'staff');
  return just.length > 0 || !before ? just : [before.id];
}

const ANYONE =
  /\b(?:any ?(?:one|body)|any of (?:you|them|your)|whoever|whichever|no preference|don['’]?t mind|who(?:ever)?(?:['’]?s| is) (?:free|available)|some(?:one|body)|first available|(?:else|other|another) (?:\w+ )?(?:stylist|barber|doctor|dentist|person))\b/i;
const WITH_THEM = /\b(?:with|by|see|book|get) (?:him|her|them)\b/i;

/** A booking right after somebody was spoken of is with them, unless another was named or anyone will do. */
export function withPeopleInFocus(turn: Turn, capability: AnyCapability, slots: Slots, state: DialogueState): Slots {
  if (slots.words.staff || ANYONE.test(turn.text)) return slots;
  const just = state.topic?.done ? [] : justSpokenOf(turn, state);
  const earlier = WITH_THEM.test(turn.text) ? state.focus?.find(({ slot }) => slot === 'staff') : undefined;
  const one = just.length > 0 ? (just[1] ? undefined : just[0]) : earlier;
  if (!one) return slots;
  const wished = withCapablePeople(turn, capability, slots, one);
  // "Book me in with her then": on the day that was spoken of.
  const { date } = state.topic?.slots ?? {};
  const isThen = date && !slots.date && !slots.days && !slots.soonest && SAME_DAY.test(turn.text);
  return isThen && wished !== slots ? { ...wished, date } : wished;
}
const SAME_DAY = new RegExp(`\\bthen\\b|${WITH_THEM.source}`, 'i');

/** With somebody who does what is wished for; without them where they do not. */
export function withCapablePeople(
  turn: Turn,
  capability: AnyCapability,
  slots: Slots,
  { id, name }: { id: string; name: string },
): Slots {
  if (!capability.dialogue.words?.staff) return slots;
  const about = { business: turn.ctx.business, text: turn.text, now: turn.ctx.now };
  const wished = { ...slots, words: { ...slots.words, staff: [[{ id, name, said: name }]] } };
  const input = inputOf(capability, { slots: wished, input: {} }, about.business);
  const isOpen = missingIn(capability, input, about).some(
    (path) => path !== 'startsAt' && !isAboutPerson(capability, path),
  );
  const requested = isOpen ? undefined : capability.bookingRequest?.(about.business, input);
  return requested && 'ok' in requested ? slots : wished;
}
