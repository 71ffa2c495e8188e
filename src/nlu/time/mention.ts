/** What a message is read against. Everything is the business's local civil time. */
export type TimeContext = {
  /** 'YYYY-MM-DDTHH:MM' */
  now: string;
  /** Opening periods of a civil date in minutes after midnight, e.g. [[690, 870], [1020, 1320]]; may run past 1440. */
  hours?: (date: string) => readonly (readonly [number, number])[];
  /** 3/4 means 3 April */
  dayFirst?: boolean;
  /** What the customer was just asked for: a bare "8" is read accordingly. */
  expects?: 'date' | 'time' | 'both';
  /** What the dialogue has settled on: "actually 8", "the day after" and "an hour later" are relative to it. */
  agreed?: { date?: string; time?: string };
};

/**
 * One thing said about time. A mention that follows from the same words as the one before it ("tonight" is a date and
 * an evening, "an hour later" a shift and a time) has an empty span at their end.
 */
export type TimeMention = {
  start: number;
  end: number;
  text: string;
  role?: 'from' | 'to' | 'not';
  /** Offered as an alternative to the mention of its kind before it: "Monday or Tuesday" */
  or?: true;
} & TimeMeaning;

export type TimeMeaning =
  | { kind: 'date'; date: string; holiday?: string }
  | { kind: 'days'; from: string; to: string; name: string; weekdays?: number[] }
  | { kind: 'every'; weekdays: number[] }
  | { kind: 'time'; time: string; about?: true; inferred?: true }
  | { kind: 'window'; from: string | null; to: string | null; name: string }
  | { kind: 'moment'; date: string; time: string }
  | { kind: 'soonest' }
  | { kind: 'now' }
  | { kind: 'shift'; minutes?: number; days?: number; direction: 'later' | 'earlier' }
  | { kind: 'duration'; minutes: number };
