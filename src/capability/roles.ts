/**
 * What the words of a slot name. The assistant goes by this, and by no trade's own names:
 *
 * - `goods`: sold or eaten, such as a product or a dish
 * - `service`: booked for a time of one's own choice, such as a haircut or a visit
 * - `meeting`: booked for a time at which it is held, such as a class
 * - `plan`: what one is a member of, or insured by
 * - `payer`: who pays in the customer's place, such as an insurer
 * - `specialty`: what somebody who works there is good at
 * - `level`: how demanding something is
 * - `diet`: what all that somebody has must keep to, such as vegan
 * - `excluded`: what must not be in it, such as peanuts
 * - `matter`: what only one errand can be about, such as a medication
 * - `person`, `category`, `offer`: of the slots that every trade shares
 */
export type Role =
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
  role: Role;
  /** The slot of which it is a part: a plan is one of its insurer's. */
  of?: string;
  /** The kind of source that an answer about it rests on. */
  source?: string;
};

/** Who works there, a whole part of the offer, and what the owner offers beside all that: so called in every trade. */
const SHARED: Readonly<Record<string, SlotKind>> = {
  staff: { role: 'person' },
  category: { role: 'category' },
  offer: { role: 'offer' },
};

/** An industry, as far as it says what its slots are; undefined where none is active. */
export type SlotDeclarations = { slots?: Readonly<Record<string, SlotKind>> } | undefined;

const kindsOf = (industry: SlotDeclarations) => Object.entries({ ...industry?.slots, ...SHARED });

/** The slots that play one of these roles in an industry, as it lists them. */
export const slotsBy = (industry: SlotDeclarations, ...roles: Role[]): string[] =>
  kindsOf(industry).flatMap(([slot, { role }]) => (roles.includes(role) ? [slot] : []));

/** The slot whose words a kind of source is. */
export const slotOfSource = (industry: SlotDeclarations, kind: string): string | undefined =>
  kindsOf(industry).find(([, { source }]) => source === kind)?.[0];

/** Of which other slot a slot is a part. */
export const partsIn = (industry: SlotDeclarations): Record<string, string> =>
  Object.fromEntries(kindsOf(industry).flatMap(([slot, { of }]) => (of === undefined ? [] : [[slot, of]])));
