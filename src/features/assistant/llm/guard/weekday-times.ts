// Whether something takes place at the stated time on the stated day.
import { must } from '../../../../kernel/must.ts';
import { zoneOf } from '../../../../scheduling/zone.ts';
import { saysUnavailable } from './availability-words.ts';
import type { Day } from './days.ts';
import type { Entry } from './evidence.ts';
import { findOpenPeriods, groupDaysAndTimes, isWithinPeriod, parseClockMinutes } from './hours.ts';
import type { DropReason, Evidence, ParsedSentence } from './parsed-sentence.ts';
import { extractContentWords, findClauseAt, hasNegation, isQuestion } from './text-analysis.ts';
import type { ClockTime, TextSpan } from './text-span.ts';

export type Rejection = { reason: DropReason; detail: string };

export const findWrongTimeOnDay = (parsed: ParsedSentence): Rejection | undefined =>
  findOffTimetable(parsed) ?? findUnrecordedTime(parsed) ?? findOtherDays(parsed) ?? findOtherTime(parsed);

/** The mentioned class is on other days, or the mentioned person does not work then. */
function findOffTimetable(parsed: ParsedSentence): Rejection | undefined {
  const { sentence, values, mentions, evidence } = parsed;
  if (values.days.length === 0 || isQuestion(sentence) || saysUnavailable(sentence) || hasNegation(sentence))
    return undefined;
  const scheduledEntries = mentions
    .map(({ entry }) => entry)
    .filter(({ weeklyTimes, record }) => weeklyTimes.size > 0 || 'hours' in record);
  const classes = scheduledEntries.filter(({ record }) => 'weekly' in record);
  // A class decides when it takes place, even if the sentence also mentions its teacher.
  const timetabledEntries = classes.length > 0 ? classes : scheduledEntries.filter(({ record }) => 'hours' in record);
  const [firstEntry] = timetabledEntries;
  for (const { days, times } of groupDaysAndTimes(sentence, values)) {
    for (const { minutes, matchedText, isEnd } of times) {
      if (minutes.some((minute) => evidence.toolFacts.times.has(minute)) || days.length === 0) continue;
      // A start such as "from nine" means the morning.
      const likelyMinutes =
        !isEnd && must(minutes[0], 'the minute of a time') >= EARLIEST_LIKELY_START_MINUTES
          ? minutes.slice(0, 1)
          : minutes;
      const isScheduled = (day: Day) =>
        (classes.length > 0 ? minutes : likelyMinutes).some((minute) =>
          takesPlaceAt(parsed, timetabledEntries, day, minute),
        );
      if (firstEntry && !days.some(isScheduled))
        return { reason: 'time', detail: `${firstEntry.name} is not there on that day at ${matchedText}` };
    }
    const isPresent = (day: Day) => timetabledEntries.some((entry) => isScheduledOn(parsed, entry, day));
    if (firstEntry && times.length === 0 && days.length > 0 && evidence.toolFacts.times.size === 0)
      if (!days.some(isPresent)) return { reason: 'time', detail: `${firstEntry.name} is not there on that day` };
  }
  return undefined;
}

/** No record has the stated time on the stated day. */
function findUnrecordedTime(parsed: ParsedSentence): Rejection | undefined {
  const { sentence, values, evidence } = parsed;
  const { toolFacts, conversationFacts, trustedFacts } = evidence;
  const { business, now } = evidence.input;
  if (isQuestion(sentence)) return undefined;
  for (const { days, times } of groupDaysAndTimes(sentence, values))
    for (const day of days)
      for (const { minutes, matchedText, start } of times) {
        const isDeniedAt = (position = start) =>
          [saysUnavailable, hasNegation].some((test) => test(findClauseAt(sentence, position)));
        if (isDeniedAt() || isDeniedAt((day as Partial<TextSpan>).start)) continue;
        const weekday = computeWeekday(parsed, day);
        const isAnyMinuteIn = (times: ReadonlySet<number>) => minutes.some((minute) => times.has(minute));
        const isOpen = findOpenPeriods(business, now, day)?.some((period) =>
          minutes.some((minute) => isWithinPeriod(minute, period)),
        );
        const isRecorded = trustedFacts.some(({ entries, texts }) =>
          [
            entries.some(({ weeklyTimes }) => minutes.some((minute) => weeklyTimes.has(`${weekday}-${minute}`))),
            texts.some(({ times, weekdays }) => isAnyMinuteIn(times) && weekdays.has(weekday)),
          ].some(Boolean),
        );
        if (!isOpen && !isRecorded && !isAnyMinuteIn(toolFacts.times) && !isAnyMinuteIn(conversationFacts.times))
          return { reason: 'time', detail: `${matchedText} is in no record of that day` };
      }
  return undefined;
}

/** Similar texts have these times on other days. */
function findOtherDays(parsed: ParsedSentence): Rejection | undefined {
  const { sentence, values } = parsed;
  if (isQuestion(sentence)) return undefined;
  for (const { days, times } of groupDaysAndTimes(sentence, values)) {
    const [firstTime] = times;
    if (!firstTime || days.length === 0 || saysUnavailable(findClauseAt(sentence, firstTime.start))) continue;
    if (times.every(({ minutes }) => minutes.some((minute) => parsed.evidence.toolFacts.times.has(minute)))) continue;
    const similarTexts = findSimilarTexts(parsed, times).filter(({ weekdays }) => weekdays.size > 0);
    const [firstText] = similarTexts;
    if (
      firstText &&
      !similarTexts.some(({ weekdays }) => days.every((day) => weekdays.has(computeWeekday(parsed, day))))
    )
      return { reason: 'time', detail: `it is on other days: ${firstText.text}` };
  }
  return undefined;
}

/** A text with mostly the same words has other times. */
function findOtherTime(parsed: ParsedSentence): Rejection | undefined {
  const { sentence, values, evidence } = parsed;
  const words = [...new Set(extractContentWords(sentence))];
  if (values.times.length === 0 || words.length < MIN_COMPARED_WORDS || isQuestion(sentence)) return undefined;
  const isAnyMinuteIn = (times: ReadonlySet<number>) =>
    values.times.some(({ minutes }) => minutes.some((minute) => times.has(minute)));
  if (isAnyMinuteIn(evidence.toolFacts.times) || isAnyMinuteIn(evidence.conversationFacts.times)) return undefined;
  const similarTexts = evidence.trustedFacts
    .flatMap(({ texts }) => texts)
    .filter((text) => text.times.size > 0 && words.filter((word) => text.words.has(word)).length * 2 > words.length);
  const [firstText] = similarTexts;
  return firstText && !similarTexts.some(({ times }) => isAnyMinuteIn(times))
    ? { reason: 'time', detail: `the records say: ${firstText.text}` }
    : undefined;
}
const MIN_COMPARED_WORDS = 4;

/** Texts with similar words that have all of these times. */
export const findSimilarTexts = ({ sentence, evidence }: ParsedSentence, times: readonly ClockTime[]) => {
  const words = [...new Set(extractContentWords(sentence))];
  return evidence.trustedFacts
    .flatMap(({ texts }) => texts)
    .filter(
      (text) =>
        times.every(({ minutes }) => minutes.some((minute) => text.times.has(minute))) &&
        words.filter((word) => text.words.has(word)).length > 1,
    );
};

const EARLIEST_LIKELY_START_MINUTES = 7 * 60;
const WEEKDAY_KEYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

type WeeklyHours = Partial<Record<string, [string, string][]>>;

/** The weekday of any day, including today and dates. */
export function computeWeekday(
  { evidence }: Pick<ParsedSentence, 'evidence'>,
  { weekday, daysFromToday, date }: Day,
): number {
  if (weekday !== undefined) return weekday;
  const today = computeToday(evidence);
  return toWeekday(date ? computeDayNumber(date, today) : today + (daysFromToday ?? 0));
}

const computeToday = ({ input: { business, now } }: Evidence): number =>
  zoneOf(business.timezone).localAt(now.getTime()).day;
const toWeekday = (day: number): number => (((day + 3) % 7) + 7) % 7;
const computeDayNumber = ({ year, month, day }: NonNullable<Day['date']>, today: number): number =>
  Date.UTC(year ?? new Date(today * DAY_MS).getUTCFullYear(), month, day) / DAY_MS;

/** Days from today until the day; a date without a year may be next year's, a weekday next week's. */
export function listPossibleDaysUntil(evidence: Evidence, { weekday, daysFromToday, date }: Day): number[] {
  const today = computeToday(evidence);
  if (date) {
    const offset = computeDayNumber(date, today) - today;
    return offset < 0 && date.year === undefined ? [offset, offset + DAYS_PER_YEAR] : [offset];
  }
  if (weekday === undefined) return [daysFromToday ?? 0];
  const daysUntilNext = (weekday - toWeekday(today) + 7) % 7;
  return [daysUntilNext, daysUntilNext + 7];
}

const findWorkingHours = (parsed: ParsedSentence, { record }: Entry, day: Day): [string, string][] =>
  (record.hours as WeeklyHours | undefined)?.[
    must(WEEKDAY_KEYS[computeWeekday(parsed, day)], 'a weekday from 0 to 6')
  ] ?? [];

const isScheduledOn = (parsed: ParsedSentence, entry: Entry, day: Day): boolean =>
  'weekly' in entry.record
    ? [...entry.weeklyTimes].some((time) => time.startsWith(`${computeWeekday(parsed, day)}-`))
    : findWorkingHours(parsed, entry, day).length > 0;

/** A class starts then, or the person is at work. */
const takesPlaceAt = (parsed: ParsedSentence, timetabledEntries: readonly Entry[], day: Day, minute: number): boolean =>
  timetabledEntries.some((entry) =>
    'weekly' in entry.record
      ? entry.weeklyTimes.has(`${computeWeekday(parsed, day)}-${minute}`)
      : findWorkingHours(parsed, entry, day).some(([start, end]) =>
          isWithinPeriod(minute, [parseClockMinutes(start), parseClockMinutes(end)]),
        ),
  );

const DAY_MS = 86_400_000;
const DAYS_PER_YEAR = 365;
