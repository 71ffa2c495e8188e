// Whether what a sentence says to be at a time of a day is so on that day.
import { zoneOf } from '../../../../scheduling/zone.ts';
import type { CheckedSentence, DropReason, Evidence } from './checked-sentence.ts';
import type { Day } from './days.ts';
import type { Entry } from './evidence.ts';
import { groupsOf, isWithin, minutesOf, periodsOf } from './hours.ts';
import { isTakenOrNot } from './places.ts';
import { clauseAt, isDenied, isQuestion, wordsOf } from './text.ts';
import type { ClockTime, TextSpan } from './text-span.ts';

export type Wrong = { why: DropReason; about: string } | undefined;

export const wrongTimeOfDay = (about: CheckedSentence): Wrong =>
  offTimetable(about) ?? atNoTimeOfDay(about) ?? onOtherDays(about) ?? atOtherTime(about);

/** What is named is at that time, but on other days; or whoever is named does not work then. */
function offTimetable(about: CheckedSentence): Wrong {
  const { sentence, values, named, known } = about;
  if (values.days.length === 0 || isQuestion(sentence) || isTakenOrNot(sentence) || isDenied(sentence))
    return undefined;
  const timed = named.map(({ entry }) => entry).filter(({ week, record }) => week.size > 0 || 'hours' in record);
  const classes = timed.filter(({ record }) => 'weekly' in record);
  // Who holds a class is named with it: the class says when it is.
  const owners = classes.length > 0 ? classes : timed.filter(({ record }) => 'hours' in record);
  for (const { days, times } of groupsOf(sentence, values)) {
    for (const { minutes, said, isEnd } of times) {
      if (minutes.some((at) => known.results.times.has(at)) || days.length === 0) continue;
      // "From nine" is in the morning.
      const likely = !isEnd && minutes[0]! >= MORNING ? minutes.slice(0, 1) : minutes;
      const isOn = (day: Day) => (classes.length > 0 ? minutes : likely).some((at) => isThen(about, owners, day, at));
      if (owners.length > 0 && !days.some(isOn))
        return { why: 'time', about: `${owners[0]!.name} is not there on that day at ${said}` };
    }
    const isThere = (day: Day) => owners.some((owner) => isOnDay(about, owner, day));
    if (owners.length > 0 && times.length === 0 && days.length > 0 && known.results.times.size === 0)
      if (!days.some(isThere)) return { why: 'time', about: `${owners[0]!.name} is not there on that day` };
  }
  return undefined;
}

/** Something is said to be at a time of a day, and no record has that time of that day. */
function atNoTimeOfDay(about: CheckedSentence): Wrong {
  const { sentence, values, known } = about;
  const { results, told, records } = known;
  const { business, now } = known.given;
  if (isQuestion(sentence)) return undefined;
  for (const { days, times } of groupsOf(sentence, values))
    for (const day of days)
      for (const { minutes, said, at } of times) {
        const isDeniedAt = (place = at) => [isTakenOrNot, isDenied].some((test) => test(clauseAt(sentence, place)));
        if (isDeniedAt() || isDeniedAt((day as Partial<TextSpan>).at)) continue;
        const weekday = weekdayOf(about, day);
        const isIn = (all: ReadonlySet<number>) => minutes.some((at) => all.has(at));
        const isOpen = periodsOf(business, now, day)?.some((period) => minutes.some((at) => isWithin(at, period)));
        const isSet = records.some(({ entries, texts }) =>
          [
            entries.some(({ week }) => minutes.some((at) => week.has(`${weekday}-${at}`))),
            texts.some(({ times, weekdays }) => isIn(times) && weekdays.has(weekday)),
          ].some(Boolean),
        );
        if (!isOpen && !isSet && !isIn(results.times) && !isIn(told.times))
          return { why: 'time', about: `${said} is in no record of that day` };
      }
  return undefined;
}

/** What is written with these times is on other days. */
function onOtherDays(about: CheckedSentence): Wrong {
  const { sentence, values } = about;
  if (isQuestion(sentence)) return undefined;
  for (const { days, times } of groupsOf(sentence, values)) {
    if (times.length === 0 || days.length === 0 || isTakenOrNot(clauseAt(sentence, times[0]!.at))) continue;
    if (times.every(({ minutes }) => minutes.some((at) => about.known.results.times.has(at)))) continue;
    const alike = textsLike(about, times).filter(({ weekdays }) => weekdays.size > 0);
    if (alike.length > 0 && !alike.some(({ weekdays }) => days.every((day) => weekdays.has(weekdayOf(about, day)))))
      return { why: 'time', about: `it is on other days: ${alike[0]!.text}` };
  }
  return undefined;
}

/** What says most of the same has other times. */
function atOtherTime(about: CheckedSentence): Wrong {
  const { sentence, values, known } = about;
  const words = [...new Set(wordsOf(sentence))];
  if (values.times.length === 0 || words.length < SEVERAL || isQuestion(sentence)) return undefined;
  const isIn = (times: ReadonlySet<number>) => values.times.some(({ minutes }) => minutes.some((at) => times.has(at)));
  if (isIn(known.results.times) || isIn(known.told.times)) return undefined;
  const alike = known.records
    .flatMap(({ texts }) => texts)
    .filter((text) => text.times.size > 0 && words.filter((word) => text.words.has(word)).length * 2 > words.length);
  return alike.length > 0 && !alike.some(({ times }) => isIn(times))
    ? { why: 'time', about: `the records say: ${alike[0]!.text}` }
    : undefined;
}
const SEVERAL = 4;

/** Texts of the same, with all of these times. */
export const textsLike = ({ sentence, known }: CheckedSentence, times: readonly ClockTime[]) => {
  const words = [...new Set(wordsOf(sentence))];
  return known.records
    .flatMap(({ texts }) => texts)
    .filter(
      (text) =>
        times.every(({ minutes }) => minutes.some((at) => text.times.has(at))) &&
        words.filter((word) => text.words.has(word)).length > 1,
    );
};

const MORNING = 7 * 60;
const NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

type Hours = Partial<Record<string, [string, string][]>>;

/** The weekday of a day, also of today and of a date. */
export function weekdayOf({ known }: Pick<CheckedSentence, 'known'>, { weekday, fromToday, date }: Day): number {
  if (weekday !== undefined) return weekday;
  const today = todayOf(known);
  return weekdayAt(date ? dayNumber(date, today) : today + (fromToday ?? 0));
}

const todayOf = ({ given: { business, now } }: Evidence): number =>
  zoneOf(business.timezone).localAt(now.getTime()).day;
const weekdayAt = (day: number): number => (((day + 3) % 7) + 7) % 7;
const dayNumber = ({ year, month, day }: NonNullable<Day['date']>, today: number): number =>
  Date.UTC(year ?? new Date(today * DAY).getUTCFullYear(), month, day) / DAY;

/** How many days it is until then; a date without a year may be of the next one. */
export function daysUntil(known: Evidence, { weekday, fromToday, date }: Day): number[] {
  const today = todayOf(known);
  if (date) {
    const day = dayNumber(date, today) - today;
    return day < 0 && date.year === undefined ? [day, day + DAYS_OF_YEAR] : [day];
  }
  if (weekday === undefined) return [fromToday ?? 0];
  const next = (weekday - weekdayAt(today) + 7) % 7;
  return [next, next + 7];
}

const hoursOf = (about: CheckedSentence, { record }: Entry, day: Day): [string, string][] =>
  (record.hours as Hours | undefined)?.[NAMES[weekdayOf(about, day)]!] ?? [];

const isOnDay = (about: CheckedSentence, entry: Entry, day: Day): boolean =>
  'weekly' in entry.record
    ? [...entry.week].some((each) => each.startsWith(`${weekdayOf(about, day)}-`))
    : hoursOf(about, entry, day).length > 0;

/** A class begins then, or somebody is at work. */
const isThen = (about: CheckedSentence, owners: readonly Entry[], day: Day, at: number): boolean =>
  owners.some((entry) =>
    'weekly' in entry.record
      ? entry.week.has(`${weekdayOf(about, day)}-${at}`)
      : hoursOf(about, entry, day).some(([from, to]) => isWithin(at, [minutesOf(from), minutesOf(to)])),
  );

const DAY = 86_400_000;
const DAYS_OF_YEAR = 365;
