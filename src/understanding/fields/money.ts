type Limit = { max?: number; min?: number };

const SIGN = '[$£€¥]';
const UNIT = '(?:dollars?|bucks?|usd|pounds?|quid|gbp|euros?|eur|cad|aud)';
const AMOUNT = `${SIGN}?\\s?(\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d{1,6}(?:\\.\\d{1,2})?)(?![\\d:/]|(?:st|nd|rd|th)\\b)`;
/** What follows a number that is no sum of money. */
const OTHERWISE = [
  's\\b|\\s*(?:%|percent|am|pm|a\\.m|p\\.m|o.?clock|min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|months?|years?|yrs?|people|persons?',
  'ppl|guests|adults|kids|children|of us|pax|miles?|km|kg|lbs?|ml|cl|l|inch(?:es)?|cm|calories|kcal|items?|pieces?|stars?)\\b',
].join('|');
const PLAIN_END = `(?!\\s?${UNIT})(?!${OTHERWISE})`;
const SUM = `(?:${AMOUNT}(?:\\s?${UNIT}\\b|${PLAIN_END}))`;

const AT_MOST =
  "under|below|less than|cheaper than|up to|at most|no more than|not more than|max(?:imum)?(?: of)?|within|beneath|lower than|<=?|budget (?:is|of)|spend(?:ing)?(?: about| around)?|not over|isn't over|for less than";
const AT_LEAST =
  'over|above|more than|at least|from|upwards of|starting at|min(?:imum)?(?: of)?|higher than|>=?|dearer than';

const BETWEEN = new RegExp(`\\b(between|from)?\\s*${SUM}\\s*(and|to|-|–|—)\\s*${SUM}`, 'i');
const MOST = new RegExp(`(?<!\\w)(?:${AT_MOST})\\s+(?:about |around )?${SUM}`, 'i');
const LEAST = new RegExp(`(?<!\\w)(?:${AT_LEAST})\\s+(?:about |around )?${SUM}`, 'i');
const OR_LESS = new RegExp(`${SUM}\\s*(?:or (?:less|under|below|cheaper)|max(?:imum)?|tops|at most)\\b`, 'i');
const OR_MORE = new RegExp(
  `${SUM}\\s*(?:or (?:more|over|above)|and (?:up|over)|\\+|at least|min(?:imum)?)(?!\\w)`,
  'i',
);
const MONEY = new RegExp(`${SIGN}|\\b${UNIT}\\b`, 'i');

const ABOUT_MONEY = /\b(?:price|cost|spend|budget|cheap|expensive|gift|anything|something)/i;

/** What something may cost, in major units. */
export function findMoneyLimit(text: string): Limit | undefined {
  if (!/\d/.test(text)) return undefined;
  const between = text.match(BETWEEN);
  if (between) {
    const [low, high] = [amount(between[2]!), amount(between[4]!)];
    // "between 5 and 7" may be a time as well.
    const price = between[1]?.toLowerCase() === 'between' && (Math.max(low, high) > 24 || ABOUT_MONEY.test(text));
    if (price || MONEY.test(between[0])) return { min: Math.min(low, high), max: Math.max(low, high) };
  }
  const most = text.match(MOST) ?? text.match(OR_LESS);
  if (most) return { max: amount(most[1]!) };
  const least = text.match(LEAST) ?? text.match(OR_MORE);
  // "from 5" and "over 20" are as often a time or a number of people, so they need to be about money.
  return least && (MONEY.test(least[0]) || ABOUT_MONEY.test(text)) ? { min: amount(least[1]!) } : undefined;
}

const amount = (text: string) => Number(text.replaceAll(',', ''));
