import { type Slots, theOne } from '../../capability/dialogue.ts';
import { weekdayOf } from '../../scheduling/zone.ts';
import { holdsWords, isSame, normalizeName, unique } from '../entries.ts';
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

export const wantedClasses = (classes: readonly Class[], filter: ClassFilter): Class[] =>
  classes.filter((each) => isWanted(each, filter));

/** The level that was named, or the one for whoever said that they have never done it, or often. */
export function askedLevel(classes: readonly Class[], slots: Slots): string | undefined {
  const named = theOne(slots, 'level')?.name;
  const { level: kind } = slots.own;
  if (named || typeof kind !== 'string') return named;
  const levels = unique(classes.map(({ level }) => level)).filter((level) => normalizeName(level).includes(kind));
  return levels.length === 1 ? levels[0] : undefined;
}

/** How often the classes meet at most: the business may be closed on some of the days. */
export function countMeetings(classes: readonly Class[], firstDay: number, days: number): number {
  const weekly = Map.groupBy(
    classes.flatMap((each) => each.weekly),
    ({ day }) => day,
  );
  const each = Array.from({ length: days }, (_, index) => weekly.get(weekdayOf(firstDay + index))?.length ?? 0);
  return each.reduce((sum, count) => sum + count, 0);
}

/** The meetings with what the document says about their class. */
export function describeMeetings(meetings: readonly Meeting[], classes: readonly Class[]) {
  const byId = new Map(classes.map((each) => [each.id, each]));
  return meetings.flatMap((meeting) => {
    const held = byId.get(meeting.id);
    if (!held) return [];
    const { name, description, instructor = null, level = null, price = null } = held;
    return [{ ...meeting, name, ...(description ? { description } : {}), instructor, level, price }];
  });
}

function isWanted({ name, description, instructor, level }: Class, wanted: ClassFilter): boolean {
  return (
    (wanted.instructor === undefined || isPerson(instructor, wanted.instructor)) &&
    (wanted.level === undefined || isSame(level ?? '', wanted.level)) &&
    (wanted.q === undefined || holdsWords(wanted.q, [name, description, instructor, level]))
  );
}

/** People ask for instructors by their first name. */
function isPerson(instructor: string | undefined, wanted: string): boolean {
  return instructor !== undefined && holdsWords(wanted, [instructor]);
}
