import { expect, it } from 'vitest';
import type { AnyCapability } from '../capability/capability.ts';
import { ENGLISH } from '../capability/formatter.ts';
import { describeBooking } from './present.ts';
import type { Booking } from './store.ts';

const staffCapability = { dialogue: { fieldBySlot: { service: 'service', staff: 'stylist' } } };
const capabilityWithoutStaff = { dialogue: { fieldBySlot: { service: 'service' } } };
const resource = { id: 'r1', name: 'Ana' };
const service = { id: 's1', name: 'Cut' };

it.each<[Partial<Booking>, unknown, string]>([
  [{ kind: 'appointment', service, resource }, staffCapability, 'Cut with Ana'],
  [{ kind: 'appointment', service, resource: null }, staffCapability, 'Cut'],
  [{ kind: 'appointment', service: null, resource }, staffCapability, 'an appointment with Ana'],
  [{ kind: 'training', resource }, staffCapability, 'personal training with Ana'],
  [{ kind: 'appointment', service, resource: { id: 'b1', name: 'Bay 1' } }, capabilityWithoutStaff, 'Cut'],
  [
    { kind: 'appointment', service: null, resource: { id: 'b1', name: 'Bay 1' } },
    capabilityWithoutStaff,
    'an appointment',
  ],
  [{ kind: 'appointment', service, resource }, { dialogue: {} }, 'Cut'],
  [{ kind: 'appointment', service, resource }, undefined, 'Cut'],
  [
    { kind: 'reservation', party_size: 4, resource: { id: 't1', name: 'Table 1' } },
    capabilityWithoutStaff,
    'a table for 4',
  ],
])('describes %j, booked with the capability %j, as %s', (booking, capability, description) => {
  const findBookingCapability = () => capability as AnyCapability | undefined;
  expect(describeBooking({ findBookingCapability }, booking as Booking, ENGLISH)).toBe(description);
});
