import { expect, it } from 'vitest';
import type { AnyCapability } from '../capability/capability.ts';
import { ENGLISH } from '../capability/formatter.ts';
import { describeBooking } from './present.ts';
import type { Booking } from './store.ts';

const withStaff = { dialogue: { fieldBySlot: { service: 'service', staff: 'stylist' } } };
const withPlaces = { dialogue: { fieldBySlot: { service: 'service' } } };
const resource = { id: 'r1', name: 'Ana' };
const service = { id: 's1', name: 'Cut' };

it.each<[Partial<Booking>, unknown, string]>([
  [{ kind: 'appointment', service, resource }, withStaff, 'Cut with Ana'],
  [{ kind: 'appointment', service, resource: null }, withStaff, 'Cut'],
  [{ kind: 'appointment', service: null, resource }, withStaff, 'an appointment with Ana'],
  [{ kind: 'training', resource }, withStaff, 'personal training with Ana'],
  [{ kind: 'appointment', service, resource: { id: 'b1', name: 'Bay 1' } }, withPlaces, 'Cut'],
  [{ kind: 'appointment', service: null, resource: { id: 'b1', name: 'Bay 1' } }, withPlaces, 'an appointment'],
  [{ kind: 'appointment', service, resource }, { dialogue: {} }, 'Cut'],
  [{ kind: 'appointment', service, resource }, undefined, 'Cut'],
  [{ kind: 'reservation', party_size: 4, resource: { id: 't1', name: 'Table 1' } }, withPlaces, 'a table for 4'],
])('%j of %j is %s', (booking, capability, description) => {
  const findBookingCapability = () => capability as AnyCapability | undefined;
  expect(describeBooking({ findBookingCapability }, booking as Booking, ENGLISH)).toBe(description);
});
