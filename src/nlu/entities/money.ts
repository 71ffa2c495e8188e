import { readSum, SUM_IN_WORDS } from './numbers.ts';
import { oneOf } from './patterns.ts';

/** In major units: 12.5 is twelve dollars and fifty cents. */
type Limit = { max?: number; min?: number };

const CODE = oneOf`usd|gbp|eur|cad|aud|nzd|inr|chf|sek|nok|dkk|pln|jpy|cny|sgd|hkd|aed|zar|brl|mxn|rs\.?|kr\.?`;
const SIGN = `(?:[$£€¥₹₽₺₱₩₪₫₦]|(?<!\\p{L})${CODE})`;
const UNIT = oneOf`
  dollars?|bucks?|pounds?|quid|euros?|rupees?|francs?|kron(or|er|a|e)|z[łl](oty(s|ch)?)?|yen|yuan|pesos?|reais|rand
  dirhams?|riyals?|baht|ringgit|naira|shekels?|${CODE}
`;
const UNIT_ALONE = `${UNIT}(?!\\p{L})`;
/** What makes a number something else than a sum of money. */
const COUNTED = oneOf`
  %|percent|[ap]m|[ap]\.m|o.?clock|min(ute)?s?|h(ou)?rs?|days?|weeks?|months?|years?|yrs?|people|persons?|ppl
  guests|adults|kids|children|of us|pax|miles?|km|kg|lbs?|ml|cl|l|inch(es)?|cm|calories|kcal|items?|pieces?|stars?
  ft|feet|foot|met(er|re)s?|nights?|times|sessions?|class(es)?|visits?|and a half|half|more
`;
const FIGURE = String.raw`\d{1,3}(?:[,.']\d{3})+(?!\d)(?:\.\d{1,2})?|\d{1,6}(?:[.,]\d{1,2}(?!\d))?`;
const sum = (name: string) =>
  `(?:${SIGN}\\s?)?(?<${name}>${SUM_IN_WORDS}|(?:${FIGURE})(?![\\d:/]|(?:st|nd|rd|th|s|k)\\b))` +
  `(?:\\s?(?:${UNIT_ALONE}|€)|(?!\\s*${COUNTED}(?!\\p{L})))`;

const AT_MOST = oneOf`
  under|below|beneath|(for )?less than|cheaper than|lower than|up to|at most|(no|not) more than|max(imum)?( of)?
  within|<=?|budget (is|of)|spend(ing)?|(not|isn't|nothing|no|don't (want to )?(go|spend|pay)) (over|above|more than|much more than)
  can't (go|spend|pay) (over|above|more than)
`;
const AT_LEAST = oneOf`
  over|above|more than|at least|from|upwards of|starting at|min(imum)?( of)?|higher than|dearer than|>=?
`;
const BETWEEN = new RegExp(`\\b(?<between>between|from)?\\s*${sum('low')}\\s*(?:and|to|-|–|—)\\s*${sum('high')}`, 'iu');
const MOST = new RegExp(
  `(?<!\\w)${AT_MOST}\\s+(?:about |around )?${sum('before')}|${sum('after')}\\s*${oneOf`
    or (less|under|below|cheaper)|max(imum)?|tops|at most
  `}\\b`,
  'iu',
);
const LEAST = new RegExp(
  `(?<!\\w)${AT_LEAST}\\s+(?:about |around )?${sum('before')}|${sum('after')}\\s*${oneOf`
    or (more|over|above)|and (up|over)|\+|at least
  `}(?!\\w)`,
  'iu',
);
const MONEY = new RegExp(`[$£€¥₹₽₺₱₩₪₫₦]|(?<!\\p{L})${UNIT_ALONE}`, 'iu');
const NUMBERED = new RegExp(`\\d|\\b${SUM_IN_WORDS}`, 'i');
const ABOUT_MONEY = /\b(?:price|cost|spend|budget|cheap|expensive|gift|anything|something)/i;
/** What else has a limit. */
const OTHER_LIMIT = /\b(?:rat(?:ing|ed)|stars?|ages?|aged|old|kids?|child(?:ren)?|volume)\b/i;
/** Lower numbers are as often the hours of a day. */
const LAST_HOUR = 24;
/** From here on a number in words is hardly anything but a sum. */
const ROUND_SUM = 20;

/** What something may cost. */
export function findMoneyLimit(text: string): Limit | undefined {
  if (!NUMBERED.test(text) || (OTHER_LIMIT.test(text) && !MONEY.test(text))) return undefined;
  const money = ABOUT_MONEY.test(text);
  const between = text.match(BETWEEN);
  if (between) {
    const { low = '', high = '', between: word } = between.groups ?? {};
    const [one, other] = [figure(low), figure(high)];
    const [min, max] = one > other ? [other, one] : [one, other];
    const price = word?.toLowerCase() === 'between' && (max > LAST_HOUR || money);
    if (price || MONEY.test(between[0])) return { min, max };
  }
  const most = text.match(MOST);
  if (most) {
    const { after = '', before: said = after } = most.groups ?? {};
    // "up to six" and "under two" are people, hours or years, unless they are about money.
    const price = /^\d/.test(said) || figure(said) >= ROUND_SUM || money || MONEY.test(most[0]);
    return price ? { max: figure(said) } : undefined;
  }
  const least = text.match(LEAST);
  // "from 5" and "over 20" are as often a time or a number of people, so they need to be about money.
  if (!least || !(money || MONEY.test(least[0]))) return undefined;
  const { after = '', before: said = after } = least.groups ?? {};
  return { min: figure(said) };
}

/** Both "1,500.50" and "1.500", both "12.50" and "12,50". */
const figure = (text: string) =>
  /[a-z]/i.test(text) ? readSum(text) : Number(text.replace(/[,.'](?=\d{3})/g, '').replace(',', '.'));
