// Several days at once: "this weekend", "next week", "in November", "on weekdays", "Mondays".
import { must } from '../../kernel/must.ts';
import { firstOf, lastOf, mondayOf, monthOf, weekdayOf, yearOf } from './civil.ts';
import { isFollowed } from './follow.ts';
import { wide } from './patterns.ts';
import { COUNT, countOf, MONTH, type Reading, type Rule, rule, type Scene, WEEKDAY } from './rule.ts';

const every = (...weekdays: number[]): Reading => ({ kind: 'every', weekdays });
/** Named in canonical words; where these hold a number or a month, the customer's own words are better. */
const days = (from: number, to: number, said: string): Reading => ({
  kind: 'days',
  from,
  to,
  ...(/\d/.test(said) ? {} : { name: said }),
});

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const SOME_PART = wide`
  (early|earlier|beginning|start|1thw half|1thw part|mid|middle|midway|late|later|end|2thw half|latter part|back end)
  (?: on)?(?: of| in)?(?: the)? `;
const PART = `(?:${SOME_PART})?`;

/** A part of a stretch of days, which is at least one day long and does not begin before today. */
function partOf({ today }: Scene, from: number, to: number, part: string | undefined, name: string): Reading {
  const isWeek = to - from < 7;
  let [start, end] = [from, to];
  if (part && /early|begin|start|1thw/.test(part)) end = from + (isWeek ? 2 : 9);
  else if (part?.startsWith('mid')) [start, end] = isWeek ? [from + 1, from + 3] : [from + 10, from + 19];
  else if (part?.endsWith('end')) start = to - (isWeek ? 3 : 6);
  else if (part) start = from + (isWeek ? 3 : 20);
  if (part === 'later' && from <= today) start = today + 1;
  start = Math.max(start, Math.min(today, to));
  return days(start, Math.max(start, end), name);
}

function week(scene: Scene, said: string, part: string | undefined, which: string): Reading {
  const weeks = /after next/.test(which) ? 2 : /next|following|after/.test(which) ? 1 : 0;
  const monday = mondayOf(scene.today) + 7 * weeks;
  return partOf(scene, monday, monday + 6, part, said);
}

function weekend({ today }: Scene, said: string, which = ''): Reading {
  const saturday = mondayOf(today) + 5;
  if (/last|past/.test(which)) return days(saturday - 7, saturday - 6, said);
  const from = saturday + (/after/.test(which) ? 14 : /next|following/.test(which) ? 7 : 0);
  return days(
    Math.max(from, Math.min(today, from + 1)),
    from + 1,
    which === '' || which === 'the' ? 'the weekend' : said,
  );
}

function month(scene: Scene, said: string, part: string | undefined, which: string): Reading {
  const ahead = which.includes('next') || which.includes('following') ? 1 : 0;
  const first = firstOf(yearOf(scene.today), monthOf(scene.today) + ahead);
  return partOf(scene, first, lastOf(yearOf(first), monthOf(first)), part, said);
}

function namedMonth(scene: Scene, part: string | undefined, month: number, year?: string): Reading | undefined {
  const thisYear = yearOf(scene.today);
  const inYear = year ? Number(year) : thisYear + (month < monthOf(scene.today) ? 1 : 0);
  if (inYear < thisYear) return { kind: 'nothing' };
  const name = must(MONTHS[month - 1], 'a month');
  return partOf(scene, firstOf(inYear, month), lastOf(inYear, month), part, part ? `${part} ${name}` : name);
}

function nextFew({ today }: Scene, said: string, count: string, unit: string): Reading {
  const length = countOf(count) * (unit === 'day' ? 1 : unit === 'week' ? 7 : 30);
  return days(today, today + Math.round(length), said);
}

const LENGTHS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };
const lengthOf = (unit: string) => must(LENGTHS[unit], 'a unit');
const PARTS_OF_DAY = '(?:mornings|afternoons|evenings|nights)';

export const PERIOD_RULES: readonly Rule[] = [
  rule(`(${WEEKDAY})s`, ([said]) => every(Number(said[1]))),
  rule(`(?:every|each)(?: other| single| 2thw?)? (${WEEKDAY})`, ([, weekday = '']) => every(Number(weekday[1]))),
  rule(`(?<! is )(?:a|any) (${WEEKDAY})`, ([, weekday = '']) => every(Number(weekday[1])), isFollowed),
  rule(`(${WEEKDAY})(?= ${PARTS_OF_DAY} )`, ([, weekday = '']) => every(Number(weekday[1]))),
  rule(
    '(?:every |on |any |a )?(?:weekdays|weekday|week day)|(?:every |on )(?:a )?(?:workdays?|(?:business|working) day)',
    every(1, 2, 3, 4, 5),
  ),
  rule('(?:during|in) the week(?! of| after| before)', every(1, 2, 3, 4, 5)),
  rule('(?:weeknights?|school nights?)', () => [every(1, 2, 3, 4, 5), { kind: 'part', name: 'evening' }]),
  rule('weekends|(?:every|each|a|any) weekend', every(6, 7)),
  rule('every(?: single)? day|everyday|daily|7w? day (?:a|per) week|all week(?: long)?', every(1, 2, 3, 4, 5, 6, 7)),
  rule(
    wide`(?:(this|next|the|coming|following|last|past)(?: coming| following)? )?
      weekend(?: (after next|coming|after(?! the)))?`,
    ([said, which, after], scene) => weekend(scene, said, after?.startsWith('after') ? after : which),
  ),
  rule(`${PART}(this|next|coming|following)(?: coming)? week`, ([said, part, which = ''], scene) =>
    week(scene, said, part, which),
  ),
  rule(`${SOME_PART}week`, ([said, part], scene) => week(scene, said, part, '')),
  rule('(?:the )?week after next', ([said], scene) => week(scene, said, undefined, 'after next')),
  rule('mid ?week', ([said], scene) => week(scene, said, 'mid', '')),
  rule('(?:in|within|over) the next week', ([said], scene) => nextFew(scene, said, 'a', 'week')),
  rule(`${PART}(this|next|coming|following)(?: coming)? month`, ([said, part, which = ''], scene) =>
    month(scene, said, part, which),
  ),
  rule('(early|beginning|start|mid|middle|late|later|end)(?: of| in)?(?: the)? month', ([said, part], scene) =>
    month(scene, said, part, ''),
  ),
  rule(`${PART}(?:(?:this|next|coming) )?(${MONTH})(?: ((?:19|20)\\d\\d))?`, ([, part, name = '', year], scene) =>
    namedMonth(scene, part, Number(name.slice(1)), year),
  ),
  rule(
    `(?:(?:in|within|over) )?(?:the )?(?:next|coming) (${COUNT}) (day|week|month)`,
    ([said, count = '', unit = ''], scene) => nextFew(scene, said, count, unit),
  ),
  rule('(?:(?:in|within|over) )?the (?:next|coming) (day|week|month) or (?:so|2w?)', ([said, unit = ''], scene) =>
    nextFew(scene, said, 'a', unit),
  ),
  rule(`within (${COUNT}) (day|week|month)`, ([said, count = '', unit = ''], scene) =>
    nextFew(scene, said, count, unit),
  ),
  rule('in (?:a )?few (day|week|month)(?: time)?', ([said, unit = ''], { today }) =>
    days(today + 2 * lengthOf(unit), today + 5 * lengthOf(unit), said),
  ),
  rule(
    'in (\\d{1,2})w? (?:-|to|or) (\\d{1,2})w? (day|week|month)(?: time)?',
    ([said, from, to, unit = ''], { today }) =>
      days(today + Number(from) * lengthOf(unit), today + Number(to) * lengthOf(unit), said),
  ),
  rule('next year', (_, { today }) => days(firstOf(yearOf(today) + 1, 1), lastOf(yearOf(today) + 1, 12), 'next year')),
  rule('(?:the )?1thw? week (?:of|in) (m\\d+|next month|the new year)', ([said, name = ''], { today }) => {
    const wanted = name.startsWith('m') ? Number(name.slice(1)) : name === 'next month' ? monthOf(today) + 1 : 13;
    const first = firstOf(yearOf(today) + (wanted < monthOf(today) ? 1 : 0), wanted);
    return days(first, first + 7 - weekdayOf(first), said);
  }),
];
