import type { Token } from './tokens.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const LISTS: readonly (readonly [string, ReadonlySet<string>])[] = [
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
const KIND_OF = new Map(LISTS.flatMap(([kind, list]) => [...list].map((word) => [word, kind] as const)));

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thurs?|thu|fri|sat(?:ur)?|sun)(?:day)?s?$/;
const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const HALF_OF_DAY = /^[ap]\.?\s?m\.?$/;

/** How large a number is decides what it can count: an hour, a day of the month, a year, a telephone number. */
function kindOfNumber(digits: string): string {
  const value = Number(digits);
  if (digits.length >= 5) return 'long number';
  if (digits.length === 4) return value >= 1900 && value < 2100 ? 'year' : 'four digits';
  return value <= 12 ? 'hour' : value <= 31 ? 'day of month' : `${digits.length} digits`;
}

/** 08:30 and 10:45 look alike but are not written about alike, so whether the first digit is 0 is kept. */
const outline = (word: string): string => (word[0] === '0' ? '0' : '1') + word.slice(1).replace(/\d/g, '0');

function kindOfWord(word: string): string {
  if (/^\d+$/.test(word)) return kindOfNumber(word);
  if (/^\d/.test(word)) return outline(word);
  return KIND_OF.get(word) ?? (WEEKDAY.test(word) ? 'weekday' : MONTH.test(word) ? 'month' : '');
}

/** The kind of each word ("7 pm" and "7pm" are different kinds of pm), or nothing for a word like any other. */
export function kindsOf(tokens: readonly Token[], words: readonly string[]): string[] {
  const kinds: string[] = [];
  for (const [i, word] of words.entries()) {
    const afterNumber = i > 0 && (/\d$/.test(words[i - 1] ?? '') || kinds[i - 1] === 'number');
    const joined = i > 0 && tokens[i - 1]?.end === tokens[i]?.start;
    const suffix = HALF_OF_DAY.test(word) ? 'am or pm' : /^(?:st|nd|rd|th)$/.test(word) ? 'th' : '';
    if (suffix && afterNumber) kinds.push(joined ? `joined ${suffix}` : suffix);
    else if (afterNumber && joined && /^\p{L}/u.test(word)) kinds.push(`joined ${word}`);
    else kinds.push(kindOfWord(word));
  }
  return kinds;
}

/** How a word is written: Capital, CAPITALS, small, miXed, or what sign it is. */
export function shapeOf(text: string): string {
  if (/^\d/.test(text)) return text.replace(/\d/g, '0');
  if (/^\p{Lu}+$/u.test(text)) return text.length === 1 ? 'X' : 'XX';
  if (/^\p{Lu}.*\p{Ll}/u.test(text)) return 'Xx';
  if (/^\p{L}/u.test(text)) return /\p{Lu}/u.test(text) ? 'xX' : 'x';
  return text.charAt(0);
}
