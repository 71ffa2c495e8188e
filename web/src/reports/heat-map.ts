import type { Report } from './data.ts';

type BusyHour = Report['busiestHours'][number];
export type Metric = 'visits' | 'conversations' | 'bookings';
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export type HeatMap = {
  /** From the first hour in which anything happens to the last. */
  hours: number[];
  rows: { weekday: (typeof WEEKDAYS)[number]; counts: number[] }[];
  maxCount: number;
};

/** Undefined if there is nothing to show. */
export function createHeatMap(busiestHours: BusyHour[], metric: Metric): HeatMap | undefined {
  const activeHours = busiestHours.filter((hour) => hour[metric] > 0);
  if (activeHours.length === 0) return undefined;
  const hourNumbers = activeHours.map(({ hour }) => hour);
  const [firstHour, lastHour] = [Math.min(...hourNumbers), Math.max(...hourNumbers)];
  const hours = Array.from({ length: lastHour - firstHour + 1 }, (_, index) => firstHour + index);
  const countByHour = new Map(
    activeHours.map((activeHour) => [`${activeHour.weekday} ${activeHour.hour}`, activeHour[metric]]),
  );
  const rows = WEEKDAYS.map((weekday) => ({
    weekday,
    counts: hours.map((hour) => countByHour.get(`${weekday} ${hour}`) ?? 0),
  }));
  return { hours, rows, maxCount: Math.max(...countByHour.values()) };
}
