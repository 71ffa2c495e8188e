// The single meetings of classes that are held every week.
import { type Closure, closureOn, type Interval, merged, readClock } from './hours.ts';
import { MINUTE, readDay, type Weekday, weekdayOf, writeDay, type Zone } from './zone.ts';

interface WeeklyClass {
  id: string;
  durationMinutes: number;
  weekly: readonly { day: Weekday; time: string }[];
  /** Id or name of a person. */
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

/** Those that start from `from` (included) to `to` (not included), by start and then as the document lists them. */
export function occurrencesBetween(timetable: Timetable, from: number, to: number): Occurrence[] {
  const { zone } = timetable;
  const found = new Map<string, Occurrence>();
  for (const day of openDays(timetable, from, to)) {
    const weekday = weekdayOf(day);
    for (const each of timetable.classes) {
      for (const { day: onDay, time } of each.weekly) {
        if (onDay !== weekday) continue;
        const occurrence = occurrenceOf(each, day, time, zone);
        if (occurrence.start >= from && occurrence.start < to) found.set(occurrence.occurrenceId, occurrence);
      }
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** The days on which something may start in that time and the business is not closed. */
function openDays({ zone, closures }: Timetable, from: number, to: number): number[] {
  // A time that the clocks skip can move to the next day, so the day before is looked at too.
  const first = zone.localAt(from).day - 1;
  const days = Array.from({ length: zone.localAt(to).day + 2 - first }, (_, index) => first + index);
  return days.filter((day) => !closureOn(closures, day));
}

function occurrenceOf(each: WeeklyClass, day: number, time: string, zone: Zone): Occurrence {
  const start = startOf(day, time, zone);
  const occurrenceId = writeOccurrenceId({ classId: each.id, day, time });
  return { occurrenceId, classId: each.id, start, end: start + each.durationMinutes * MINUTE };
}

function startOf(day: number, time: string, zone: Zone): number {
  const minutes = readClock(time);
  if (minutes === undefined) throw new RangeError(`Not a time of the business's document: ${time}`);
  return zone.epochAt(day, minutes);
}

/** `undefined` for one that is not (or no longer) held. */
export function findOccurrence(timetable: Timetable, occurrenceId: string): Occurrence | undefined {
  const read = readOccurrenceId(occurrenceId);
  const held = timetable.classes.find(({ id }) => id === read?.classId);
  if (!read || !held || closureOn(timetable.closures, read.day)) return undefined;
  const weekday = weekdayOf(read.day);
  if (!held.weekly.some(({ day, time }) => day === weekday && time === read.time)) return undefined;
  return occurrenceOf(held, read.day, read.time, timetable.zone);
}

/** What an id says: the class, and the local day and time of the timetable, whatever the clocks do that day. */
export interface OccurrenceName {
  classId: string;
  day: number;
  time: string;
}

const FORM = /^(.+)_(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})$/;

/** `yoga_20261120T1800`; ids of the document hold nothing that an address could not carry. */
function writeOccurrenceId({ classId, day, time }: OccurrenceName): string {
  return `${classId}_${writeDay(day).replaceAll('-', '')}T${time.replace(':', '')}`;
}

export function readOccurrenceId(text: string): OccurrenceName | undefined {
  const [, classId, year, month, dayOfMonth, hours, minutes] = FORM.exec(text) ?? [];
  if (classId === undefined) return undefined;
  const day = readDay(`${year}-${month}-${dayOfMonth}`);
  const time = `${hours}:${minutes}`;
  return day === undefined || readClock(time) === undefined ? undefined : { classId, day, time };
}

type Teaching = (person: { id: string; name: string }, from: number, to: number) => Interval[];

/**
 * When people teach, wherever it reaches into the given time. One request asks about many people and the same times
 * again and again, so what has been worked out is kept for as long as the answer to it is.
 */
export function teachingTimes(timetable: Timetable): Teaching {
  const taught = Map.groupBy(timetable.classes, ({ instructor }) => fold(instructor ?? ''));
  const longest = timetable.classes.reduce((most, { durationMinutes }) => Math.max(most, durationMinutes), 0);
  const ranges = new Map<string, { days: number[]; known: Map<string, readonly Interval[]> }>();
  return (person, from, to) => {
    const range = ranges.get(`${from} ${to}`) ?? {
      days: openDays(timetable, from - longest * MINUTE, to),
      known: new Map<string, readonly Interval[]>(),
    };
    ranges.set(`${from} ${to}`, range);
    const timesOf = (instructor: string) => {
      const known = range.known.get(instructor);
      if (known) return known;
      const times = meetingTimes(taught.get(instructor) ?? [], range.days, timetable.zone);
      const within = merged(times.filter(({ start, end }) => start < to && end > from));
      range.known.set(instructor, within);
      return within;
    };
    const names = new Set([fold(person.id), fold(person.name)]);
    names.delete('');
    return [...merged([...names].flatMap((name) => [...timesOf(name)]))];
  };
}

function meetingTimes(classes: readonly WeeklyClass[], days: readonly number[], zone: Zone): Interval[] {
  if (classes.length === 0) return [];
  const weekly = Map.groupBy(
    classes.flatMap((each) => each.weekly.map(({ day, time }) => ({ day, time, minutes: each.durationMinutes }))),
    ({ day }) => day,
  );
  return days.flatMap((day) =>
    (weekly.get(weekdayOf(day)) ?? []).map(({ time, minutes }) => {
      const start = startOf(day, time, zone);
      return { start, end: start + minutes * MINUTE };
    }),
  );
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
