import { must } from '../../kernel/must.ts';

// Maps the spellings of time words to the canonical pieces that the rules are written in.
// Weekdays are d1 (Monday) to d7, their plurals d1s to d7s, months m1 to m12, numbers in words 1w, 2w, and so on.

const SPELLINGS: Readonly<Record<string, string>> = {
  d1: 'monday mon mond munday mondy monady modnay',
  d2: 'tuesday tue tues tuesd teusday tusday tuseday tuesdy',
  d3: 'wednesday wed weds wensday wednsday wendsday wedensday wednesdy wendesday wenesday wednes',
  d4: 'thursday thu thur thurs thrusday thurday thirsday thursdy thersday',
  d5: 'friday fri fryday firday fridy frday',
  d6: 'saturday sat saterday satarday satruday satday saturdy satuday',
  d7: 'sunday sun sundy sunay',
  m1: 'january jan janurary januray',
  m2: 'february feb febuary feburary febr',
  m3: 'march mar',
  m4: 'april apr',
  m5: 'may',
  m6: 'june jun',
  m7: 'july jul',
  m8: 'august aug',
  m9: 'september sep sept setember',
  m10: 'october oct',
  m11: 'november nov novemeber',
  m12: 'december dec decemeber',
  today: 'today tday todays tody',
  tomorrow:
    'tomorrow tmrw tmr tmrow tmw tomo tomoz tomorow tommorow tommorrow tomorrows tomorro tommorro tommoro tomoro ' +
    'tmorrow tommorw tomorrw tomorroe tomorrrow tomarrow tomarow tmoro',
  tonight: 'tonight tonite tonights tonigh tonigt 2nite',
  yesterday: 'yesterday yday',
  morning: 'morning morn mornin mrng',
  afternoon: 'afternoon aft arvo afternon afternnoon',
  evening: 'evening evning evenin',
  night: 'night nite',
  noon: 'noon midday noontime',
  midnight: 'midnight',
  minute: 'minute minutes min mins minuet',
  hour: 'hour hours hr hrs',
  day: 'day days',
  week: 'week weeks wk wks',
  fortnight: 'fortnight fortnights',
  month: 'month months mth',
  year: 'year years yr yrs',
  weekend: 'weekend wkend wknd weeknd wkd',
  weekends: 'weekends wkends wknds',
  weekdays: 'weekdays',
  oclock: 'oclock oclok',
  next: 'next nxt',
  around: 'around arround arnd round roughly approx approximately circa abouts',
  about: 'about abt abot bout',
  before: 'before b4 befor',
  until: 'until till til untill',
  between: 'between betwen btwn inbetween',
  quarter: 'quarter qtr quater',
  past: 'past',
  people: 'people ppl pax persons person peeps guests guest adults adult kids kid children child friends diners covers',
  christmas: 'christmas xmas chrismas cristmas',
};

const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen twenty';
const TENS_WORDS = 'twenty thirty forty fifty';
const ORDINAL_WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
  'sixteenth seventeenth eighteenth nineteenth twentieth';

const PIECE_BY_SPELLING = new Map<string, string>([
  ...Object.entries(SPELLINGS).flatMap(([piece, words]) => words.split(' ').map((word) => [word, piece] as const)),
  ...NUMBER_WORDS.split(' ').map((word, value) => [word, `${value}w`] as const),
  ...TENS_WORDS.split(' ').map((word, index) => [word, `${(index + 2) * 10}w`] as const),
  ...ORDINAL_WORDS.split(' ').map((word, index) => [word, `${index + 1}thw`] as const),
  ['thirtieth', '30thw'],
  ['fourty', '40w'],
  ['a.m', 'am'],
  ['p.m', 'pm'],
]);

/** Words long and unusual enough that one typo does not turn them into another word. */
const TYPO_TOLERANT_WORDS = new Map(
  (
    'monday tuesday wednesday thursday friday saturday sunday tomorrow tonight ' +
    'january february september october november december'
  )
    .split(' ')
    .map((word) => [word, must(PIECE_BY_SPELLING.get(word), 'a canonical piece')]),
);
const WORDS_THAT_ARE_NO_TYPOS = new Set('sundae sundaes sundry mundane remember member'.split(' '));

/** The canonical piece of a time word, or the word itself. */
export function toCanonicalPiece(word: string): string {
  const piece = PIECE_BY_SPELLING.get(word);
  if (piece) return piece;
  if (word.length < 5 || word.length > 11) return word;
  if (word.endsWith('days')) {
    const weekday = PIECE_BY_SPELLING.get(word.slice(0, -1));
    if (weekday && /^d\d$/.test(weekday)) return `${weekday}s`;
  }
  if (WORDS_THAT_ARE_NO_TYPOS.has(word)) return word;
  for (const [correctSpelling, correctPiece] of TYPO_TOLERANT_WORDS)
    if (isTypoOf(word, correctSpelling)) return correctPiece;
  return word;
}

/** One letter missing, added, wrong, or two swapped; the first letter must be right. */
function isTypoOf(word: string, correctSpelling: string): boolean {
  if (word[0] !== correctSpelling[0] || Math.abs(word.length - correctSpelling.length) > 1) return false;
  let firstDifference = 0;
  while (firstDifference < word.length && word[firstDifference] === correctSpelling[firstDifference]) firstDifference++;
  const restOfWord = word.slice(firstDifference);
  const restOfSpelling = correctSpelling.slice(firstDifference);
  return (
    restOfWord.slice(1) === restOfSpelling ||
    restOfWord === restOfSpelling.slice(1) ||
    restOfWord.slice(1) === restOfSpelling.slice(1) ||
    (restOfWord[0] === restOfSpelling[1] &&
      restOfWord[1] === restOfSpelling[0] &&
      restOfWord.slice(2) === restOfSpelling.slice(2))
  );
}
