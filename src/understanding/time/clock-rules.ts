// Times of day, and stretches of it: "half seven", "between 5 and 7", "after work", "in the morning".
import { ANY_CLOCK, clockIn, SURE_CLOCK } from './clock.ts';
import { type Clock, END_OR, FOLLOW, NOT, QUANTITY, type Reading, type Rule, rule, type Scene } from './rule.ts';

const clock = (said: string): Reading | undefined => {
  const read = clockIn(said);
  return read && { kind: 'clock', clock: read };
};

function range(from: string, to: string): Reading | undefined {
  const [start, end] = [clockIn(from), clockIn(to)];
  return start && end && { kind: 'window', from: start, to: end };
}

const bounded = (side: 'from' | 'to', said: string): Reading | undefined => {
  const at = clockIn(said);
  return at && { kind: 'window', from: null, to: null, [side]: at as Clock };
};

const ABOUT = '(?:about |around |like |approx |say |exactly |at )?';
const UNIT = NOT(`(?:${QUANTITY}|each|per)`);
const OPEN_END = `(?: onwards?| or later| or after| and later| and after| and onwards?| or so onwards?| plus| on(?= (?:$|[.,]))| and on)`;
const THEN = '(?:to|-|until|through)';

/** "We'll be there by 7" names the time; "done by 7" and "anything by 7" the end of it. */
function by(said: string, { phrase, context }: Scene): Reading | undefined {
  const arrives = / (?:there|here|arrive|arriving|come|get in|make it) (?:in )?by /.test(phrase.line);
  return arrives || context.expects === 'time' ? clock(said) : bounded('to', said);
}

const BARE = `${ANY_CLOCK}${END_OR(FOLLOW)}`;
const DATED =
  'd\\d|today|tomorrow|tonight|weekend|week|m\\d+ \\d+(?:th)?|\\d+th|weekends|weekdays|d\\ds|christmas|\\d/\\S+';
const GREETS = /^ (?:(?:hi|hello|hey|g) )?$/;
const GREETED =
  /^ (?:$|[.,] |all|team|everyone|everybody|guys|folks|there|i|im|id|ive|can|could|do|what|hi|how|just|we|my|hope|would|is|are) /;

/** "Evening works" answers, "Evening, can I…" greets. */
function isGreeting({ index, 0: said }: RegExpExecArray, { phrase: { line }, context }: Scene): boolean {
  if (!GREETS.test(line.slice(0, index))) return false;
  const rest = line.slice(index + said.length);
  return GREETED.test(rest) ? !(context.expects && rest.trim() === '') : rest.trim() === '';
}

const SIDE = '(?:(early|mid|late|later) )?';

export const CLOCK_RULES: readonly Rule[] = [
  rule(SURE_CLOCK, ([said]) => clock(said)),
  rule(`between ${ABOUT}(${ANY_CLOCK}) (?:and|to|-|or) ${ABOUT}(${ANY_CLOCK})${UNIT}`, ([, from, to]) =>
    range(from!, to!),
  ),
  rule(`from ${ABOUT}(${ANY_CLOCK}) ${THEN} ${ABOUT}(${ANY_CLOCK})${UNIT}`, ([, from, to], { moving }) =>
    moving ? undefined : range(from!, to!),
  ),
  rule(`(${SURE_CLOCK}) ${THEN} (${ANY_CLOCK})${UNIT}`, ([, from, to], { moving }) =>
    moving ? undefined : range(from!, to!),
  ),
  rule(`(${ANY_CLOCK}) ${THEN} (${SURE_CLOCK})${UNIT}`, ([, from, to], { moving }) =>
    moving ? undefined : range(from!, to!),
  ),
  rule(
    `(?:any ?time |sometime )?(?:after|later than|no earlier than|not before|not earlier than|not until|past) ${ABOUT}(${SURE_CLOCK}|${BARE})`,
    ([, at]) => bounded('from', at!),
  ),
  rule(`(?:any ?time |sometime )?from ${ABOUT}(${SURE_CLOCK}|${BARE})`, ([, at], { moving }) =>
    moving ? undefined : bounded('from', at!),
  ),
  rule(`(?:from |any ?time from |any ?time after |after )?${ABOUT}(${ANY_CLOCK})${OPEN_END}`, ([, at]) =>
    bounded('from', at!),
  ),
  rule(
    `(?:any ?time |sometime )?(?:before|earlier than|no later than|not later than|not after|until|up until|up to|latest) ${ABOUT}(${SURE_CLOCK}|${BARE})`,
    ([, at], { moving }) => (moving && / until /.test(at!) ? undefined : bounded('to', at!)),
  ),
  rule(`by ${ABOUT}(${SURE_CLOCK}|${BARE})`, ([, at], scene) => by(at!, scene)),
  rule(`(${ANY_CLOCK})(?: at the latest| latest| or before| or earlier| or sooner| or so at the latest)`, ([, at]) =>
    bounded('to', at!),
  ),
  rule(`(${ANY_CLOCK})(?: at the earliest| earliest)`, ([, at]) => bounded('from', at!)),
  rule('(?:at )?the same time|same time', (_, { context: { agreed } }) =>
    agreed?.time ? clock(agreed.time) : undefined,
  ),
  rule(
    `(?<!(?:good|gd|lovely|happy) )${SIDE}(morning|evening|afternoon)s?${NOT('(?:after pill|sickness|tea)')}`,
    (match, scene) => {
      const [, side, part] = match;
      if (isGreeting(match, scene)) return undefined;
      return { kind: 'part', name: side ? `${side.replace('later', 'late')} ${part}` : part! };
    },
  ),
  rule(`(?<= (?:${DATED}) ${SIDE})(?:nights?|eve)`, { kind: 'part', name: 'night' }),
  rule(`(?<= (?:${DATED}) )(am|pm)`, ([said]) => ({ kind: 'part', name: said === 'am' ? 'morning' : 'afternoon' })),
  rule('(?:late )?at night|(?:late )?nights', { kind: 'part', name: 'night' }),
  rule(
    '(?:(?:at|over|during|around|for|a|@) )?lunch ?time|(?<= (?:for|at|over|during|around) )lunch(?! menu| special| deal| box)',
    {
      kind: 'part',
      name: 'lunchtime',
    },
  ),
  rule(`(?<= (?:${DATED}) )(lunch|dinner|supper|breakfast|brunch)`, ([, meal]) => ({
    kind: 'part',
    name: mealTime(meal!),
  })),
  rule('(?<= for )(dinner|supper|breakfast|brunch)', ([, meal]) => ({ kind: 'part', name: meal! })),
  rule('(?:at )?(dinner|supper|breakfast|brunch) ?time', ([, meal]) => ({ kind: 'part', name: meal! })),
  rule('after (work|school)', ([said]) => ({ kind: 'part', name: said })),
  rule('after (lunch)|(?<! day )after noon', ([said]) => ({
    kind: 'part',
    name: said.endsWith('lunch') ? 'after lunch' : 'after noon',
  })),
  rule('before (lunch|work|school)', ([said]) => ({ kind: 'part', name: said })),
  rule(
    'first thing(?: in the morning)?(?! you| u| available| that)|1thw thing(?: in the morning)?(?! you| u| available| that)',
    {
      kind: 'part',
      name: 'first thing',
    },
  ),
  rule('(?:at the )?(?:end of (?:the|my) (?:working )?day|close of business|cob)', {
    kind: 'part',
    name: 'end of the day',
  }),
  rule('any ?time(?! (?:after|before|from|between|soon|around|about|at))|all day|whenever|any time of (?:the )?day', {
    kind: 'part',
    name: 'any time',
  }),
];

const mealTime = (meal: string) => (meal === 'lunch' ? 'lunchtime' : meal);
