import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { DAY } from '../../scheduling/zone.ts';
import { add, type Counts } from './counts.ts';
import { entryAt, type Range } from './range.ts';

export type Filter = { channel?: string; industry?: string };

export type Measured = {
  /** One for each entry of the range. */
  series: Counts[];
  totals: Counts;
  parts: Counts;
  conversationsBy: Counts;
  /** Questions that have not been compared with others yet. */
  pending: boolean;
};

/** Seconds of an instant or the number of a local day, and what was counted then. */
type SeriesRow = [at: number | null, day: number | null, counts: Counts, channel: string, fresh: Counts | null];
type PartsRow = [channel: string, counts: Counts, parts: Counts];
type Read = { series: SeriesRow[] | null; parts: PartsRow[] | null; pending: boolean };

/** The coarsest sums that entries can be made of, where their days are those of the business. */
const TOPS = { hour: 'quarter', day: 'day', week: 'day', month: 'month' };

/** One statement, so that all of it is of one moment. */
export async function measure(db: Db, range: Range, filter: Filter = {}): Promise<Measured> {
  const { from, to, zone, interval, starts } = range;
  const top = sql`case when exists (select from analytics_zones where timezone = ${zone.name})
    then ${TOPS[interval]} else 'quarter' end`;
  const { rows } = await sql<Read>`
    select
      (select json_agg(json_build_array(extract(epoch from at), day, counts, channel, case when is_fresh then parts end))
       from analytics_units(${from}, ${to}, ${top}, true) where ${isWanted(filter, sql`day is null or channel = '*'`)}) as series,
      (select json_agg(json_build_array(channel, counts, parts))
       from analytics_units(${from}, ${to}, 'month', false) where ${isWanted(filter, sql`channel <> '*'`)}) as parts,
      exists (select from analytics_questions where gap_id is null) as pending`.execute(db);
  const { series, parts, pending } = must(rows[0], 'one row');
  // What was counted on the spot comes with its parts, and is in the coarser sums not yet.
  const fresh = (series ?? []).flatMap(([, , counts, channel, more]): PartsRow[] =>
    more ? [[channel, counts, more]] : [],
  );
  return { ...inEntries(series ?? [], range, starts), ...together([...(parts ?? []), ...fresh]), pending };
}

/** Calls of the API belong to no channel and no industry: they are never filtered. */
function isWanted({ channel, industry }: Filter, unfiltered: RawBuilder<unknown>) {
  if (!channel && !industry) return unfiltered;
  return sql<boolean>`(channel = '' or (
    (${channel ?? null}::text is null or channel = ${channel ?? null})
    and (${industry ?? null}::text is null or industry = ${industry ?? null})))`;
}

function inEntries(rows: SeriesRow[], { zone }: Range, starts: number[]) {
  const series: Counts[] = starts.map(() => ({}));
  const totals: Counts = {};
  const days = starts.map((start) => zone.localAt(start).day * DAY);
  for (const [at, day, counts] of rows) {
    const index = at === null ? entryAt(days, must(day, 'a day') * DAY) : entryAt(starts, at * 1000);
    add(must(series[index], 'an entry for every time'), counts);
    add(totals, counts);
  }
  return { series, totals };
}

function together(rows: PartsRow[]) {
  const parts: Counts = {};
  const conversationsBy: Counts = {};
  for (const [channel, counts, more] of rows) {
    add(parts, more);
    if (counts.conversations) add(conversationsBy, { [channel]: counts.conversations });
  }
  return { parts, conversationsBy };
}
