import { allOf, type Slots } from '../../capability/dialogue.ts';
import type { Business } from '../../capability/document.ts';
import { startOf } from './input.ts';
import type { Reply } from './reply.ts';

/** What was understood, for whoever wants to see it. */
export function explained(
  { intent, confidence, slots }: Pick<Reply, 'intent' | 'confidence' | 'slots'>,
  business: Business,
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
    medication: own.medication,
    'customer.name': name,
    'customer.phone': phone,
    'customer.email': email,
    ...Object.fromEntries(Object.keys(slots.words).map((slot) => [slot, namesOf(slots, slot)])),
  };
  const known = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return { intent, confidence, slots: known };
}

const namesOf = (slots: Slots, slot: string) =>
  allOf(slots, slot)
    .map(({ name }) => name)
    .join(', ') || undefined;
