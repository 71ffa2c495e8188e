import type { Said, Slots } from '../../capability/dialogue.ts';
import type { Proof } from '../patients/whose.ts';

/** Something that the customer wants done, as far as it has got. */
export type Task = {
  /** A capability's name, or `booking.find`, `booking.change`, `booking.cancel`. */
  intent: string;
  slots: Slots;
  /** What the capability itself read out of the messages. */
  input: Record<string, unknown>;
  /** The fields that were asked for last. */
  asked: string[];
  /** How often in a row nothing new was understood. */
  stuck: number;
  /** Times that were offered last, RFC 3339. */
  offered?: string[];
  /** When it could not be had: "the same time on Thursday" is about that. */
  refused?: { date?: string; time?: string };
  /** Names that could be meant, and of which one is to be chosen. */
  choosing?: { slot: string; among: Said[] };
  /** Read back, waiting for a yes. */
  confirming?: boolean;
  /** What the calendar found, for people. */
  called?: string;
  /** What the customer was told to be free: said once. */
  told?: string;
  /** The booking that is to be changed. */
  bookingId?: string;
  /** How it was shown to be theirs. */
  proof?: Proof;
};

/** What a conversation remembers beside its messages. Plain JSON. */
export type State = {
  task?: Task;
  /** What was talked about last, for "how much is that one?" and "and on Sunday?". */
  topic?: {
    intent: string;
    slots: Slots;
    /** It was carried out. */
    done?: boolean;
    /** The one thing that was told of, where none was named. */
    one?: Slots['words'];
  };
  /** What a yes would begin, with the times that were named. */
  offer?: { intent: string; slots: Slots; times?: string[] };
  /** What somebody told that holds for the whole conversation, such as an allergy. */
  needs?: Slots['words'];
  /** Something was booked here, so that "make it five" may mean that. */
  booked?: boolean;
  /** How often in a row the assistant did not know. */
  unsure?: number;
  /** How many messages were answered, so that the same thing is not always said in the same words. */
  turns?: number;
};

export const noSlots = (): Slots => ({ words: {}, own: {} });

/** Ways of saying which day. */
const DAYS = ['date', 'days', 'every', 'weekday'] as const;

/** What is new wins; words of one slot replace the earlier ones of that slot. */
export function merged(before: Slots, now: Slots): Slots {
  const { words, own, ...rest } = now;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const kept = { ...before };
  // "And wednesdays?" takes the place of Friday.
  if (now.every || now.days) for (const field of DAYS) delete kept[field];
  if (now.partyChange && !now.partySize && before.partySize) {
    known.partySize = before.partySize + now.partyChange;
    delete known.partyChange;
  }
  return { ...kept, ...known, words: { ...before.words, ...words }, own: { ...before.own, ...own } };
}

export function newTask(intent: string, slots: Slots = noSlots()): Task {
  return { intent, slots, input: {}, asked: [], stuck: 0 };
}
