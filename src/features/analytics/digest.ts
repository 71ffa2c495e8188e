// What the owner is told on Monday morning: what was booked while nobody was there, and what customers asked in vain.
import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { recordEvents } from '../../kernel/events.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Mail } from '../../kernel/mail.ts';
import type { Encoder } from '../../understanding/encoder/encoder.ts';
import { readDocument } from '../business/store.ts';
import { zoneOf } from '../scheduling/zone.ts';
import { totalsOf } from './counts.ts';
import { type Gap, groupQuestions, readGaps } from './gaps.ts';
import { readRange } from './range.ts';
import { measure } from './read.ts';

type Dependencies = { database: Database; encoder: Encoder; publicUrl: string };
type Due = { workspace_id: string; week: string };

declare module '../../kernel/database/database.ts' {
  interface Tables {
    analytics_digests: { workspace_id: string; week: string };
  }
}

const MOST_GAPS = 5;
const DAY = 86_400_000;

/** Each week once for each workspace, however many runners there are: whoever writes its row sends it. */
export async function sendDigests(dependencies: Dependencies, now: Date): Promise<void> {
  const { database, encoder } = dependencies;
  const due = await database.statement<Due>(
    `select workspace_id, to_char(week, 'YYYY-MM-DD') as week from digests_due($1)`,
    [now],
  );
  for (const { workspace_id: id, week } of due) {
    await groupQuestions(database, encoder, id);
    await database.inWorkspace(id, (db) => sendDigest(db, id, week, now, dependencies.publicUrl));
  }
}

async function sendDigest(db: Db, id: string, week: string, now: Date, publicUrl: string): Promise<void> {
  const mine = await db
    .insertInto('analytics_digests')
    .values({ workspace_id: id, week })
    .onConflict((conflict) => conflict.doNothing())
    .returning('week')
    .executeTakeFirst();
  const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mine || !row) return;
  const workspace: Workspace = { ...row, accountId: row.live_id };
  const { document: business } = await readDocument(db, workspace);
  if (business.digest?.weekly === false) return;
  const monday = Date.parse(week) / DAY;
  const zone = zoneOf(business.timezone);
  const [from, to] = [zone.epochAt(monday - 7, 0), zone.epochAt(monday, 0)].map((at) => new Date(at).toISOString());
  const range = readRange({ from, to }, business.timezone, now);
  const { totals } = await measure(db, range);
  // A week in which nothing happened is no news.
  if (!totals.conversations && !totals.bookings) return;
  const gaps = await readGaps(db, range, {}, MOST_GAPS);
  const toldInTime = await countToldInTime(db, from!, to!);
  const data = { from: week, totals: totalsOf(totals), gaps, toldInTime };
  recordEvents(db, [{ workspaceId: id, type: 'digest.weekly', data, at: now }]);
  const mail = writeDigest(business, { ...totalsOf(totals), toldInTime }, gaps, publicUrl);
  for (const to of await ownersOf(db)) await enqueue(db, 'mail.send', { to, ...mail });
}

/** No-shows that reminders have spared: whoever was reminded, and then moved or cancelled before it began. */
async function countToldInTime(db: Db, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct s.booking_id)::integer as count from reminders_sent s
    join bookings b on b.workspace_id = s.workspace_id and b.id = s.booking_id
    where s.starts_at >= ${from} and s.starts_at < ${to}
      and (b.starts_at <> s.starts_at or (b.status = 'cancelled' and b.updated_at between s.sent_at and s.starts_at))
  `.execute(db);
  return rows[0]!.count;
}

async function ownersOf(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('auth_users', 'auth_users.id', 'members.user_id')
    .select('auth_users.email')
    .where('members.role', '=', 'owner')
    .execute();
  return rows.map(({ email }) => email);
}

type Week = ReturnType<typeof totalsOf> & { toldInTime: number };

function writeDigest(business: Business, week: Week, gaps: Gap[], publicUrl: string): Omit<Mail, 'to'> {
  const { conversations, bookings, afterHoursBookings, bookingValue, handoffs, toldInTime } = week;
  const money = new Intl.NumberFormat(business.locale, { style: 'currency', currency: business.currency });
  const { maximumFractionDigits: digits = 2 } = money.resolvedOptions();
  const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const value = bookingValue ? `, worth ${money.format(bookingValue / 10 ** digits)}` : '';
  const asked = gaps.flatMap(({ id, question, count }) => [
    `  • “${shorten(question)}”${count > 1 ? ` – and ${count - 1} more like it` : ''}`,
    `    Answer it: ${publicUrl}/?gap=${id}`,
  ]);
  const lines = [
    `Last week at ${business.name}:`,
    '',
    `  ${many(conversations, 'conversation')}, ${many(bookings, 'booking')}${value}`,
    `  ${many(afterHoursBookings, 'booking')} came in while you were closed`,
    // No-shows that reminders have avoided belong here, once there are reminders to count them by.
    `  ${many(handoffs, 'conversation')} went to a person`,
    ...(toldInTime ? [`  ${many(toldInTime, 'customer')} moved or cancelled in time after a reminder`] : []),
    '',
    ...(asked.length ? ['What customers asked and got no answer to:', '', ...asked, ''] : []),
    'To stop these mails, set digest.weekly to false in your configuration.',
  ];
  return { subject: `${business.name}: your week at the front desk`, text: lines.join('\n') };
}

const shorten = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return [...line].length > 120 ? `${[...line].slice(0, 119).join('')}…` : line;
};
