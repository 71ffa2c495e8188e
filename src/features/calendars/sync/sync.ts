// Synchronizes a connected calendar with the bookings: reads what has changed there, then writes what has changed here. Every
// step can be repeated: what was read counts as read only after all of it was carried over, and writes carry an ETag.
import { randomUUID } from 'node:crypto';
import type { Keyring } from '../../../kernel/crypto.ts';
import type { Database, Db } from '../../../kernel/database/database.ts';
import { enqueue } from '../../../kernel/jobs.ts';
import { must } from '../../../kernel/must.ts';
import { replaceBusyTimes } from '../../../scheduling/busy-times.ts';
import type { BookingContext } from '../../../scheduling/calendar.ts';
import { DAY_MS, zoneOf } from '../../../scheduling/zone.ts';
import { linkBaseFor } from '../../brand/domains.ts';
import { applyDecisions } from './apply.ts';
import {
  type ChosenConnection,
  claimConnection,
  findConnection,
  fromNow,
  LeaseLost,
  renewLease,
  SYNC_TASK,
  type SyncJob,
  syncJobKey,
} from './connections.ts';
import { isUpcoming, loadLinks, loadOwnEventStates, loadOwnEvents } from './own-events.ts';
import {
  CalendarError,
  type CalendarEvent,
  type CalendarProvider,
  type Changes,
  keyOfUid,
  type ReadRange,
} from './provider.ts';
import { pushBookings, type Sync } from './push.ts';
import { type Decision, decideChange, type EventLink, guardAgainstEmptiedCalendar } from './reconcile.ts';

export type RunAsTeam = <T>(
  workspaceId: string,
  purpose: string,
  work: (ctx: BookingContext) => Promise<T>,
) => Promise<T | undefined>;

export type SyncServices = {
  database: Database;
  keyring: Keyring;
  config: { publicUrl: string };
  runAsTeam: RunAsTeam;
  openProvider(row: ChosenConnection): CalendarProvider;
};

const POLL_SECONDS = 120;
/** Another job is syncing the connection, or something changed in between. */
const RETRY_SECONDS = 5;
const MAX_BACKOFF_SECONDS = 3_600;
/** However long a provider asks us to wait. */
const MAX_WAIT_SECONDS = 86_400;
const MAX_ROUNDS = 5;
/** Further than the horizon, so that it is not read anew every day. */
const READ_AHEAD_DAYS = 8;
const MIN_READ_AHEAD_DAYS = 1;

export async function syncConnection(services: SyncServices, { workspaceId, connectionId }: SyncJob): Promise<void> {
  const { database, runAsTeam, config, openProvider } = services;
  const inWorkspace = <T>(work: (db: Db) => Promise<T>) => database.inWorkspace(workspaceId, work);
  const lease = randomUUID();
  const row = await inWorkspace(async (db) => {
    const claimed = await claimConnection(db, connectionId, lease);
    const isBusy = !claimed && (await findConnection(db, connectionId))?.calendar_id;
    if (isBusy) await enqueueSync(db, { workspaceId, connectionId }, RETRY_SECONDS);
    return claimed as ChosenConnection | undefined;
  });
  if (!row) return;
  const step: Sync['step'] = async (work) => {
    const result = await runAsTeam(workspaceId, SYNC_TASK, async (ctx) => {
      await renewLease(ctx.db, connectionId, lease);
      return { value: await work(ctx) };
    });
    if (!result) throw new LeaseLost();
    return result.value;
  };
  try {
    const isSettled = await runRounds({ row, provider: openProvider(row), publicUrl: config.publicUrl, step });
    await step(({ db, now }) => recordSuccess(db, row, { now, nextSeconds: isSettled ? POLL_SECONDS : RETRY_SECONDS }));
  } catch (error) {
    if (error instanceof LeaseLost) return;
    await inWorkspace((db) => recordFailure(db, row, lease, error));
    if (!(error instanceof CalendarError)) throw error;
  }
}

export const enqueueSync = (db: Db, job: SyncJob, delaySeconds = 0): Promise<void> =>
  enqueue(db, SYNC_TASK, job, { key: syncJobKey(job.connectionId), delayMs: delaySeconds * 1_000 });

async function runRounds(sync: Sync): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await pullChanges(sync);
    if (await pushBookings(sync)) return true;
  }
  return false;
}

async function pullChanges({ row, provider, step, publicUrl }: Sync): Promise<void> {
  const { range, token } = await step(async (ctx) => {
    const current = (await findConnection(ctx.db, row.id)) ?? row;
    return rangeToRead(ctx, current);
  });
  const changes = await provider.readChanges(row.calendar_id, token, range);
  await step((ctx) => storeBusyTimes(ctx, row, changes));
  const { ours, links } = await step(async (ctx) => {
    const known = await loadLinks(ctx, row.id);
    const upcoming = await loadOwnEvents(ctx, row.resource_id, await linkBaseFor(ctx, publicUrl));
    const links = addUnknownOwnEvents(row.workspace_id, known, changes.events);
    return { links, ours: await loadOwnEventStates(ctx, upcoming, links.keys()) };
  });
  const seen = eventsByKey(row.workspace_id, changes.events);
  const decisions = new Map<string, Decision>();
  for (const link of links.values()) {
    if (!seen.has(link.key) && !mayBeGone(link, changes)) continue;
    // A list may be incomplete, so an event is gone only if it cannot be read.
    const event = seen.get(link.key) ?? (await provider.readEvent(row.calendar_id, link.eventId, range));
    decisions.set(link.key, decideChange(ours.get(link.key) ?? 'canceled', link, event));
  }
  const upcomingLinks = [...links.keys()].filter((key) => isUpcoming(ours.get(key))).length;
  const guarded = [...guardAgainstEmptiedCalendar(decisions, upcomingLinks)].map(([key, decision]) => {
    const event = ours.get(key);
    return {
      link: must(links.get(key), 'the link of a decision'),
      ours: isUpcoming(event) ? event : undefined,
      decision,
    };
  });
  await applyDecisions(step, row.id, guarded);
  await step(({ db }) =>
    db
      .updateTable('calendar_connections')
      .set({ sync_token: changes.token, read_until: new Date(range.end) })
      .where('id', '=', row.id)
      .execute(),
  );
}

/** Everything again if the horizon has come too close to what is known, because repeating events go on beyond it. */
function rangeToRead({ business, now }: BookingContext, row: Pick<ChosenConnection, 'sync_token' | 'read_until'>) {
  const horizon = now.getTime() + business.booking.horizonDays * DAY_MS;
  const knownUntil = row.read_until?.getTime() ?? 0;
  const isKnown = row.sync_token !== null && knownUntil >= horizon + MIN_READ_AHEAD_DAYS * DAY_MS;
  const range: ReadRange = {
    start: now.getTime() - DAY_MS,
    end: isKnown ? knownUntil : horizon + READ_AHEAD_DAYS * DAY_MS,
    zone: zoneOf(business.timezone),
  };
  return { range, token: isKnown ? row.sync_token : null };
}

async function storeBusyTimes(ctx: BookingContext, row: ChosenConnection, changes: Changes): Promise<void> {
  const busyByEvent = new Map<string, CalendarEvent['busy']>(changes.removedIds.map((id) => [id, []]));
  for (const { id, uid, busy } of changes.events)
    busyByEvent.set(id, keyOfUid(row.workspace_id, uid) === undefined ? busy : []);
  const calendar = { connectionId: row.id, resourceId: row.resource_id };
  await replaceBusyTimes(ctx, calendar, busyByEvent, changes.isComplete);
}

function eventsByKey(workspaceId: string, events: readonly CalendarEvent[]): Map<string, CalendarEvent> {
  const own = events.flatMap((event): [string, CalendarEvent][] => {
    const key = keyOfUid(workspaceId, event.uid);
    return key === undefined ? [] : [[key, event]];
  });
  return new Map(own);
}

/** Adds links for events of ours without a link: from an earlier connection, or from a write after which the process ended. */
function addUnknownOwnEvents(
  workspaceId: string,
  links: Map<string, EventLink>,
  events: readonly CalendarEvent[],
): Map<string, EventLink> {
  const strays = [...eventsByKey(workspaceId, events)].filter(([key]) => !links.has(key));
  const found = strays.map(([key, { id, etag }]): [string, EventLink] => [
    key,
    { key, eventId: id, etag, agreedTime: null, timeBeingWritten: null, fingerprint: '' },
  ]);
  return new Map([...links, ...found]);
}

const mayBeGone = (link: EventLink, { isComplete, removedIds }: Changes): boolean =>
  isComplete || link.etag === null || removedIds.includes(link.eventId);

type SyncResult = { now: Date; nextSeconds: number };

const recordSuccess = (db: Db, { id }: ChosenConnection, { now, nextSeconds }: SyncResult) =>
  db
    .updateTable('calendar_connections')
    .set({
      ...{ synced_at: now, sync_after: fromNow(nextSeconds), problem: null, needs_owner: false, failures: 0 },
      ...{ lease: null, leased_until: null },
    })
    .where('id', '=', id)
    .execute();

/** Waits longer after each failure, or as long as the provider asks for. */
async function recordFailure(db: Db, { id, failures }: ChosenConnection, lease: string, error: unknown): Promise<void> {
  const known = error instanceof CalendarError ? error : undefined;
  const backoff = known?.needsOwner ? MAX_BACKOFF_SECONDS : Math.min(60 * 2 ** failures, MAX_BACKOFF_SECONDS);
  await db
    .updateTable('calendar_connections')
    .set({
      problem: known?.message ?? 'Something went wrong on our side. We’ll try again.',
      needs_owner: known?.needsOwner ?? false,
      failures: failures + 1,
      sync_after: fromNow(Math.min(Math.max(backoff, known?.retryAfterSeconds ?? 0), MAX_WAIT_SECONDS)),
      ...{ lease: null, leased_until: null },
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}
