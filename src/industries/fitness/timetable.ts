import { holdsWords, isSame } from '../entries.ts';
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

/** The meetings with what the document says about their class, where it is what was asked for. */
export function describeMeetings(meetings: readonly Meeting[], classes: readonly Class[], filter: ClassFilter) {
  return meetings.flatMap((meeting) => {
    const held = classes.find(({ id }) => id === meeting.id);
    if (!held || !isWanted(held, filter)) return [];
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
