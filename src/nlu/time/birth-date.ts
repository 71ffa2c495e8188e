import { formatDay } from '../../kernel/clock.ts';
import { must } from '../../kernel/must.ts';
import { parseYear } from './calendar-rules.ts';
import { dayNumberOf, dayNumberOfIso, yearOf } from './civil-dates.ts';
import { lexemeIndexAt, parsePhrase } from './phrase.ts';
import { MONTH_PATTERN } from './rule.ts';

const DAY_OF_MONTH_PATTERN = '(\\d{1,2})(?:thw?|w)?';
const YEAR_PATTERN = "(?: ,| -)?(?: of)? ((?:19|20)\\d\\d|'?\\d\\d)";
const BIRTH_DATE_FORMATS: readonly {
  pattern: RegExp;
  order: readonly ['year' | 'month' | 'dayOfMonth', string, string] | 'numeric';
}[] = [
  {
    pattern: new RegExp(
      `(?<= )(${MONTH_PATTERN})(?: ,| -)? (?:the )?${DAY_OF_MONTH_PATTERN}(?: -)?${YEAR_PATTERN}(?= )`,
    ),
    order: ['month', 'dayOfMonth', 'year'],
  },
  {
    pattern: new RegExp(
      `(?<= )${DAY_OF_MONTH_PATTERN}(?: -)?(?: of)?(?: ,)? (${MONTH_PATTERN})(?: -)?${YEAR_PATTERN}(?= )`,
    ),
    order: ['dayOfMonth', 'month', 'year'],
  },
  { pattern: /(?<= )(\d{4})\/(\d{1,2})\/(\d{1,2})(?= )/, order: ['year', 'month', 'dayOfMonth'] },
  { pattern: /(?<= )(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?= )/, order: ['dayOfMonth', 'month', 'year'] },
  { pattern: /(?<= )(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)(?= )/, order: 'numeric' },
];

const BIRTH_WORD_PATTERN = / (?:born|dob|d \. o \. b|birth|birthdate|birthday) /;
const MAX_AGE_YEARS = 130;
const MAX_TEXT_CHARS = 4_000;

/** Finds a date of birth: a past date with a year, in any common format. */
export function readBirthDate(
  text: string,
  isDayFirst: boolean,
  today: string,
): { date: string; start: number; end: number } | undefined {
  const phrase = parsePhrase(text.slice(0, MAX_TEXT_CHARS));
  const currentDay = dayNumberOfIso(today);
  if (currentDay === undefined) return undefined;
  for (const { pattern, order } of BIRTH_DATE_FORMATS) {
    const match = pattern.exec(phrase.canonicalText);
    if (!match) continue;
    const day = parseBirthDay(match, order === 'numeric' ? detectNumericOrder(match, isDayFirst) : order, currentDay);
    if (day === undefined || (yearOf(day) === yearOf(currentDay) && !BIRTH_WORD_PATTERN.test(phrase.canonicalText)))
      continue;
    const firstLexeme = must(phrase.lexemes[lexemeIndexAt(phrase, match.index)], 'a lexeme at the offset');
    const lastLexeme = must(
      phrase.lexemes[lexemeIndexAt(phrase, match.index + match[0].length - 1)],
      'a lexeme at the offset',
    );
    return { date: formatDay(day), start: firstLexeme.start, end: lastLexeme.end };
  }
  return undefined;
}

function detectNumericOrder([, first, second]: RegExpExecArray, prefersDayFirst: boolean) {
  const isDayFirst = prefersDayFirst ? Number(second) <= 12 : Number(first) > 12;
  return isDayFirst ? (['dayOfMonth', 'month', 'year'] as const) : (['month', 'dayOfMonth', 'year'] as const);
}

function parseBirthDay(match: RegExpExecArray, order: readonly string[], today: number): number | undefined {
  const getGroup = (part: string) => must(match[order.indexOf(part) + 1], 'a group per part');
  const [month, dayOfMonth] = [Number(getGroup('month').replace('m', '')), Number(getGroup('dayOfMonth'))];
  const year = parseYear(getGroup('year'), today, 0);
  const day = dayNumberOf(year, month, dayOfMonth);
  if (day === undefined || yearOf(today) - year > MAX_AGE_YEARS) return undefined;
  if (day <= today) return day;
  return /^'?\d\d$/.test(getGroup('year')) ? dayNumberOf(year - 100, month, dayOfMonth) : undefined;
}
