import type { TimeContext } from './mention.ts';
import { wide } from './patterns.ts';
import type { Phrase } from './phrase.ts';

/** A time of day as said; half is left open where neither am nor pm was. */
export type Clock = { hour: number; minute: number; half?: 'am' | 'pm'; about?: true };

/** What a rule makes of its words, before the whole message decides the rest. */
export type Reading =
  /** A bare weekday or day of the month keeps its number: what is said beside it can still move it. */
  | { kind: 'date'; day: number; holiday?: string; weekday?: number; ofMonth?: number; inWeek?: true }
  | { kind: 'days'; from: number; to: number; name?: string; weekdays?: number[] }
  | { kind: 'every'; weekdays: number[] }
  | { kind: 'clock'; clock: Clock; weak?: true }
  | { kind: 'window'; from: Clock | null; to: Clock | null; name?: string }
  | { kind: 'part'; name: string }
  | { kind: 'moment'; minutes: number }
  | { kind: 'soonest' }
  | { kind: 'now' }
  | { kind: 'shift'; minutes?: number; days?: number; direction: 'later' | 'earlier' }
  | { kind: 'duration'; minutes: number }
  /** Moves the date that follows it: "the day after", "the week of", "the Friday before" */
  | { kind: 'offset'; unit: 'day' | 'week' | 'weekend' | number; where: 'after' | 'before' | 'of' }
  /** Looks like a time and is none. */
  | { kind: 'nothing' };

/** The message and what is known beside it. */
export type Scene = {
  phrase: Phrase;
  context: TimeContext;
  /** Day number and minute of now */
  today: number;
  minute: number;
  /** The customer wants something moved: "from … to …" is no range then. */
  moving: boolean;
};

/** More than any message about a time mentions; the rest is not read. */
export const MOST = 40;

/** What some pieces say, mostly one thing: the first piece and the one after the last. */
export type Found = { readings: readonly Reading[]; first: number; last: number };

export type Rule = {
  pattern: RegExp;
  read: (match: RegExpExecArray, scene: Scene) => Reading | readonly Reading[] | undefined;
  /** Whether the rest of the line lets the words mean that */
  fits: (rest: string) => boolean;
};

/** A rule over the line of pieces; the pattern starts and ends at whole pieces. */
export const rule = (pattern: string, read: Rule['read'] | Reading, fits: Rule['fits'] = () => true): Rule => ({
  pattern: new RegExp(`(?<= )(?:${pattern})(?= )`, 'g'),
  read: typeof read === 'function' ? read : () => read,
  fits,
});

export const COUNT = '(?:\\d{1,3}w?|an?|(?:a )?couple(?: of)?|(?:a )?few|(?:a )?half(?: an?)?)';

export function countOf(said: string): number {
  if (/^an?$/.test(said)) return 1;
  if (said.includes('couple')) return 2;
  if (said.includes('few')) return 3;
  if (said.includes('half')) return 0.5;
  return Number.parseInt(said, 10);
}

export const WEEKDAY = 'd[1-7]';
export const MONTH = 'm(?:1[0-2]|[1-9])';

/** Not followed by these words. */
export const NOT = (words: string) => `(?! ${words} )`;

const MOVING = new RegExp(
  wide` (?:
    (?:move|change|switch|swap|reschedule|rebook|postpone|rearrange|transfer|amend|adjust|alter|update|delay|modify)d?|
    moving|changing|switching|swapping|rescheduling|
    (?:bring|push|shift|put|pull) (?:\S+ ){1,4}(?:forward|back|to|until|up)
  ) `,
);

export const isMoving = (line: string) => MOVING.test(line);
