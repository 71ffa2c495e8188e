// What an owner wants to know of a few weeks: how satisfied and how well served customers were, and when they come.
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { WEEKDAYS, type Weekday } from '../../scheduling/zone.ts';
import { type Counts, totalsOf } from './counts.ts';
import type { Range } from './range.ts';
import { readMeasurements } from './read.ts';

/** Sums over the same hour of the same weekday. */
export type BusyHour = {
  weekday: Weekday;
  hour: number;
  conversations: number;
  /** Made in this hour. */
  bookings: number;
  /** That begin in this hour, without those canceled or still on the waitlist. */
  visits: number;
};
type VisitRow = { weekday: number; hour: number; attended: number; upcoming: number; missed: number; canceled: number };

export const HOUR_COLUMNS = ['weekday', 'hour', 'conversations', 'bookings', 'visits'];

/** Of a range of hours. */
export async function readReport(db: Db, range: Range, now: Date) {
  const { series, totals } = await readMeasurements(db, range);
  const visits = await readVisits(db, range, now);
  const sum = (field: 'attended' | 'upcoming' | 'missed' | 'canceled') =>
    visits.reduce((total, row) => total + row[field], 0);
  const [attended, missed] = [sum('attended'), sum('missed')];
  const { averageRating, ratings, handoffs, handoffsAnswered, averageHandoffWaitSeconds, ...figures } =
    totalsOf(totals);
  return {
    satisfaction: { average: averageRating, ratings },
    teamReplies: { handoffs, answered: handoffsAnswered, averageWaitSeconds: averageHandoffWaitSeconds },
    resolution: {
      resolved: figures.resolved,
      rate: figures.resolutionRate,
      durableRate: figures.durableResolutionRate,
    },
    bookings: {
      count: figures.bookings,
      value: figures.bookingValue,
      afterHours: figures.afterHoursBookings,
      afterHoursValue: await readAfterHoursValue(db, range),
    },
    visits: {
      attended,
      upcoming: sum('upcoming'),
      noShows: missed,
      canceled: sum('canceled'),
      noShowRate: attended + missed ? missed / (attended + missed) : null,
    },
    busiestHours: busyHoursOf(series, range, visits),
  };
}

/** The hours of a week in which anything happened, from Monday's first. */
export function busyHoursOf(series: Counts[], { starts, zone }: Range, visits: VisitRow[]): BusyHour[] {
  const hours = new Map<string, BusyHour>();
  const hourAt = (weekday: Weekday, hour: number): BusyHour => {
    const key = `${weekday} ${hour}`;
    const found = hours.get(key) ?? { weekday, hour, conversations: 0, bookings: 0, visits: 0 };
    hours.set(key, found);
    return found;
  };
  series.forEach(({ conversations = 0, bookings = 0 }, index) => {
    if (!conversations && !bookings) return;
    const { weekday, minutes } = zone.localAt(must(starts[index], 'a start for each entry'));
    const hour = hourAt(weekday, Math.floor(minutes / 60));
    hour.conversations += conversations;
    hour.bookings += bookings;
  });
  for (const { weekday, hour, attended, upcoming, missed } of visits) {
    const count = attended + upcoming + missed;
    if (count) hourAt(must(WEEKDAYS[weekday - 1], 'a weekday'), hour).visits += count;
  }
  return [...hours.values()].sort(
    (a, b) => WEEKDAYS.indexOf(a.weekday) - WEEKDAYS.indexOf(b.weekday) || a.hour - b.hour,
  );
}

/** Who was not marked as a no-show has come. */
async function readVisits(db: Db, { from, to, zone }: Range, now: Date): Promise<VisitRow[]> {
  const local = sql`starts_at at time zone ${zone.name}`;
  const { rows } = await sql<VisitRow>`
    select extract(isodow from ${local})::int as weekday, extract(hour from ${local})::int as hour,
      count(*) filter (where status = 'completed' or (status = 'confirmed' and starts_at <= ${now}))::int as attended,
      count(*) filter (where status = 'confirmed' and starts_at > ${now})::int as upcoming,
      count(*) filter (where status = 'no_show')::int as missed,
      count(*) filter (where status = 'cancelled')::int as canceled
    from bookings where starts_at >= ${from} and starts_at < ${to} group by 1, 2`.execute(db);
  return rows;
}

async function readAfterHoursValue(db: Db, { from, to }: Range): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select coalesce(sum(price), 0)::float8 as value from bookings
    where after_hours and created_at >= ${from} and created_at < ${to}`.execute(db);
  return must(rows[0], 'one row').value;
}

/** The hour with the most visits or, where nobody books, the most conversations. */
export function busiestHour(hours: BusyHour[]): BusyHour | undefined {
  const field = hours.some(({ visits }) => visits > 0) ? 'visits' : 'conversations';
  return hours.reduce<BusyHour | undefined>(
    (most, hour) => (hour[field] > (most?.[field] ?? 0) ? hour : most),
    undefined,
  );
}
