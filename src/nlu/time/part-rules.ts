// Parts of the day: "in the morning", "Friday night", "at lunchtime", "after work".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { either } from './patterns.ts';
import { notFollowedBy, type ParseInput, type Reading, type Rule, rule } from './rule.ts';

const dayPart = (name: string): Reading => ({ kind: 'part', name });

const FOLLOWS_GREETING = new RegExp(
  `^ (?:$|(?:[.,]|${either(
    ...['all', 'team', 'everyone', 'everybody', 'guys', 'folks', 'there', 'i', 'im', 'id', 'ive', 'can', 'could', 'do'],
    ...['what', 'hi', 'how', 'just', 'we', 'my', 'hope', 'would it', 'is (?:there|it|the)', 'are (?:you|there)'],
  )}) )`,
);

/** "Evening, can I …" is a greeting, "Evening works" is not. */
function isGreeting({ index, 0: text }: RegExpExecArray, { phrase: { line }, context }: ParseInput): boolean {
  if (text.endsWith('s') || !/^ (?:(?:hi|hello|hey|g) )?$/.test(line.slice(0, index))) return false;
  const rest = line.slice(index + text.length);
  return FOLLOWS_GREETING.test(rest) && !(context.expects && rest === ' ');
}

/** Days that a part of the day can follow, as in "Friday night". */
const DAY_PATTERN =
  '(?:d\\ds?|today|tomorrow|tonight|weekends?|week|weekdays|christmas|m\\d+ \\d+(?:thw?)?|\\d+th|\\d/\\S+|m\\d+)';
const MEAL = '(lunch|dinner|supper|breakfast|brunch)';
const NOT_A_MEAL = notFollowedBy('(?:menus?|specials?|deals?|box|boxes|options?|items?|dishes|buffet)');
const BOUNDARY_WORD = '(?:after|before|from|between|soon|around|about|at|i|ive|we|you|they|my)';
const mealPart = (text: string) => dayPart(text === 'lunch' ? 'lunchtime' : text);

export const PART_RULES: readonly Rule[] = [
  rule(
    `(?<!(?:good|gd|lovely) )(morning|afternoon|evening)s?${notFollowedBy('(?:after pill|sickness|tea)')}`,
    (match, input) => (isGreeting(match, input) ? undefined : dayPart(must(match[1], 'a part of the day'))),
  ),
  rule('(early|mid|late)r?(?: in the)? (morning|afternoon|evening)s?', ([, qualifier, part]) =>
    dayPart(`${qualifier} ${part}`),
  ),
  rule(`(?<= ${DAY_PATTERN} (?:early |late )?)(?:nights?|eve)`, dayPart('night')),
  rule('(?:late )?at night|(?:late )?nights', dayPart('night')),
  rule(`(?<= ${DAY_PATTERN} )(am|pm)`, ([text]) => dayPart(text === 'am' ? 'morning' : 'afternoon')),
  rule(`(?<= (?:for|at|over|during|around|${DAY_PATTERN}) )${MEAL}${NOT_A_MEAL}`, ([, text = '']) => mealPart(text)),
  rule(`${MEAL}(?= (?:today|tomorrow|(?:on |this |next )?d\\d|on the \\d+th) )`, ([, text = '']) => mealPart(text)),
  rule(`${MEAL} ?time`, ([, text = '']) => mealPart(text)),
  rule('(lunch|dinner|supper|breakfast|brunch)time', ([, text = '']) => mealPart(text)),
  rule('(?:after|before) (?:work|school|lunch)', ([text]) => dayPart(text)),
  rule('1thw thing(?: in the morning)?(?! you| u| available| that)', dayPart('first thing')),
  rule('(?:at the )?(?:end of (?:the|my) (?:working )?day|close of business|cob)', dayPart('end of the day')),
  rule(
    `any ?time${notFollowedBy(BOUNDARY_WORD)}|all day|whenever${notFollowedBy('(?:i|we|they|my)')}`,
    dayPart('any time'),
  ),
];
