import { findUniqueEntity, type Slots } from '../../capability/dialogue.ts';
import { weekdayOf } from '../../scheduling/zone.ts';
import { containsWords, distinct, isSameName, normalizeName } from '../entries.ts';
import type { Class } from './schema.ts';

export type ClassFilter = { instructor?: string; level?: string; q?: string };

type Meeting = {
  occurrenceId: string;
  id: string;
  startsAt: string;
  endsAt: string;
  capacity: number;
  spotsLeft: number;
  waitlist: number;
};

export const filterClasses = (classes: readonly Class[], filter: ClassFilter): Class[] =>
  classes.filter((each) => matchesFilter(each, filter));

/** The level the customer names, or the one that fits their experience. */
export function findLevel(classes: readonly Class[], slots: Slots): string | undefined {
  const levelName = findUniqueEntity(slots, 'level')?.name;
  const { level: describedLevel } = slots.industryEntities;
  if (levelName || typeof describedLevel !== 'string') return levelName;
  const levels = distinct(classes.map(({ level }) => level)).filter((level) =>
    normalizeName(level).includes(describedLevel),
  );
  return levels.length === 1 ? levels[0] : undefined;
}

/** An upper bound of the number of meetings; closures are not considered. */
export function countMeetings(classes: readonly Class[], firstDay: number, days: number): number {
  const sessionsByWeekday = Map.groupBy(
    classes.flatMap((each) => each.weekly),
    ({ day }) => day,
  );
  const meetingsPerDay = Array.from(
    { length: days },
    (_, index) => sessionsByWeekday.get(weekdayOf(firstDay + index))?.length ?? 0,
  );
  return meetingsPerDay.reduce((sum, count) => sum + count, 0);
}

/** Adds the class's details from the document to each meeting. */
export function describeMeetings(meetings: readonly Meeting[], classes: readonly Class[]) {
  const classesById = new Map(classes.map((each) => [each.id, each]));
  return meetings.flatMap((meeting) => {
    const classEntry = classesById.get(meeting.id);
    if (!classEntry) return [];
    const { name, description, instructor = null, level = null, price = null } = classEntry;
    return [{ ...meeting, name, ...(description ? { description } : {}), instructor, level, price }];
  });
}

function matchesFilter({ name, description, instructor, level }: Class, filter: ClassFilter): boolean {
  return (
    (filter.instructor === undefined || isInstructor(instructor, filter.instructor)) &&
    (filter.level === undefined || isSameName(level ?? '', filter.level)) &&
    (filter.q === undefined || containsWords(filter.q, [name, description, instructor, level]))
  );
}

/** Matches a first name, too, because customers use it. */
function isInstructor(instructor: string | undefined, name: string): boolean {
  return instructor !== undefined && containsWords(name, [instructor]);
}
