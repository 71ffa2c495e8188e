import type { EntityValue, Slots, Source } from '../../capability/dialogue.ts';
import type { PreviousTurn } from '../../nlu/encoder/encoder.ts';
import type { PartyLimit } from '../../nlu/entities/party-limit.ts';
import type { OwnershipProof } from '../../scheduling/booking-ownership.ts';
import type { FocusEntity } from './focus.ts';

/** The form that is being filled: a capability, and the slots that are known so far. Persisted, so members keep their names. */
export type ActiveTask = {
  /** A capability's name, or `booking.find`, `booking.change`, `booking.cancel`. */
  intent: string;
  slots: Slots;
  /** What the capability itself read out of the messages. */
  input: Record<string, unknown>;
  /** The slots that were requested last. */
  asked: string[];
  /** Failed attempts: how often in a row nothing new was understood. */
  stuck: number;
  /** The slot that was requested last, and how often. */
  put?: { field: string; times: number };
  /** Days that were requested earlier: going back to "Wednesday" means that one. */
  days?: string[];
  /** A number that is people or an hour. */
  count?: number;
  /** Times that were offered last, RFC 3339. */
  offered?: string[];
  /** When it could not be had: "the same time on Thursday" is about that. */
  refused?: { date?: string; time?: string };
  /** Names that could be meant, and of which one is to be chosen. */
  choosing?: { slot: string; among: EntityValue[] };
  /** Read back, waiting for a yes. */
  confirming?: boolean;
  /** What the calendar found, for people. */
  called?: string;
  /** Who was read back where the customer named nobody, by the field of the input: it is booked with them. */
  proposed?: Record<string, string>;
  /** The availability that the customer was told, so that it is said only once. */
  told?: string;
  /** For how many people it can be had, as the business has written, and whether that was said. */
  limit?: PartyLimit & { text: string; source: Source; told?: boolean };
  /** Who is booked next, where one person is booked at a time. */
  more?: RemainingPeople;
  /** The booking that is to be changed. */
  bookingId?: string;
  /** How it was shown to be theirs. */
  proof?: OwnershipProof;
};

/** The people who are still to be booked. */
export type RemainingPeople = {
  left: number;
  /** With whom it begins, until that was said. */
  first?: string;
  /** The next one, as far as that was said: "your roommate". */
  who?: string;
  /** They do not all want the same. */
  differs?: boolean;
};

/** The dialogue state of a conversation. Persisted as JSON in `conversations.state`, so members keep their names. */
export type DialogueState = {
  task?: ActiveTask;
  /** What was talked about last, for "how much is that one?" and "and on Sunday?". */
  topic?: {
    intent: string;
    slots: Slots;
    /** It was carried out. */
    done?: boolean;
    /** The one thing that was told of, where none was named. */
    one?: Slots['words'];
  };
  /** The things and people that were named lately. */
  focus?: FocusEntity[];
  /** What was said last, by both. */
  before?: PreviousTurn;
  /** The sources of recent replies, most recent first, so that nothing is told twice. */
  told?: string[];
  /** What a yes would begin, with the times that were named. */
  offer?: { intent: string; slots: Slots; times?: string[]; more?: RemainingPeople };
  /** Somebody was, or may have been, in danger in this conversation. */
  alarm?: true;
  /** Somebody has an allergy, where the industry keeps no records of what is in things. */
  allergy?: true;
  /** What somebody told that holds for the whole conversation, such as an allergy. */
  needs?: Slots['words'];
  /** Something was booked here, so that "make it five" may mean that. */
  booked?: boolean;
  /** In which language they were answered last, where a model did. */
  language?: string;
  /** What a model has looked up lately, as it was told. */
  results?: string[];
  /** How often in a row the assistant did not know. */
  unsure?: number;
  /** How many messages were answered, so that the same thing is not always said in the same words. */
  turns?: number;
};

export const emptySlots = (): Slots => ({ words: {}, own: {} });

/** Ways of saying which day. */
const DAYS = ['date', 'days', 'every', 'weekday'] as const;

/** New values win; the entities of a slot replace its earlier ones. */
export function mergeSlots(before: Slots, now: Slots, parts: SlotParts = {}): Slots {
  const { words, own, ...rest } = now;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const kept = { ...before };
  // "And wednesdays?" takes the place of Friday.
  if (now.every || now.days) for (const field of DAYS) delete kept[field];
  if (now.partyChange && !now.partySize && before.partySize) {
    known.partySize = before.partySize + now.partyChange;
    delete known.partyChange;
  }
  const left = withoutParts(before, now, parts);
  return { ...kept, ...known, words: { ...left.words, ...words }, own: { ...left.own, ...own } };
}

/** Which slot is a part of which other slot, such as a plan of its insurer. */
export type SlotParts = Readonly<Record<string, string>>;

/** "Do you take Bupa?" "And Denplan?": with another whole, the part that was named of the former is gone. */
function withoutParts(before: Slots, now: Slots, parts: SlotParts): Pick<Slots, 'words' | 'own'> {
  const [words, own] = [{ ...before.words }, { ...before.own }];
  // What the business has no word for was named all the same: "and Cigna?"
  const isUnknown = Object.keys(now.words).length === 0;
  for (const slot of Object.keys(now.own)) if (isUnknown) delete words[slot];
  for (const [part, whole] of Object.entries(parts)) {
    const isNamed = now.words[whole] !== undefined || now.own[whole] !== undefined;
    if (!isNamed || wholeIn(before, whole) === wholeIn(now, whole)) continue;
    delete words[part];
    delete own[part];
  }
  return { words, own };
}

const wholeIn = ({ words, own }: Slots, slot: string): string =>
  JSON.stringify(words[slot]?.flat().map(({ id }) => id) ?? own[slot] ?? null);

export function newTask(intent: string, slots: Slots = emptySlots()): ActiveTask {
  return { intent, slots, input: {}, asked: [], stuck: 0 };
}
