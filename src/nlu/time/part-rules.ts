// Parts of the day: "in the morning", "Friday night", "at lunchtime", "after work".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { either } from './patterns.ts';
import { createRule, notFollowedBy, type ParseInput, type Reading, type Rule } from './rule.ts';

const toDayPartReading = (name: string): Reading => ({ kind: 'part', name });

const TEXT_AFTER_GREETING_PATTERN = new RegExp(
  `^ (?:$|(?:[.,]|${either(
    ...['all', 'team', 'everyone', 'everybody', 'guys', 'folks', 'there', 'i', 'im', 'id', 'ive', 'can', 'could', 'do'],
    ...['what', 'hi', 'how', 'just', 'we', 'my', 'hope', 'would it', 'is (?:there|it|the)', 'are (?:you|there)'],
  )}) )`,
);

/** "Evening, can I …" is a greeting, "Evening works" is not. */
function isGreeting({ index, 0: text }: RegExpExecArray, { phrase: { canonicalText }, context }: ParseInput): boolean {
  if (text.endsWith('s') || !/^ (?:(?:hi|hello|hey|g) )?$/.test(canonicalText.slice(0, index))) return false;
  const rest = canonicalText.slice(index + text.length);
  return TEXT_AFTER_GREETING_PATTERN.test(rest) && !(context.expects && rest === ' ');
}

/** Days that a part of the day can follow, as in "Friday night". */
const DAY_PATTERN =
  '(?:d\\ds?|today|tomorrow|tonight|weekends?|week|weekdays|christmas|m\\d+ \\d+(?:thw?)?|\\d+th|\\d/\\S+|m\\d+)';
const MEAL_PATTERN = '(lunch|dinner|supper|breakfast|brunch)';
const NOT_A_MEAL_PATTERN = notFollowedBy('(?:menus?|specials?|deals?|box|boxes|options?|items?|dishes|buffet)');
const BOUNDARY_WORD_PATTERN = '(?:after|before|from|between|soon|around|about|at|i|ive|we|you|they|my)';
const toMealReading = (text: string) => toDayPartReading(text === 'lunch' ? 'lunchtime' : text);

export const PART_RULES: readonly Rule[] = [
  createRule(
    `(?<!(?:good|gd|lovely) )(morning|afternoon|evening)s?${notFollowedBy('(?:after pill|sickness|tea)')}`,
    (match, input) => (isGreeting(match, input) ? undefined : toDayPartReading(must(match[1], 'a part of the day'))),
  ),
  createRule('(early|mid|late)r?(?: in the)? (morning|afternoon|evening)s?', ([, qualifier, part]) =>
    toDayPartReading(`${qualifier} ${part}`),
  ),
  createRule(`(?<= ${DAY_PATTERN} (?:early |late )?)(?:nights?|eve)`, toDayPartReading('night')),
  createRule('(?:late )?at night|(?:late )?nights', toDayPartReading('night')),
  createRule(`(?<= ${DAY_PATTERN} )(am|pm)`, ([text]) => toDayPartReading(text === 'am' ? 'morning' : 'afternoon')),
  createRule(
    `(?<= (?:for|at|over|during|around|${DAY_PATTERN}) )${MEAL_PATTERN}${NOT_A_MEAL_PATTERN}`,
    ([, text = '']) => toMealReading(text),
  ),
  createRule(`${MEAL_PATTERN}(?= (?:today|tomorrow|(?:on |this |next )?d\\d|on the \\d+th) )`, ([, text = '']) =>
    toMealReading(text),
  ),
  createRule(`${MEAL_PATTERN} ?time`, ([, text = '']) => toMealReading(text)),
  createRule('(lunch|dinner|supper|breakfast|brunch)time', ([, text = '']) => toMealReading(text)),
  createRule('(?:after|before) (?:work|school|lunch)', ([text]) => toDayPartReading(text)),
  createRule('1thw thing(?: in the morning)?(?! you| u| available| that)', toDayPartReading('first thing')),
  createRule(
    '(?:at the )?(?:end of (?:the|my) (?:working )?day|close of business|cob)',
    toDayPartReading('end of the day'),
  ),
  createRule(
    `any ?time${notFollowedBy(BOUNDARY_WORD_PATTERN)}|all day|whenever${notFollowedBy('(?:i|we|they|my)')}`,
    toDayPartReading('any time'),
  ),
];
