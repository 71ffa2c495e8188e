// Periods of several days: "this weekend", "next week", "in November", "on weekdays", "Mondays".
// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { must } from '../../kernel/must.ts';
import { firstDayOfMonth, lastDayOfMonth, mondayOf, monthOf, weekdayOf, yearOf } from './civil-dates.ts';
import { canFollowTime } from './following-words.ts';
import { joinPatternLines } from './patterns.ts';
import { COUNT, MONTH, type ParseInput, parseCount, type Reading, type Rule, rule, WEEKDAY } from './rule.ts';

const everyWeekday = (...weekdays: number[]): Reading => ({ kind: 'every', weekdays });
/** Named in canonical pieces, except where these contain a code for a number or month; then the customer's words are used. */
const daysReading = (from: number, to: number, text: string): Reading => ({
  kind: 'days',
  from,
  to,
  ...(/\d/.test(text) ? {} : { name: text }),
});

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const PART_OF_PERIOD = joinPatternLines`
  (early|earlier|beginning|start|1thw half|1thw part|mid|middle|midway|late|later|end|2thw half|latter part|back end)
  (?: on)?(?: of| in)?(?: the)? `;
const OPTIONAL_PART = `(?:${PART_OF_PERIOD})?`;

/** A part of a period, at least one day long and not starting before today. */
function partOfPeriod(
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
  return daysReading(start, Math.max(start, end), name);
}

function weekReading(input: ParseInput, text: string, part: string | undefined, qualifier: string): Reading {
  const weeks = /after next/.test(qualifier) ? 2 : /next|following|after/.test(qualifier) ? 1 : 0;
  const monday = mondayOf(input.today) + 7 * weeks;
  return partOfPeriod(input, monday, monday + 6, part, text);
}

function weekendReading({ today }: ParseInput, text: string, qualifier = ''): Reading {
  const saturday = mondayOf(today) + 5;
  if (/last|past/.test(qualifier)) return daysReading(saturday - 7, saturday - 6, text);
  const from = saturday + (/after/.test(qualifier) ? 14 : /next|following/.test(qualifier) ? 7 : 0);
  return daysReading(
    Math.max(from, Math.min(today, from + 1)),
    from + 1,
    qualifier === '' || qualifier === 'the' ? 'the weekend' : text,
  );
}

function monthReading(input: ParseInput, text: string, part: string | undefined, qualifier: string): Reading {
  const monthsAhead = qualifier.includes('next') || qualifier.includes('following') ? 1 : 0;
  const first = firstDayOfMonth(yearOf(input.today), monthOf(input.today) + monthsAhead);
  return partOfPeriod(input, first, lastDayOfMonth(yearOf(first), monthOf(first)), part, text);
}

function namedMonthReading(
  input: ParseInput,
  part: string | undefined,
  month: number,
  year?: string,
): Reading | undefined {
  const thisYear = yearOf(input.today);
  const yearMeant = year ? Number(year) : thisYear + (month < monthOf(input.today) ? 1 : 0);
  if (yearMeant < thisYear) return { kind: 'nothing' };
  const name = must(MONTHS[month - 1], 'a month');
  return partOfPeriod(
    input,
    firstDayOfMonth(yearMeant, month),
    lastDayOfMonth(yearMeant, month),
    part,
    part ? `${part} ${name}` : name,
  );
}

function upcomingReading({ today }: ParseInput, text: string, count: string, unit: string): Reading {
  const length = parseCount(count) * (unit === 'day' ? 1 : unit === 'week' ? 7 : 30);
  return daysReading(today, today + Math.round(length), text);
}

const DAYS_PER_UNIT: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };
const daysPerUnit = (unit: string) => must(DAYS_PER_UNIT[unit], 'a unit');
const PARTS_OF_DAY = '(?:mornings|afternoons|evenings|nights)';

export const PERIOD_RULES: readonly Rule[] = [
  rule(`(${WEEKDAY})s`, ([text]) => everyWeekday(Number(text[1]))),
  rule(`(?:every|each)(?: other| single| 2thw?)? (${WEEKDAY})`, ([, weekday = '']) => everyWeekday(Number(weekday[1]))),
  rule(`(?<! is )(?:a|any) (${WEEKDAY})`, ([, weekday = '']) => everyWeekday(Number(weekday[1])), canFollowTime),
  rule(`(${WEEKDAY})(?= ${PARTS_OF_DAY} )`, ([, weekday = '']) => everyWeekday(Number(weekday[1]))),
  rule(
    '(?:every |on |any |a )?(?:weekdays|weekday|week day)|(?:every |on )(?:a )?(?:workdays?|(?:business|working) day)',
    everyWeekday(1, 2, 3, 4, 5),
  ),
  rule('(?:during|in) the week(?! of| after| before)', everyWeekday(1, 2, 3, 4, 5)),
  rule('(?:weeknights?|school nights?)', () => [everyWeekday(1, 2, 3, 4, 5), { kind: 'part', name: 'evening' }]),
  rule('weekends|(?:every|each|a|any) weekend', everyWeekday(6, 7)),
  rule(
    'every(?: single)? day|everyday|daily|7w? day (?:a|per) week|all week(?: long)?',
    everyWeekday(1, 2, 3, 4, 5, 6, 7),
  ),
  rule(
    joinPatternLines`(?:(this|next|the|coming|following|last|past)(?: coming| following)? )?
      weekend(?: (after next|coming|after(?! the)))?`,
    ([text, qualifier, afterPhrase], input) =>
      weekendReading(input, text, afterPhrase?.startsWith('after') ? afterPhrase : qualifier),
  ),
  rule(`${OPTIONAL_PART}(this|next|coming|following)(?: coming)? week`, ([text, part, qualifier = ''], input) =>
    weekReading(input, text, part, qualifier),
  ),
  rule(`${PART_OF_PERIOD}week`, ([text, part], input) => weekReading(input, text, part, '')),
  rule('(?:the )?week after next', ([text], input) => weekReading(input, text, undefined, 'after next')),
  rule('mid ?week', ([text], input) => weekReading(input, text, 'mid', '')),
  rule('(?:in|within|over) the next week', ([text], input) => upcomingReading(input, text, 'a', 'week')),
  rule(`${OPTIONAL_PART}(this|next|coming|following)(?: coming)? month`, ([text, part, qualifier = ''], input) =>
    monthReading(input, text, part, qualifier),
  ),
  rule('(early|beginning|start|mid|middle|late|later|end)(?: of| in)?(?: the)? month', ([text, part], input) =>
    monthReading(input, text, part, ''),
  ),
  rule(
    `${OPTIONAL_PART}(?:(?:this|next|coming) )?(${MONTH})(?: ((?:19|20)\\d\\d))?`,
    ([, part, monthCode = '', year], input) => namedMonthReading(input, part, Number(monthCode.slice(1)), year),
  ),
  rule(
    `(?:(?:in|within|over) )?(?:the )?(?:next|coming) (${COUNT}) (day|week|month)`,
    ([text, count = '', unit = ''], input) => upcomingReading(input, text, count, unit),
  ),
  rule('(?:(?:in|within|over) )?the (?:next|coming) (day|week|month) or (?:so|2w?)', ([text, unit = ''], input) =>
    upcomingReading(input, text, 'a', unit),
  ),
  rule(`within (${COUNT}) (day|week|month)`, ([text, count = '', unit = ''], input) =>
    upcomingReading(input, text, count, unit),
  ),
  rule('in (?:a )?few (day|week|month)(?: time)?', ([text, unit = ''], { today }) =>
    daysReading(today + 2 * daysPerUnit(unit), today + 5 * daysPerUnit(unit), text),
  ),
  rule(
    'in (\\d{1,2})w? (?:-|to|or) (\\d{1,2})w? (day|week|month)(?: time)?',
    ([text, from, to, unit = ''], { today }) =>
      daysReading(today + Number(from) * daysPerUnit(unit), today + Number(to) * daysPerUnit(unit), text),
  ),
  rule('next year', (_, { today }) =>
    daysReading(firstDayOfMonth(yearOf(today) + 1, 1), lastDayOfMonth(yearOf(today) + 1, 12), 'next year'),
  ),
  rule('(?:the )?1thw? week (?:of|in) (m\\d+|next month|the new year)', ([text, name = ''], { today }) => {
    const month = name.startsWith('m') ? Number(name.slice(1)) : name === 'next month' ? monthOf(today) + 1 : 13;
    const first = firstDayOfMonth(yearOf(today) + (month < monthOf(today) ? 1 : 0), month);
    return daysReading(first, first + 7 - weekdayOf(first), text);
  }),
];
