import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Formatter } from './formatter.ts';
import type { Outcome, Refusal } from './outcome.ts';

/** One of the business's own words: a dish, a service, a person, an insurer. */
export type CatalogEntity = { slot: string; id: string; name: string; aliases?: readonly string[] };

/** A word of the business as the customer said it. */
export type EntityValue = { id: string; name: string; said: string };

/** What was understood so far. Plain JSON, because it is kept from one message to the next. */
export type Slots = {
  partySize?: number;
  /** So many more than before, or fewer. */
  partyChange?: number;
  /** Local to the business: 2026-11-19 and 19:30. */
  date?: string;
  time?: string;
  /** The day was said as a weekday alone. */
  weekday?: boolean;
  /** A part of the day, such as the afternoon. */
  window?: { from: string | null; to: string | null; name: string };
  /** Several days that could be meant, such as this weekend. */
  days?: { from: string; to: string; name: string; weekdays?: number[] };
  /** So many minutes later than what is booked, or earlier. */
  laterMinutes?: number;
  /** What a change starts from: "move my 3pm to 4:30". */
  from?: { date?: string; time?: string };
  /** Weekdays in general, 1 = Monday: "are you open on mondays". */
  every?: number[];
  soonest?: boolean;
  durationMinutes?: number;
  name?: string;
  phone?: string;
  email?: string;
  dateOfBirth?: string;
  /** How old the person is that it is for. */
  age?: number;
  code?: string;
  order?: string;
  quantity?: number;
  /** In major units, as people say them. */
  maxPrice?: number;
  minPrice?: number;
  /** The thing that was asked for in the customer's own words, where the business has no such word: "do you do pizza". */
  sought?: string;
  /** The business's words by slot; each mention lists all that it could mean. */
  words: Record<string, EntityValue[][]>;
  /** What the industry's own reader found. */
  own: Record<string, string | number | boolean>;
};

/** What was found, for people: its name, and what they should know before they are asked for more. */
export type FoundDetails = { called?: string; news?: string };

/** A sentence that answers questions; `asked` are some of them, or the policy that it stands in for. */
export type Fact = {
  id: string;
  title: string;
  text: string;
  asked: readonly string[] | 'cancellation' | 'deposit' | 'lateArrival' | 'returns';
};

export type Source = { kind: string; id: string; title: string /** Of a page. */; url?: string };
export type SourcedText = { text: string; sources?: Source[] };

/** What a phrase may rest on beside the slots. */
export type About<Business> = { business: Business /** The message that was just heard. */; text: string; now: Date };

/** As far as it is known; of an object within, too. */
type SoFar<Input> = {
  [Field in keyof Input]?: Input[Field] extends object | undefined ? Partial<Input[Field]> : Input[Field];
};

/** How a capability is talked about. All of it is text and formatting: no rule of the business lives here. */
export type Dialogue<Business, Input, Output, Context> = {
  /** As varied as customers write. They teach the assistant when the capability is meant. */
  examples: readonly string[];
  /** Slots that speak for this capability where they are mentioned. */
  subject?: readonly string[];
  /** Which of the business's words go into which field of the input. */
  words?: Record<string, string>;
  /** Further fields of the input, from the latest message; those that all share are filled by name. Several: one run each. */
  fill?(slots: Slots, about: About<Business>): SoFar<Input> | SoFar<Input>[];
  /** What is asked for before it runs, in this order; left out: what the input requires. */
  needs?: readonly string[] | ((input: Partial<Input>, about: About<Business>) => readonly string[]);
  /** What to ask for a field that is missing: by its path in the input, such as `customer.name`. */
  ask: Record<string, string>;
  /** Buttons for a field that is asked for. */
  choices?: Record<string, (business: Business, input: Partial<Input>, slots: Slots) => string[]>;
  /** What it is for whoever cannot say, and how it is called: "a GP consultation". */
  plain?(business: Business, input: Partial<Input>): { input: Partial<Input>; called: string } | undefined;
  /** Finds what only the calendar knows, such as which meeting of a class is meant. */
  find?(ctx: Context, input: Partial<Input>, slots: Slots): Promise<Outcome<Partial<Input>> & FoundDetails>;
  /** Another capability that serves this better, once so much is known: a time that is named can be booked. */
  instead?(slots: Slots, text: string): string | undefined;
  /** An answer from the document alone, where the customer asks about it and does not ask for it. */
  answer?(slots: Slots, about: About<Business>, say: Formatter): SourcedText | undefined;
  /** A write is read back once before it runs. */
  confirm?(input: Input, say: Formatter, called?: string): string;
  done(output: Output, say: Formatter, input: Input): string;
  /** What a yes to the answer leads to, with the times that it named. */
  next?: { capability: string; times?(output: Output): string[] };
  /** What a yes to a refusal leads to, by its reason. */
  otherwise?: Record<string, string>;
  /** What an answer rests on. */
  sources?(output: Output, input: Input): Source[];
  /** By the refusal's reason, or its code. */
  refused?: Record<string, (why: Refusal, say: Formatter, input: Input) => string>;
};

/** The one meaning of what was said for a slot; undefined where nothing was, or where it could be several. */
export function theOne({ words }: Slots, slot: string): EntityValue | undefined {
  const clear = (words[slot] ?? []).filter((meanings) => meanings.length === 1).flat();
  return new Set(clear.map(({ id }) => id)).size === 1 ? clear[0] : undefined;
}

/** Everything that was mentioned for a slot, each once. */
export function allOf({ words }: Slots, slot: string): EntityValue[] {
  const seen = new Map((words[slot] ?? []).flat().map((said) => [said.id, said]));
  return [...seen.values()];
}

/** The phrases in a text file beside the code: one a line, `#` begins a comment. */
export function phrasesIn(folder: string, name: string): string[] {
  const lines = readFileSync(join(folder, `${name}.txt`), 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
}
