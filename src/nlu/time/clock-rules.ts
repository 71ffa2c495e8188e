// Times of day, and stretches between them: "half seven", "between 5 and 7", "after 6", "by 3".
import { must } from '../../kernel/must.ts';
import { ANY_CLOCK, clockIn, isCertainClock, isSureClock, SURE_CLOCK } from './clock.ts';
import { isCounted, isFollowed } from './follow.ts';
import { either } from './patterns.ts';
import { type Reading, type Rule, rule, type Scene } from './rule.ts';

function clock(said: string): Reading | undefined {
  const read = clockIn(said);
  return read && { kind: 'clock', clock: read };
}

function range(from: string, to: string): Reading | undefined {
  const [start, end] = [clockIn(from), clockIn(to)];
  return start && end && { kind: 'window', from: start, to: end };
}

function notBefore(said: string): Reading | undefined {
  const from = clockIn(said);
  return from && { kind: 'window', from, to: null };
}

function notAfter(said: string): Reading | undefined {
  const to = clockIn(said);
  return to && { kind: 'window', from: null, to };
}

/** "We'll be there by 7" names the time; "done by 7" and "anything by 7" the end of it. */
function by(said: string, { phrase, context }: Scene): Reading | undefined {
  const arrives = / (?:there|here|arrive|arriving|come|get in|make it) (?:in )?by /.test(phrase.line);
  return arrives || context.expects === 'time' ? clock(said) : notAfter(said);
}

const ABOUT = '(?:(?:about|around|like|say|exactly|at) )?';
const TIME = `${ABOUT}(${ANY_CLOCK})`;
const SOME_TIME = '(?:(?:any ?time|some ?time) )?';
const THEN = '(?:to|-|until|through)';
const isUncounted = (rest: string) => !isCounted(rest);

/** Other things follow the same words, so that a bare number must be followed as a time is. */
function isTime(said: string, { input, index, 0: { length } }: RegExpExecArray): boolean {
  const rest = input.slice(index + length);
  return isSureClock(said) ? isCertainClock(said) || !isCounted(rest) : isFollowed(rest) && !isCounted(rest);
}

const AFTER = either('after', 'later than', 'no earlier than', 'not before', 'not earlier than', 'not until');
const BEFORE = either(
  ...['before', 'earlier than', 'no later than', 'not later than', 'not after', 'up until', 'up to', 'latest'],
);
const OR_LATER = either(
  ...['onwards?', 'or later', 'or after', 'and later', 'and after', 'and onwards?', 'and on'],
  ...['on(?= (?:$|[.,]))', 'at the earliest', 'earliest'],
);
const OR_EARLIER = either('at the latest', 'latest', 'or before', 'or earlier', 'or sooner');

/** A rule for a time after a word, as the last group. */
const timeRule = (pattern: string, read: (said: string, scene: Scene) => Reading | undefined) =>
  rule(pattern, (match, scene) => {
    const said = must(match.at(-1), 'a time');
    return isTime(said, match) ? read(said, scene) : undefined;
  });

export const CLOCK_RULES: readonly Rule[] = [
  timeRule(`(${SURE_CLOCK})`, clock),
  rule(`between ${TIME} (?:and|to|-|or) ${TIME}`, ([, from = '', to = '']) => range(from, to), isUncounted),
  // Where something is moved, "from 5 to 7" is no stretch of time.
  rule(
    `(from )?${TIME} ${THEN} ${TIME}`,
    ([, from, start = '', end = ''], { moving }) => {
      const isRange = from || isSureClock(start) || isSureClock(end);
      return isRange && !moving ? range(start, end) : undefined;
    },
    isUncounted,
  ),
  timeRule(`${SOME_TIME}${AFTER} ${TIME}`, notBefore),
  timeRule(`${SOME_TIME}from ${TIME}`, (said, { moving }) => (moving ? undefined : notBefore(said))),
  rule(`${SOME_TIME}(?:(?:from|after) )?${TIME} ${OR_LATER}`, ([, said = '']) => notBefore(said)),
  timeRule(`${SOME_TIME}${BEFORE} ${TIME}`, notAfter),
  timeRule(`until ${TIME}`, (said, { moving }) => (moving ? undefined : notAfter(said))),
  timeRule(`by ${TIME}`, by),
  rule(`${TIME} ${OR_EARLIER}`, ([, said = '']) => notAfter(said)),
  rule('(?:the )?same time|at that time', (_, { context: { agreed } }) =>
    agreed?.time ? clock(agreed.time) : undefined,
  ),
  // "Is possible hour seven": as other languages say it.
  rule(
    '(?<!(?:happy|\\d|\\dw|an?|per|every|each|rush|half) )(?:at )?(?:the )?hour (\\d{1,2})w?',
    ([, hour = '']) => clock(hour),
    isUncounted,
  ),
  rule('at (\\d{1,2})w? hour', ([, hour = '']) => clock(hour), isUncounted),
  rule('(\\d{1,2}) (?:h|hour)', ([said, hour = ''], { phrase, context }) =>
    context.expects === 'time' && phrase.line.trim() === said ? clock(hour) : undefined,
  ),
];
