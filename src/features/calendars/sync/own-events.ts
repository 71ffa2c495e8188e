// The bookings that a connected calendar should show, and the links to their events.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { must } from '../../../kernel/must.ts';
import type { BookingContext } from '../../../scheduling/schedules.ts';
import type { Booking } from '../../../scheduling/store.ts';
import { groupByEvent, isBookingOf, toICalEvent } from '../feed.ts';
import { createUid, type EventContent } from './provider.ts';
import type { EventLink, OwnEvent, OwnEventOrEndState } from './reconcile.ts';

const MAX_BOOKINGS = 5_000;

export type DescribedEvent = OwnEvent & { content: EventContent };

/** Events for the upcoming bookings of a resource, or of all resources if it is empty. */
export async function loadOwnEvents(
  ctx: BookingContext,
  resourceId: string,
  linkBase: string,
): Promise<Map<string, DescribedEvent>> {
  let bookings = ctx.db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'confirmed')
    .where('starts_at', '>', ctx.now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(MAX_BOOKINGS);
  if (resourceId) bookings = bookings.where(isBookingOf(resourceId));
  const groups = groupByEvent(await bookings.execute());
  return new Map([...groups].map(([key, group]) => [key, describeEvent(ctx, key, group, linkBase)]));
}

function describeEvent(ctx: BookingContext, key: string, group: Booking[], linkBase: string): DescribedEvent {
  const { id: _id, timezone: _timezone, ...event } = toICalEvent(group, ctx.business, linkBase);
  const content: EventContent = { uid: createUid(ctx.workspace.id, key), ...event };
  const { stamp: _stamp, sequence: _sequence, ...writtenContent } = content;
  const { id, occurrence_id } = must(group[0], 'a booking');
  return {
    bookingOrClassId: key,
    bookingId: id,
    canChange: occurrence_id === null,
    start: content.start.getTime(),
    end: content.end.getTime(),
    fingerprint: createHash('sha256').update(JSON.stringify(writtenContent)).digest('base64url'),
    content,
  };
}

/** The upcoming events, and for each other key whether its booking has begun or was canceled. */
export async function loadOwnEventStates<Event extends OwnEvent>(
  ctx: BookingContext,
  upcoming: ReadonlyMap<string, Event>,
  keys: Iterable<string>,
): Promise<Map<string, Event | 'begun' | 'canceled'>> {
  const otherKeys = [...keys].filter((key) => !upcoming.has(key));
  const { rows } = await sql<{ key: string }>`
    select distinct coalesce(occurrence_id, id) as key from bookings
    where coalesce(occurrence_id, id) = any(${otherKeys}::text[]) and starts_at <= ${ctx.now}
      and status in ('confirmed', 'completed', 'no_show')`.execute(ctx.db);
  const begunKeys = new Set(rows.map(({ key }) => key));
  const states = otherKeys.map((key): [string, 'begun' | 'canceled'] => [
    key,
    begunKeys.has(key) ? 'begun' : 'canceled',
  ]);
  return new Map<string, Event | 'begun' | 'canceled'>([...upcoming, ...states]);
}

export async function loadLinks({ db }: BookingContext, connectionId: string): Promise<Map<string, EventLink>> {
  const rows = await db.selectFrom('calendar_events').selectAll().where('connection_id', '=', connectionId).execute();
  return new Map(
    rows.map((row) => [
      row.key,
      {
        bookingOrClassId: row.key,
        eventId: row.event_id,
        etag: row.etag,
        lastSyncedTime: toInterval(row.starts_at, row.ends_at),
        timeBeingWritten: toInterval(row.writing_starts_at, row.writing_ends_at),
        fingerprint: row.fingerprint,
      },
    ]),
  );
}

const toInterval = (start: Date | null, end: Date | null) =>
  start && end ? { start: start.getTime(), end: end.getTime() } : null;

const toColumns = ({ eventId, etag, lastSyncedTime, timeBeingWritten, fingerprint }: EventLink) => ({
  event_id: eventId,
  etag,
  starts_at: lastSyncedTime && new Date(lastSyncedTime.start),
  ends_at: lastSyncedTime && new Date(lastSyncedTime.end),
  writing_starts_at: timeBeingWritten && new Date(timeBeingWritten.start),
  writing_ends_at: timeBeingWritten && new Date(timeBeingWritten.end),
  fingerprint,
});

export async function storeLink(
  { db, workspace }: BookingContext,
  connectionId: string,
  link: EventLink,
): Promise<void> {
  await db
    .insertInto('calendar_events')
    .values({ workspace_id: workspace.id, connection_id: connectionId, key: link.bookingOrClassId, ...toColumns(link) })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'connection_id', 'key']).doUpdateSet(toColumns(link)))
    .execute();
}

export const deleteLink = ({ db }: BookingContext, connectionId: string, key: string) =>
  db.deleteFrom('calendar_events').where('connection_id', '=', connectionId).where('key', '=', key).execute();

/** An upcoming event is there with its content. Others are only a word for what has become of them. */
export const isUpcoming = <Event extends OwnEvent>(
  ownEvent: Event | OwnEventOrEndState | undefined,
): ownEvent is Event => typeof ownEvent === 'object';
