import type { Static, TSchema } from 'typebox';
import type { Keyring } from '../kernel/crypto.ts';
import type { Context, WorkspacePrincipal } from '../kernel/http/route.ts';
import type { BookingRequestOrRefusal } from './booking-request.ts';
import type { Dialogue } from './dialogue.ts';
import type { Outcome } from './outcome.ts';

/**
 * Counts failed lookups across all server instances; stores only keyed hashes of what was looked up. `count` returns the
 * highest count of the keys, and in how many seconds it is forgotten.
 */
export type FailedLookups = {
  count(...keys: string[]): Promise<{ used: number; seconds: number }>;
  uncount(...keys: string[]): Promise<void>;
};

export type Contact = { phone?: string; email?: string };

/** What a capability's `run` receives: the request, its transaction, and the business's document. */
export type CapabilityContext<Business = unknown> = Context<WorkspacePrincipal> & {
  business: Business;
  /** When the document was last changed; null before its setup. */
  changedAt: Date | null;
  /** The industry this capability belongs to. */
  industry: string;
  /** The industry's capability that books times; needed to reschedule its bookings. */
  findBookingCapability(industry: string): AnyCapability | undefined;
  /** The caller is a customer (chat, link, publishable key, MCP). The business itself has fewer restrictions. */
  isByCustomer: boolean;
  /** The page where the customer of a booking can see, pay or change it. */
  bookingUrl?(bookingId: string): Promise<string>;
  conversationId?: string;
  /** The phone number or email address that the customer is known to write from. What they only say proves nothing. */
  proven?: Contact;
  /** The customer's network; undefined if the business's own server calls on behalf of all its customers. */
  network?: string;
  /** Counts lookups with identity details that did not match. */
  failedLookups: FailedLookups;
  /** Encrypts sensitive values before they are stored. */
  keyring: Keyring;
  /** Why this is done, for the audit log: the capability's or the route's name. */
  purpose: string;
};

/** A kind of request that the business's team decides on. */
export type RequestKind = {
  /** Shown in lists; also the prefix of its event types, before the dot. */
  kind: string;
  /** Its name in the dashboard. */
  title: string;
  /** The name of a list of them. */
  pluralTitle: string;
  /** Where one is read and decided, relative to the industry's path, if it is not stored with those of other industries. */
  path?: string;
  /** The allowed next statuses for each status. */
  transitions: Readonly<Record<string, readonly string[]>>;
};

export type Capability<Business, Input extends TSchema, Output extends TSchema> = {
  /** Also the intent name, such as `restaurant.reserve`. */
  name: string;
  summary: string;
  effect: 'read' | 'write';
  /** It can remove something, such as a booking. */
  destructive?: boolean;
  /** The scope an API key needs to use it. */
  scope: string;
  /** JSON pointers to the document fields it depends on. If one is empty, customers are told the answer is unknown. */
  requiredData?: readonly string[];
  /** It handles health data, which is audited, encrypted, and never sent to a language model without an agreement. */
  health?: boolean;
  /** The request it creates for the team to decide on. */
  request?: RequestKind;
  /** The input field with the person it is for; defaults to `customer`. */
  personFieldName?: string;
  /** Other booking input fields that do not affect which times and resources are available. */
  nonSchedulingFields?: string[];
  input: Input;
  output: Output;
  /** Relative to the industry's path. Path parameters, such as `:number`, become input fields. */
  rest: {
    method: 'GET' | 'POST';
    path: string;
    status?: number;
    /** See `RouteExample`. */
    example?: object;
    /** What its GET answers where the fields that the input requires are left out. */
    overview?: { output: TSchema; run(ctx: CapabilityContext<Business>): unknown };
  };
  dialogue: Dialogue<Business, Static<Input>, Static<Output>, CapabilityContext<Business>>;
  /** For capabilities that book a time: turns the input into a booking request, without looking at the calendar. */
  bookingRequest?(business: Business, input: Static<Input>): BookingRequestOrRefusal;
  /** For capabilities that book a place in a meeting, such as a class: the capability that lists the meetings. */
  meetingsCapability?: string;
  /** Schema of the dashboard form the team uses to book by hand; defaults to `input`. */
  form?: TSchema;
  /** Input fields in which the customer chose a resource. They are dropped when the booking moves to another one. */
  resourceFields?: string[];
  /** Input fields that customers see on their booking as they chose them, beside its time, service, person and party size. */
  shownFields?: string[];
  run(ctx: CapabilityContext<Business>, input: Static<Input>): Promise<Outcome<unknown>>;
};

/** A capability with its input and output types erased, for lists of capabilities. */
export type AnyCapability = Omit<Capability<unknown, TSchema, TSchema>, 'dialogue' | 'bookingRequest' | 'run'> & {
  // biome-ignore lint/suspicious/noExplicitAny: its own input and output, whatever they are
  dialogue: Dialogue<any, any, any, any>;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  bookingRequest?(business: any, input: any): BookingRequestOrRefusal;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  run(ctx: CapabilityContext<any>, input: any): Promise<Outcome<unknown>>;
};

export const getPersonField = ({
  personFieldName: field = 'customer',
}: Pick<AnyCapability, 'personFieldName'>): string => field;

/** Whether customers book a member of staff, rather than a table, a room or a thing. */
export const isWithStaff = (capability: Pick<AnyCapability, 'dialogue'> | undefined): boolean =>
  capability?.dialogue.fieldBySlot?.staff !== undefined;

/** Declares a capability once; its REST endpoint, dialogue, LLM tool and MCP tool are generated from it. */
export function defineCapability<Business, Input extends TSchema, Output extends TSchema>(
  capability: Capability<Business, Input, Output>,
): AnyCapability {
  return capability;
}
