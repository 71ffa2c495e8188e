import { must } from '../../kernel/must.ts';
import { yearSaid } from './calendar-rules.ts';
import { dayOf, dayOfIso, isoOf, yearOf } from './civil.ts';
import { phraseOf, pieceAt } from './phrase.ts';
import { MONTH } from './rule.ts';

const DATE = '(\\d{1,2})(?:thw?|w)?';
const YEAR = "(?: ,| -)?(?: of)? ((?:19|20)\\d\\d|'?\\d\\d)";
const FORMS: readonly { pattern: RegExp; order: readonly ['year' | 'month' | 'date', string, string] | 'numeric' }[] = [
  {
    pattern: new RegExp(`(?<= )(${MONTH})(?: ,| -)? (?:the )?${DATE}(?: -)?${YEAR}(?= )`),
    order: ['month', 'date', 'year'],
  },
  {
    pattern: new RegExp(`(?<= )${DATE}(?: -)?(?: of)?(?: ,)? (${MONTH})(?: -)?${YEAR}(?= )`),
    order: ['date', 'month', 'year'],
  },
  { pattern: /(?<= )(\d{4})\/(\d{1,2})\/(\d{1,2})(?= )/, order: ['year', 'month', 'date'] },
  { pattern: /(?<= )(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?= )/, order: ['date', 'month', 'year'] },
  { pattern: /(?<= )(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)(?= )/, order: 'numeric' },
];

const BIRTH = / (?:born|dob|d \. o \. b|birth|birthdate|birthday) /;
const OLDEST = 130;

/** A date of birth: a date with a year, of the past, in any of the ways that people write it. */
export function readBirthDate(
  text: string,
  dayFirst: boolean,
  today: string,
): { date: string; start: number; end: number } | undefined {
  const phrase = phraseOf(text.slice(0, 4_000));
  const now = dayOfIso(today);
  if (now === undefined) return undefined;
  for (const { pattern, order } of FORMS) {
    const match = pattern.exec(phrase.line);
    if (!match) continue;
    const day = birthday(match, order === 'numeric' ? numericOrder(match, dayFirst) : order, now);
    if (day === undefined || (yearOf(day) === yearOf(now) && !BIRTH.test(phrase.line))) continue;
    const first = must(phrase.pieces[pieceAt(phrase, match.index)], 'a piece there');
    const last = must(phrase.pieces[pieceAt(phrase, match.index + match[0].length - 1)], 'a piece there');
    return { date: isoOf(day), start: first.start, end: last.end };
  }
  return undefined;
}

function numericOrder([, first, second]: RegExpExecArray, dayFirst: boolean) {
  const isDayFirst = dayFirst ? Number(second) <= 12 : Number(first) > 12;
  return isDayFirst ? (['date', 'month', 'year'] as const) : (['month', 'date', 'year'] as const);
}

function birthday(match: RegExpExecArray, order: readonly string[], today: number): number | undefined {
  const said = (part: string) => must(match[order.indexOf(part) + 1], 'a group for each part');
  const [month, date] = [Number(said('month').replace('m', '')), Number(said('date'))];
  const year = yearSaid(said('year'), today, 0);
  const day = dayOf(year, month, date);
  if (day === undefined || yearOf(today) - year > OLDEST) return undefined;
  if (day <= today) return day;
  return /^'?\d\d$/.test(said('year')) ? dayOf(year - 100, month, date) : undefined;
}
