/** The context in which a message is interpreted. All times are the business's local time. */
export type TimeContext = {
  /** 'YYYY-MM-DDTHH:MM' */
  now: string;
  /** Opening periods of a civil date in minutes after midnight, e.g. [[690, 870], [1020, 1320]]; may run past 1440. */
  openingPeriodsOn?: (date: string) => readonly (readonly [number, number])[];
  /** 3/4 means 3 April */
  isDayFirst?: boolean;
  /** What the customer was just asked for; decides whether a bare "8" is a date or a time. */
  expects?: 'date' | 'time' | 'both';
  /** The date and time agreed so far: "actually 8", "the day after" and "an hour later" are relative to them. */
  agreed?: { date?: string; time?: string };
};

/**
 * One statement about time. If the same words give several mentions ("tonight" is a date and an evening, "an hour later"
 * a shift and a time), the later ones have an empty span at the end of the words.
 */
export type TimeMention = {
  start: number;
  end: number;
  text: string;
  role?: 'from' | 'to' | 'not';
  /** An alternative to the previous mention of the same kind: "Monday or Tuesday" */
  isAlternative?: true;
} & TimeMeaning;

export type TimeMeaning =
  | { kind: 'date'; date: string; holiday?: string }
  | { kind: 'days'; from: string; to: string; name: string; weekdays?: number[] }
  | { kind: 'every'; weekdays: number[] }
  | { kind: 'time'; time: string; isApproximate?: true; isAmOrPmInferred?: true }
  | { kind: 'window'; from: string | null; to: string | null; name: string }
  | { kind: 'moment'; date: string; time: string }
  | { kind: 'soonest' }
  | { kind: 'now' }
  | { kind: 'shift'; minutes?: number; days?: number; direction: 'later' | 'earlier' }
  | { kind: 'duration'; minutes: number };
