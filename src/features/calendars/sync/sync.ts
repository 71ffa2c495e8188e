// Synchronizes a connected calendar with the bookings: reads what has changed there, then writes what has changed here. Every
// step can be repeated: what was read counts as read only after all of it was carried over, and writes carry an ETag.
import { randomUUID } from 'node:crypto';
import type { Keyring } from '../../../kernel/crypto.ts';
import type { Database, Db } from '../../../kernel/database/database.ts';
import { enqueue } from '../../../kernel/jobs.ts';
import { must } from '../../../kernel/must.ts';
import { replaceBusyTimes } from '../../../scheduling/busy-times.ts';
import type { BookingContext } from '../../../scheduling/schedules.ts';
import { DAY_MS, zoneOf } from '../../../scheduling/zone.ts';
import { findLinkBase } from '../../brand/domains.ts';
import { applyDecisions } from './apply.ts';
import {
  type ConnectionWithCalendar,
  claimConnection,
  findConnection,
  LeaseLostError,
  renewLease,
  SYNC_TASK,
  type SyncJob,
  secondsFromNow,
  syncJobKey,
} from './connections.ts';
import { isUpcoming, loadLinks, loadOwnEventStates, loadOwnEvents } from './own-events.ts';
import {
  type CalendarChanges,
  CalendarError,
  type CalendarEvent,
  type CalendarProvider,
  findIdInUid,
  type ReadRange,
} from './provider.ts';
import { pushBookings, type SyncRun } from './push.ts';
import { type Decision, decideChange, type EventLink, guardAgainstEmptiedCalendar } from './reconcile.ts';

/** Runs work of a job without an actor, with the business's own view. Undefined if the workspace no longer exists. */
export type RunAsSystemForBusiness = <T>(
  workspaceId: string,
  auditPurpose: string,
  work: (ctx: BookingContext) => Promise<T>,
) => Promise<T | undefined>;

export type SyncServices = {
  database: Database;
  keyring: Keyring;
  config: { publicUrl: string };
  runAsSystemForBusiness: RunAsSystemForBusiness;
  openProvider(row: ConnectionWithCalendar): CalendarProvider;
};

const POLL_SECONDS = 120;
/** Another job is syncing the connection, or something changed in between. */
const RETRY_SECONDS = 5;
const MAX_BACKOFF_SECONDS = 3_600;
/** We wait no longer than this, even if a provider asks for more. */
const MAX_WAIT_SECONDS = 86_400;
const MAX_ROUNDS_PER_SYNC = 5;
/** Beyond the booking horizon, so that the calendar is not read completely every day. */
const READ_AHEAD_DAYS = 8;
const MIN_READ_AHEAD_DAYS = 1;

export async function syncConnection(services: SyncServices, { workspaceId, connectionId }: SyncJob): Promise<void> {
  const { database, runAsSystemForBusiness, config, openProvider } = services;
  const inWorkspace = <T>(work: (db: Db) => Promise<T>) => database.inWorkspace(workspaceId, work);
  const lease = randomUUID();
  const row = await inWorkspace(async (db) => {
    const claimedRow = await claimConnection(db, connectionId, lease);
    const mustRetry = !claimedRow && (await findConnection(db, connectionId))?.calendar_id;
    if (mustRetry) await enqueueSync(db, { workspaceId, connectionId }, RETRY_SECONDS);
    return claimedRow as ConnectionWithCalendar | undefined;
  });
  if (!row) return;
  const step: SyncRun['step'] = async (work) => {
    const result = await runAsSystemForBusiness(workspaceId, SYNC_TASK, async (ctx) => {
      await renewLease(ctx.db, connectionId, lease);
      return { value: await work(ctx) };
    });
    if (!result) throw new LeaseLostError();
    return result.value;
  };
  try {
    const isSettled = await runRounds({ row, provider: openProvider(row), publicUrl: config.publicUrl, step });
    await step(({ db, now }) =>
      recordSuccess(db, row, { now, secondsUntilNextSync: isSettled ? POLL_SECONDS : RETRY_SECONDS }),
    );
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    await inWorkspace((db) => recordFailure(db, row, lease, error));
    if (!(error instanceof CalendarError)) throw error;
  }
}

export const enqueueSync = (db: Db, job: SyncJob, delaySeconds = 0): Promise<void> =>
  enqueue(db, SYNC_TASK, job, { key: syncJobKey(job.connectionId), delayMs: delaySeconds * 1_000 });

async function runRounds(sync: SyncRun): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS_PER_SYNC; round++) {
    await pullChanges(sync);
    if (await pushBookings(sync)) return true;
  }
  return false;
}

async function pullChanges({ row, provider, step, publicUrl }: SyncRun): Promise<void> {
  const { range, token } = await step(async (ctx) => {
    const currentRow = (await findConnection(ctx.db, row.id)) ?? row;
    return chooseRange(ctx, currentRow);
  });
  const changes = await provider.readChanges(row.calendar_id, token, range);
  await step((ctx) => storeBusyTimes(ctx, row, changes));
  const { ownEvents, links } = await step(async (ctx) => {
    const knownLinks = await loadLinks(ctx, row.id);
    const upcomingEvents = await loadOwnEvents(ctx, row.resource_id, await findLinkBase(ctx, publicUrl));
    const links = addUnknownOwnEvents(row.workspace_id, knownLinks, changes.events);
    return { links, ownEvents: await loadOwnEventStates(ctx, upcomingEvents, links.keys()) };
  });
  const seenEvents = groupEventsById(row.workspace_id, changes.events);
  const decisions = new Map<string, Decision>();
  for (const link of links.values()) {
    if (!seenEvents.has(link.bookingOrClassId) && !mayBeGone(link, changes)) continue;
    // A list may be incomplete, so an event is gone only if it cannot be read.
    const event =
      seenEvents.get(link.bookingOrClassId) ?? (await provider.readEvent(row.calendar_id, link.eventId, range));
    decisions.set(link.bookingOrClassId, decideChange(ownEvents.get(link.bookingOrClassId) ?? 'canceled', link, event));
  }
  const upcomingCount = [...links.keys()].filter((bookingOrClassId) =>
    isUpcoming(ownEvents.get(bookingOrClassId)),
  ).length;
  const guardedDecisions = [...guardAgainstEmptiedCalendar(decisions, upcomingCount)].map(
    ([bookingOrClassId, decision]) => {
      const event = ownEvents.get(bookingOrClassId);
      return {
        link: must(links.get(bookingOrClassId), 'the link of a decision'),
        ownEvent: isUpcoming(event) ? event : undefined,
        decision,
      };
    },
  );
  await applyDecisions(step, row.id, guardedDecisions);
  await step(({ db }) =>
    db
      .updateTable('calendar_connections')
      .set({ sync_token: changes.token, read_until: new Date(range.end) })
      .where('id', '=', row.id)
      .execute(),
  );
}

/** Reads everything again when the booking horizon nears the end of the known range, to expand repeating events further. */
function chooseRange(
  { business, now }: BookingContext,
  row: Pick<ConnectionWithCalendar, 'sync_token' | 'read_until'>,
) {
  const horizon = now.getTime() + business.booking.horizonDays * DAY_MS;
  const knownUntil = row.read_until?.getTime() ?? 0;
  const isCovered = row.sync_token !== null && knownUntil >= horizon + MIN_READ_AHEAD_DAYS * DAY_MS;
  const range: ReadRange = {
    start: now.getTime() - DAY_MS,
    end: isCovered ? knownUntil : horizon + READ_AHEAD_DAYS * DAY_MS,
    zone: zoneOf(business.timezone),
  };
  return { range, token: isCovered ? row.sync_token : null };
}

async function storeBusyTimes(
  ctx: BookingContext,
  row: ConnectionWithCalendar,
  changes: CalendarChanges,
): Promise<void> {
  const busyByEvent = new Map<string, CalendarEvent['busyTimes']>(changes.removedIds.map((id) => [id, []]));
  for (const { id, uid, busyTimes: busy } of changes.events)
    busyByEvent.set(id, findIdInUid(row.workspace_id, uid) === undefined ? busy : []);
  const calendar = { connectionId: row.id, resourceId: row.resource_id };
  await replaceBusyTimes(ctx, calendar, busyByEvent, changes.isFullList);
}

function groupEventsById(workspaceId: string, events: readonly CalendarEvent[]): Map<string, CalendarEvent> {
  const ownEntries = events.flatMap((event): [string, CalendarEvent][] => {
    const bookingOrClassId = findIdInUid(workspaceId, event.uid);
    return bookingOrClassId === undefined ? [] : [[bookingOrClassId, event]];
  });
  return new Map(ownEntries);
}

/** Adds links for events of ours without a link: left by an earlier connection, or by a write after which the process ended. */
function addUnknownOwnEvents(
  workspaceId: string,
  links: Map<string, EventLink>,
  events: readonly CalendarEvent[],
): Map<string, EventLink> {
  const unlinkedEvents = [...groupEventsById(workspaceId, events)].filter(
    ([bookingOrClassId]) => !links.has(bookingOrClassId),
  );
  const addedLinks = unlinkedEvents.map(([bookingOrClassId, { id, etag }]): [string, EventLink] => [
    bookingOrClassId,
    { bookingOrClassId, eventId: id, etag, lastSyncedTime: null, timeBeingWritten: null, fingerprint: '' },
  ]);
  return new Map([...links, ...addedLinks]);
}

const mayBeGone = (link: EventLink, { isFullList, removedIds }: CalendarChanges): boolean =>
  isFullList || link.etag === null || removedIds.includes(link.eventId);

type SyncResult = { now: Date; secondsUntilNextSync: number };

const recordSuccess = (db: Db, { id }: ConnectionWithCalendar, { now, secondsUntilNextSync }: SyncResult) =>
  db
    .updateTable('calendar_connections')
    .set({
      synced_at: now,
      sync_after: secondsFromNow(secondsUntilNextSync),
      problem: null,
      needs_owner: false,
      failures: 0,
      lease: null,
      leased_until: null,
    })
    .where('id', '=', id)
    .execute();

/** Waits longer after each failure, or as long as the provider asks for. */
async function recordFailure(
  db: Db,
  { id, failures }: ConnectionWithCalendar,
  lease: string,
  error: unknown,
): Promise<void> {
  const calendarError = error instanceof CalendarError ? error : undefined;
  const backoffSeconds = calendarError?.needsOwnerAction
    ? MAX_BACKOFF_SECONDS
    : Math.min(60 * 2 ** failures, MAX_BACKOFF_SECONDS);
  await db
    .updateTable('calendar_connections')
    .set({
      problem: calendarError?.message ?? 'Something went wrong on our side. We’ll try again.',
      needs_owner: calendarError?.needsOwnerAction ?? false,
      failures: failures + 1,
      sync_after: secondsFromNow(
        Math.min(Math.max(backoffSeconds, calendarError?.retryAfterSeconds ?? 0), MAX_WAIT_SECONDS),
      ),
      lease: null,
      leased_until: null,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}
