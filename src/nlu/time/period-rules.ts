// Periods of several days: "this weekend", "next week", "in November", "on weekdays", "Mondays".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { firstDayOfMonth, lastDayOfMonth, mondayOf, monthOf, weekdayOf, yearOf } from './civil-dates.ts';
import { canFollowTime } from './following-words.ts';
import { joinPatternLines } from './patterns.ts';
import {
  COUNT_PATTERN,
  createRule,
  MONTH_PATTERN,
  type ParseInput,
  parseCount,
  type Reading,
  type Rule,
  WEEKDAY_PATTERN,
} from './rule.ts';

const toEveryReading = (...weekdays: number[]): Reading => ({ kind: 'every', weekdays });
/** Named in canonical pieces, except where these contain a code for a number or month; then the customer's words are used. */
const toDaysReading = (from: number, to: number, text: string): Reading => ({
  kind: 'days',
  from,
  to,
  ...(/\d/.test(text) ? {} : { name: text }),
});

const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ');

const PART_OF_PERIOD_PATTERN = joinPatternLines`
  (early|earlier|beginning|start|1thw half|1thw part|mid|middle|midway|late|later|end|2thw half|latter part|back end)
  (?: on)?(?: of| in)?(?: the)? `;
const OPTIONAL_PART_PATTERN = `(?:${PART_OF_PERIOD_PATTERN})?`;

/** A part of a period, at least one day long and not starting before today. */
function readPartOfPeriod(
  { today }: ParseInput,
  from: number,
  to: number,
  part: string | undefined,
  name: string,
): Reading {
  const isWeek = to - from < 7;
  let [start, end] = [from, to];
  if (part && /early|begin|start|1thw/.test(part)) end = from + (isWeek ? 2 : 9);
  else if (part?.startsWith('mid')) [start, end] = isWeek ? [from + 1, from + 3] : [from + 10, from + 19];
  else if (part?.endsWith('end')) start = to - (isWeek ? 3 : 6);
  else if (part) start = from + (isWeek ? 3 : 20);
  if (part === 'later' && from <= today) start = today + 1;
  start = Math.max(start, Math.min(today, to));
  return toDaysReading(start, Math.max(start, end), name);
}

function readWeek(input: ParseInput, text: string, part: string | undefined, qualifier: string): Reading {
  const weeksAhead = /after next/.test(qualifier) ? 2 : /next|following|after/.test(qualifier) ? 1 : 0;
  const monday = mondayOf(input.today) + 7 * weeksAhead;
  return readPartOfPeriod(input, monday, monday + 6, part, text);
}

function readWeekend({ today }: ParseInput, text: string, qualifier = ''): Reading {
  const saturday = mondayOf(today) + 5;
  if (/last|past/.test(qualifier)) return toDaysReading(saturday - 7, saturday - 6, text);
  const from = saturday + (/after/.test(qualifier) ? 14 : /next|following/.test(qualifier) ? 7 : 0);
  return toDaysReading(
    Math.max(from, Math.min(today, from + 1)),
    from + 1,
    qualifier === '' || qualifier === 'the' ? 'the weekend' : text,
  );
}

function readMonth(input: ParseInput, text: string, part: string | undefined, qualifier: string): Reading {
  const monthsAhead = qualifier.includes('next') || qualifier.includes('following') ? 1 : 0;
  const firstOfMonth = firstDayOfMonth(yearOf(input.today), monthOf(input.today) + monthsAhead);
  return readPartOfPeriod(input, firstOfMonth, lastDayOfMonth(yearOf(firstOfMonth), monthOf(firstOfMonth)), part, text);
}

function readNamedMonth(
  input: ParseInput,
  part: string | undefined,
  month: number,
  year?: string,
): Reading | undefined {
  const thisYear = yearOf(input.today);
  const chosenYear = year ? Number(year) : thisYear + (month < monthOf(input.today) ? 1 : 0);
  if (chosenYear < thisYear) return { kind: 'nothing' };
  const name = must(MONTH_NAMES[month - 1], 'a month');
  return readPartOfPeriod(
    input,
    firstDayOfMonth(chosenYear, month),
    lastDayOfMonth(chosenYear, month),
    part,
    part ? `${part} ${name}` : name,
  );
}

function readUpcoming({ today }: ParseInput, text: string, count: string, unit: string): Reading {
  const dayCount = parseCount(count) * (unit === 'day' ? 1 : unit === 'week' ? 7 : 30);
  return toDaysReading(today, today + Math.round(dayCount), text);
}

const DAYS_PER_UNIT: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };
const getDaysPerUnit = (unit: string) => must(DAYS_PER_UNIT[unit], 'a unit');
const PARTS_OF_DAY_PATTERN = '(?:mornings|afternoons|evenings|nights)';

export const PERIOD_RULES: readonly Rule[] = [
  createRule(`(${WEEKDAY_PATTERN})s`, ([text]) => toEveryReading(Number(text[1]))),
  createRule(`(?:every|each)(?: other| single| 2thw?)? (${WEEKDAY_PATTERN})`, ([, weekday = '']) =>
    toEveryReading(Number(weekday[1])),
  ),
  createRule(
    `(?<! is )(?:a|any) (${WEEKDAY_PATTERN})`,
    ([, weekday = '']) => toEveryReading(Number(weekday[1])),
    canFollowTime,
  ),
  createRule(`(${WEEKDAY_PATTERN})(?= ${PARTS_OF_DAY_PATTERN} )`, ([, weekday = '']) =>
    toEveryReading(Number(weekday[1])),
  ),
  createRule(
    '(?:every |on |any |a )?(?:weekdays|weekday|week day)|(?:every |on )(?:a )?(?:workdays?|(?:business|working) day)',
    toEveryReading(1, 2, 3, 4, 5),
  ),
  createRule('(?:during|in) the week(?! of| after| before)', toEveryReading(1, 2, 3, 4, 5)),
  createRule('(?:weeknights?|school nights?)', () => [
    toEveryReading(1, 2, 3, 4, 5),
    { kind: 'part', name: 'evening' },
  ]),
  createRule('weekends|(?:every|each|a|any) weekend', toEveryReading(6, 7)),
  createRule(
    'every(?: single)? day|everyday|daily|7w? day (?:a|per) week|all week(?: long)?',
    toEveryReading(1, 2, 3, 4, 5, 6, 7),
  ),
  createRule(
    joinPatternLines`(?:(this|next|the|coming|following|last|past)(?: coming| following)? )?
      weekend(?: (after next|coming|after(?! the)))?`,
    ([text, qualifier, afterPhrase], input) =>
      readWeekend(input, text, afterPhrase?.startsWith('after') ? afterPhrase : qualifier),
  ),
  createRule(
    `${OPTIONAL_PART_PATTERN}(this|next|coming|following)(?: coming)? week`,
    ([text, part, qualifier = ''], input) => readWeek(input, text, part, qualifier),
  ),
  createRule(`${PART_OF_PERIOD_PATTERN}week`, ([text, part], input) => readWeek(input, text, part, '')),
  createRule('(?:the )?week after next', ([text], input) => readWeek(input, text, undefined, 'after next')),
  createRule('mid ?week', ([text], input) => readWeek(input, text, 'mid', '')),
  createRule('(?:in|within|over) the next week', ([text], input) => readUpcoming(input, text, 'a', 'week')),
  createRule(
    `${OPTIONAL_PART_PATTERN}(this|next|coming|following)(?: coming)? month`,
    ([text, part, qualifier = ''], input) => readMonth(input, text, part, qualifier),
  ),
  createRule('(early|beginning|start|mid|middle|late|later|end)(?: of| in)?(?: the)? month', ([text, part], input) =>
    readMonth(input, text, part, ''),
  ),
  createRule(
    `${OPTIONAL_PART_PATTERN}(?:(?:this|next|coming) )?(${MONTH_PATTERN})(?: ((?:19|20)\\d\\d))?`,
    ([, part, monthCode = '', year], input) => readNamedMonth(input, part, Number(monthCode.slice(1)), year),
  ),
  createRule(
    `(?:(?:in|within|over) )?(?:the )?(?:next|coming) (${COUNT_PATTERN}) (day|week|month)`,
    ([text, count = '', unit = ''], input) => readUpcoming(input, text, count, unit),
  ),
  createRule('(?:(?:in|within|over) )?the (?:next|coming) (day|week|month) or (?:so|2w?)', ([text, unit = ''], input) =>
    readUpcoming(input, text, 'a', unit),
  ),
  createRule(`within (${COUNT_PATTERN}) (day|week|month)`, ([text, count = '', unit = ''], input) =>
    readUpcoming(input, text, count, unit),
  ),
  createRule('in (?:a )?few (day|week|month)(?: time)?', ([text, unit = ''], { today }) =>
    toDaysReading(today + 2 * getDaysPerUnit(unit), today + 5 * getDaysPerUnit(unit), text),
  ),
  createRule(
    'in (\\d{1,2})w? (?:-|to|or) (\\d{1,2})w? (day|week|month)(?: time)?',
    ([text, from, to, unit = ''], { today }) =>
      toDaysReading(today + Number(from) * getDaysPerUnit(unit), today + Number(to) * getDaysPerUnit(unit), text),
  ),
  createRule('next year', (_, { today }) =>
    toDaysReading(firstDayOfMonth(yearOf(today) + 1, 1), lastDayOfMonth(yearOf(today) + 1, 12), 'next year'),
  ),
  createRule('(?:the )?1thw? week (?:of|in) (m\\d+|next month|the new year)', ([text, name = ''], { today }) => {
    const month = name.startsWith('m') ? Number(name.slice(1)) : name === 'next month' ? monthOf(today) + 1 : 13;
    const firstOfMonth = firstDayOfMonth(yearOf(today) + (month < monthOf(today) ? 1 : 0), month);
    return toDaysReading(firstOfMonth, firstOfMonth + 7 - weekdayOf(firstOfMonth), text);
  }),
];
