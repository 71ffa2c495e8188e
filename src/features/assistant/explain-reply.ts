import { listEntities, type Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { findSlotsWithRole, type SlotDeclarations } from '../../capability/roles.ts';
import { composeStartTime } from './capability-input.ts';
import type { DialogueState } from './dialogue-state.ts';
import type { Reply } from './reply.ts';

/** How a message was understood, for API clients that ask for an explanation. */
export function explainReply(
  { intent, confidence, slots, policy, considered }: Reply,
  { business, industry }: { business: Business; industry: SlotDeclarations },
  { focus = [] }: Pick<DialogueState, 'focus'>,
) {
  const startsAt = composeStartTime(slots, business);
  const { partySize, date, time, code, order, name, phone, email, industryEntities } = slots;
  const slotValues = {
    partySize,
    date,
    time,
    startsAt,
    code,
    order,
    ...Object.fromEntries(findSlotsWithRole(industry, 'matter').map((slot) => [slot, industryEntities[slot]])),
    'customer.name': name,
    'customer.phone': phone,
    'customer.email': email,
    ...Object.fromEntries(Object.keys(slots.catalogEntities).map((slot) => [slot, joinNames(slots, slot)])),
  };
  const definedSlots = Object.fromEntries(Object.entries(slotValues).filter(([, value]) => value !== undefined));
  const focusNames = focus.map(({ slot, name }) => ({ [slot]: name }));
  return { intent, confidence, slots: definedSlots, policy, considered: [...considered], focus: focusNames };
}

const joinNames = (slots: Slots, slot: string) =>
  listEntities(slots, slot)
    .map(({ name }) => name)
    .join(', ') || undefined;
