// Times at which a resource is busy elsewhere, as its connected calendars say.

import { sql } from 'kysely';
import { type Interval, mergeIntervals } from './intervals.ts';
import { lockLocalDay } from './lock-day.ts';
import type { BookingContext } from './schedules.ts';
import { MAX_BOOKING_DURATION_MS } from './store.ts';
import { zoneOf } from './zone.ts';

declare module '../kernel/database/database.ts' {
  interface Tables {
    busy_times: {
      workspace_id: string;
      connection_id: string;
      event_id: string;
      resource_id: string;
      from_at: Date;
      to_at: Date;
    };
  }
}

type BusyTime = Interval & { eventId: string };
type Calendar = { connectionId: string; resourceId: string };

/**
 * Replaces the busy times of these events; with `replacesWholeCalendar`, of all events of the calendar. Days that get new busy times are
 * locked first, as booking locks them, so that nobody is booked over a busy time that is known.
 */
export async function replaceBusyTimes(
  ctx: BookingContext,
  { connectionId, resourceId }: Calendar,
  busyByEvent: ReadonlyMap<string, readonly Interval[]>,
  replacesWholeCalendar: boolean,
): Promise<void> {
  const { db, workspace } = ctx;
  let existingQuery = db
    .selectFrom('busy_times')
    .select(['event_id', 'from_at', 'to_at'])
    .where('connection_id', '=', connectionId);
  if (!replacesWholeCalendar)
    existingQuery = existingQuery.where('event_id', '=', sql<string>`any(${[...busyByEvent.keys()]}::text[])`);
  const storedTimes = (await existingQuery.execute()).map(({ event_id, from_at, to_at }) => ({
    eventId: event_id,
    start: from_at.getTime(),
    end: to_at.getTime(),
  }));
  const newTimes = [...busyByEvent].flatMap(([eventId, times]) =>
    mergeIntervals([...times].map((time) => ({ ...time }))).flatMap((time) =>
      splitIntoParts(time).map((part) => ({ eventId, ...part })),
    ),
  );
  const [removedTimes, addedTimes] = [excludeTimes(storedTimes, newTimes), excludeTimes(newTimes, storedTimes)];
  await lockDays(ctx, addedTimes);
  await sql`delete from busy_times where connection_id = ${connectionId} and (event_id, from_at) in (
    select * from unnest(${removedTimes.map(({ eventId }) => eventId)}::text[],
      ${removedTimes.map(({ start }) => new Date(start))}::timestamptz[]))`.execute(db);
  const rows = addedTimes.map(({ eventId, start, end }) => ({
    workspace_id: workspace.id,
    connection_id: connectionId,
    event_id: eventId,
    resource_id: resourceId,
    from_at: new Date(start),
    to_at: new Date(end),
  }));
  for (let rowOffset = 0; rowOffset < rows.length; rowOffset += MAX_ROWS_PER_STATEMENT)
    await db
      .insertInto('busy_times')
      .values(rows.slice(rowOffset, rowOffset + MAX_ROWS_PER_STATEMENT))
      .execute();
}

const MAX_ROWS_PER_STATEMENT = 1_000;

/** Parts no longer than a booking can be, which the queries for busy times rely on. */
function splitIntoParts({ start, end }: Interval): Interval[] {
  const parts: Interval[] = [];
  for (let partStart = start; partStart < end; partStart += MAX_BOOKING_DURATION_MS)
    parts.push({ start: partStart, end: Math.min(end, partStart + MAX_BOOKING_DURATION_MS) });
  return parts;
}

function excludeTimes(times: readonly BusyTime[], otherTimes: readonly BusyTime[]): BusyTime[] {
  const timeKey = ({ eventId, start, end }: BusyTime) => `${start} ${end} ${eventId}`;
  const knownKeys = new Set(otherTimes.map(timeKey));
  return times.filter((time) => !knownKeys.has(timeKey(time)));
}

/** In the order of the days, as changing a booking locks them. A booking of an earlier day can reach into a busy time. */
async function lockDays(ctx: BookingContext, times: readonly Interval[]): Promise<void> {
  const zone = zoneOf(ctx.business.timezone);
  const days = new Set<number>();
  for (const { start, end } of times)
    for (let day = zone.localAt(start - MAX_BOOKING_DURATION_MS).day; day <= zone.localAt(end).day; day++)
      days.add(day);
  for (const day of [...days].sort((a, b) => a - b)) await lockLocalDay(ctx, day);
}
