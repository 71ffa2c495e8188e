import { AMOUNT_IN_WORDS_PATTERN, readAmountInWords } from './numbers.ts';
import { oneOf } from './patterns.ts';

/** In major units: 12.5 is twelve dollars and fifty cents. */
type MoneyLimit = { max?: number; min?: number };

const CURRENCY_CODE_PATTERN = oneOf`usd|gbp|eur|cad|aud|nzd|inr|chf|sek|nok|dkk|pln|jpy|cny|sgd|hkd|aed|zar|brl|mxn|rs\.?|kr\.?`;
const CURRENCY_SIGN_PATTERN = `(?:[$£€¥₹₽₺₱₩₪₫₦]|(?<!\\p{L})${CURRENCY_CODE_PATTERN})`;
const CURRENCY_WORD_PATTERN = oneOf`
  dollars?|bucks?|pounds?|quid|euros?|rupees?|francs?|kron(or|er|a|e)|z[łl](oty(s|ch)?)?|yen|yuan|pesos?|reais|rand
  dirhams?|riyals?|baht|ringgit|naira|shekels?|${CURRENCY_CODE_PATTERN}
`;
const CURRENCY_WORD_ALONE_PATTERN = `${CURRENCY_WORD_PATTERN}(?!\\p{L})`;
/** Units that make a number something other than an amount of money. */
const COUNTED_UNIT_PATTERN = oneOf`
  %|percent|[ap]m|[ap]\.m|o.?clock|min(ute)?s?|h(ou)?rs?|days?|weeks?|months?|years?|yrs?|people|persons?|ppl
  guests|adults|kids|children|of us|pax|miles?|km|kg|lbs?|ml|cl|l|inch(es)?|cm|calories|kcal|items?|pieces?|stars?
  ft|feet|foot|met(er|re)s?|nights?|times|sessions?|class(es)?|visits?|and a half|half|more
`;
const DIGITS_AMOUNT_PATTERN = String.raw`\d{1,3}(?:[,.']\d{3})+(?!\d)(?:\.\d{1,2})?|\d{1,6}(?:[.,]\d{1,2}(?!\d))?`;
const createAmountPattern = (name: string) =>
  `(?:${CURRENCY_SIGN_PATTERN}\\s?)?(?<${name}>${AMOUNT_IN_WORDS_PATTERN}|(?:${DIGITS_AMOUNT_PATTERN})(?![\\d:/]|(?:st|nd|rd|th|s|k)\\b))` +
  `(?:\\s?(?:${CURRENCY_WORD_ALONE_PATTERN}|€)|(?!\\s*${COUNTED_UNIT_PATTERN}(?!\\p{L})))`;

const AT_MOST_PATTERN = oneOf`
  under|below|beneath|(for )?less than|cheaper than|lower than|up to|at most|(no|not) more than|max(imum)?( of)?
  within|<=?|budget (is|of)|spend(ing)?|(not|isn't|nothing|no|don't (want to )?(go|spend|pay)) (over|above|more than|much more than)
  can't (go|spend|pay) (over|above|more than)
`;
const AT_LEAST_PATTERN = oneOf`
  over|above|more than|at least|from|upwards of|starting at|min(imum)?( of)?|higher than|dearer than|>=?
`;
const AMOUNT_RANGE_PATTERN = new RegExp(
  `\\b(?<between>between|from)?\\s*${createAmountPattern('low')}\\s*(?:and|to|-|–|—)\\s*${createAmountPattern('high')}`,
  'iu',
);
const MAX_AMOUNT_PATTERN = new RegExp(
  `(?<!\\w)${AT_MOST_PATTERN}\\s+(?:about |around )?${createAmountPattern('before')}|${createAmountPattern('after')}\\s*${oneOf`
    or (less|under|below|cheaper)|max(imum)?|tops|at most
  `}\\b`,
  'iu',
);
const MIN_AMOUNT_PATTERN = new RegExp(
  `(?<!\\w)${AT_LEAST_PATTERN}\\s+(?:about |around )?${createAmountPattern('before')}|${createAmountPattern('after')}\\s*${oneOf`
    or (more|over|above)|and (up|over)|\+|at least
  `}(?!\\w)`,
  'iu',
);
const MENTIONS_CURRENCY_PATTERN = new RegExp(`[$£€¥₹₽₺₱₩₪₫₦]|(?<!\\p{L})${CURRENCY_WORD_ALONE_PATTERN}`, 'iu');
const MENTIONS_NUMBER_PATTERN = new RegExp(`\\d|\\b${AMOUNT_IN_WORDS_PATTERN}`, 'i');
const MENTIONS_PRICE_PATTERN = /\b(?:price|cost|spend|budget|cheap|expensive|gift|anything|something)/i;
/** Other things that have limits. */
const MENTIONS_OTHER_LIMIT_PATTERN = /\b(?:rat(?:ing|ed)|stars?|ages?|aged|old|kids?|child(?:ren)?|volume)\b/i;
/** Numbers up to this may be hours of the day. */
const MAX_HOUR = 24;
/** From here on, a number in words is almost always an amount. */
const MIN_AMOUNT_IN_WORDS = 20;

/** The price limits in a message. */
export function findMoneyLimit(text: string): MoneyLimit | undefined {
  if (
    !MENTIONS_NUMBER_PATTERN.test(text) ||
    (MENTIONS_OTHER_LIMIT_PATTERN.test(text) && !MENTIONS_CURRENCY_PATTERN.test(text))
  )
    return undefined;
  const mentionsPrice = MENTIONS_PRICE_PATTERN.test(text);
  const range = text.match(AMOUNT_RANGE_PATTERN);
  if (range) {
    const { low = '', high = '', between: word } = range.groups ?? {};
    const [first, second] = [parseAmount(low), parseAmount(high)];
    const [min, max] = first > second ? [second, first] : [first, second];
    const isPrice = word?.toLowerCase() === 'between' && (max > MAX_HOUR || mentionsPrice);
    if (isPrice || MENTIONS_CURRENCY_PATTERN.test(range[0])) return { min, max };
  }
  const maxMatch = text.match(MAX_AMOUNT_PATTERN);
  if (maxMatch) {
    const { after = '', before: amountText = after } = maxMatch.groups ?? {};
    // Small numbers in words ("up to six", "under two") are people, hours or years, unless the message is about money.
    const isPrice =
      /^\d/.test(amountText) ||
      parseAmount(amountText) >= MIN_AMOUNT_IN_WORDS ||
      mentionsPrice ||
      MENTIONS_CURRENCY_PATTERN.test(maxMatch[0]);
    return isPrice ? { max: parseAmount(amountText) } : undefined;
  }
  const minMatch = text.match(MIN_AMOUNT_PATTERN);
  // "from 5" and "over 20" are often times or numbers of people, so the message must be about money.
  if (!minMatch || !(mentionsPrice || MENTIONS_CURRENCY_PATTERN.test(minMatch[0]))) return undefined;
  const { after = '', before: amountText = after } = minMatch.groups ?? {};
  return { min: parseAmount(amountText) };
}

/** Accepts "1,500.50" and "1.500", "12.50" and "12,50". */
const parseAmount = (text: string) =>
  /[a-z]/i.test(text) ? readAmountInWords(text) : Number(text.replace(/[,.'](?=\d{3})/g, '').replace(',', '.'));
