import { must } from '../../kernel/must.ts';
import { parseYear } from './calendar-rules.ts';
import { dayNumberOf, dayNumberOfIso, isoDateOf, yearOf } from './civil-dates.ts';
import { phraseOf, pieceIndexAt } from './phrase.ts';
import { MONTH } from './rule.ts';

const DAY_OF_MONTH = '(\\d{1,2})(?:thw?|w)?';
const YEAR = "(?: ,| -)?(?: of)? ((?:19|20)\\d\\d|'?\\d\\d)";
const BIRTH_DATE_FORMATS: readonly {
  pattern: RegExp;
  order: readonly ['year' | 'month' | 'date', string, string] | 'numeric';
}[] = [
  {
    pattern: new RegExp(`(?<= )(${MONTH})(?: ,| -)? (?:the )?${DAY_OF_MONTH}(?: -)?${YEAR}(?= )`),
    order: ['month', 'date', 'year'],
  },
  {
    pattern: new RegExp(`(?<= )${DAY_OF_MONTH}(?: -)?(?: of)?(?: ,)? (${MONTH})(?: -)?${YEAR}(?= )`),
    order: ['date', 'month', 'year'],
  },
  { pattern: /(?<= )(\d{4})\/(\d{1,2})\/(\d{1,2})(?= )/, order: ['year', 'month', 'date'] },
  { pattern: /(?<= )(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?= )/, order: ['date', 'month', 'year'] },
  { pattern: /(?<= )(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)(?= )/, order: 'numeric' },
];

const BIRTH_WORD = / (?:born|dob|d \. o \. b|birth|birthdate|birthday) /;
const MAX_AGE_YEARS = 130;
const MAX_TEXT_LENGTH = 4_000;

/** Finds a date of birth: a past date with a year, in any common format. */
export function readBirthDate(
  text: string,
  isDayFirst: boolean,
  today: string,
): { date: string; start: number; end: number } | undefined {
  const phrase = phraseOf(text.slice(0, MAX_TEXT_LENGTH));
  const currentDay = dayNumberOfIso(today);
  if (currentDay === undefined) return undefined;
  for (const { pattern, order } of BIRTH_DATE_FORMATS) {
    const match = pattern.exec(phrase.line);
    if (!match) continue;
    const day = parseBirthDay(match, order === 'numeric' ? numericOrder(match, isDayFirst) : order, currentDay);
    if (day === undefined || (yearOf(day) === yearOf(currentDay) && !BIRTH_WORD.test(phrase.line))) continue;
    const first = must(phrase.pieces[pieceIndexAt(phrase, match.index)], 'a piece at the offset');
    const last = must(phrase.pieces[pieceIndexAt(phrase, match.index + match[0].length - 1)], 'a piece at the offset');
    return { date: isoDateOf(day), start: first.start, end: last.end };
  }
  return undefined;
}

function numericOrder([, first, second]: RegExpExecArray, prefersDayFirst: boolean) {
  const isDayFirst = prefersDayFirst ? Number(second) <= 12 : Number(first) > 12;
  return isDayFirst ? (['date', 'month', 'year'] as const) : (['month', 'date', 'year'] as const);
}

function parseBirthDay(match: RegExpExecArray, order: readonly string[], today: number): number | undefined {
  const groupOf = (part: string) => must(match[order.indexOf(part) + 1], 'a group per part');
  const [month, date] = [Number(groupOf('month').replace('m', '')), Number(groupOf('date'))];
  const year = parseYear(groupOf('year'), today, 0);
  const day = dayNumberOf(year, month, date);
  if (day === undefined || yearOf(today) - year > MAX_AGE_YEARS) return undefined;
  if (day <= today) return day;
  return /^'?\d\d$/.test(groupOf('year')) ? dayNumberOf(year - 100, month, date) : undefined;
}
