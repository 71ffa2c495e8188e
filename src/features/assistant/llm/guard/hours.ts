// Whether what a sentence says of opening hours is so on the days that it names.
import { type Business, DAYS } from '../../../../capability/document.ts';
import { rulesOf } from '../../../../scheduling/calendar.ts';
import { openPeriods } from '../../../../scheduling/hours.ts';
import { zoneOf } from '../../../../scheduling/zone.ts';
import type { CheckedSentence, Evidence } from './checked-sentence.ts';
import { type Day, RANGE } from './days.ts';
import type { ClockTime, TextSpan } from './text-span.ts';
import type { Values } from './values.ts';

const OPEN =
  /(?<![\p{L}])(?:open(?:s|ing|ed)?|clos(?:e|es|ed|ing)|shut|abiert[oa]s?|abr(?:e|imos|en|imos)|cierra\p{L}*|cerramos|cerrad[oa]s?|ouvert\p{L}*|ouvr\p{L}+|ferm\p{L}+|geöffnet|offen|öffn\p{L}+|schließ\p{L}+|geschlossen|abert[oa]s?|abrimos|fechad\p{L}+|fecha(?:mos|m)?|apert[oiae]|apr(?:e|iamo)|chius[oaie]|chiud\p{L}+|geopend|gesloten|sluit\p{L}*|otwar\p{L}+|czynn\p{L}+|zamkn\p{L}+|zamyka\p{L}+|horario|horaires|öffnungszeiten|orari|hours)(?![\p{L}])|营业|开门|关门|打烊|休息|开放|営業|開店|閉店|開い|閉ま|閉め|定休|نفتح|مفتوح\p{L}*|نغلق|مغلق\p{L}*|يفتح|يغلق|खुल\p{L}*|खुला|खुले|बंद/iu;
const CLOSED =
  /(?<![\p{L}])(?:closed|not open|aren['’]t open|isn['’]t open|shut|don['’]t open|cerrad[oa]s?|no abrimos|fermés?|fermée?s?|geschlossen|nicht geöffnet|fechad[oa]s?|não abrimos|chius[oi]|gesloten|zamknięt\p{L}*|nieczynn\p{L}*|descansamos|libramos|día libre|relâche|ruhetag|folga|riposo|rustdag|dzień wolny|wolne)(?![\p{L}])|(?<![不无])休息|不营业|关门|不开门|定休|休み|休業|مغلق\p{L}*|बंद/iu;
/** Without a time it is the whole day. */
const CLOSES = /(?<!\p{L})(?:close|cerramos|fermons|schließen|fechamos|chiudiamo|sluiten|zamykamy|نغلق)(?!\p{L})/iu;
const ENDING =
  /(?:until|till|til|to|by|clos\p{L}*|hasta|a|jusqu['’]?\p{L}*|ferm\p{L}*|bis|schließ\p{L}*|até|às|fino|alle|chiud\p{L}*|tot|sluit\p{L}*|do|zamyk\p{L}*|到|至|まで|حتى|إلى|तक|[-–—])[^\d\p{L}]*(?:las|la|à|as|um|the)?\s*$/iu;

export const speaksOfOpening = (sentence: string): boolean => OPEN.test(sentence);

type Timed = ClockTime & { isEnd: boolean };
type Period = readonly [start: number, end: number];

const MINUTE = 60_000;

/** A day of the week as it always is, or one of the calendar with its closures. */
export function periodsOf(business: Business, now: Date, day: Day): Period[] | undefined {
  if (day.weekday !== undefined)
    return (business.hours[DAYS[day.weekday]!] ?? []).map(([from, to]) => [minutesOf(from), minutesOf(to)]);
  const zone = zoneOf(business.timezone);
  const today = zone.localAt(now.getTime()).day;
  const at = day.fromToday !== undefined ? today + day.fromToday : dayOf(day, today);
  if (at === undefined) return undefined;
  const start = zone.epochAt(at, 0);
  return openPeriods(rulesOf(business), at, at).map((period) => [
    (period.start - start) / MINUTE,
    (period.end - start) / MINUTE,
  ]);
}

function dayOf({ date }: Day, today: number): number | undefined {
  if (!date) return undefined;
  const year = date.year ?? new Date(today * 86_400_000).getUTCFullYear();
  const day = Date.UTC(year, date.month, date.day) / 86_400_000;
  return day < today - 30 && date.year === undefined ? Date.UTC(year + 1, date.month, date.day) / 86_400_000 : day;
}

export const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

type Group = { days: Day[]; times: Timed[] /** Where it begins. */; from: number };

/** The days that belong together: those named before a time, up to the time; "Monday to Friday" names five. */
export function groupsOf(sentence: string, { days, times }: Values): Group[] {
  type Mark = (TextSpan & Day & { minutes?: undefined }) | ClockTime;
  const marks: Mark[] = [...days, ...times].sort((a, b) => a.at - b.at);
  const groups: Group[] = [];
  let group: Group = { days: [], times: [], from: 0 };
  let last: (TextSpan & Day) | undefined;
  for (const mark of marks) {
    if (mark.minutes) {
      // What stands before it may be read as a part of it: "until 9".
      group.times.push({
        ...mark,
        isEnd: ENDING.test(`${sentence.slice(0, mark.at)}${/^[^\d]*/.exec(mark.said)![0]}`),
      });
      continue;
    }
    if (group.times.length > 0 && group.days.length > 0) {
      groups.push(group);
      group = { days: [], times: [], from: mark.at };
    }
    const between = last ? sentence.slice(last.at + last.said.length, mark.at) : '';
    // "Closed on Monday, open on Tuesday": what is said of one is not said of the other.
    if (group.days.length > 0 && (CLOSED.test(between) || OPEN.test(between) || isOfAnother(between))) {
      groups.push(group);
      group = { days: [], times: [], from: last!.at + last!.said.length };
      last = undefined;
    }
    if (last?.weekday !== undefined && mark.weekday !== undefined && RANGE.test(between))
      for (let day = (last.weekday + 1) % 7; day !== mark.weekday; day = (day + 1) % 7)
        group.days.push({ weekday: day });
    group.days.push(mark);
    last = mark;
  }
  return [...groups, group];
}

/** "Closed on Thursday, so that week it is Friday": more than a list. */
const isOfAnother = (between: string) => /[,;:]/.test(between) && between.replaceAll(/\P{L}/gu, '').length > LISTED;
const LISTED = 8;

export const isWithin = (minutes: number, [start, end]: Period) => {
  const last = end <= start ? end + 1440 : end;
  return (minutes >= start && minutes <= last) || minutes + 1440 <= last;
};
const isEdge = (minutes: number, edge: number) => minutes % 1440 === edge % 1440;

/** Until a closing, or within the hours; what is said to be closed then is not within them. */
const fitsOne = ({ minutes, isEnd }: Timed, periods: readonly Period[], saysClosed: boolean): boolean =>
  minutes.some((at) =>
    periods.some((period) => {
      if (isEnd) return period.some((edge) => isEdge(at, edge));
      return isWithin(at, period) !== saysClosed || period.some((edge) => isEdge(at, edge));
    }),
  );

/** Days that have no name: the other weekdays, the weekend. */
const OTHER_DAYS =
  /(?<!\p{L})(?:weekdays?|weekends?|other days|rest of the week|laborables|entre semana|resto|otros días|semaine|week-ends?|autres jours|wochentag\p{L}*|werktag\p{L}*|wochenend\p{L}*|übrigen|sonst|dias úteis|fi[mn]s? de semana|demais|feriali|altri giorni|fine settimana|doordeweeks|overige|w tygodniu|pozostał\p{L}*|powszedni\p{L}*)(?!\p{L})|工作日|平日|周末|其他|週末|أيام الأسبوع|باقي|نهاية الأسبوع|सप्ताहांत|बाकी/iu;

const isOfOthers = (sentence: string, { days }: Values, { at }: Timed): boolean => {
  const other = OTHER_DAYS.exec(sentence)?.index;
  return other !== undefined && other < at && !days.some((day) => day.at > other && day.at < at);
};

const weekOf = (business: Business, now: Date): Period[] =>
  DAYS.flatMap((_, weekday) => periodsOf(business, now, { weekday }) ?? []);

type OfHours = Pick<CheckedSentence, 'sentence' | 'values'> & {
  known: { given: Pick<Evidence['given'], 'business' | 'now'>; told: Pick<Evidence['told'], 'times'> };
};

/** What is wrong with it, or undefined. */
export function wrongHours({ sentence, values, known }: OfHours): string | undefined {
  const { business, now } = known.given;
  if (!DAYS.some((day) => business.hours[day]?.length)) return undefined;
  const saysClosed = CLOSED.test(sentence) || (values.times.length === 0 && CLOSES.test(sentence));
  for (const { days, times, from } of groupsOf(sentence, values)) {
    // Without a day it must be so on one.
    if (days.length === 0 && times.length > 0) {
      if (!times.every((time) => fitsOne(time, weekOf(business, now), saysClosed)))
        return 'that is in no day’s opening hours';
    }
    for (const day of days) {
      const periods = periodsOf(business, now, day);
      if (!periods) continue;
      const name = (day as Day & Partial<TextSpan>).said ?? DAYS[day.weekday ?? 0];
      const told = periods.map(([from, to]) => `${clock(from)}–${clock(to)}`).join(' and ') || 'closed';
      const wrong = `the hours of ${name} are: ${told}`;
      // "Closed on Monday, open on Tuesday" says two things: only what is plain is compared.
      const isSaidOf = from === 0 || OPEN.test(sentence.slice(from)) || CLOSED.test(sentence.slice(from));
      if (times.length === 0 && days.length === values.days.length && isSaidOf) {
        if (
          saysClosed &&
          periods.length > 0 &&
          !/open|abiert|ouvert|geöffnet|营业到|until|bis/iu.test(sentence.replace(CLOSED, ''))
        )
          return wrong;
        if (!saysClosed && periods.length === 0) return wrong;
      }
      for (const time of times)
        if (
          !fitsOne(time, periods, saysClosed) &&
          !(saysClosed && periods.length === 0) &&
          !(isOfOthers(sentence, values, time) && fitsOne(time, weekOf(business, now), saysClosed)) &&
          !isRefused(time, times, periods, known.told.times)
        )
          return wrong;
    }
  }
  return undefined;
}

/** They have asked for it, and are told that it is before the opening or after the closing. */
const isRefused = (
  { minutes }: Timed,
  times: readonly Timed[],
  periods: readonly Period[],
  asked: ReadonlySet<number>,
): boolean =>
  minutes.some(
    (at) =>
      asked.has(at) &&
      periods.some(([start, end]) =>
        times.some((other) =>
          other.minutes.some((edge) => (edge === start && at < edge) || (edge === end && at > edge)),
        ),
      ),
  );

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
