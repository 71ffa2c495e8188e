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
