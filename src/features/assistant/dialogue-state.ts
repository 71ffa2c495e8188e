import type { EntityValue, Slots, Source } from '../../capability/dialogue.ts';
import type { PreviousTurn } from '../../nlu/encoder/encoder.ts';
import type { PartyLimit } from '../../nlu/entities/party-limit.ts';
import type { OwnershipProof } from '../../scheduling/booking-ownership.ts';
import type { FocusEntity } from './focus.ts';

/** The form being filled: a capability and the slots filled so far. Persisted: fields that are renamed are read by `stored-state.ts`. */
export type ActiveTask = {
  /** A capability's name, or `booking.find`, `booking.change`, `booking.cancel`. */
  intent: string;
  slots: Slots;
  /** Input fields that the capability's own `fill` extracted from the messages. */
  input: Record<string, unknown>;
  /** The requested slots: those that the last question asked for. */
  requestedSlots: string[];
  /** Failed attempts: how many times in a row nothing new was understood. */
  failedAttempts: number;
  /** The slot that the last question with choices asked for, and how many times it has been asked. */
  repeatedQuestion?: { field: string; times: number };
  /** Days requested earlier, so that "no, Wednesday was right" finds the same Wednesday. */
  days?: string[];
  /** A number that could be a party size or an hour. */
  count?: number;
  /** The times offered last, RFC 3339. */
  offered?: string[];
  /** The day and time that were not available, for requests such as "the same time on Thursday". */
  refused?: { date?: string; time?: string };
  /** The options that the customer was asked to choose from. */
  choosing?: { slot: string; among: EntityValue[] };
  /** The task was summarized and waits for a yes. */
  confirming?: boolean;
  /** The name of what the calendar found, for display. */
  displayName?: string;
  /** The staff member proposed where the customer named nobody, by input field. */
  proposed?: Record<string, string>;
  /** The availability notice that was shown, so that it is not repeated. */
  told?: string;
  /** The party size limit from the business's own text; `told` once the customer has seen it. */
  limit?: PartyLimit & { text: string; source: Source; told?: boolean };
  /** The rest of a group, where people are booked one at a time. */
  more?: RemainingPeople;
  /** The booking to find, change or cancel. */
  bookingId?: string;
  /** How the customer showed that the booking is theirs. */
  proof?: OwnershipProof;
};

/** The people of a group who still need a booking. */
export type RemainingPeople = {
  left: number;
  /** The person booked first, until the customer has been told. */
  first?: string;
  /** The next person, if the customer mentioned who it is: "your roommate". */
  who?: string;
  /** They want different services. */
  differs?: boolean;
};

/** The dialogue state of a conversation. Persisted as JSON in `conversations.state`: fields that are renamed are read by `stored-state.ts`. */
export type DialogueState = {
  task?: ActiveTask;
  /** Tasks set aside for the active one, the latest last. Each goes on once the one after it has ended. */
  paused?: ActiveTask[];
  /** The last topic, for follow-ups such as "how much is that one?" and "and on Sunday?". */
  topic?: {
    intent: string;
    slots: Slots;
    /** The booking or change was made. */
    done?: boolean;
    /** The one item that the answer was about, where the customer named none. */
    one?: Slots['catalogEntities'];
  };
  /** Items and people mentioned recently. */
  focus?: FocusEntity[];
  /** The previous message and reply. */
  before?: PreviousTurn;
  /** The sources of recent replies, most recent first, so that no passage is repeated. */
  told?: string[];
  /** What the list in the last reply left out ("… and 6 more"). */
  rest?: string[];
  /** What a yes would start, with the times that were offered. */
  offer?: {
    intent: string;
    slots: Slots;
    times?: string[];
    more?: RemainingPeople;
    /** The booking that the customer was reminded of, which the next message is probably about. */
    bookingId?: string;
  };
  /** Somebody in this conversation was, or may have been, in danger. */
  alarm?: true;
  /** The customer mentioned an allergy, in an industry without records of ingredients. */
  allergy?: true;
  /** Needs that apply to the whole conversation, such as an allergy. */
  needs?: Slots['catalogEntities'];
  /** What the customer said of an allergy or condition, for the notes of a booking, where no record covers it. */
  remarks?: string[];
  /** A booking was made in this conversation, so that "make it five" may refer to it. */
  booked?: boolean;
  /** The language in which the customer was last answered, if it was detected. */
  language?: string;
  /** Recent tool results of the language model. */
  results?: string[];
  /** How many times in a row the assistant had no answer. */
  unsure?: number;
  /** With the handoff the customer was asked how to reach them. */
  contactRequested?: true;
  /** The number of messages answered, used to vary the wording. */
  turns?: number;
};

export const createEmptySlots = (): Slots => ({ catalogEntities: {}, industryEntities: {} });

/** The slots that say which day. */
const DAY_SLOTS = ['date', 'days', 'every', 'weekday'] as const;

/** New values win; the entities of a slot replace its earlier ones. */
export function mergeSlots(previousSlots: Slots, currentSlots: Slots, parentBySlot: ParentBySlot = {}): Slots {
  const { catalogEntities, industryEntities, ...rest } = currentSlots;
  const definedValues = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const previousValues = { ...previousSlots };
  // A range of days or a weekly day replaces a single day, as in "and Wednesdays?" after "on Friday".
  if (currentSlots.every || currentSlots.days) for (const field of DAY_SLOTS) delete previousValues[field];
  if (currentSlots.partyChange && !currentSlots.partySize && previousSlots.partySize) {
    definedValues.partySize = previousSlots.partySize + currentSlots.partyChange;
    delete definedValues.partyChange;
  }
  const remaining = withoutOutdatedParts(previousSlots, currentSlots, parentBySlot);
  return {
    ...previousValues,
    ...definedValues,
    catalogEntities: { ...remaining.catalogEntities, ...catalogEntities },
    industryEntities: { ...remaining.industryEntities, ...industryEntities },
  };
}

/** Maps a slot to the slot it belongs to, such as a plan to its insurer. */
export type ParentBySlot = Readonly<Record<string, string>>;

/** Drops values that belong to a replaced parent: another insurer drops the plan of the previous one. */
function withoutOutdatedParts(
  previousSlots: Slots,
  currentSlots: Slots,
  parentBySlot: ParentBySlot,
): Pick<Slots, 'catalogEntities' | 'industryEntities'> {
  const [catalogEntities, industryEntities] = [
    { ...previousSlots.catalogEntities },
    { ...previousSlots.industryEntities },
  ];
  // A value that is not in the catalog still replaces the previous entity.
  const namesNoEntity = Object.keys(currentSlots.catalogEntities).length === 0;
  for (const slot of Object.keys(currentSlots.industryEntities)) if (namesNoEntity) delete catalogEntities[slot];
  for (const [part, parent] of Object.entries(parentBySlot)) {
    const isNamed =
      currentSlots.catalogEntities[parent] !== undefined || currentSlots.industryEntities[parent] !== undefined;
    if (!isNamed || serializeParentValue(previousSlots, parent) === serializeParentValue(currentSlots, parent))
      continue;
    delete catalogEntities[part];
    delete industryEntities[part];
  }
  return { catalogEntities, industryEntities };
}

const serializeParentValue = ({ catalogEntities, industryEntities }: Slots, slot: string): string =>
  JSON.stringify(catalogEntities[slot]?.flat().map(({ id }) => id) ?? industryEntities[slot] ?? null);

export function createTask(intent: string, slots: Slots = createEmptySlots()): ActiveTask {
  return { intent, slots, input: {}, requestedSlots: [], failedAttempts: 0 };
}
