import type { Database } from '../../../kernel/database/database.ts';
import { must } from '../../../kernel/must.ts';
import {
  COMPONENT_NAMES,
  COMPONENTS,
  createTimeline,
  findIncidents,
  findWorstStates,
  type Incident,
  isRecorded,
  MINUTES_PER_DAY,
  type RecordedDay,
  type Summary,
  summarize,
  type Timeline,
  toMinute,
  toTime,
} from './timeline.ts';

const SHOWN_DAYS = 90;
const MAX_INCIDENTS = 50;
/** Requests within this time share one query. */
const CACHE_LIFETIME_MS = 20_000;

export type Availability = {
  from: Date;
  to: Date;
  /** All components together. */
  service: Summary;
  components: (Summary & { name: string; label: string })[];
  incidents: Incident[];
};

/** In minutes since 1970. `from` is included, `to` is not. */
type MinuteRange = { from: number; to: number };

/** A calendar month in UTC, such as `2026-11`. */
export function findMonthRange(month: string): MinuteRange {
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  return {
    from: toMinute(new Date(Date.UTC(year, monthNumber - 1))),
    to: toMinute(new Date(Date.UTC(year, monthNumber))),
  };
}

/** Reads what was recorded. Times are the database's, whose clock all instances share. */
export function createAvailability(database: Database) {
  let cached: { validUntilMs: number; value: Promise<Availability> } | undefined;

  async function readRange(chooseRange: (currentMinute: number) => MinuteRange): Promise<Availability> {
    const [row] = await database.statement<{ now: Date }>('select now()', []);
    const currentMinute = toMinute(must(row, 'a time').now);
    const { from, to } = chooseRange(currentMinute);
    const days = await database.statement<RecordedDay>(
      `select day::text, component, up::text, slow::text from service_days where day between $1 and $2`,
      [toTime(from), toTime(to)],
    );
    // The current minute counts once it is recorded; until then it is not down.
    const end = isRecorded(days, currentMinute) ? currentMinute + 1 : currentMinute;
    return toAvailability(createTimeline(days, from, Math.min(to, end)));
  }

  return {
    /** The last 90 days, today included. */
    readLastDays(): Promise<Availability> {
      if (!cached || cached.validUntilMs < performance.now()) {
        const reading = readRange((currentMinute) => ({
          from: currentMinute - (currentMinute % MINUTES_PER_DAY) - (SHOWN_DAYS - 1) * MINUTES_PER_DAY,
          to: currentMinute + 1,
        }));
        cached = { validUntilMs: performance.now() + CACHE_LIFETIME_MS, value: reading };
        reading.catch(() => {
          cached = undefined;
        });
      }
      return cached.value;
    },
    readMonth: (month: string): Promise<Availability> => readRange(() => findMonthRange(month)),
    /** The months that something was recorded in, the latest first. */
    listMonths: async (): Promise<string[]> =>
      (
        await database.statement<{ month: string }>(
          `select distinct to_char(day, 'YYYY-MM') as month from service_days order by month desc`,
          [],
        )
      ).map(({ month }) => month),
  };
}

export type AvailabilityReader = ReturnType<typeof createAvailability>;

function toAvailability(timeline: Timeline): Availability {
  return {
    from: toTime(timeline.startMinute),
    to: toTime(timeline.endMinute),
    service: summarize(findWorstStates(timeline), timeline.startMinute),
    components: COMPONENT_NAMES.map((name) => ({
      name,
      label: COMPONENTS[name].label,
      ...summarize(timeline.states[name], timeline.startMinute),
    })),
    incidents: findIncidents(timeline).slice(0, MAX_INCIDENTS),
  };
}
