// Which of a trade's words something holds for.
import { type SlotDeclarations, slotsBy } from '../../capability/roles.ts';

/** What is on offer, named alone or by a part of the offer: one may ask about it. */
export const thingSlots = (industry: SlotDeclarations): string[] =>
  slotsBy(industry, 'goods', 'service', 'meeting', 'plan', 'payer', 'specialty', 'category');

/** What somebody is booked for, and not with whom or where. */
export const bookedSlots = (industry: SlotDeclarations): string[] => slotsBy(industry, 'service', 'meeting');

/** What somebody must not have. */
export const restrictionSlots = (industry: SlotDeclarations): string[] => slotsBy(industry, 'diet', 'excluded');
