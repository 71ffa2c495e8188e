import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Formatter } from './formatter.ts';
import type { Outcome, Refusal } from './outcome.ts';

/** A name from the business's document that customers may mention: a dish, a service, a person, an insurer. */
export type CatalogEntity = { slot: string; id: string; name: string; aliases?: readonly string[] };

/** A catalog entity that was mentioned; `said` is the customer's wording. */
export type EntityValue = { id: string; name: string; said: string };

/** Everything extracted so far. Plain JSON, because it is stored between messages. */
export type Slots = {
  partySize?: number;
  /** Change to the party size, such as +2 or -1. */
  partyChange?: number;
  /** In the business's time zone: 2026-11-19 and 19:30. */
  date?: string;
  time?: string;
  /** The customer gave only a weekday, no date. */
  weekday?: boolean;
  /** Part of the day, such as the afternoon. */
  window?: { from: string | null; to: string | null; name: string };
  /** A range of possible days, such as this weekend. */
  days?: { from: string; to: string; name: string; weekdays?: number[] };
  /** Minutes later than the existing booking; negative if earlier. */
  laterMinutes?: number;
  /** The booking's current time when it is being moved: "move my 3pm to 4:30". */
  from?: { date?: string; time?: string };
  /** Weekdays in general, 1 = Monday: "are you open on mondays". */
  every?: number[];
  soonest?: boolean;
  durationMinutes?: number;
  name?: string;
  phone?: string;
  email?: string;
  dateOfBirth?: string;
  /** Age of the person it is for. */
  age?: number;
  code?: string;
  order?: string;
  quantity?: number;
  /** In major units, such as dollars. */
  maxPrice?: number;
  minPrice?: number;
  /** What the customer asked for in their own words, if it is not in the catalog: "do you do pizza". */
  sought?: string;
  /** The mentioned catalog entities by slot. Each mention is a list of all entities it could refer to. */
  catalogEntities: Record<string, EntityValue[][]>;
  /** The values that the industry's `extractEntities` found, which are in no catalog. */
  industryEntities: Record<string, string | number | boolean>;
};

/** What to tell the customer about the resolved input: its name, and anything to mention before the next question. */
export type ResolvedInputDetails = { displayName?: string; notice?: string };

/** A generated sentence that answers questions. `asked` lists example questions, or the policy it replaces. */
export type Fact = {
  id: string;
  title: string;
  text: string;
  asked: readonly string[] | 'cancellation' | 'deposit' | 'lateArrival' | 'returns';
};

export type Source = { kind: string; id: string; title: string /** Only for web pages. */; url?: string };
export type SourcedText = { text: string; sources?: Source[] };

/** The context of the current message, besides its slots. */
export type MessageContext<Business> = { business: Business /** The customer's message. */; text: string; now: Date };

/** The input fields known so far; nested objects may be partial, too. */
type PartialInput<Input> = {
  [Field in keyof Input]?: Input[Field] extends object | undefined ? Partial<Input[Field]> : Input[Field];
};

/** Questions for the details that show whose a booking is. */
export type IdentificationQuestions = {
  /** To customers who want to change a booking. */
  change: string;
  /** To customers who want to know about one. */
  find: string;
  /** When nothing matched. */
  retry: string;
  /** For what a name alone lacks: the date of birth, or the phone number. */
  missingProof: string;
};

/** The conversational side of a capability: only text and formatting, no business rules. */
export type Dialogue<Business, Input, Output, Context> = {
  /** Example messages that train the intent classifier; they should vary as much as real messages do. */
  examples: readonly string[];
  /** Questions about its subject that it does not answer, such as whether an earlier request is ready. */
  otherQuestions?: readonly string[];
  /** Slots whose mention suggests this capability. */
  subject?: readonly string[];
  /** Maps a slot to the input field that its entity fills. */
  fieldBySlot?: Record<string, string>;
  /** Fills further input fields from the latest message; common fields are filled automatically. An array means one run each. */
  fill?(slots: Slots, context: MessageContext<Business>): PartialInput<Input> | PartialInput<Input>[];
  /** Fields to ask for before it runs, in this order; defaults to the required fields of the input schema. */
  requiredFields?:
    | readonly string[]
    | ((input: Partial<Input>, context: MessageContext<Business>) => readonly string[]);
  /** The assistant's question for each missing field, by its path in the input, such as `customer.name`. */
  ask: Record<string, string>;
  /** Asks whose a booking is. Required for health bookings, where the proof is a date of birth and not a phone number. */
  identification?: IdentificationQuestions;
  /** Quick-reply buttons for a field. */
  choices?: Record<string, (business: Business, input: Partial<Input>, slots: Slots) => string[]>;
  /** Default for customers who cannot decide, with its name for the reply, such as "a GP consultation". */
  fallbackInput?(business: Business, input: Partial<Input>): { input: Partial<Input>; displayName: string } | undefined;
  /** Fills in what needs a lookup, such as which session of a class the customer means. */
  resolveInput?(
    ctx: Context,
    input: Partial<Input>,
    slots: Slots,
  ): Promise<Outcome<Partial<Input>> & ResolvedInputDetails>;
  /** Name of a capability that fits these slots better. For example, an exact time can be booked directly. */
  redirectTo?(slots: Slots, text: string): string | undefined;
  /** Answers a question about the offer from the document alone, without running the capability. */
  answer?(slots: Slots, context: MessageContext<Business>, format: Formatter): SourcedText | undefined;
  /** The confirmation question before a write runs. */
  confirm?(input: Input, format: Formatter, displayName?: string): string;
  renderResult(output: Output, format: Formatter, input: Input): string;
  /** The capability that starts if the customer says "yes" to the result, with the times offered. */
  next?: { capability: string; times?(output: Output): string[] };
  /** The capability that starts if the customer says "yes" to a refusal, by the refusal's reason. */
  nextAfterRefusal?: Record<string, string>;
  /** The document entries that the result is based on. */
  sources?(output: Output, input: Input): Source[];
  /** Renders a refusal, by its reason or code. */
  renderRefusal?: Record<string, (refusal: Refusal, format: Formatter, input: Input) => string>;
};

/** The only entity mentioned for a slot; undefined if there is none or it is ambiguous. */
export function findUniqueEntity({ catalogEntities }: Slots, slot: string): EntityValue | undefined {
  const unambiguous = (catalogEntities[slot] ?? []).filter((meanings) => meanings.length === 1).flat();
  return new Set(unambiguous.map(({ id }) => id)).size === 1 ? unambiguous[0] : undefined;
}

/** All entities mentioned for a slot, without duplicates. */
export function listEntities({ catalogEntities }: Slots, slot: string): EntityValue[] {
  const entityById = new Map((catalogEntities[slot] ?? []).flat().map((entity) => [entity.id, entity]));
  return [...entityById.values()];
}

/** Reads example phrases from a text file next to the code: one per line; lines starting with `#` are comments. */
export function readPhrases(folder: string, name: string): string[] {
  const lines = readFileSync(join(folder, `${name}.txt`), 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
}
