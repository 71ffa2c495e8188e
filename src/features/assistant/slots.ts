// Groups of slots that the assistant treats alike, by the roles that an industry declares for them.
import { findSlotsWithRole, type SlotDeclarations } from '../../capability/roles.ts';

/** Anything on offer that a customer may ask about, including whole categories. */
export const listOfferingSlots = (industry: SlotDeclarations): string[] =>
  findSlotsWithRole(industry, 'goods', 'service', 'meeting', 'plan', 'payer', 'specialty', 'category');

/** What a booking is for, rather than with whom or where. */
export const listBookedSlots = (industry: SlotDeclarations): string[] =>
  findSlotsWithRole(industry, 'service', 'meeting');

/** What a customer must not have, such as an allergen. */
export const listRestrictionSlots = (industry: SlotDeclarations): string[] =>
  findSlotsWithRole(industry, 'diet', 'excluded');
