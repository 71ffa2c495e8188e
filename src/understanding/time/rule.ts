import type { TimeContext } from './mention.ts';
import type { Phrase } from './phrase.ts';

/** A time of day as said; half is left open where neither am nor pm was. */
export type Clock = { hour: number; minute: number; half?: 'am' | 'pm'; about?: true };

/** What a rule makes of its words, before the whole message decides the rest. */
export type Reading =
  /** A bare weekday keeps its number: the time said, or a week named elsewhere, can still move it. */
  | { kind: 'date'; day: number; holiday?: string; weekday?: number }
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

/** What some pieces say, mostly one thing: the first piece and the one after the last. */
export type Found = { readings: readonly Reading[]; first: number; last: number };

export type Rule = {
  pattern: RegExp;
  read: (match: RegExpExecArray, scene: Scene) => Reading | readonly Reading[] | undefined;
};

/** A rule over the line of pieces; the pattern starts and ends at whole pieces. */
export const rule = (pattern: string, read: Rule['read'] | Reading): Rule => ({
  pattern: new RegExp(`(?<= )(?:${pattern})(?= )`, 'g'),
  read: typeof read === 'function' ? read : () => read,
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

/** What makes the number before it a quantity. */
export const QUANTITY =
  '(?:people|of (?:us|them|you)|mg|mcg|ml|cl|g|kg|lbs?|oz|st|stone|miles?|km|cm|mm|inch|inches|ft|feet|foot|percent|%|x|' +
  'star|stars|minute|hour|day|week|month|fortnight|year|seats?|seater|tables?|spots?|places|pieces?|items?|bottles?|' +
  'times|slots?|sessions?|class|classes|tickets?|locations?|pairs?|portions?|courses?|pills?|tablets?|ladies|women|men|' +
  'girls|boys|babies|toddlers|infants|dogs?|others?|more|extra|total|street|avenue|ave|road|rd|lane|drive|blvd|or more|' +
  'in total|altogether|in all|in our|in my|year|hundred|thousand|k|size|rooms?|chairs?|stools?)';

/** What may follow a time or a day of the month that nothing but its place gives away. */
export const FOLLOW =
  '(?:\\.|,|-|/|please|pls|plz|thanks|thank|thx|ty|cheers|and|or|but|if|on|in|at|for|with|under|would|works?|is|are|was|' +
  'will|fine|good|ok|okay|great|perfect|best|better|ideally|then|instead|rather|today|tomorrow|tonight|this|next|sharp|' +
  'because|since|as|so|until|to|from|before|after|around|about|between|by|when|though|tho|maybe|either|should|could|can|' +
  'sounds|suits|be|morning|afternoon|evening|night|noon|d\\d|m\\d+|\\d+th|ish|oclock|not|no|yes|s|only|exactly|anymore|' +
  'available|free|possible|open|perhaps|also|too|we|i|im|id|its|it|ill|my|do|does|doing|has|have|lunch|dinner|may|might|' +
  'onwards?|until|through|that|thats|all|lol|haha|actually|sorry|mate|plus|just|did|n|any|where|what|which|how|who)';
export const END_OR = (follow: string) => `(?= (?:$|${follow} ))`;
export const NOT = (follow: string) => `(?! ${follow} )`;

const MOVING =
  / (?:move|moved|moving|change|changed|changing|switch|swap|reschedule|rescheduled|rescheduling|push|bring|shift|rebook|postpone|rearrange|transfer|amend|adjust|alter|update|delay|modify|edit|reschedul) /;

export const isMoving = (line: string) => MOVING.test(line);
