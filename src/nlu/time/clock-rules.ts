// Times of day and ranges between them: "half seven", "between 5 and 7", "after 6", "by 3".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { ANY_CLOCK, isStandaloneClock, isUnmistakableClock, parseClock, STANDALONE_CLOCK } from './clock.ts';
import { canFollowTime, isCounting } from './following-words.ts';
import { either } from './patterns.ts';
import { type ParseInput, type Reading, type Rule, rule } from './rule.ts';

function clockReading(text: string): Reading | undefined {
  const clock = parseClock(text);
  return clock && { kind: 'clock', clock };
}

function rangeReading(from: string, to: string): Reading | undefined {
  const [start, end] = [parseClock(from), parseClock(to)];
  return start && end && { kind: 'window', from: start, to: end };
}

function fromReading(text: string): Reading | undefined {
  const from = parseClock(text);
  return from && { kind: 'window', from, to: null };
}

function untilReading(text: string): Reading | undefined {
  const to = parseClock(text);
  return to && { kind: 'window', from: null, to };
}

/** "We'll be there by 7" is the time of the booking; "done by 7" and "anything by 7" are the latest end. */
function byReading(text: string, { phrase, context }: ParseInput): Reading | undefined {
  const isArrival = / (?:there|here|arrive|arriving|come|get in|make it) (?:in )?by /.test(phrase.line);
  return isArrival || context.expects === 'time' ? clockReading(text) : untilReading(text);
}

const OPTIONAL_APPROXIMATION = '(?:(?:about|around|like|say|exactly|at) )?';
const TIME = `${OPTIONAL_APPROXIMATION}(${ANY_CLOCK})`;
const SOME_TIME = '(?:(?:any ?time|some ?time) )?';
const RANGE_WORD = '(?:to|-|until|through)';
const isNotCounted = (rest: string) => !isCounting(rest);

/** Words such as "after" also come before counts, so a bare number must be followed by words that can follow a time. */
function isPlausibleTime(text: string, { input, index, 0: { length } }: RegExpExecArray): boolean {
  const rest = input.slice(index + length);
  return isStandaloneClock(text)
    ? isUnmistakableClock(text) || !isCounting(rest)
    : canFollowTime(rest) && !isCounting(rest);
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

/** A rule whose last group is a time. */
const timeRule = (pattern: string, toReading: (text: string, input: ParseInput) => Reading | undefined) =>
  rule(pattern, (match, input) => {
    const text = must(match.at(-1), 'a time');
    return isPlausibleTime(text, match) ? toReading(text, input) : undefined;
  });

export const CLOCK_RULES: readonly Rule[] = [
  timeRule(`(${STANDALONE_CLOCK})`, clockReading),
  rule(`between ${TIME} (?:and|to|-|or) ${TIME}`, ([, from = '', to = '']) => rangeReading(from, to), isNotCounted),
  // In a reschedule, "from 5 to 7" is not a range.
  rule(
    `(from )?${TIME} ${RANGE_WORD} ${TIME}`,
    ([, from, start = '', end = ''], { isReschedule }) => {
      const isRange = from || isStandaloneClock(start) || isStandaloneClock(end);
      return isRange && !isReschedule ? rangeReading(start, end) : undefined;
    },
    isNotCounted,
  ),
  timeRule(`${SOME_TIME}${AFTER} ${TIME}`, fromReading),
  timeRule(`${SOME_TIME}from ${TIME}`, (text, { isReschedule }) => (isReschedule ? undefined : fromReading(text))),
  rule(`${SOME_TIME}(?:(?:from|after) )?${TIME} ${OR_LATER}`, ([, text = '']) => fromReading(text)),
  timeRule(`${SOME_TIME}${BEFORE} ${TIME}`, untilReading),
  timeRule(`until ${TIME}`, (text, { isReschedule }) => (isReschedule ? undefined : untilReading(text))),
  timeRule(`by ${TIME}`, byReading),
  rule(`${TIME} ${OR_EARLIER}`, ([, text = '']) => untilReading(text)),
  rule('(?:the )?same time|at that time', (_, { context: { agreed } }) =>
    agreed?.time ? clockReading(agreed.time) : undefined,
  ),
  // A literal translation from other languages: "is possible hour seven".
  rule(
    '(?<!(?:happy|\\d|\\dw|an?|per|every|each|rush|half) )(?:at )?(?:the )?hour (\\d{1,2})w?',
    ([, hour = '']) => clockReading(hour),
    isNotCounted,
  ),
  rule('at (\\d{1,2})w? hour', ([, hour = '']) => clockReading(hour), isNotCounted),
  rule('(\\d{1,2}) (?:h|hour)', ([text, hour = ''], { phrase, context }) =>
    context.expects === 'time' && phrase.line.trim() === text ? clockReading(hour) : undefined,
  ),
];
