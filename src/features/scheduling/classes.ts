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
  // A time that the clocks skip can move to the next day, so the day before is looked at too.
  const last = zone.localAt(to).day + 1;
  for (let day = zone.localAt(from).day - 1; day <= last; day++) {
    if (closureOn(timetable.closures, day)) continue;
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

function occurrenceOf(each: WeeklyClass, day: number, time: string, zone: Zone): Occurrence {
  const minutes = readClock(time);
  if (minutes === undefined) throw new RangeError(`Not a time of the business's document: ${time}`);
  const start = zone.epochAt(day, minutes);
  const occurrenceId = writeOccurrenceId({ classId: each.id, day, time });
  return { occurrenceId, classId: each.id, start, end: start + each.durationMinutes * MINUTE };
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

/** When a person teaches, wherever it reaches into the given time. */
export function teachingTimes(
  timetable: Timetable,
  person: { id: string; name: string },
  from: number,
  to: number,
): Interval[] {
  const names = [fold(person.id), fold(person.name)];
  const classes = timetable.classes.filter(({ instructor }) => names.includes(fold(instructor ?? '')));
  const longest = Math.max(0, ...classes.map(({ durationMinutes }) => durationMinutes));
  const held = occurrencesBetween({ ...timetable, classes }, from - longest * MINUTE, to);
  return [...merged(held.filter(({ end }) => end > from).map(({ start, end }) => ({ start, end })))];
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
