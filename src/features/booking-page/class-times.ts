import { formatDay } from '../../kernel/clock.ts';
import { checkFixedStart } from '../../scheduling/check-availability.ts';
import { type ClassEntry, getTimetable, listOccurrences } from '../../scheduling/class-spots.ts';
import { findOccurrence } from '../../scheduling/classes.ts';
import { type BookingContext, rulesOf } from '../../scheduling/schedules.ts';
import { parseDay } from '../../scheduling/zone.ts';

export type ClassMeeting = {
  occurrenceId: string;
  name: string;
  instructor?: string;
  price?: number;
  startsAt: Date;
  spotsLeft: number;
};
export type ClassDay = { day: string; meetings: ClassMeeting[] };

const DAYS_SHOWN = 7;
/** A timetable this full is better read week by week. */
const MAX_MEETINGS = 300;

/** A week of classes that can still be joined, from the wanted day on. */
export async function findClassDays(
  ctx: BookingContext,
  wantedDay: string | undefined,
): Promise<{ days: ClassDay[]; earlier?: string; later?: string }> {
  const rules = rulesOf(ctx.business);
  const { zone, horizonDays } = rules;
  const now = ctx.now.getTime();
  const today = zone.localAt(now).day;
  const lastDay = today + horizonDays;
  const firstDay = Math.min(Math.max(parseDay(wantedDay ?? '') ?? today, today), lastDay);
  const from = Math.max(now, zone.epochAt(firstDay, 0));
  const classes = new Map(getTimetable(ctx).classes.map((entry) => [entry.id, entry]));
  const meetings = (await listOccurrences(ctx, { from, days: DAYS_SHOWN }))
    .map((occurrence) => createMeeting(occurrence, classes.get(occurrence.id)))
    .filter(({ startsAt }) => checkFixedStart(rules, now, startsAt.getTime()).available)
    .slice(0, MAX_MEETINGS);
  const meetingsByDay = Map.groupBy(meetings, ({ startsAt }) => formatDay(zone.localAt(startsAt.getTime()).day));
  return {
    days: [...meetingsByDay].map(([day, dayMeetings]) => ({ day, meetings: dayMeetings })),
    ...(firstDay > today ? { earlier: formatDay(Math.max(today, firstDay - DAYS_SHOWN)) } : {}),
    ...(firstDay + DAYS_SHOWN <= lastDay ? { later: formatDay(firstDay + DAYS_SHOWN) } : {}),
  };
}

/** The class that a customer has chosen; undefined if it is not held then, or can no longer be joined. */
export async function findMeeting(ctx: BookingContext, occurrenceId: string): Promise<ClassMeeting | undefined> {
  const { zone, classes, closures } = getTimetable(ctx);
  const occurrence = findOccurrence({ zone, classes, closures }, occurrenceId);
  if (!occurrence || !checkFixedStart(rulesOf(ctx.business), ctx.now.getTime(), occurrence.start).available)
    return undefined;
  const [listedOccurrence] = (await listOccurrences(ctx, { from: occurrence.start, days: 1 })).filter(
    (each) => each.occurrenceId === occurrence.occurrenceId,
  );
  return (
    listedOccurrence &&
    createMeeting(
      listedOccurrence,
      classes.find(({ id }) => id === listedOccurrence.id),
    )
  );
}

function createMeeting(
  { occurrenceId, id, startsAt, spotsLeft }: { occurrenceId: string; id: string; startsAt: string; spotsLeft: number },
  classEntry: ClassEntry | undefined,
): ClassMeeting {
  const { name = id, instructor, price } = classEntry ?? {};
  return { occurrenceId, name, instructor, price, startsAt: new Date(startsAt), spotsLeft };
}
