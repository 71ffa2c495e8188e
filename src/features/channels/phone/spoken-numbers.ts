// English numbers and letters as people say them one by one.

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
/** What a zero is called in a row of digits. */
const ZERO_NAMES = new Set(['oh', 'o', 'nought', 'naught']);
const REPEATS: Record<string, number> = { double: 2, triple: 3, treble: 3 };
const SPELLING_ALPHABET =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra ' +
  'tango uniform victor whiskey xray yankee zulu';
const LETTERS = new Map<string, string>([
  ...SPELLING_ALPHABET.split(' ').map((word): [string, string] => [word, word.slice(0, 1)]),
  ...([
    ['alfa', 'a'],
    ['juliett', 'j'],
    ['whisky', 'w'],
    ['x-ray', 'x'],
    ['zed', 'z'],
    ['zee', 'z'],
  ] as const),
]);

const findPosition = (words: readonly string[], word: string | undefined): number | undefined => {
  const position = word === undefined ? -1 : words.indexOf(word);
  return position < 0 ? undefined : position;
};

/** A part of a message that was read, and how many words it took. */
export type WordMatch<Value> = { value: Value; count: number };

/** One digit, in words or not; `oh` only where it stands in a row of digits. */
export const readDigit = (word: string | undefined): string | undefined => {
  if (word === undefined) return undefined;
  if (/^\d$/.test(word)) return word;
  return ZERO_NAMES.has(word) ? '0' : findPosition(DIGITS, word)?.toString();
};

/** 10 to 99 in words: "forty", "forty seven", "fifteen". */
export function readTwoDigits([first, second]: readonly (string | undefined)[]): WordMatch<number> | undefined {
  const teen = findPosition(TEENS, first);
  if (teen !== undefined) return { value: 10 + teen, count: 1 };
  const tens = findPosition(TENS, first);
  if (tens === undefined) return undefined;
  const unit = findPosition(DIGITS, second);
  return unit ? { value: (tens + 2) * 10 + unit, count: 2 } : { value: (tens + 2) * 10, count: 1 };
}

/** 1 to 12, in words or not. */
export function readHour(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const position = [...DIGITS, ...TEENS].indexOf(word);
  const hour = position < 0 ? Number(/^\d{1,2}$/.test(word) ? word : Number.NaN) : position;
  return hour >= 1 && hour <= 12 ? hour : undefined;
}

/** "twenty first" as 21; a single ordinal may mean something else and is left as it is. */
export function readCompoundOrdinal([first, second]: readonly (string | undefined)[]): number | undefined {
  const tens = findPosition(TENS, first);
  const unit = findPosition(ORDINALS, second);
  return tens === undefined || unit === undefined ? undefined : (tens + 2) * 10 + unit + 1;
}

/** "bravo" for b. */
export const isAlphabetWord = (word: string | undefined): boolean => word !== undefined && LETTERS.has(word);

/** One or more equal characters: "k", "seven", "bravo", "double four", "s as in sugar". */
export function readCharacters(words: readonly (string | undefined)[]): WordMatch<string> | undefined {
  const [first, second, third, fourth] = words;
  if (first === undefined) return undefined;
  const times = REPEATS[first];
  if (first === 'double' && (second === 'u' || second === 'you')) return { value: 'w', count: 2 };
  if (times) {
    const repeated = readCharacters(words.slice(1));
    return repeated && repeated.value.length === 1
      ? { value: repeated.value.repeat(times), count: repeated.count + 1 }
      : undefined;
  }
  const letter = /^\p{L}$/u.test(first) ? first : LETTERS.get(first);
  if (!letter) {
    const digit = readDigit(first);
    return digit === undefined ? undefined : { value: digit, count: 1 };
  }
  if (second === 'as' && third === 'in' && fourth?.startsWith(letter)) return { value: letter, count: 4 };
  const isExplained = (second === 'for' || second === 'like') && third?.startsWith(letter) && third.length > 1;
  return { value: letter, count: isExplained ? 3 : 1 };
}
