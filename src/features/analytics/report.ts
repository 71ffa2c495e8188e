// What an owner wants to know about a few weeks: customer satisfaction, response times, and when customers come.
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { WEEKDAYS, type Weekday } from '../../scheduling/zone.ts';
import { type Counts, calculateTotals } from './counts.ts';
import type { Range } from './range.ts';
import { readMeasurements } from './read.ts';

/** Sums over the same hour of the same weekday. */
export type BusyHour = {
  weekday: Weekday;
  hour: number;
  conversations: number;
  /** Bookings made in this hour. */
  bookings: number;
  /** Bookings that begin in this hour, without those canceled or still on the waitlist. */
  visits: number;
};
type VisitRow = { weekday: number; hour: number; attended: number; upcoming: number; missed: number; canceled: number };

export const BUSY_HOUR_COLUMNS = ['weekday', 'hour', 'conversations', 'bookings', 'visits'];

/** The report for a range whose interval is an hour. */
export async function readReport(db: Db, range: Range, now: Date) {
  const { series, totals } = await readMeasurements(db, range);
  const visits = await readVisits(db, range, now);
  const sumVisits = (field: 'attended' | 'upcoming' | 'missed' | 'canceled') =>
    visits.reduce((total, row) => total + row[field], 0);
  const [attended, missed] = [sumVisits('attended'), sumVisits('missed')];
  const { averageRating, ratings, handoffs, handoffsAnswered, averageHandoffWaitSeconds, ...otherTotals } =
    calculateTotals(totals);
  return {
    satisfaction: { average: averageRating, ratings },
    teamReplies: { handoffs, answered: handoffsAnswered, averageWaitSeconds: averageHandoffWaitSeconds },
    resolution: {
      resolved: otherTotals.resolved,
      rate: otherTotals.resolutionRate,
      durableRate: otherTotals.durableResolutionRate,
    },
    bookings: {
      count: otherTotals.bookings,
      value: otherTotals.bookingValue,
      afterHours: otherTotals.afterHoursBookings,
      afterHoursValue: await readAfterHoursValue(db, range),
    },
    visits: {
      attended,
      upcoming: sumVisits('upcoming'),
      noShows: missed,
      canceled: sumVisits('canceled'),
      noShowRate: attended + missed ? missed / (attended + missed) : null,
    },
    busiestHours: sumByHourOfWeek(series, range, visits),
  };
}

/** The hours of a week in which anything happened, from Monday's first hour on. */
export function sumByHourOfWeek(series: Counts[], { entryStartsMs, zone }: Range, visits: VisitRow[]): BusyHour[] {
  const hours = new Map<string, BusyHour>();
  const getOrAddHour = (weekday: Weekday, hour: number): BusyHour => {
    const key = `${weekday} ${hour}`;
    const busyHour = hours.get(key) ?? { weekday, hour, conversations: 0, bookings: 0, visits: 0 };
    hours.set(key, busyHour);
    return busyHour;
  };
  series.forEach(({ conversations = 0, bookings = 0 }, index) => {
    if (!conversations && !bookings) return;
    const { weekday, minutes } = zone.localAt(must(entryStartsMs[index], 'a start for each entry'));
    const hour = getOrAddHour(weekday, Math.floor(minutes / 60));
    hour.conversations += conversations;
    hour.bookings += bookings;
  });
  for (const { weekday, hour, attended, upcoming, missed } of visits) {
    const count = attended + upcoming + missed;
    if (count) getOrAddHour(must(WEEKDAYS[weekday - 1], 'a weekday'), hour).visits += count;
  }
  return [...hours.values()].sort(
    (a, b) => WEEKDAYS.indexOf(a.weekday) - WEEKDAYS.indexOf(b.weekday) || a.hour - b.hour,
  );
}

/** Past bookings count as attended unless they were marked as a no-show. */
async function readVisits(db: Db, { from, to, zone }: Range, now: Date): Promise<VisitRow[]> {
  const localStart = sql`starts_at at time zone ${zone.name}`;
  const { rows } = await sql<VisitRow>`
    select extract(isodow from ${localStart})::int as weekday, extract(hour from ${localStart})::int as hour,
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
export function findBusiestHour(hours: BusyHour[]): BusyHour | undefined {
  const measure = hours.some(({ visits }) => visits > 0) ? 'visits' : 'conversations';
  return hours.reduce<BusyHour | undefined>(
    (busiest, hour) => (hour[measure] > (busiest?.[measure] ?? 0) ? hour : busiest),
    undefined,
  );
}
