// Lengths of time and what they do: "in two hours", "an hour later", "for 90 minutes", "as soon as you can", "now".
import { HOUR } from './civil.ts';
import { COUNT, countOf, type Reading, type Rule, rule, type Scene } from './rule.ts';

/** "an hour", "an hour and a half", "2 hours and 15 minutes", "1.5 hours", "half an hour", "2 and a half hours" */
const LENGTH =
  `(?:(?:${COUNT}|\\d\\.\\d{1,2}) (?:and a half )?(?:of )?(?:an )?(?:minute|hour)(?: and (?:a half|a quarter|\\d{1,2}w? minute)| \\d{1,2}w? minute)?|` +
  '\\d{1,3} h(?: \\d{1,2})?|(?:a )?quarter of an hour|(?:3w? )?quarters of an hour)';

function minutesIn(said: string): number {
  if (said.includes('quarters of')) return 45;
  if (/^(?:a )?quarter of/.test(said)) return 15;
  const h = said.match(/^(\d+) h(?: (\d+))?$/);
  if (h) return Number(h[1]) * HOUR + Number(h[2] ?? 0);
  const first = said.match(`^(\\d\\.\\d{1,2}|${COUNT})`)![0];
  const isHours = said.includes('hour');
  const count = /^\d\.\d/.test(first) ? Number(first) : countOf(first);
  const more = said.match(/(?:and|hour) (\d+)w? minute/);
  const part = /and a half/.test(said) ? 0.5 : /and a quarter/.test(said) ? 0.25 : 0;
  return Math.round((count + part) * (isHours ? HOUR : 1)) + (isHours && more ? Number(more[1]) : 0);
}

const shift = (direction: 'later' | 'earlier', more: { minutes?: number; days?: number } = {}): Reading => ({
  kind: 'shift',
  ...more,
  direction,
});

const UNITS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14 };
const toward = (word: string): 'later' | 'earlier' =>
  /later|after|back|out|late|delay|postpone|forwards/.test(word) ? 'later' : 'earlier';

const VAGUE =
  '(?:a (?:little )?(?:bit|little|touch|smidge|tad)|slightly|somewhat|much|lot|anything|something|any|bit|nothing|one|slot|time|appointment|appt)';
const ASKS = '(?:make it|be|make|go|come|do|can it be|have|is|want|need|prefer|like|slightly|is there|find|even|or|in)';

/** "earlier" by itself: about the booking where a time is agreed, and not "as I said earlier" or "see you later". */
function bareShift(said: string, { context }: Scene): Reading | undefined {
  return context.agreed?.time || context.agreed?.date ? shift(toward(said)) : undefined;
}

const MOVE = '(?:move|push|bring|shift|put|pull|delay|postpone|set)';
const THING =
  '(?: (?:it|that|this|the|my|our|us|me|them|appointment|appt|booking|reservation|table|slot|class|session|time))*';

export const SPAN_RULES: readonly Rule[] = [
  rule(`in (?:about |around |like )?(${LENGTH})(?: time)?|(${LENGTH}) from now`, ([, after, from]) => ({
    kind: 'moment',
    minutes: minutesIn(after ?? from!),
  })),
  rule(LENGTH, ([said]) => ({ kind: 'duration', minutes: minutesIn(said) })),
  rule(`(${LENGTH}) (later|earlier|sooner)(?: than (?:that|planned|booked|usual))?`, ([, length, way]) =>
    shift(toward(way!), { minutes: minutesIn(length!) }),
  ),
  rule(`(${LENGTH}) (after|before)(?= (?:$|[.,]|that|please|if|would|or|instead))(?: that)?`, ([, length, way]) =>
    shift(toward(way!), { minutes: minutesIn(length!) }),
  ),
  rule(
    `(${COUNT}) (day|week|fortnight) (later|earlier|sooner|after|before)(?= (?:$|[.,]|that|please|if|would|or|than))(?: that)?`,
    ([, count, unit, way]) => shift(toward(way!), { days: Math.round(countOf(count!) * UNITS[unit!]!) }),
  ),
  rule(`${MOVE}${THING} (back|forward|up|out|forwards)(?: by)? (${LENGTH})`, ([, way, length]) =>
    shift(toward(way!), { minutes: minutesIn(length!) }),
  ),
  rule(`${MOVE}${THING}(?: by)? (${LENGTH}) (back|forward|up|out|forwards|later|earlier)`, ([, length, way]) =>
    shift(toward(way!), { minutes: minutesIn(length!) }),
  ),
  rule(`(?:delay|postpone)${THING}(?: by| for)? (${LENGTH})`, ([, length]) =>
    shift('later', { minutes: minutesIn(length!) }),
  ),
  rule(`(?:delay|postpone|push)${THING}(?: back)?(?: by| for)? (${COUNT}) (day|week|fortnight)`, ([, count, unit]) =>
    shift('later', { days: Math.round(countOf(count!) * UNITS[unit!]!) }),
  ),
  rule(`${VAGUE} (later|earlier|sooner)(?: in the day| that day| on| than that)?`, ([, way]) => shift(toward(way!))),
  rule(
    '(later|earlier)(?: on)? (?:in the day|that day|the same day|slots?|times?|appointments?|one|ones|if possible|that evening)',
    ([, way]) => shift(toward(way!)),
  ),
  rule(
    `(?<= ${ASKS} )(later|earlier|sooner)(?= (?:$|[.,]|please|if|then|instead|than|is|or|though|on))`,
    ([, way], scene) => bareShift(way!, scene),
  ),
  rule(
    '(?<=^ (?:(?:and|maybe|or|ok|no|hmm|can|anything) )*)(later|earlier|sooner)(?= (?:$|[.,]|please|if|would|is|instead))',
    ([, way], scene) => bareShift(way!, scene),
  ),
  rule(
    'asap|a s a p|(?:as )?soon as (?:possible|poss|you can|u can|able|i can|we can)|soonest(?: possible)?|the sooner the better|sooner the better|as early as (?:possible|you can|u can)|earliest(?: possible)?|quickest|' +
      '(?:next|first|1thw) (?:available|free|open|possible)(?: appointment| slot| time| opening| table)?|(?:next|first|1thw) (?:opening|slot|appointment|appt|availability|vacancy|opportunity)(?: available)?|' +
      '(?:first|1thw) thing (?:you|u|that you) (?:have|got|can|ve)|(?:first|1thw) thing available|right away|straight away|immediately|urgently',
    {
      kind: 'soonest',
    },
  ),
  rule(
    'right now|currently|at the moment|at this moment|at present|(?<= (?:open|closed|free|available|running|busy|there|in) )now|now(?= (?:[.]|$))|as we speak',
    {
      kind: 'now',
    },
  ),
];
