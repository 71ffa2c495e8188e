// The weekly email to owners and teammates who want it: how the week compares with the one before, and what to answer.
import { sql } from 'kysely';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { zoneOf } from '../../scheduling/zone.ts';
import { createTeamSenderFields } from '../brand/brand.ts';
import { findLinkBase } from '../brand/domains.ts';
import { readDocument } from '../business/store.ts';
import { readNotifiedMembers, wantsWeeklyDigest } from '../notifications/preferences.ts';
import { calculateTotals } from './counts.ts';
import { composeDigest } from './digest-mail.ts';
import { groupQuestions, listCapabilitiesWithData, readGaps } from './gaps.ts';
import { findPreviousRange, parseHourlyRange } from './range.ts';
import { readMeasurements } from './read.ts';
import { readReport } from './report.ts';

type Dependencies = { database: Database; encoder: Encoder; industries: readonly AnyIndustry[]; publicUrl: string };
type DueDigest = { workspace_id: string; week: string };

declare module '../../kernel/database/database.ts' {
  interface Tables {
    analytics_digests: { workspace_id: string; week: string };
  }
}

const MAX_GAPS_IN_DIGEST = 5;
const DAY_MS = 86_400_000;

/** Sent once per workspace and week: whichever runner inserts the row sends it. */
export async function sendDigests(dependencies: Dependencies, now: Date): Promise<void> {
  const { database, encoder } = dependencies;
  const dueDigests = await database.statement<DueDigest>(
    `select workspace_id, to_char(week, 'YYYY-MM-DD') as week from digests_due($1)`,
    [now],
  );
  for (const { workspace_id: workspaceId, week } of dueDigests) {
    await groupQuestions(database, encoder, workspaceId);
    await database.inWorkspace(workspaceId, (db) => sendDigest(db, workspaceId, week, now, dependencies));
  }
}

async function sendDigest(
  db: Db,
  workspaceId: string,
  week: string,
  now: Date,
  { industries, publicUrl }: Dependencies,
): Promise<void> {
  const claimedWeek = await db
    .insertInto('analytics_digests')
    .values({ workspace_id: workspaceId, week })
    .onConflict((conflict) => conflict.doNothing())
    .returning('week')
    .executeTakeFirst();
  const workspaceRow = await db.selectFrom('workspaces').selectAll().where('id', '=', workspaceId).executeTakeFirst();
  if (!claimedWeek || !workspaceRow) return;
  const workspace: Workspace = { ...workspaceRow, liveId: workspaceRow.live_id };
  const { document: business } = await readDocument(db, workspace);
  if (business.digest?.weekly === false) return;
  const mondayDayNumber = Date.parse(week) / DAY_MS;
  const zone = zoneOf(business.timezone);
  const startOfDay = (day: number) => new Date(zone.epochAt(day, 0)).toISOString();
  const [from, to] = [startOfDay(mondayDayNumber - 7), startOfDay(mondayDayNumber)] as const;
  const range = parseHourlyRange({ from, to }, business.timezone, now);
  const { totals } = await readMeasurements(db, range);
  // No email after a week without conversations or bookings.
  if (!totals.conversations && !totals.bookings) return;
  const measurementsBefore = await readMeasurements(db, findPreviousRange(range));
  const gaps = await readGaps(
    db,
    range,
    listCapabilitiesWithData(industries, business, workspace.mode),
    {},
    MAX_GAPS_IN_DIGEST,
  );
  const avoidedNoShows = await countAvoidedNoShows(db, from, to);
  const eventData = { from: week, totals: calculateTotals(totals), gaps, toldInTime: avoidedNoShows };
  recordEvents(db, [{ workspaceId, type: 'digest.weekly', data: eventData, at: now }]);
  const linkBase = await findLinkBase({ db, workspace }, publicUrl);
  const settingsUrl = `${linkBase}/settings/notifications?workspace=${workspaceId}`;
  const weekReview = {
    totals: calculateTotals(totals),
    totalsBefore: calculateTotals(measurementsBefore.totals),
    report: await readReport(db, range, now),
    avoidedNoShows,
    gaps,
  };
  const digestEmail = composeDigest(business, weekReview, linkBase, settingsUrl);
  const recipients = (await readNotifiedMembers(db)).filter(wantsWeeklyDigest);
  const sender = createTeamSenderFields(workspace, business);
  for (const { email } of recipients) await enqueue(db, 'mail.send', { to: email, ...sender, ...digestEmail });
}

/** Customers who moved or canceled in time after a reminder, and would have been no-shows. */
async function countAvoidedNoShows(db: Db, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct s.booking_id)::integer as count from reminders_sent s
    join bookings b on b.workspace_id = s.workspace_id and b.id = s.booking_id
    where s.starts_at >= ${from} and s.starts_at < ${to}
      and (b.starts_at <> s.starts_at or (b.status = 'cancelled' and b.updated_at between s.sent_at and s.starts_at))
  `.execute(db);
  return must(rows[0], 'one row').count;
}
