const UNITS = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ');
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

const VALUES = new Map<string, number>([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.slice(2).map((word, index): [string, number] => [word, (index + 2) * 10]),
  ['fourty', 40],
  ['a dozen', 12],
  ['dozen', 12],
  ['half a dozen', 6],
  ['half dozen', 6],
]);

const tens = `(?:${TENS.slice(2).join('|')}|fourty)`;
const digit = UNITS.slice(1, 10).join('|');

/** A whole number as people write it, in figures of up to three digits or in words; to be put into a pattern. */
const words = `(?:half )?(?:a )?dozen|${tens}(?:[ -](?:${digit}))?|${[...UNITS].reverse().join('|')}`;
export const NUMBER = `(?:\\d{1,3}(?!\\d)|(?:${words})(?![a-z]))`;

const MAGNITUDES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, grand: 1000, k: 1000 };
const MAGNITUDE = '(?:hundred|thousand|grand)';
const MORE = `(?:${tens}(?:[ -](?:${digit}))?|${[...UNITS].reverse().join('|')})`;
const COUNT = `(?:an?|${MORE}|\\d{1,3})`;
const ROUND = `${COUNT} ${MAGNITUDE}(?: ${COUNT} hundred)?`;
/**
 * A sum in words: "a hundred", "two hundred and fifty", "1.5k", "twenty five". It is matched whole, so that
 * "twenty" is none in "twenty five minutes".
 */
export const SUM_IN_WORDS =
  `(?:\\d{1,3}(?:\\.\\d)?k|${ROUND}(?: (?:and )?${MORE}|(?! and ${MORE}(?! ${MAGNITUDE})))|${MORE})` +
  `(?![a-z]|[ -](?:${MORE}|${MAGNITUDE})(?![a-z]))`;

/** What `SUM_IN_WORDS` matches, as a number. */
export function readSum(text: string): number {
  let [sum, last] = [0, 0];
  for (const word of text.toLowerCase().match(/[\d.]+|[a-z]+/g) ?? []) {
    const magnitude = MAGNITUDES[word];
    if (magnitude) [sum, last] = [sum + (last || 1) * magnitude, 0];
    else last += VALUES.get(word) ?? (/^\d/.test(word) ? Number(word) : 0);
  }
  return sum + last;
}

export function readNumber(text: string): number | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, ' ');
  if (/^\d+$/.test(plain)) return Number(plain);
  const value = VALUES.get(plain);
  if (value !== undefined) return value;
  const [first = '', second = ''] = plain.split(' ');
  const ten = VALUES.get(first);
  const unit = VALUES.get(second);
  return ten !== undefined && unit !== undefined && ten >= 20 && unit < 10 ? ten + unit : undefined;
}
