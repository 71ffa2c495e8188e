// Parts of the day: "in the morning", "Friday night", "at lunchtime", "after work".
import { must } from '../../kernel/must.ts';
import { either } from './patterns.ts';
import { NOT, type Reading, type Rule, rule, type Scene } from './rule.ts';

const part = (name: string): Reading => ({ kind: 'part', name });

const GREETED = new RegExp(
  `^ (?:$|(?:[.,]|${either(
    ...['all', 'team', 'everyone', 'everybody', 'guys', 'folks', 'there', 'i', 'im', 'id', 'ive', 'can', 'could', 'do'],
    ...['what', 'hi', 'how', 'just', 'we', 'my', 'hope', 'would it', 'is (?:there|it|the)', 'are (?:you|there)'],
  )}) )`,
);

/** "Evening, can I …" greets, "Evening works" does not. */
function isGreeting({ index, 0: said }: RegExpExecArray, { phrase: { line }, context }: Scene): boolean {
  if (said.endsWith('s') || !/^ (?:(?:hi|hello|hey|g) )?$/.test(line.slice(0, index))) return false;
  const rest = line.slice(index + said.length);
  return GREETED.test(rest) && !(context.expects && rest === ' ');
}

/** What a part of the day follows when it is said of a day. */
const DAY =
  '(?:d\\ds?|today|tomorrow|tonight|weekends?|week|weekdays|christmas|m\\d+ \\d+(?:thw?)?|\\d+th|\\d/\\S+|m\\d+)';
const MEAL = '(lunch|dinner|supper|breakfast|brunch)';
const NOT_A_MEAL = NOT('(?:menus?|specials?|deals?|box|boxes|options?|items?|dishes|buffet)');
const BOUND = '(?:after|before|from|between|soon|around|about|at|i|ive|we|you|they|my)';
const meal = (said: string) => part(said === 'lunch' ? 'lunchtime' : said);

export const PART_RULES: readonly Rule[] = [
  rule(`(?<!(?:good|gd|lovely) )(morning|afternoon|evening)s?${NOT('(?:after pill|sickness|tea)')}`, (match, scene) =>
    isGreeting(match, scene) ? undefined : part(must(match[1], 'a part of the day')),
  ),
  rule('(early|mid|late)r?(?: in the)? (morning|afternoon|evening)s?', ([, side, of]) => part(`${side} ${of}`)),
  rule(`(?<= ${DAY} (?:early |late )?)(?:nights?|eve)`, part('night')),
  rule('(?:late )?at night|(?:late )?nights', part('night')),
  rule(`(?<= ${DAY} )(am|pm)`, ([said]) => part(said === 'am' ? 'morning' : 'afternoon')),
  rule(`(?<= (?:for|at|over|during|around|${DAY}) )${MEAL}${NOT_A_MEAL}`, ([, said = '']) => meal(said)),
  rule(`${MEAL}(?= (?:today|tomorrow|(?:on |this |next )?d\\d|on the \\d+th) )`, ([, said = '']) => meal(said)),
  rule(`${MEAL} ?time`, ([, said = '']) => meal(said)),
  rule('(lunch|dinner|supper|breakfast|brunch)time', ([, said = '']) => meal(said)),
  rule('(?:after|before) (?:work|school|lunch)', ([said]) => part(said)),
  rule('1thw thing(?: in the morning)?(?! you| u| available| that)', part('first thing')),
  rule('(?:at the )?(?:end of (?:the|my) (?:working )?day|close of business|cob)', part('end of the day')),
  rule(`any ?time${NOT(BOUND)}|all day|whenever${NOT('(?:i|we|they|my)')}`, part('any time')),
];
