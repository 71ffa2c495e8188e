import type { Token } from './tokens.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const WORDS_BY_KIND: readonly (readonly [string, ReadonlySet<string>])[] = [
  [
    'number',
    words(`one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
      eighteen nineteen twenty thirty forty fifty couple dozen`),
  ],
  [
    'ordinal',
    words(`first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
      fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth`),
  ],
  ['day', words('today tonight tonite tomorrow tommorow tomorow tommorrow tmrw tmr yesterday weekend')],
  [
    'part of day',
    words('morning afternoon evening night noon midday midnight lunch lunchtime dinner breakfast brunch'),
  ],
  ['span of time', words('minute minutes min mins hour hours hr hrs day days week weeks month months')],
  [
    'person',
    words(`people persons person adults adult kids kid children child guests guest friends friend wife husband mum mom
      dad mother father parents sister brother sisters brothers son daughter sons daughters family girlfriend boyfriend
      partner men women man woman boys girls boy girl others couples teenagers babies baby infants infant toddlers
      toddler colleagues colleague coworkers coworker buddies buddy ladies lady gentlemen gentleman mates mate myself me
      grandmother grandfather grandma grandpa grandson granddaughter grandkids grandparents aunt uncle aunts uncles
      cousin cousins niece nephew nieces nephews sis bro fiance fiancee spouse wives husbands guys guy gals gal teens
      teen seniors senior diners diner pals pal roommate roommates`),
  ],
];
const KIND_BY_WORD = new Map(WORDS_BY_KIND.flatMap(([kind, list]) => [...list].map((word) => [word, kind] as const)));

const WEEKDAY_PATTERN = /^(?:mon|tues?|wed(?:nes)?|thurs?|thu|fri|sat(?:ur)?|sun)(?:day)?s?$/;
const MONTH_PATTERN =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const AM_OR_PM_PATTERN = /^[ap]\.?\s?m\.?$/;

/** The size of a number decides what it can be: an hour, a day of the month, a year, a phone number. */
function kindOfNumber(digits: string): string {
  const value = Number(digits);
  if (digits.length >= 5) return 'long number';
  if (digits.length === 4) return value >= 1900 && value < 2100 ? 'year' : 'four digits';
  return value <= 12 ? 'hour' : value <= 31 ? 'day of month' : `${digits.length} digits`;
}

/** Keeps whether the first digit is 0, because times such as 08:30 occur in other contexts than 10:45. */
const digitPattern = (word: string): string => (word[0] === '0' ? '0' : '1') + word.slice(1).replace(/\d/g, '0');

function kindOfWord(word: string): string {
  if (/^\d+$/.test(word)) return kindOfNumber(word);
  if (/^\d/.test(word)) return digitPattern(word);
  return KIND_BY_WORD.get(word) ?? (WEEKDAY_PATTERN.test(word) ? 'weekday' : MONTH_PATTERN.test(word) ? 'month' : '');
}

/** The kind of each word ("pm" has different kinds in "7 pm" and "7pm"), or an empty string for other words. */
export function kindsOf(tokens: readonly Token[], words: readonly string[]): string[] {
  const kinds: string[] = [];
  for (const [i, word] of words.entries()) {
    const followsNumber = i > 0 && (/\d$/.test(words[i - 1] ?? '') || kinds[i - 1] === 'number');
    const isJoined = i > 0 && tokens[i - 1]?.end === tokens[i]?.start;
    const suffix = AM_OR_PM_PATTERN.test(word) ? 'am or pm' : /^(?:st|nd|rd|th)$/.test(word) ? 'th' : '';
    if (suffix && followsNumber) kinds.push(isJoined ? `joined ${suffix}` : suffix);
    else if (followsNumber && isJoined && /^\p{L}/u.test(word)) kinds.push(`joined ${word}`);
    else kinds.push(kindOfWord(word));
  }
  return kinds;
}

/** How a token is written: Capitalized, UPPER CASE, lower case, miXed, or the punctuation mark itself. */
export function shapeOf(text: string): string {
  if (/^\d/.test(text)) return text.replace(/\d/g, '0');
  if (/^\p{Lu}+$/u.test(text)) return text.length === 1 ? 'X' : 'XX';
  if (/^\p{Lu}.*\p{Ll}/u.test(text)) return 'Xx';
  if (/^\p{L}/u.test(text)) return /\p{Lu}/u.test(text) ? 'xX' : 'x';
  return text.charAt(0);
}
