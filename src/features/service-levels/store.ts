import { type ColumnType, sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { Db } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { createUnknownCursorProblem } from '../../kernel/problem.ts';
import { rulesOf } from '../../scheduling/schedules.ts';
import type { CHANNELS } from '../conversations/shapes.ts';
import { findDueTimeMs } from './due.ts';

/** More running targets than this are not sorted. */
const MAX_LISTED = 1_000;

export const TARGET_KINDS = ['first_response', 'resolution'] as const;
type TargetKind = (typeof TARGET_KINDS)[number];
export const COUNTED_HOURS = ['opening', 'always'] as const;

type Channel = (typeof CHANNELS)[number];
/** In minutes. Left out: no target. */
type Target = { firstResponseMinutes?: number; resolutionMinutes?: number };
export type ServiceLevels = {
  /** Whether the time counts only while the business is open. */
  hours: (typeof COUNTED_HOURS)[number];
  /** `default` is for the channels without their own. */
  targets: Partial<Record<Channel | 'default', Target>>;
};

type ClockTable = {
  workspace_id: string;
  conversation_id: string;
  kind: TargetKind;
  started_at: Date;
  channel: string;
  due_at: Date | null;
  ended_at: Date | null;
  outcome: 'met' | 'missed' | null;
};
declare module '../../kernel/database/database.ts' {
  interface Tables {
    service_levels: {
      workspace_id: string;
      hours: ServiceLevels['hours'];
      targets: ColumnType<ServiceLevels['targets'], string, string>;
      updated_at: Date;
    };
    service_level_clocks: ClockTable;
  }
}
/** The time that a conversation's target has run. */
export type TargetClock = Omit<ClockTable, 'workspace_id'>;

export const readServiceLevels = (db: Db): Promise<ServiceLevels | undefined> =>
  db.selectFrom('service_levels').select(['hours', 'targets']).executeTakeFirst();

/** The due time of a clock. Undefined without a target, or if the business does not open. */
export function findDueTime(
  { kind, channel, started_at }: Pick<TargetClock, 'kind' | 'channel' | 'started_at'>,
  { hours, targets }: ServiceLevels,
  business: Business,
): Date | undefined {
  const target = targets[channel as Channel] ?? targets.default;
  const minutes = kind === 'first_response' ? target?.firstResponseMinutes : target?.resolutionMinutes;
  if (minutes === undefined) return undefined;
  // A business without any opening hours counts as open, as it does for bookings.
  const hasHours = Object.values(business.hours).some((periods) => periods?.length);
  const due = findDueTimeMs(
    started_at.getTime(),
    minutes,
    hours === 'opening' && hasHours ? rulesOf(business) : undefined,
  );
  return due === undefined ? undefined : new Date(due);
}

/** A target that runs or was missed, for the inbox. */
export type DueTarget = { kind: TargetKind; at: Date; isMissed: boolean };

/** The running target of each conversation that is due first. */
export async function findNextTargets(db: Db, conversationIds: string[]): Promise<Map<string, DueTarget>> {
  const rows = await db
    .selectFrom('service_level_clocks')
    .select(['conversation_id', 'kind', 'due_at', 'outcome'])
    .where('conversation_id', '=', sql<string>`any(${conversationIds}::text[])`)
    .where('ended_at', 'is', null)
    .where('due_at', 'is not', null)
    .orderBy('due_at', 'desc')
    .execute();
  return new Map(
    rows.map(({ conversation_id, kind, due_at, outcome }) => [
      conversation_id,
      { kind, at: due_at as Date, isMissed: outcome === 'missed' },
    ]),
  );
}

/** `dueAfter` is when the conversation of `startingAfter` was due, whose target may have ended since. */
type DuePage = { startingAfter?: string; endingBefore?: string; dueAfter?: Date };

/** The conversations with a running target, the one due first coming first; before an entry, the other way around. */
export async function listConversationsByDueTime(
  db: Db,
  { startingAfter, endingBefore, dueAfter }: DuePage = {},
): Promise<string[]> {
  const cursor = startingAfter ?? endingBefore ?? null;
  const [comparison, direction] = [sql.raw(endingBefore ? '<' : '>'), sql.raw(endingBefore ? 'desc' : 'asc')];
  const { rows } = await sql<{ ids: string[]; hasCursor: boolean }>`
    with dues as (
      select conversation_id as id, min(due_at) as due_at from service_level_clocks
      where ended_at is null and due_at is not null group by conversation_id
    ), cursor as (
      select coalesce(${dueAfter ?? null}::timestamptz, (select due_at from dues where id = ${cursor})) as due_at
    )
    select array(
      select id from dues
      where ${cursor}::text is null or (due_at, id) ${comparison} ((select due_at from cursor), ${cursor})
      order by due_at ${direction}, id ${direction} limit ${MAX_LISTED}
    ) as ids, (select due_at is not null from cursor) as "hasCursor"`.execute(db);
  const { ids, hasCursor } = must(rows[0], 'one row');
  // Without the cursor's position in the order, nobody can say what follows it.
  if (cursor !== null && !hasCursor)
    throw createUnknownCursorProblem(startingAfter ? 'starting_after' : 'ending_before');
  return ids;
}

/** How many conversations have a running target. Null without service levels. */
export async function countConversationsWithTarget(db: Db): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    select (select count(distinct conversation_id)::int from service_level_clocks
      where ended_at is null and due_at is not null) as count
    from service_levels`.execute(db);
  return rows[0]?.count ?? null;
}

export type ServiceLevelFigures = { channel: string; kind: TargetKind; met: number; missed: number };

/** How many targets that started in the range were met and missed. */
export async function countOutcomes(
  db: Db,
  { from, to }: { from: Date; to: Date },
  channel?: string,
): Promise<ServiceLevelFigures[]> {
  const { rows } = await sql<ServiceLevelFigures>`
    select channel, kind, count(*) filter (where outcome = 'met')::int as met,
      count(*) filter (where outcome = 'missed')::int as missed
    from service_level_clocks
    where outcome is not null and started_at >= ${from} and started_at < ${to}
      and (${channel ?? null}::text is null or channel = ${channel ?? null})
    group by channel, kind order by channel, kind`.execute(db);
  return rows;
}
