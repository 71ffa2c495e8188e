// Times of day and ranges between them: "half seven", "between 5 and 7", "after 6", "by 3".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import {
  ANY_CLOCK_PATTERN,
  isStandaloneClock,
  isUnmistakableClock,
  parseClock,
  STANDALONE_CLOCK_PATTERN,
} from './clock.ts';
import { canFollowTime, followsCount } from './following-words.ts';
import { either } from './patterns.ts';
import { createRule, type ParseInput, type Reading, type Rule } from './rule.ts';

function readClock(text: string): Reading | undefined {
  const clock = parseClock(text);
  return clock && { kind: 'clock', clock };
}

function readRange(from: string, to: string): Reading | undefined {
  const [start, end] = [parseClock(from), parseClock(to)];
  return start && end && { kind: 'window', from: start, to: end };
}

function readFromTime(text: string): Reading | undefined {
  const from = parseClock(text);
  return from && { kind: 'window', from, to: null };
}

function readUntilTime(text: string): Reading | undefined {
  const to = parseClock(text);
  return to && { kind: 'window', from: null, to };
}

/** "We'll be there by 7" is the time of the booking; "done by 7" and "anything by 7" are the latest end. */
function readByTime(text: string, { phrase, context }: ParseInput): Reading | undefined {
  const isArrival = / (?:there|here|arrive|arriving|come|get in|make it) (?:in )?by /.test(phrase.canonicalText);
  return isArrival || context.expects === 'time' ? readClock(text) : readUntilTime(text);
}

const OPTIONAL_APPROXIMATION_PATTERN = '(?:(?:about|around|like|say|exactly|at) )?';
const TIME_PATTERN = `${OPTIONAL_APPROXIMATION_PATTERN}(${ANY_CLOCK_PATTERN})`;
const OPTIONAL_SOME_TIME_PATTERN = '(?:(?:any ?time|some ?time) )?';
const RANGE_WORD_PATTERN = '(?:to|-|until|through)';
const doesNotFollowCount = (rest: string) => !followsCount(rest);

/** Words such as "after" also come before counts, so a bare number must be followed by words that can follow a time. */
function isPlausibleTime(text: string, { input, index, 0: { length } }: RegExpExecArray): boolean {
  const rest = input.slice(index + length);
  return isStandaloneClock(text)
    ? isUnmistakableClock(text) || !followsCount(rest)
    : canFollowTime(rest) && !followsCount(rest);
}

const AFTER_PATTERN = either('after', 'later than', 'no earlier than', 'not before', 'not earlier than', 'not until');
const BEFORE_PATTERN = either(
  ...['before', 'earlier than', 'no later than', 'not later than', 'not after', 'up until', 'up to', 'latest'],
);
const OR_LATER_PATTERN = either(
  ...['onwards?', 'or later', 'or after', 'and later', 'and after', 'and onwards?', 'and on'],
  ...['on(?= (?:$|[.,]))', 'at the earliest', 'earliest'],
);
const OR_EARLIER_PATTERN = either('at the latest', 'latest', 'or before', 'or earlier', 'or sooner');

/** A rule whose last group is a time. */
const createTimeRule = (pattern: string, readTime: (text: string, input: ParseInput) => Reading | undefined) =>
  createRule(pattern, (match, input) => {
    const text = must(match.at(-1), 'a time');
    return isPlausibleTime(text, match) ? readTime(text, input) : undefined;
  });

export const CLOCK_RULES: readonly Rule[] = [
  createTimeRule(`(${STANDALONE_CLOCK_PATTERN})`, readClock),
  createRule(
    `between ${TIME_PATTERN} (?:and|to|-|or) ${TIME_PATTERN}`,
    ([, from = '', to = '']) => readRange(from, to),
    doesNotFollowCount,
  ),
  // In a reschedule, "from 5 to 7" is not a range.
  createRule(
    `(from )?${TIME_PATTERN} ${RANGE_WORD_PATTERN} ${TIME_PATTERN}`,
    ([, from, start = '', end = ''], { isReschedule }) => {
      const isRange = from || isStandaloneClock(start) || isStandaloneClock(end);
      return isRange && !isReschedule ? readRange(start, end) : undefined;
    },
    doesNotFollowCount,
  ),
  createTimeRule(`${OPTIONAL_SOME_TIME_PATTERN}${AFTER_PATTERN} ${TIME_PATTERN}`, readFromTime),
  createTimeRule(`${OPTIONAL_SOME_TIME_PATTERN}from ${TIME_PATTERN}`, (text, { isReschedule }) =>
    isReschedule ? undefined : readFromTime(text),
  ),
  createRule(`${OPTIONAL_SOME_TIME_PATTERN}(?:(?:from|after) )?${TIME_PATTERN} ${OR_LATER_PATTERN}`, ([, text = '']) =>
    readFromTime(text),
  ),
  createTimeRule(`${OPTIONAL_SOME_TIME_PATTERN}${BEFORE_PATTERN} ${TIME_PATTERN}`, readUntilTime),
  createTimeRule(`until ${TIME_PATTERN}`, (text, { isReschedule }) => (isReschedule ? undefined : readUntilTime(text))),
  createTimeRule(`by ${TIME_PATTERN}`, readByTime),
  createRule(`${TIME_PATTERN} ${OR_EARLIER_PATTERN}`, ([, text = '']) => readUntilTime(text)),
  createRule('(?:the )?same time|at that time', (_, { context: { agreed } }) =>
    agreed?.time ? readClock(agreed.time) : undefined,
  ),
  // A literal translation from other languages: "is possible hour seven".
  createRule(
    '(?<!(?:happy|\\d|\\dw|an?|per|every|each|rush|half) )(?:at )?(?:the )?hour (\\d{1,2})w?',
    ([, hour = '']) => readClock(hour),
    doesNotFollowCount,
  ),
  createRule('at (\\d{1,2})w? hour', ([, hour = '']) => readClock(hour), doesNotFollowCount),
  createRule('(\\d{1,2}) (?:h|hour)', ([text, hour = ''], { phrase, context }) =>
    context.expects === 'time' && phrase.canonicalText.trim() === text ? readClock(hour) : undefined,
  ),
];
