// Durations, shifts and relative times: "in two hours", "an hour later", "for 90 minutes", "as soon as you can", "now".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { MINUTES_PER_HOUR } from './civil-dates.ts';
import { either, joinPatternLines } from './patterns.ts';
import { type ClockTime, COUNT, type ParseInput, parseCount, type Reading, type Rule, rule } from './rule.ts';

/** "an hour", "an hour and a half", "2 hours and 15 minutes", "1.5 hours", "half an hour", "2 and a half hours" */
const DURATION = either(
  `(?:${COUNT}|\\d\\.\\d{1,2}) (?:and a half )?(?:of )?(?:an )?(?:minute|hour)` +
    '(?: and (?:a half|a quarter|\\d{1,2}w? minute)| \\d{1,2}w? minute)?',
  '\\d{1,3} h',
  '[1-4]h[0-5]\\d',
  '(?:a )?quarter of an hour',
  '(?:3w? )?quarters of an hour',
);

function parseMinutes(text: string): number {
  if (text.includes('quarters of')) return 45;
  if (/^(?:a )?quarter of/.test(text)) return 15;
  const shortForm = text.match(/^(\d+) ?h(\d+)?$/);
  if (shortForm) return Number(shortForm[1]) * MINUTES_PER_HOUR + Number(shortForm[2] ?? 0);
  const leadingNumber = must(text.match(`^(\\d\\.\\d{1,2}|${COUNT})`), 'a number')[0];
  const isHours = text.includes('hour');
  const count = /^\d\.\d/.test(leadingNumber) ? Number(leadingNumber) : parseCount(leadingNumber);
  const extraMinutes = text.match(/(?:and|hour) (\d+)w? minute/);
  const fraction = text.includes('and a half') ? 0.5 : text.includes('and a quarter') ? 0.25 : 0;
  return (
    Math.round((count + fraction) * (isHours ? MINUTES_PER_HOUR : 1)) +
    (isHours && extraMinutes ? Number(extraMinutes[1]) : 0)
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
const directionOf = (word: string) => (/later|after|back|out/.test(word) ? 'later' : 'earlier');

const shift = (direction: string, amount: { minutes?: number; days?: number } = {}): Reading => ({
  kind: 'shift',
  ...amount,
  direction: directionOf(direction),
});

const shiftBy = (direction: string, duration: string) => shift(direction, { minutes: parseMinutes(duration) });

/** A bare "earlier" only refers to the booking if something is agreed. */
const shiftAgreed = (direction: string, { context: { agreed } }: ParseInput) =>
  agreed?.time || agreed?.date ? shift(direction) : undefined;

const DEGREE_WORD = either(
  ...['a (?:little )?(?:bit|little|touch|tad)', 'slightly', 'somewhat', 'much', 'lot', 'anything', 'something', 'any'],
  ...['bit', 'nothing', '1w', 'slot', 'time', 'appointment', 'appt'],
);
const REQUEST_WORD = either(
  ...['make it', 'make', 'be', 'go', 'come', 'do', 'have', 'is', 'is there', 'want', 'need', 'prefer', 'like', 'find'],
  ...['even', 'or', 'in'],
);
const MOVE_VERB = '(?:mov(?:e|ing)|(?:push|bring|shift|pull|delay|bump)(?:ing)?|put(?:ting)?|postpon(?:e|ing))';
const BOOKING_WORDS = `(?: ${either(
  ...['it', 'that', 'this', 'the', 'my', 'our', 'us', 'me', 'them', 'appointment', 'appt', 'booking', 'reservation'],
  ...['table', 'slot', 'class', 'session', 'time'],
)})*`;
const DIRECTION = '(back|forwards?|up|out|later|earlier)';
const PHRASE_END = '(?= (?:$|[.,]|that|please|if|would|is|or|than|then|instead|though))';

const SOONEST = either(
  ...['asap', 'a s a p', '(?:as )?soon as (?:possible|poss|you can|u can|able|i can|we can)', 'soonest(?: possible)?'],
  ...['(?:the )?sooner the better', 'as early as (?:possible|you can|u can)', 'earliest(?: possible)?', 'quickest'],
  '(?:next|1thw) (?:available|free|open|possible)(?: appointment| slot| time| opening| table)?',
  '(?:next|1thw) (?:opening|slot|appointment|appt|availability|vacancy|opportunity)(?: available)?',
  '1thw thing (?:you|u|that you|available)(?: have| got| can)?',
  ...['right away', 'straight away', 'immediately', 'urgently'],
);
const NOW = either(
  ...['right now', 'currently', 'at the moment', 'at this moment', 'at present', 'as we speak'],
  '(?<= (?:open|closed|free|available|running|busy|there|in) )now',
  '(?<!(?:until|by|from|for|just|and) )now(?= (?:[.]|$))',
);

/** All words that may come before the match. As a lookbehind, it would be slow on long lines. */
const OPENING_WORDS = /^ (?:(?:and|maybe|or|ok|no|hmm|can|anything) )*$/;

export const DURATION_RULES: readonly Rule[] = [
  rule(
    `in (?:about |around |like )?(${DURATION})(?: time)?(?! ago)|(${DURATION}) from now`,
    ([, inDuration, fromNowDuration = '']) => ({
      kind: 'moment',
      minutes: parseMinutes(inDuration ?? fromNowDuration),
    }),
  ),
  rule(`(?:in|within) (?:the |the next )?(${DURATION}|hour)`, ([, duration = ''], input) => [
    { kind: 'date', day: input.today },
    {
      kind: 'window',
      from: clockAtMinute(input.currentMinute),
      to: clockAtMinute(input.currentMinute + parseMinutes(duration === 'hour' ? 'an hour' : duration)),
    },
  ]),
  rule(`${DURATION} ago`, { kind: 'nothing' }),
  rule(DURATION, ([text]) => ({ kind: 'duration', minutes: parseMinutes(text) })),
  rule(
    `(${DURATION}) (later|earlier|sooner)(?: than (?:that|planned|booked|usual))?`,
    ([, duration = '', direction = '']) => shiftBy(direction, duration),
  ),
  rule(
    `(?<!up to )(${DURATION}) (after|before)${PHRASE_END}(?: that)?`,
    ([, duration = '', direction = ''], { context }) =>
      context.agreed?.time ? shiftBy(direction, duration) : undefined,
  ),
  rule(
    `(${COUNT}) (day|week|fortnight) (later|earlier|sooner|after|before)${PHRASE_END}(?: that)?`,
    ([, count = '', unit = '', direction = '']) => shift(direction, { days: parseDays(count, unit) }),
  ),
  rule(`${MOVE_VERB}${BOOKING_WORDS} ${DIRECTION}(?: by)? (${DURATION})`, ([, direction = '', duration = '']) =>
    shiftBy(direction, duration),
  ),
  rule(`${MOVE_VERB}${BOOKING_WORDS}(?: by)? (${DURATION}) ${DIRECTION}`, ([, duration = '', direction = '']) =>
    shiftBy(direction, duration),
  ),
  rule(`(?:delay|postpone)${BOOKING_WORDS}(?: by| for)? (${DURATION})`, ([, duration = '']) =>
    shiftBy('later', duration),
  ),
  rule(
    `(?:delay|postpone|push|move)${BOOKING_WORDS} (?:back )?(?:by |for )?(${COUNT}) (day|week|fortnight)`,
    ([, count = '', unit = '']) => shift('later', { days: parseDays(count, unit) }),
  ),
  rule(`${DEGREE_WORD} (later|earlier|sooner)(?: in the day| that day| on| than that)?`, ([, direction = '']) =>
    shift(direction),
  ),
  rule(
    joinPatternLines`(later|earlier)(?: on)?
      [ ](?:in the day|that (?:day|evening)|the same day|slots?|times?|appointments?|1w|ones|if possible)`,
    ([, direction = '']) => shift(direction),
  ),
  rule(`(?<= ${REQUEST_WORD} )(later|earlier|sooner)${PHRASE_END}`, ([, direction = ''], input) =>
    shiftAgreed(direction, input),
  ),
  rule(`(later|earlier|sooner)${PHRASE_END}`, ({ 1: direction = '', index }, input) =>
    OPENING_WORDS.test(input.phrase.line.slice(0, index)) ? shiftAgreed(direction, input) : undefined,
  ),
  rule(SOONEST, { kind: 'soonest' }),
  rule(NOW, { kind: 'now' }),
];
