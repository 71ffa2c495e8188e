import type { Static, TSchema } from 'typebox';
import type { Keyring } from '../kernel/crypto.ts';
import type { Context, InWorkspace } from '../kernel/http/route.ts';
import type { BookingRequestOrRefusal } from './booking-request.ts';
import type { Dialogue } from './dialogue.ts';
import type { Outcome } from './outcome.ts';

/** Counts failed lookups over all instances; stores only keyed hashes of what was looked up. */
export type FailedLookups = {
  count(...what: string[]): Promise<{ used: number; seconds: number }>;
  giveBack(...what: string[]): Promise<void>;
};

/** What a capability works with: the request, its transaction, and the business's document. */
export type CapabilityContext<Business = unknown> = Context<InWorkspace> & {
  business: Business;
  /** When the document was last changed; null before its setup. */
  changedAt: Date | null;
  /** Which industry's capability is asked. */
  industry: string;
  /** The capability of an industry that books times, for moving what it has booked. */
  booker(industry: string): AnyCapability | undefined;
  /** A customer asks (chat, a link, a publishable key, MCP) and not the business itself, which is freer. */
  byCustomer: boolean;
  conversationId?: string;
  /** The network that the customer asks from; undefined where the business's own server asks for all its customers. */
  network?: string;
  /** How often somebody said wrongly whose something is. */
  misses: FailedLookups;
  /** Seals what must not lie about in clear. */
  keyring: Keyring;
  /** Why this is done, for the audit log: the capability's or the route's name. */
  purpose: string;
};

/** A kind of request that people decide about. */
export type RequestKind = {
  /** In lists, and before the dot of its events. */
  kind: string;
  /** What it may become, by what it is. */
  next: Readonly<Record<string, readonly string[]>>;
};

export type Capability<Business, Input extends TSchema, Output extends TSchema> = {
  /** Also its intent: `restaurant.reserve`. */
  name: string;
  summary: string;
  effect: 'read' | 'write';
  /** It can take something away, such as a booking. */
  destructive?: boolean;
  /** What a key needs to use it. */
  scope: string;
  /** The places of the document that it goes by, as pointers. Where one is empty, customers are told that it is not known. */
  basis?: readonly string[];
  /** It reads or writes what is told about health: never to a language model without an agreement, audited, encrypted. */
  health?: boolean;
  /** What it leaves for the business's people to decide. */
  request?: RequestKind;
  /** The field of the input that says who it is for; left out: `customer`. */
  person?: string;
  /** Other fields of a booking's input that do not bear on when and with whom it can be had. */
  asides?: string[];
  input: Input;
  output: Output;
  /** Under the industry's own path. Names after a colon are taken from the path into the input. */
  rest: { method: 'GET' | 'POST'; path: string; status?: number };
  dialogue: Dialogue<Business, Static<Input>, Static<Output>, CapabilityContext<Business>>;
  /** For capabilities that book a time: the booking request of an input, made without looking at the calendar. */
  bookingRequest?(business: Business, input: Static<Input>): BookingRequestOrRefusal;
  /** What the team fills in to book it by hand, as forms are drawn from it; left out: the input. */
  form?: TSchema;
  /** Fields of the input by which the customer chose who or where; moving it elsewhere lets go of them. */
  choice?: string[];
  run(ctx: CapabilityContext<Business>, input: Static<Input>): Promise<Outcome<unknown>>;
};

/** A list of capabilities holds those of every shape. */
export type AnyCapability = Omit<Capability<unknown, TSchema, TSchema>, 'dialogue' | 'bookingRequest' | 'run'> & {
  // biome-ignore lint/suspicious/noExplicitAny: its own input and output, whatever they are
  dialogue: Dialogue<any, any, any, any>;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  bookingRequest?(business: any, input: any): BookingRequestOrRefusal;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  run(ctx: CapabilityContext<any>, input: any): Promise<Outcome<unknown>>;
};

export const personField = ({ person = 'customer' }: Pick<AnyCapability, 'person'>): string => person;

/** Declares a capability once; REST, dialogue, LLM tool and MCP tool are made of it. */
export function defineCapability<Business, Input extends TSchema, Output extends TSchema>(
  capability: Capability<Business, Input, Output>,
): AnyCapability {
  return capability;
}
