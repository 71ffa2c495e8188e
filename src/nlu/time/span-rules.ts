// Lengths of time and what they do: "in two hours", "an hour later", "for 90 minutes", "as soon as you can", "now".
import { must } from '../../kernel/must.ts';
import { HOUR } from './civil.ts';
import { either, wide } from './patterns.ts';
import { type Clock, COUNT, countOf, type Reading, type Rule, rule, type Scene } from './rule.ts';

/** "an hour", "an hour and a half", "2 hours and 15 minutes", "1.5 hours", "half an hour", "2 and a half hours" */
const LENGTH = either(
  `(?:${COUNT}|\\d\\.\\d{1,2}) (?:and a half )?(?:of )?(?:an )?(?:minute|hour)` +
    '(?: and (?:a half|a quarter|\\d{1,2}w? minute)| \\d{1,2}w? minute)?',
  '\\d{1,3} h',
  '[1-4]h[0-5]\\d',
  '(?:a )?quarter of an hour',
  '(?:3w? )?quarters of an hour',
);

function minutesIn(said: string): number {
  if (said.includes('quarters of')) return 45;
  if (/^(?:a )?quarter of/.test(said)) return 15;
  const h = said.match(/^(\d+) ?h(\d+)?$/);
  if (h) return Number(h[1]) * HOUR + Number(h[2] ?? 0);
  const first = must(said.match(`^(\\d\\.\\d{1,2}|${COUNT})`), 'a number')[0];
  const isHours = said.includes('hour');
  const count = /^\d\.\d/.test(first) ? Number(first) : countOf(first);
  const more = said.match(/(?:and|hour) (\d+)w? minute/);
  const part = said.includes('and a half') ? 0.5 : said.includes('and a quarter') ? 0.25 : 0;
  return Math.round((count + part) * (isHours ? HOUR : 1)) + (isHours && more ? Number(more[1]) : 0);
}

const atMinute = (minute: number): Clock => ({
  hour: Math.floor(minute / HOUR) % 12 || 12,
  minute: minute % HOUR,
  half: minute % (24 * HOUR) < 12 * HOUR ? 'am' : 'pm',
});

const UNITS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14 };
const daysIn = (count: string, unit: string) => Math.round(countOf(count) * must(UNITS[unit], 'a unit'));

/** Pushed back is later; brought forward and moved up is earlier. */
const toward = (way: string) => (/later|after|back|out/.test(way) ? 'later' : 'earlier');

const shift = (way: string, more: { minutes?: number; days?: number } = {}): Reading => ({
  kind: 'shift',
  ...more,
  direction: toward(way),
});

const shiftBy = (way: string, length: string) => shift(way, { minutes: minutesIn(length) });

/** "earlier" by itself is about the booking where something is agreed. */
const shiftAgreed = (way: string, { context: { agreed } }: Scene) =>
  agreed?.time || agreed?.date ? shift(way) : undefined;

const SOMEWHAT = either(
  ...['a (?:little )?(?:bit|little|touch|tad)', 'slightly', 'somewhat', 'much', 'lot', 'anything', 'something', 'any'],
  ...['bit', 'nothing', '1w', 'slot', 'time', 'appointment', 'appt'],
);
const ASKING = either(
  ...['make it', 'make', 'be', 'go', 'come', 'do', 'have', 'is', 'is there', 'want', 'need', 'prefer', 'like', 'find'],
  ...['even', 'or', 'in'],
);
const MOVE = '(?:mov(?:e|ing)|(?:push|bring|shift|pull|delay|bump)(?:ing)?|put(?:ting)?|postpon(?:e|ing))';
const THING = `(?: ${either(
  ...['it', 'that', 'this', 'the', 'my', 'our', 'us', 'me', 'them', 'appointment', 'appt', 'booking', 'reservation'],
  ...['table', 'slot', 'class', 'session', 'time'],
)})*`;
const WAY = '(back|forwards?|up|out|later|earlier)';
const CLOSED = '(?= (?:$|[.,]|that|please|if|would|is|or|than|then|instead|though))';

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

/** All that stands before it. Looked for at every place of a long line, it would take long. */
const OPENING = /^ (?:(?:and|maybe|or|ok|no|hmm|can|anything) )*$/;

export const SPAN_RULES: readonly Rule[] = [
  rule(`in (?:about |around |like )?(${LENGTH})(?: time)?(?! ago)|(${LENGTH}) from now`, ([, after, from = '']) => ({
    kind: 'moment',
    minutes: minutesIn(after ?? from),
  })),
  rule(`(?:in|within) (?:the |the next )?(${LENGTH}|hour)`, ([, length = ''], scene) => [
    { kind: 'date', day: scene.today },
    {
      kind: 'window',
      from: atMinute(scene.minute),
      to: atMinute(scene.minute + minutesIn(length === 'hour' ? 'an hour' : length)),
    },
  ]),
  rule(`${LENGTH} ago`, { kind: 'nothing' }),
  rule(LENGTH, ([said]) => ({ kind: 'duration', minutes: minutesIn(said) })),
  rule(`(${LENGTH}) (later|earlier|sooner)(?: than (?:that|planned|booked|usual))?`, ([, length = '', way = '']) =>
    shiftBy(way, length),
  ),
  rule(`(?<!up to )(${LENGTH}) (after|before)${CLOSED}(?: that)?`, ([, length = '', way = ''], { context }) =>
    context.agreed?.time ? shiftBy(way, length) : undefined,
  ),
  rule(
    `(${COUNT}) (day|week|fortnight) (later|earlier|sooner|after|before)${CLOSED}(?: that)?`,
    ([, count = '', unit = '', way = '']) => shift(way, { days: daysIn(count, unit) }),
  ),
  rule(`${MOVE}${THING} ${WAY}(?: by)? (${LENGTH})`, ([, way = '', length = '']) => shiftBy(way, length)),
  rule(`${MOVE}${THING}(?: by)? (${LENGTH}) ${WAY}`, ([, length = '', way = '']) => shiftBy(way, length)),
  rule(`(?:delay|postpone)${THING}(?: by| for)? (${LENGTH})`, ([, length = '']) => shiftBy('later', length)),
  rule(
    `(?:delay|postpone|push|move)${THING} (?:back )?(?:by |for )?(${COUNT}) (day|week|fortnight)`,
    ([, count = '', unit = '']) => shift('later', { days: daysIn(count, unit) }),
  ),
  rule(`${SOMEWHAT} (later|earlier|sooner)(?: in the day| that day| on| than that)?`, ([, way = '']) => shift(way)),
  rule(
    wide`(later|earlier)(?: on)?
      [ ](?:in the day|that (?:day|evening)|the same day|slots?|times?|appointments?|1w|ones|if possible)`,
    ([, way = '']) => shift(way),
  ),
  rule(`(?<= ${ASKING} )(later|earlier|sooner)${CLOSED}`, ([, way = ''], scene) => shiftAgreed(way, scene)),
  rule(`(later|earlier|sooner)${CLOSED}`, ({ 1: way = '', index }, scene) =>
    OPENING.test(scene.phrase.line.slice(0, index)) ? shiftAgreed(way, scene) : undefined,
  ),
  rule(SOONEST, { kind: 'soonest' }),
  rule(NOW, { kind: 'now' }),
];
