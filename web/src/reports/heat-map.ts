import type { Report } from './data.ts';

type BusyHour = Report['busiestHours'][number];
export type Metric = 'visits' | 'conversations' | 'bookings';
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export type HeatMap = {
  /** From the first hour in which anything happens to the last. */
  hours: number[];
  rows: { weekday: (typeof WEEKDAYS)[number]; counts: number[] }[];
  max: number;
};

/** Undefined if there is nothing to show. */
export function heatMapOf(busiestHours: BusyHour[], metric: Metric): HeatMap | undefined {
  const counted = busiestHours.filter((hour) => hour[metric] > 0);
  if (counted.length === 0) return undefined;
  const active = counted.map(({ hour }) => hour);
  const [first, last] = [Math.min(...active), Math.max(...active)];
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const counts = new Map(counted.map((each) => [`${each.weekday} ${each.hour}`, each[metric]]));
  const rows = WEEKDAYS.map((weekday) => ({
    weekday,
    counts: hours.map((hour) => counts.get(`${weekday} ${hour}`) ?? 0),
  }));
  return { hours, rows, max: Math.max(...counts.values()) };
}
