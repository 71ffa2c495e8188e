// Whether the opening hours in a sentence are right for its days.
import { type Business, DAYS } from '../../../../capability/document.ts';
import { formatClock } from '../../../../kernel/clock.ts';
import { must } from '../../../../kernel/must.ts';
import { findOpenPeriodsOnDays } from '../../../../scheduling/hours.ts';
import { rulesOf } from '../../../../scheduling/schedules.ts';
import { zoneOf } from '../../../../scheduling/zone.ts';
import { type Day, RANGE_SEPARATOR_PATTERN } from './days.ts';
import type { Evidence, ParsedSentence } from './parsed-sentence.ts';
import type { ClockTime, TextSpan } from './text-span.ts';
import type { Values } from './values.ts';

const OPENING_WORDS_PATTERN =
  /(?<![\p{L}])(?:open(?:s|ing|ed)?|clos(?:e|es|ed|ing)|shut|abiert[oa]s?|abr(?:e|imos|en|imos)|cierra\p{L}*|cerramos|cerrad[oa]s?|ouvert\p{L}*|ouvr\p{L}+|ferm\p{L}+|geöffnet|offen|öffn\p{L}+|schließ\p{L}+|geschlossen|abert[oa]s?|abrimos|fechad\p{L}+|fecha(?:mos|m)?|apert[oiae]|apr(?:e|iamo)|chius[oaie]|chiud\p{L}+|geopend|gesloten|sluit\p{L}*|otwar\p{L}+|czynn\p{L}+|zamkn\p{L}+|zamyka\p{L}+|horario|horaires|öffnungszeiten|orari|hours)(?![\p{L}])|营业|开门|关门|打烊|休息|开放|営業|開店|閉店|開い|閉ま|閉め|定休|نفتح|مفتوح\p{L}*|نغلق|مغلق\p{L}*|يفتح|يغلق|खुल\p{L}*|खुला|खुले|बंद/iu;
const CLOSED_WORDS_PATTERN =
  /(?<![\p{L}])(?:closed|not open|aren['’]t open|isn['’]t open|shut|don['’]t open|cerrad[oa]s?|no abrimos|fermés?|fermée?s?|geschlossen|nicht geöffnet|fechad[oa]s?|não abrimos|chius[oi]|gesloten|zamknięt\p{L}*|nieczynn\p{L}*|descansamos|libramos|día libre|relâche|ruhetag|folga|riposo|rustdag|dzień wolny|wolne)(?![\p{L}])|(?<![不无])休息|不营业|关门|不开门|定休|休み|休業|مغلق\p{L}*|बंद/iu;
/** Without a time, these mean closed all day. */
const CLOSING_VERBS_PATTERN =
  /(?<!\p{L})(?:close|cerramos|fermons|schließen|fechamos|chiudiamo|sluiten|zamykamy|نغلق)(?!\p{L})/iu;
const END_TIME_LEAD_IN_PATTERN =
  /(?:until|till|til|to|by|clos\p{L}*|hasta|a|jusqu['’]?\p{L}*|ferm\p{L}*|bis|schließ\p{L}*|até|às|fino|alle|chiud\p{L}*|tot|sluit\p{L}*|do|zamyk\p{L}*|到|至|まで|حتى|إلى|तक|[-–—])[^\d\p{L}]*(?:las|la|à|as|um|the)?\s*$/iu;

export const mentionsOpeningHours = (sentence: string): boolean => OPENING_WORDS_PATTERN.test(sentence);

type GroupedTime = ClockTime & { isEnd: boolean };
type Period = readonly [start: number, end: number];

const MINUTE_MS = 60_000;

/** A weekday by its regular hours, a calendar date including closures. */
export function findOpenPeriods(business: Business, now: Date, day: Day): Period[] | undefined {
  if (day.weekday !== undefined)
    return (business.hours[must(DAYS[day.weekday], 'a weekday from 0 to 6')] ?? []).map(([from, to]) => [
      parseClockMinutes(from),
      parseClockMinutes(to),
    ]);
  const zone = zoneOf(business.timezone);
  const today = zone.localAt(now.getTime()).day;
  const dayNumber = day.daysFromToday !== undefined ? today + day.daysFromToday : computeDayNumber(day, today);
  if (dayNumber === undefined) return undefined;
  const start = zone.epochAt(dayNumber, 0);
  return findOpenPeriodsOnDays(rulesOf(business), dayNumber, dayNumber).map((period) => [
    (period.start - start) / MINUTE_MS,
    (period.end - start) / MINUTE_MS,
  ]);
}

function computeDayNumber({ date }: Day, today: number): number | undefined {
  if (!date) return undefined;
  const year = date.year ?? new Date(today * 86_400_000).getUTCFullYear();
  const dayNumber = Date.UTC(year, date.month, date.day) / 86_400_000;
  return dayNumber < today - 30 && date.year === undefined
    ? Date.UTC(year + 1, date.month, date.day) / 86_400_000
    : dayNumber;
}

export const parseClockMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

type DayTimeGroup = {
  days: Day[];
  times: GroupedTime[];
  /** Where it begins. */
  start: number;
};

/** Groups days with the times that follow them; "Monday to Friday" expands to five days. */
export function groupDaysAndTimes(sentence: string, { days, times }: Values): DayTimeGroup[] {
  type DayOrTime = (TextSpan & Day & { minutes?: undefined }) | ClockTime;
  const daysAndTimes: DayOrTime[] = [...days, ...times].sort((a, b) => a.start - b.start);
  const groups: DayTimeGroup[] = [];
  let group: DayTimeGroup = { days: [], times: [], start: 0 };
  let previousDay: (TextSpan & Day) | undefined;
  for (const item of daysAndTimes) {
    if (item.minutes) {
      // The match may include the preposition: "until 9".
      group.times.push({
        ...item,
        isEnd: END_TIME_LEAD_IN_PATTERN.test(
          `${sentence.slice(0, item.start)}${item.matchedText.replace(/\d.*$/s, '')}`,
        ),
      });
      continue;
    }
    if (group.times.length > 0 && group.days.length > 0) {
      groups.push(group);
      group = { days: [], times: [], start: item.start };
    }
    const textBetween = previousDay
      ? sentence.slice(previousDay.start + previousDay.matchedText.length, item.start)
      : '';
    // A new statement starts a new group: "Closed on Monday, open on Tuesday".
    if (
      previousDay &&
      group.days.length > 0 &&
      (CLOSED_WORDS_PATTERN.test(textBetween) ||
        OPENING_WORDS_PATTERN.test(textBetween) ||
        startsNewStatement(textBetween))
    ) {
      groups.push(group);
      group = { days: [], times: [], start: previousDay.start + previousDay.matchedText.length };
      previousDay = undefined;
    }
    if (previousDay?.weekday !== undefined && item.weekday !== undefined && RANGE_SEPARATOR_PATTERN.test(textBetween))
      for (let day = (previousDay.weekday + 1) % 7; day !== item.weekday; day = (day + 1) % 7)
        group.days.push({ weekday: day });
    group.days.push(item);
    previousDay = item;
  }
  return [...groups, group];
}

/** More than a list separator between two days: "Closed on Thursday, so that week it is Friday". */
const startsNewStatement = (textBetween: string) =>
  /[,;:]/.test(textBetween) && textBetween.replaceAll(/\P{L}/gu, '').length > MAX_SEPARATOR_LETTERS;
const MAX_SEPARATOR_LETTERS = 8;

export const isWithinPeriod = (minutes: number, [start, end]: Period) => {
  const lastMinute = end <= start ? end + 1440 : end;
  return (minutes >= start && minutes <= lastMinute) || minutes + 1440 <= lastMinute;
};
const isSameMinute = (minutes: number, edge: number) => minutes % 1440 === edge % 1440;

/**
 * An end time must be a closing time; another time must be within the hours, or outside them if the sentence says
 * closed.
 */
const fitsHours = ({ minutes, isEnd }: GroupedTime, periods: readonly Period[], saysClosed: boolean): boolean =>
  minutes.some((minute) =>
    periods.some((period) => {
      if (isEnd) return period.some((edge) => isSameMinute(minute, edge));
      return isWithinPeriod(minute, period) !== saysClosed || period.some((edge) => isSameMinute(minute, edge));
    }),
  );

/** Groups of days without their names: "weekdays", "the weekend". */
const DAY_GROUP_WORDS_PATTERN =
  /(?<!\p{L})(?:weekdays?|weekends?|other days|rest of the week|laborables|entre semana|resto|otros días|semaine|week-ends?|autres jours|wochentag\p{L}*|werktag\p{L}*|wochenend\p{L}*|übrigen|sonst|dias úteis|fi[mn]s? de semana|demais|feriali|altri giorni|fine settimana|doordeweeks|overige|w tygodniu|pozostał\p{L}*|powszedni\p{L}*)(?!\p{L})|工作日|平日|周末|其他|週末|أيام الأسبوع|باقي|نهاية الأسبوع|सप्ताहांत|बाकी/iu;

const isAboutOtherDays = (sentence: string, { days }: Values, { start }: GroupedTime): boolean => {
  const otherDaysStart = DAY_GROUP_WORDS_PATTERN.exec(sentence)?.index;
  return (
    otherDaysStart !== undefined &&
    otherDaysStart < start &&
    !days.some((day) => day.start > otherDaysStart && day.start < start)
  );
};

const listPeriodsOfAllDays = (business: Business, now: Date): Period[] =>
  DAYS.flatMap((_, weekday) => findOpenPeriods(business, now, { weekday }) ?? []);

type HoursCheck = Pick<ParsedSentence, 'sentence' | 'values'> & {
  evidence: {
    input: Pick<Evidence['input'], 'business' | 'now'>;
    conversationFacts: Pick<Evidence['conversationFacts'], 'times'>;
  };
};

/** Why the sentence must be dropped, or undefined. */
export function findWrongHours({ sentence, values, evidence }: HoursCheck): string | undefined {
  const { business, now } = evidence.input;
  if (!DAYS.some((day) => business.hours[day]?.length)) return undefined;
  const saysClosed =
    CLOSED_WORDS_PATTERN.test(sentence) || (values.times.length === 0 && CLOSING_VERBS_PATTERN.test(sentence));
  for (const { days, times, start } of groupDaysAndTimes(sentence, values)) {
    // Without a day, the time must fit some day.
    if (days.length === 0 && times.length > 0) {
      if (!times.every((time) => fitsHours(time, listPeriodsOfAllDays(business, now), saysClosed)))
        return 'that is in no day’s opening hours';
    }
    for (const day of days) {
      const periods = findOpenPeriods(business, now, day);
      if (!periods) continue;
      const name = (day as Day & Partial<TextSpan>).matchedText ?? DAYS[day.weekday ?? 0];
      const hoursText =
        periods.map(([opens, closes]) => `${formatClock(opens)}–${formatClock(closes)}`).join(' and ') || 'closed';
      const problem = `the hours of ${name} are: ${hoursText}`;
      // With open and closed days in one sentence, only a clearly stated day is compared.
      const isClearStatement =
        start === 0 ||
        OPENING_WORDS_PATTERN.test(sentence.slice(start)) ||
        CLOSED_WORDS_PATTERN.test(sentence.slice(start));
      if (times.length === 0 && days.length === values.days.length && isClearStatement) {
        if (
          saysClosed &&
          periods.length > 0 &&
          !/open|abiert|ouvert|geöffnet|营业到|until|bis/iu.test(sentence.replace(CLOSED_WORDS_PATTERN, ''))
        )
          return problem;
        if (!saysClosed && periods.length === 0) return problem;
      }
      for (const time of times)
        if (
          !fitsHours(time, periods, saysClosed) &&
          !(saysClosed && periods.length === 0) &&
          !(
            isAboutOtherDays(sentence, values, time) && fitsHours(time, listPeriodsOfAllDays(business, now), saysClosed)
          ) &&
          !isDeclinedRequest(time, times, periods, evidence.conversationFacts.times)
        )
          return problem;
    }
  }
  return undefined;
}

/** The customer asked for this time, and the sentence says that it is before opening or after closing. */
const isDeclinedRequest = (
  { minutes }: GroupedTime,
  times: readonly GroupedTime[],
  periods: readonly Period[],
  requestedMinutes: ReadonlySet<number>,
): boolean =>
  minutes.some(
    (minute) =>
      requestedMinutes.has(minute) &&
      periods.some(([start, end]) =>
        times.some((other) =>
          other.minutes.some((edge) => (edge === start && minute < edge) || (edge === end && minute > edge)),
        ),
      ),
  );
