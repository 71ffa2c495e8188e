import { allOf, type Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { type SlotDeclarations, slotsBy } from '../../capability/roles.ts';
import type { DialogueState } from './dialogue-state.ts';
import { startOf } from './input.ts';
import type { Reply } from './reply.ts';

/** What was understood, for whoever wants to see it. */
export function explainReply(
  { intent, confidence, slots, policy, considered }: Reply,
  { business, industry }: { business: Business; industry: SlotDeclarations },
  { focus = [] }: Pick<DialogueState, 'focus'>,
) {
  const startsAt = startOf(slots, business);
  const { partySize, date, time, code, order, name, phone, email, own } = slots;
  const plain = {
    partySize,
    date,
    time,
    startsAt,
    code,
    order,
    ...Object.fromEntries(slotsBy(industry, 'matter').map((slot) => [slot, own[slot]])),
    'customer.name': name,
    'customer.phone': phone,
    'customer.email': email,
    ...Object.fromEntries(Object.keys(slots.words).map((slot) => [slot, namesOf(slots, slot)])),
  };
  const known = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const talkedOf = focus.map(({ slot, name }) => ({ [slot]: name }));
  return { intent, confidence, slots: known, policy, considered: [...considered], focus: talkedOf };
}

const namesOf = (slots: Slots, slot: string) =>
  allOf(slots, slot)
    .map(({ name }) => name)
    .join(', ') || undefined;
