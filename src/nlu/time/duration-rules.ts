// Durations, shifts and relative times: "in two hours", "an hour later", "for 90 minutes", "as soon as you can", "now".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { MINUTES_PER_HOUR } from './civil-dates.ts';
import { either, joinPatternLines } from './patterns.ts';
import {
  type ClockTime,
  COUNT_PATTERN,
  createRule,
  type ParseInput,
  parseCount,
  type Reading,
  type Rule,
} from './rule.ts';

/** "an hour", "an hour and a half", "2 hours and 15 minutes", "1.5 hours", "half an hour", "2 and a half hours" */
const DURATION_PATTERN = either(
  `(?:${COUNT_PATTERN}|\\d\\.\\d{1,2}) (?:and a half )?(?:of )?(?:an )?(?:minute|hour)` +
    '(?: and (?:a half|a quarter|\\d{1,2}w? minute)| \\d{1,2}w? minute)?',
  '\\d{1,3} h',
  '[1-4]h[0-5]\\d',
  '(?:a )?quarter of an hour',
  '(?:3w? )?quarters of an hour',
);

function parseDurationMinutes(text: string): number {
  if (text.includes('quarters of')) return 45;
  if (/^(?:a )?quarter of/.test(text)) return 15;
  const shortFormMatch = text.match(/^(\d+) ?h(\d+)?$/);
  if (shortFormMatch) return Number(shortFormMatch[1]) * MINUTES_PER_HOUR + Number(shortFormMatch[2] ?? 0);
  const leadingNumber = must(text.match(`^(\\d\\.\\d{1,2}|${COUNT_PATTERN})`), 'a number')[0];
  const isHours = text.includes('hour');
  const count = /^\d\.\d/.test(leadingNumber) ? Number(leadingNumber) : parseCount(leadingNumber);
  const extraMinutesMatch = text.match(/(?:and|hour) (\d+)w? minute/);
  const fraction = text.includes('and a half') ? 0.5 : text.includes('and a quarter') ? 0.25 : 0;
  return (
    Math.round((count + fraction) * (isHours ? MINUTES_PER_HOUR : 1)) +
    (isHours && extraMinutesMatch ? Number(extraMinutesMatch[1]) : 0)
  );
}

const clockAtMinute = (minute: number): ClockTime => ({
  hour: Math.floor(minute / MINUTES_PER_HOUR) % 12 || 12,
  minute: minute % MINUTES_PER_HOUR,
  amOrPm: minute % (24 * MINUTES_PER_HOUR) < 12 * MINUTES_PER_HOUR ? 'am' : 'pm',
});

const DAYS_PER_UNIT: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14 };
const parseDays = (count: string, unit: string) => Math.round(parseCount(count) * must(DAYS_PER_UNIT[unit], 'a unit'));

/** "Back" is later; "forward" and "up" are earlier. */
const parseDirection = (word: string) => (/later|after|back|out/.test(word) ? 'later' : 'earlier');

const toShiftReading = (direction: string, amount: { minutes?: number; days?: number } = {}): Reading => ({
  kind: 'shift',
  ...amount,
  direction: parseDirection(direction),
});

const readShift = (direction: string, duration: string) =>
  toShiftReading(direction, { minutes: parseDurationMinutes(duration) });

/** A bare "earlier" only refers to the booking if something is agreed. */
const readShiftIfAgreed = (direction: string, { context: { agreed } }: ParseInput) =>
  agreed?.time || agreed?.date ? toShiftReading(direction) : undefined;

const DEGREE_WORD_PATTERN = either(
  ...['a (?:little )?(?:bit|little|touch|tad)', 'slightly', 'somewhat', 'much', 'lot', 'anything', 'something', 'any'],
  ...['bit', 'nothing', '1w', 'slot', 'time', 'appointment', 'appt'],
);
const REQUEST_WORD_PATTERN = either(
  ...['make it', 'make', 'be', 'go', 'come', 'do', 'have', 'is', 'is there', 'want', 'need', 'prefer', 'like', 'find'],
  ...['even', 'or', 'in'],
);
const MOVE_VERB_PATTERN = '(?:mov(?:e|ing)|(?:push|bring|shift|pull|delay|bump)(?:ing)?|put(?:ting)?|postpon(?:e|ing))';
const BOOKING_WORDS_PATTERN = `(?: ${either(
  ...['it', 'that', 'this', 'the', 'my', 'our', 'us', 'me', 'them', 'appointment', 'appt', 'booking', 'reservation'],
  ...['table', 'slot', 'class', 'session', 'time'],
)})*`;
const DIRECTION_PATTERN = '(back|forwards?|up|out|later|earlier)';
const PHRASE_END_PATTERN = '(?= (?:$|[.,]|that|please|if|would|is|or|than|then|instead|though))';

const SOONEST_PATTERN = either(
  ...['asap', 'a s a p', '(?:as )?soon as (?:possible|poss|you can|u can|able|i can|we can)', 'soonest(?: possible)?'],
  ...['(?:the )?sooner the better', 'as early as (?:possible|you can|u can)', 'earliest(?: possible)?', 'quickest'],
  '(?:next|1thw) (?:available|free|open|possible)(?: appointment| slot| time| opening| table)?',
  '(?:next|1thw) (?:opening|slot|appointment|appt|availability|vacancy|opportunity)(?: available)?',
  '1thw thing (?:you|u|that you|available)(?: have| got| can)?',
  ...['right away', 'straight away', 'immediately', 'urgently'],
);
const NOW_PATTERN = either(
  ...['right now', 'currently', 'at the moment', 'at this moment', 'at present', 'as we speak'],
  '(?<= (?:open|closed|free|available|running|busy|there|in) )now',
  '(?<!(?:until|by|from|for|just|and) )now(?= (?:[.]|$))',
);

/** Matches if nothing but such words comes before. As a lookbehind, it would be slow on long texts. */
const ONLY_OPENING_WORDS_PATTERN = /^ (?:(?:and|maybe|or|ok|no|hmm|can|anything) )*$/;

export const DURATION_RULES: readonly Rule[] = [
  createRule(
    `in (?:about |around |like )?(${DURATION_PATTERN})(?: time)?(?! ago)|(${DURATION_PATTERN}) from now`,
    ([, inDuration, fromNowDuration = '']) => ({
      kind: 'moment',
      minutes: parseDurationMinutes(inDuration ?? fromNowDuration),
    }),
  ),
  createRule(`(?:in|within) (?:the |the next )?(${DURATION_PATTERN}|hour)`, ([, duration = ''], input) => [
    { kind: 'date', day: input.today },
    {
      kind: 'window',
      from: clockAtMinute(input.currentMinute),
      to: clockAtMinute(input.currentMinute + parseDurationMinutes(duration === 'hour' ? 'an hour' : duration)),
    },
  ]),
  createRule(`${DURATION_PATTERN} ago`, { kind: 'nothing' }),
  createRule(DURATION_PATTERN, ([text]) => ({ kind: 'duration', minutes: parseDurationMinutes(text) })),
  createRule(
    `(${DURATION_PATTERN}) (later|earlier|sooner)(?: than (?:that|planned|booked|usual))?`,
    ([, duration = '', direction = '']) => readShift(direction, duration),
  ),
  createRule(
    `(?<!up to )(${DURATION_PATTERN}) (after|before)${PHRASE_END_PATTERN}(?: that)?`,
    ([, duration = '', direction = ''], { context }) =>
      context.agreed?.time ? readShift(direction, duration) : undefined,
  ),
  createRule(
    `(${COUNT_PATTERN}) (day|week|fortnight) (later|earlier|sooner|after|before)${PHRASE_END_PATTERN}(?: that)?`,
    ([, count = '', unit = '', direction = '']) => toShiftReading(direction, { days: parseDays(count, unit) }),
  ),
  createRule(
    `${MOVE_VERB_PATTERN}${BOOKING_WORDS_PATTERN} ${DIRECTION_PATTERN}(?: by)? (${DURATION_PATTERN})`,
    ([, direction = '', duration = '']) => readShift(direction, duration),
  ),
  createRule(
    `${MOVE_VERB_PATTERN}${BOOKING_WORDS_PATTERN}(?: by)? (${DURATION_PATTERN}) ${DIRECTION_PATTERN}`,
    ([, duration = '', direction = '']) => readShift(direction, duration),
  ),
  createRule(`(?:delay|postpone)${BOOKING_WORDS_PATTERN}(?: by| for)? (${DURATION_PATTERN})`, ([, duration = '']) =>
    readShift('later', duration),
  ),
  createRule(
    `(?:delay|postpone|push|move)${BOOKING_WORDS_PATTERN} (?:back )?(?:by |for )?(${COUNT_PATTERN}) (day|week|fortnight)`,
    ([, count = '', unit = '']) => toShiftReading('later', { days: parseDays(count, unit) }),
  ),
  createRule(
    `${DEGREE_WORD_PATTERN} (later|earlier|sooner)(?: in the day| that day| on| than that)?`,
    ([, direction = '']) => toShiftReading(direction),
  ),
  createRule(
    joinPatternLines`(later|earlier)(?: on)?
      [ ](?:in the day|that (?:day|evening)|the same day|slots?|times?|appointments?|1w|ones|if possible)`,
    ([, direction = '']) => toShiftReading(direction),
  ),
  createRule(`(?<= ${REQUEST_WORD_PATTERN} )(later|earlier|sooner)${PHRASE_END_PATTERN}`, ([, direction = ''], input) =>
    readShiftIfAgreed(direction, input),
  ),
  createRule(`(later|earlier|sooner)${PHRASE_END_PATTERN}`, ({ 1: direction = '', index }, input) =>
    ONLY_OPENING_WORDS_PATTERN.test(input.phrase.canonicalText.slice(0, index))
      ? readShiftIfAgreed(direction, input)
      : undefined,
  ),
  createRule(SOONEST_PATTERN, { kind: 'soonest' }),
  createRule(NOW_PATTERN, { kind: 'now' }),
];
