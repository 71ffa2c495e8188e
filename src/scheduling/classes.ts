// Works out the single occurrences of weekly classes. A day is a number of days since 1970-01-01.

import { formatDay } from '../kernel/clock.ts';
import { type Closure, findClosureOn, parseClockTime } from './hours.ts';
import { type Interval, mergeIntervals } from './intervals.ts';
import { MINUTE_MS, parseDay, type Weekday, weekdayOf, type Zone } from './zone.ts';

interface WeeklyClass {
  id: string;
  durationMinutes: number;
  weekly: readonly { day: Weekday; time: string }[];
  /** Id or name of the person who teaches it. */
  instructor?: string;
}

export interface Timetable {
  zone: Zone;
  closures: readonly Closure[];
  classes: readonly WeeklyClass[];
}

export interface Occurrence extends Interval {
  occurrenceId: string;
  classId: string;
}

/** Occurrences that start from `fromMs` (included) to `toMs` (excluded), sorted by start and then in document order. */
export function findOccurrencesBetween(timetable: Timetable, fromMs: number, toMs: number): Occurrence[] {
  const { zone } = timetable;
  const occurrences = new Map<string, Occurrence>();
  for (const day of listOpenDays(timetable, fromMs, toMs)) {
    const weekday = weekdayOf(day);
    for (const weeklyClass of timetable.classes) {
      for (const { day: classWeekday, time } of weeklyClass.weekly) {
        if (classWeekday !== weekday) continue;
        const occurrence = createOccurrence(weeklyClass, day, time, zone);
        if (occurrence.start >= fromMs && occurrence.start < toMs) occurrences.set(occurrence.occurrenceId, occurrence);
      }
    }
  }
  return [...occurrences.values()].sort((a, b) => a.start - b.start);
}

/** The days without a closure on which a class could start in this range. */
function listOpenDays({ zone, closures }: Timetable, fromMs: number, toMs: number): number[] {
  // A local time skipped by the clocks can move to the next day, so the day before is included.
  const firstDay = zone.localAt(fromMs).day - 1;
  const days = Array.from({ length: zone.localAt(toMs).day + 2 - firstDay }, (_, index) => firstDay + index);
  return days.filter((day) => !findClosureOn(closures, day));
}

function createOccurrence(
  { id: classId, durationMinutes }: WeeklyClass,
  day: number,
  time: string,
  zone: Zone,
): Occurrence {
  const start = computeClassStart(day, time, zone);
  const occurrenceId = formatOccurrenceId({ classId, day, time });
  return { occurrenceId, classId, start, end: start + durationMinutes * MINUTE_MS };
}

function computeClassStart(day: number, time: string, zone: Zone): number {
  const minutes = parseClockTime(time);
  if (minutes === undefined) throw new RangeError(`Not a time of the business's document: ${time}`);
  return zone.epochAt(day, minutes);
}

/** `undefined` if the class is not (or no longer) held then. */
export function findOccurrence(timetable: Timetable, occurrenceId: string): Occurrence | undefined {
  const parsedId = parseOccurrenceId(occurrenceId);
  const weeklyClass = timetable.classes.find(({ id }) => id === parsedId?.classId);
  if (!parsedId || !weeklyClass || findClosureOn(timetable.closures, parsedId.day)) return undefined;
  const weekday = weekdayOf(parsedId.day);
  if (!weeklyClass.weekly.some(({ day, time }) => day === weekday && time === parsedId.time)) return undefined;
  return createOccurrence(weeklyClass, parsedId.day, parsedId.time, timetable.zone);
}

/** The class, and the local day and time in the timetable, even if the clocks change on that day. */
export interface ParsedOccurrenceId {
  classId: string;
  day: number;
  time: string;
}

const OCCURRENCE_ID_PATTERN = /^(.+)_(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})$/;

/** Such as `yoga_20261120T1800`. Class ids are already URL-safe. */
function formatOccurrenceId({ classId, day, time }: ParsedOccurrenceId): string {
  return `${classId}_${formatDay(day).replaceAll('-', '')}T${time.replace(':', '')}`;
}

export function parseOccurrenceId(text: string): ParsedOccurrenceId | undefined {
  const [, classId, year, month, dayOfMonth, hours, minutes] = OCCURRENCE_ID_PATTERN.exec(text) ?? [];
  if (classId === undefined) return undefined;
  const day = parseDay(`${year}-${month}-${dayOfMonth}`);
  const time = `${hours}:${minutes}`;
  return day === undefined || parseClockTime(time) === undefined ? undefined : { classId, day, time };
}

type FindTeachingTimes = (person: { id: string; name: string }, fromMs: number, toMs: number) => Interval[];

/**
 * Finds when a person teaches within a range. Results are cached per instance, because one request asks about many
 * people and the same range again and again.
 */
export function createTeachingTimesFinder(timetable: Timetable): FindTeachingTimes {
  const classesByInstructor = Map.groupBy(timetable.classes, ({ instructor }) => foldCase(instructor ?? ''));
  const longestMinutes = timetable.classes.reduce((max, { durationMinutes }) => Math.max(max, durationMinutes), 0);
  const rangeCache = new Map<string, { days: number[]; timesByInstructor: Map<string, readonly Interval[]> }>();
  return (person, fromMs, toMs) => {
    const range = rangeCache.get(`${fromMs} ${toMs}`) ?? {
      days: listOpenDays(timetable, fromMs - longestMinutes * MINUTE_MS, toMs),
      timesByInstructor: new Map<string, readonly Interval[]>(),
    };
    rangeCache.set(`${fromMs} ${toMs}`, range);
    const findTimesOf = (instructor: string) => {
      const cached = range.timesByInstructor.get(instructor);
      if (cached) return cached;
      const times = listWeeklyTimes(classesByInstructor.get(instructor) ?? [], range.days, timetable.zone);
      const timesInRange = mergeIntervals(times.filter(({ start, end }) => start < toMs && end > fromMs));
      range.timesByInstructor.set(instructor, timesInRange);
      return timesInRange;
    };
    const names = new Set([foldCase(person.id), foldCase(person.name)]);
    names.delete('');
    return [...mergeIntervals([...names].flatMap((name) => [...findTimesOf(name)]))];
  };
}

function listWeeklyTimes(classes: readonly WeeklyClass[], days: readonly number[], zone: Zone): Interval[] {
  if (classes.length === 0) return [];
  const classesByWeekday = Map.groupBy(
    classes.flatMap(({ weekly, durationMinutes }) =>
      weekly.map(({ day, time }) => ({ day, time, minutes: durationMinutes })),
    ),
    ({ day }) => day,
  );
  return days.flatMap((day) =>
    (classesByWeekday.get(weekdayOf(day)) ?? []).map(({ time, minutes }) => {
      const start = computeClassStart(day, time, zone);
      return { start, end: start + minutes * MINUTE_MS };
    }),
  );
}

function foldCase(text: string): string {
  return text.trim().toLowerCase();
}
