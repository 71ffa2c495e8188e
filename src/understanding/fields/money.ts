import { oneOf } from './patterns.ts';

/** In major units: 12.5 is twelve dollars and fifty cents. */
type Limit = { max?: number; min?: number };

const SIGN = '[$£€¥]';
const UNIT = oneOf`dollars?|bucks?|usd|pounds?|quid|gbp|euros?|eur|cad|aud`;
/** What makes a number something else than a sum of money. */
const COUNTED = oneOf`
  %|percent|[ap]m|[ap]\.m|o.?clock|min(ute)?s?|h(ou)?rs?|days?|weeks?|months?|years?|yrs?|people|persons?|ppl
  guests|adults|kids|children|of us|pax|miles?|km|kg|lbs?|ml|cl|l|inch(es)?|cm|calories|kcal|items?|pieces?|stars?
`;
const FIGURE = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,6}(?:\.\d{1,2})?`;
const sum = (name: string) =>
  `${SIGN}?\\s?(?<${name}>${FIGURE})(?![\\d:/]|(?:st|nd|rd|th|s)\\b)(?:\\s?${UNIT}\\b|(?!\\s*${COUNTED}(?!\\w)))`;

const AT_MOST = oneOf`
  under|below|beneath|(for )?less than|cheaper than|lower than|up to|at most|(no|not) more than|max(imum)?( of)?
  within|<=?|budget (is|of)|spend(ing)?|not over|isn't over
`;
const AT_LEAST = oneOf`
  over|above|more than|at least|from|upwards of|starting at|min(imum)?( of)?|higher than|dearer than|>=?
`;
const BETWEEN = new RegExp(`\\b(?<between>between|from)?\\s*${sum('low')}\\s*(?:and|to|-|–|—)\\s*${sum('high')}`, 'i');
const MOST = new RegExp(
  `(?<!\\w)${AT_MOST}\\s+(?:about |around )?${sum('before')}|${sum('after')}\\s*${oneOf`
    or (less|under|below|cheaper)|max(imum)?|tops|at most
  `}\\b`,
  'i',
);
const LEAST = new RegExp(
  `(?<!\\w)${AT_LEAST}\\s+(?:about |around )?${sum('before')}|${sum('after')}\\s*${oneOf`
    or (more|over|above)|and (up|over)|\+|at least
  `}(?!\\w)`,
  'i',
);
const MONEY = new RegExp(`${SIGN}|\\b${UNIT}\\b`, 'i');
const ABOUT_MONEY = /\b(?:price|cost|spend|budget|cheap|expensive|gift|anything|something)/i;
/** What else has a limit. */
const OTHER_LIMIT = /\b(?:rat(?:ing|ed)|stars?|ages?|aged|old|kids?|child(?:ren)?|volume)\b/i;
/** Lower numbers are as often the hours of a day. */
const LAST_HOUR = 24;

/** What something may cost. */
export function findMoneyLimit(text: string): Limit | undefined {
  if (!/\d/.test(text) || (OTHER_LIMIT.test(text) && !MONEY.test(text))) return undefined;
  const money = ABOUT_MONEY.test(text);
  const between = text.match(BETWEEN);
  if (between) {
    const [low, high] = [figure(between.groups!.low!), figure(between.groups!.high!)].sort((a, b) => a - b);
    const price = between.groups!.between?.toLowerCase() === 'between' && (high! > LAST_HOUR || money);
    if (price || MONEY.test(between[0])) return { min: low, max: high };
  }
  const most = text.match(MOST)?.groups;
  if (most) return { max: figure(most.before ?? most.after!) };
  const least = text.match(LEAST);
  // "from 5" and "over 20" are as often a time or a number of people, so they need to be about money.
  if (!least || !(money || MONEY.test(least[0]))) return undefined;
  return { min: figure(least.groups!.before ?? least.groups!.after!) };
}

const figure = (text: string) => Number(text.replaceAll(',', ''));
