import type { Refusal } from './outcome.ts';

/** What may take a booking: a table, tables joined, a person. */
export type Candidate = {
  id: string;
  name: string;
  /** The resources that it occupies: itself, or each of the joined tables. */
  parts: string[];
  /** Minor units, where it differs from one to the other. */
  price?: number;
  /** Left out: the business's. */
  hours?: Record<string, [string, string][]>;
  timeOff?: { from: string; to: string }[];
  /** Times that it is taken by something that is no booking: the classes that a trainer teaches. */
  busy?(from: number, to: number): { start: number; end: number }[];
};

/** What a customer asks for in terms of time and resources, derived from a capability's input and the document alone. */
export type BookingRequest = {
  kind: 'reservation' | 'appointment' | 'training';
  durationMinutes: number;
  /** Before and after it, the resource is taken too. */
  bufferBeforeMinutes?: number;
  bufferAfterMinutes?: number;
  partySize?: number;
  service?: { id: string; name: string };
  /** Minor units, where a price is known. */
  price?: number;
  /** In order of preference. */
  candidates: Candidate[];
  /** Whether to take the first that is free, or the one with the least to do that day. */
  choose: 'first' | 'least-busy';
};

/** A booking request, or the reason why none can be made: unknown person, service or table, or a party that is too large. */
export type BookingRequestOrRefusal = BookingRequest | Refusal;
