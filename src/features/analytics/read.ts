import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { DAY_MS } from '../../scheduling/zone.ts';
import { addCounts, type Counts } from './counts.ts';
import { entryIndexAt, type Range } from './range.ts';

export type AnalyticsFilter = { channel?: string; industry?: string };

export type Measurements = {
  /** One for each entry of the range. */
  series: Counts[];
  totals: Counts;
  /** Counts split by intent, engine, call and so on, as `intent:<name>`. */
  parts: Counts;
  conversationsByChannel: Counts;
  /** Whether some questions have not been grouped yet. */
  hasPendingQuestions: boolean;
};

/** The counts of a time in epoch seconds, or of a local day. Recent ones, not rolled up yet, come with their parts. */
type SeriesRow = [
  epochSeconds: number | null,
  day: number | null,
  counts: Counts,
  channel: string,
  recentParts: Counts | null,
];
type PartsRow = [channel: string, counts: Counts, parts: Counts];
type QueryResult = { series: SeriesRow[] | null; parts: PartsRow[] | null; pending: boolean };

/** The coarsest rollup that an interval's entries can be summed from, in the business's own time zone. */
const COARSEST_ROLLUP = { hour: 'quarter', day: 'day', week: 'day', month: 'month' };

/** One statement, so that all numbers are from the same moment. */
export async function readMeasurements(db: Db, range: Range, filter: AnalyticsFilter = {}): Promise<Measurements> {
  const { from, to, zone, interval, entryStartsMs } = range;
  const rollup = sql`case when exists (select from analytics_zones where timezone = ${zone.name})
    then ${COARSEST_ROLLUP[interval]} else 'quarter' end`;
  const { rows } = await sql<QueryResult>`
    select
      (select json_agg(json_build_array(extract(epoch from at), day, counts, channel, case when is_fresh then parts end))
       from analytics_units(${from}, ${to}, ${rollup}, true) where ${createFilterCondition(filter, sql`day is null or channel = '*'`)}) as series,
      (select json_agg(json_build_array(channel, counts, parts))
       from analytics_units(${from}, ${to}, 'month', false) where ${createFilterCondition(filter, sql`channel <> '*'`)}) as parts,
      exists (select from analytics_questions where gap_id is null) as pending`.execute(db);
  const { series, parts, pending } = must(rows[0], 'one row');
  // Recent counts are not in the coarser rollups yet, so their parts are added from the series.
  const recentRows = (series ?? []).flatMap(([, , counts, channel, recentParts]): PartsRow[] =>
    recentParts ? [[channel, counts, recentParts]] : [],
  );
  return {
    ...sumByEntry(series ?? [], range, entryStartsMs),
    ...sumParts([...(parts ?? []), ...recentRows]),
    hasPendingQuestions: pending,
  };
}

/** SQL for the filter, or the other condition without one. API calls belong to no channel or industry, so they always count. */
function createFilterCondition({ channel, industry }: AnalyticsFilter, unfilteredCondition: RawBuilder<unknown>) {
  if (!channel && !industry) return unfilteredCondition;
  return sql<boolean>`(channel = '' or (
    (${channel ?? null}::text is null or channel = ${channel ?? null})
    and (${industry ?? null}::text is null or industry = ${industry ?? null})))`;
}

function sumByEntry(rows: SeriesRow[], { zone }: Range, starts: number[]) {
  const series: Counts[] = starts.map(() => ({}));
  const totals: Counts = {};
  const dayStarts = starts.map((start) => zone.localAt(start).day * DAY_MS);
  for (const [epochSeconds, day, counts] of rows) {
    const index =
      epochSeconds === null
        ? entryIndexAt(dayStarts, must(day, 'a day') * DAY_MS)
        : entryIndexAt(starts, epochSeconds * 1000);
    addCounts(must(series[index], 'an entry for every time'), counts);
    addCounts(totals, counts);
  }
  return { series, totals };
}

function sumParts(rows: PartsRow[]) {
  const parts: Counts = {};
  const conversationsByChannel: Counts = {};
  for (const [channel, counts, rowParts] of rows) {
    addCounts(parts, rowParts);
    if (counts.conversations) addCounts(conversationsByChannel, { [channel]: counts.conversations });
  }
  return { parts, conversationsByChannel };
}
