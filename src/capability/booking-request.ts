import type { Refusal } from './outcome.ts';

/** A resource that a booking could occupy: a table, a group of joined tables, or a person. */
export type Candidate = {
  id: string;
  name: string;
  /** The ids of the resources it occupies: its own, or one for each joined table. */
  resourceIds: string[];
  /** In minor units; set only if candidates have different prices. */
  price?: number;
  /** By weekday, in local time; defaults to the business's opening hours. */
  hours?: Record<string, [string, string][]>;
  /** Inclusive dates, or times. */
  timeOff?: { from: string; to: string }[];
  /** Times taken by something other than a booking, such as a class the trainer teaches. All in epoch milliseconds. */
  findBusyTimes?(fromMs: number, toMs: number): { start: number; end: number }[];
};

/** The time and resources a customer asks for, derived from a capability's input and the document alone. */
export type BookingRequest = {
  kind: 'reservation' | 'appointment' | 'training';
  durationMinutes: number;
  /** The resource is also blocked for this long before and after the booking. */
  bufferBeforeMinutes?: number;
  bufferAfterMinutes?: number;
  partySize?: number;
  service?: { id: string; name: string };
  /** In minor units; undefined if the price is unknown. */
  price?: number;
  /** In order of preference. */
  candidates: Candidate[];
  /** Pick the first free candidate, or the one with the fewest bookings that day. */
  choose: 'first' | 'least-busy';
};

/** A booking request, or why there is none: an unknown person, service or table, or a party that is too large. */
export type BookingRequestOrRefusal = BookingRequest | Refusal;
