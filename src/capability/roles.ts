/**
 * The kind of entity a slot holds. The assistant's code uses these roles, never an industry's slot names:
 *
 * - `goods`: sold or eaten, such as a product or a dish
 * - `service`: booked for a time the customer chooses, such as a haircut or a visit
 * - `meeting`: booked for a scheduled time, such as a class
 * - `plan`: a membership or an insurance plan
 * - `payer`: pays instead of the customer, such as an insurer
 * - `specialty`: what a member of staff specializes in
 * - `level`: how demanding something is
 * - `diet`: a diet that everything must comply with, such as vegan
 * - `excluded`: an ingredient to avoid, such as peanuts
 * - `matter`: a thing that only one capability deals with, such as a medication
 * - `person`, `category`, `offer`: the slots that all industries share
 */
export type SlotRole =
  | 'goods'
  | 'service'
  | 'meeting'
  | 'plan'
  | 'payer'
  | 'specialty'
  | 'level'
  | 'diet'
  | 'excluded'
  | 'matter'
  | 'person'
  | 'category'
  | 'offer';

export type SlotKind = {
  role: SlotRole;
  /** The parent slot: an insurance plan belongs to its insurer. */
  partOf?: string;
  /** The `kind` of the sources that answers about it cite. */
  source?: string;
};

/** Slots that every industry has: staff, categories of the offer, and other services the owner lists. */
const SHARED_SLOTS: Readonly<Record<string, SlotKind>> = {
  staff: { role: 'person' },
  category: { role: 'category' },
  offer: { role: 'offer' },
};

/** The part of an industry that declares its slots; undefined if no industry is active. */
export type SlotDeclarations = { slots?: Readonly<Record<string, SlotKind>> } | undefined;

const sharedSlotEntries = Object.entries(SHARED_SLOTS);
/** By the object that declares them, because every message asks for them many times. */
const cachedSlotEntries = new WeakMap<object, [slot: string, kind: SlotKind][]>();

function slotKindEntries(industry: SlotDeclarations): [slot: string, kind: SlotKind][] {
  const declared = industry?.slots;
  if (!declared) return sharedSlotEntries;
  const cachedEntries = cachedSlotEntries.get(declared);
  if (cachedEntries) return cachedEntries;
  const entries = Object.entries({ ...declared, ...SHARED_SLOTS });
  cachedSlotEntries.set(declared, entries);
  return entries;
}

/** The industry's slots with one of these roles, in declaration order. */
export const findSlotsWithRole = (industry: SlotDeclarations, ...roles: SlotRole[]): string[] =>
  slotKindEntries(industry).flatMap(([slot, { role }]) => (roles.includes(role) ? [slot] : []));

/** The slot whose entities have this kind of source. */
export const findSlotForSource = (industry: SlotDeclarations, kind: string): string | undefined =>
  slotKindEntries(industry).find(([, { source }]) => source === kind)?.[0];

/** Maps each slot that has a parent to its parent slot. */
export const mapParentSlots = (industry: SlotDeclarations): Record<string, string> =>
  Object.fromEntries(
    slotKindEntries(industry).flatMap(([slot, { partOf: parent }]) => (parent === undefined ? [] : [[slot, parent]])),
  );
