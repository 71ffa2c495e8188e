const WORDS_BELOW_TWENTY = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ');
const TENS_WORDS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

const VALUE_BY_WORD = new Map<string, number>([
  ...WORDS_BELOW_TWENTY.map((word, value): [string, number] => [word, value]),
  ...TENS_WORDS.slice(2).map((word, index): [string, number] => [word, (index + 2) * 10]),
  ['fourty', 40],
  ['a dozen', 12],
  ['dozen', 12],
  ['half a dozen', 6],
  ['half dozen', 6],
]);

const tensPattern = `(?:${TENS_WORDS.slice(2).join('|')}|fourty)`;
const digitPattern = WORDS_BELOW_TWENTY.slice(1, 10).join('|');

const numberWordsPattern = `(?:half )?(?:a )?dozen|${tensPattern}(?:[ -](?:${digitPattern}))?|${[...WORDS_BELOW_TWENTY].reverse().join('|')}`;
/** A regex source for a whole number: up to three digits, or words up to ninety-nine and dozens. */
export const NUMBER_PATTERN = `(?:\\d{1,3}(?!\\d)|(?:${numberWordsPattern})(?![a-z]))`;

const MAGNITUDE_BY_WORD: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, grand: 1000, k: 1000 };
const MAGNITUDE_WORD_PATTERN = '(?:hundred|thousand|grand)';
const SMALL_NUMBER_PATTERN = `(?:${tensPattern}(?:[ -](?:${digitPattern}))?|${[...WORDS_BELOW_TWENTY].reverse().join('|')})`;
const COUNT_PATTERN = `(?:an?|${SMALL_NUMBER_PATTERN}|\\d{1,3})`;
const ROUND_NUMBER_PATTERN = `${COUNT_PATTERN} ${MAGNITUDE_WORD_PATTERN}(?: ${COUNT_PATTERN} hundred)?`;
/**
 * A regex source for an amount in words or thousands: "a hundred", "two hundred and fifty", "1.5k", "twenty five". It must not
 * end before another number word, so "twenty" does not match in "twenty five minutes".
 */
export const AMOUNT_IN_WORDS_PATTERN =
  `(?:\\d{1,3}(?:\\.\\d)?k|${ROUND_NUMBER_PATTERN}(?: (?:and )?${SMALL_NUMBER_PATTERN}|(?! and ${SMALL_NUMBER_PATTERN}(?! ${MAGNITUDE_WORD_PATTERN})))|${SMALL_NUMBER_PATTERN})` +
  `(?![a-z]|[ -](?:${SMALL_NUMBER_PATTERN}|${MAGNITUDE_WORD_PATTERN})(?![a-z]))`;

/** The value of a match of `AMOUNT_IN_WORDS_PATTERN`. */
export function readAmountInWords(text: string): number {
  let [total, pending] = [0, 0];
  for (const word of text.toLowerCase().match(/[\d.]+|[a-z]+/g) ?? []) {
    const magnitude = MAGNITUDE_BY_WORD[word];
    if (magnitude) [total, pending] = [total + (pending || 1) * magnitude, 0];
    else pending += VALUE_BY_WORD.get(word) ?? (/^\d/.test(word) ? Number(word) : 0);
  }
  return total + pending;
}

export function readNumber(text: string): number | undefined {
  const normalized = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, ' ');
  if (/^\d+$/.test(normalized)) return Number(normalized);
  const value = VALUE_BY_WORD.get(normalized);
  if (value !== undefined) return value;
  const [first = '', second = ''] = normalized.split(' ');
  const tensValue = VALUE_BY_WORD.get(first);
  const unitValue = VALUE_BY_WORD.get(second);
  return tensValue !== undefined && unitValue !== undefined && tensValue >= 20 && unitValue < 10
    ? tensValue + unitValue
    : undefined;
}
