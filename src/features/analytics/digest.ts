// The weekly email to owners and whoever else wants it: what was booked after hours, and what the assistant couldn't answer.
import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Mail } from '../../kernel/mail.ts';
import { must } from '../../kernel/must.ts';
import type { Encoder } from '../../nlu/encoder/encoder.ts';
import { zoneOf } from '../../scheduling/zone.ts';
import { teamSenderOf } from '../brand/brand.ts';
import { linkBaseFor } from '../brand/domains.ts';
import { readDocument } from '../business/store.ts';
import { readNotifiedMembers, wantsWeeklyDigest } from '../notifications/preferences.ts';
import { totalsOf } from './counts.ts';
import { capabilitiesWithData, type Gap, groupQuestions, readGaps } from './gaps.ts';
import { readRange } from './range.ts';
import { measure } from './read.ts';

type Dependencies = { database: Database; encoder: Encoder; industries: readonly AnyIndustry[]; publicUrl: string };
type DueDigest = { workspace_id: string; week: string };

declare module '../../kernel/database/database.ts' {
  interface Tables {
    analytics_digests: { workspace_id: string; week: string };
  }
}

const MAX_GAPS = 5;
const MAX_QUESTION_LENGTH = 120;
const DAY_MS = 86_400_000;

/** Sent once per workspace and week: whichever runner inserts the row sends it. */
export async function sendDigests(dependencies: Dependencies, now: Date): Promise<void> {
  const { database, encoder } = dependencies;
  const due = await database.statement<DueDigest>(
    `select workspace_id, to_char(week, 'YYYY-MM-DD') as week from digests_due($1)`,
    [now],
  );
  for (const { workspace_id: id, week } of due) {
    await groupQuestions(database, encoder, id);
    await database.inWorkspace(id, (db) => sendDigest(db, id, week, now, dependencies));
  }
}

async function sendDigest(
  db: Db,
  id: string,
  week: string,
  now: Date,
  { industries, publicUrl }: Dependencies,
): Promise<void> {
  const claimedWeek = await db
    .insertInto('analytics_digests')
    .values({ workspace_id: id, week })
    .onConflict((conflict) => conflict.doNothing())
    .returning('week')
    .executeTakeFirst();
  const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
  if (!claimedWeek || !row) return;
  const workspace: Workspace = { ...row, accountId: row.live_id };
  const { document: business } = await readDocument(db, workspace);
  if (business.digest?.weekly === false) return;
  const monday = Date.parse(week) / DAY_MS;
  const zone = zoneOf(business.timezone);
  const startOfDay = (day: number) => new Date(zone.epochAt(day, 0)).toISOString();
  const [from, to] = [startOfDay(monday - 7), startOfDay(monday)] as const;
  const range = readRange({ from, to }, business.timezone, now);
  const { totals } = await measure(db, range);
  // No email after a week without conversations or bookings.
  if (!totals.conversations && !totals.bookings) return;
  const gaps = await readGaps(db, range, capabilitiesWithData(industries, business, workspace.mode), {}, MAX_GAPS);
  const avoidedNoShows = await countAvoidedNoShows(db, from, to);
  const data = { from: week, totals: totalsOf(totals), gaps, toldInTime: avoidedNoShows };
  recordEvents(db, [{ workspaceId: id, type: 'digest.weekly', data, at: now }]);
  const linkBase = await linkBaseFor({ db, workspace }, publicUrl);
  const settingsUrl = `${linkBase}/settings/notifications?workspace=${id}`;
  const mail = writeDigest(business, { ...totalsOf(totals), avoidedNoShows }, gaps, linkBase, settingsUrl);
  const recipients = (await readNotifiedMembers(db)).filter(wantsWeeklyDigest);
  const sender = teamSenderOf(workspace, business);
  for (const { email } of recipients) await enqueue(db, 'mail.send', { to: email, ...sender, ...mail });
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

type WeekTotals = ReturnType<typeof totalsOf> & { avoidedNoShows: number };

function writeDigest(
  business: Business,
  week: WeekTotals,
  gaps: Gap[],
  publicUrl: string,
  settingsUrl: string,
): Omit<Mail, 'to'> {
  const { conversations, bookings, afterHoursBookings, bookingValue, handoffs, avoidedNoShows } = week;
  const money = new Intl.NumberFormat(business.locale, { style: 'currency', currency: business.currency });
  const { maximumFractionDigits: digits = 2 } = money.resolvedOptions();
  const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const value = bookingValue ? `, worth ${money.format(bookingValue / 10 ** digits)}` : '';
  const gapLines = gaps.flatMap(({ id, question, count }) => [
    `  • “${shorten(question)}”${count > 1 ? ` (and ${count - 1} more like it)` : ''}`,
    `    Answer: ${publicUrl}/?gap=${id}`,
  ]);
  const lines = [
    `Last week at ${business.name}:`,
    '',
    `  ${plural(conversations, 'conversation')}, ${plural(bookings, 'booking')}${value}`,
    `  ${plural(afterHoursBookings, 'booking')} made after hours`,
    `  ${plural(handoffs, 'handoff')} to your team`,
    ...(avoidedNoShows ? [`  ${plural(avoidedNoShows, 'customer')} moved or canceled in time after a reminder`] : []),
    '',
    ...(gapLines.length ? ['Questions your assistant couldn’t answer:', '', ...gapLines, ''] : []),
    `To stop these emails: ${settingsUrl}`,
  ];
  return { subject: `${business.name}: your week in review`, text: lines.join('\n') };
}

const shorten = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return [...line].length > MAX_QUESTION_LENGTH ? `${[...line].slice(0, MAX_QUESTION_LENGTH - 1).join('')}…` : line;
};
