import { joinPatternLines } from './patterns.ts';
import type { Phrase } from './phrase.ts';
import type { TimeContext } from './time-mention.ts';

/** A time of day as stated; without `amOrPm` it may be either half of the day. */
export type ClockTime = { hour: number; minute: number; amOrPm?: 'am' | 'pm'; isApproximate?: true };

/** A rule's interpretation of its words, before the rest of the message is taken into account. */
export type Reading =
  /** A bare weekday or day of the month is kept as well, because neighbouring words can still change the date. */
  | { kind: 'date'; day: number; holiday?: string; weekday?: number; dayOfMonth?: number; isInNamedWeek?: true }
  | { kind: 'days'; from: number; to: number; name?: string; weekdays?: number[] }
  | { kind: 'every'; weekdays: number[] }
  | { kind: 'clock'; clock: ClockTime; isWeak?: true }
  | { kind: 'window'; from: ClockTime | null; to: ClockTime | null; name?: string }
  | { kind: 'part'; name: string }
  | { kind: 'moment'; minutes: number }
  | { kind: 'soonest' }
  | { kind: 'now' }
  | { kind: 'shift'; minutes?: number; days?: number; direction: 'later' | 'earlier' }
  | { kind: 'duration'; minutes: number }
  /** Moves the date that follows it: "the day after", "the week of", "the Friday before" */
  | { kind: 'offset'; unit: 'day' | 'week' | 'weekend' | number; relation: 'after' | 'before' | 'of' }
  /** Looks like a time but is not one. */
  | { kind: 'nothing' };

/** The message and its context. */
export type ParseInput = {
  phrase: Phrase;
  context: TimeContext;
  /** The day number, counted from 1970-01-01. */
  today: number;
  /** Minutes after midnight. */
  currentMinute: number;
  /** The customer wants to move a booking, so "from … to …" is not a range. */
  isReschedule: boolean;
};

/** More mentions than any real message has; the rest are ignored. */
export const MAX_MENTIONS = 40;

/** The readings of the lexemes from `startIndex` up to but not including `endIndex`; usually there is one reading. */
export type RuleMatch = { readings: readonly Reading[]; startIndex: number; endIndex: number };

export type Rule = {
  pattern: RegExp;
  read: (match: RegExpExecArray, input: ParseInput) => Reading | readonly Reading[] | undefined;
  /** Whether the text after the match allows this reading. */
  isAllowedBefore: (rest: string) => boolean;
};

/** A rule over the canonical text; its pattern matches whole pieces only. */
export const createRule = (
  pattern: string,
  read: Rule['read'] | Reading,
  isAllowedBefore: Rule['isAllowedBefore'] = () => true,
): Rule => ({
  pattern: new RegExp(`(?<= )(?:${pattern})(?= )`, 'g'),
  read: typeof read === 'function' ? read : () => read,
  isAllowedBefore,
});

export const COUNT_PATTERN = '(?:\\d{1,3}w?|an?|(?:a )?couple(?: of)?|(?:a )?few|(?:a )?half(?: an?)?)';

export function parseCount(text: string): number {
  if (/^an?$/.test(text)) return 1;
  if (text.includes('couple')) return 2;
  if (text.includes('few')) return 3;
  if (text.includes('half')) return 0.5;
  return Number.parseInt(text, 10);
}

// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
export const WEEKDAY_PATTERN = 'd[1-7]';
export const MONTH_PATTERN = 'm(?:1[0-2]|[1-9])';

export const notFollowedBy = (words: string) => `(?! ${words} )`;

const RESCHEDULE_PATTERN = new RegExp(
  joinPatternLines` (?:
    (?:move|change|switch|swap|reschedule|rebook|postpone|rearrange|transfer|amend|adjust|alter|update|delay|modify)d?|
    moving|changing|switching|swapping|rescheduling|
    (?:bring|push|shift|put|pull) (?:\S+ ){1,4}(?:forward|back|to|until|up)
  ) `,
);

export const asksToReschedule = (canonicalText: string) => RESCHEDULE_PATTERN.test(canonicalText);
