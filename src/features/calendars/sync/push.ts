// Writes bookings that a calendar does not show yet into it.
import type { BookingContext } from '../../../scheduling/schedules.ts';
import { findLinkBase } from '../../brand/domains.ts';
import type { ConnectionWithCalendar } from './connections.ts';
import {
  type DescribedEvent,
  deleteLink,
  loadLinks,
  loadOwnEventStates,
  loadOwnEvents,
  storeLink,
} from './own-events.ts';
import type { CalendarProvider } from './provider.ts';
import { decidePush, type EventLink, type Push } from './reconcile.ts';

/** One job's work on one connection. Each step is a transaction that begins by renewing the lease. */
export type SyncRun = {
  row: ConnectionWithCalendar;
  provider: CalendarProvider;
  publicUrl: string;
  step<T>(work: (ctx: BookingContext) => Promise<T>): Promise<T>;
};

/** False if the calendar changed in between, so it has to be read again. */
export async function pushBookings(sync: SyncRun): Promise<boolean> {
  const { row, step, publicUrl } = sync;
  const pushes = await step(async (ctx) => {
    const links = await loadLinks(ctx, row.id);
    const upcomingEvents = await loadOwnEvents(ctx, row.resource_id, await findLinkBase(ctx, publicUrl));
    return decidePush(await loadOwnEventStates(ctx, upcomingEvents, links.keys()), links);
  });
  let isSettled = true;
  for (const push of pushes) if (!(await executePush(sync, push))) isSettled = false;
  return isSettled;
}

async function executePush(sync: SyncRun, push: Push): Promise<boolean> {
  if (push.kind === 'write') return writeEvent(sync, push.event as DescribedEvent, push.link);
  const { row, provider, step } = sync;
  const { link } = push;
  const result = push.kind === 'forget' ? 'removed' : await provider.remove(row.calendar_id, link.eventId, link.etag);
  await step(async (ctx) => {
    if (result === 'removed') await deleteLink(ctx, row.id, link.bookingOrClassId);
    else await storeLink(ctx, row.id, { ...link, etag: null });
  });
  return result === 'removed';
}

/** Stores the intended time first, so that after a crash the written event is not mistaken for somebody else's change. */
async function writeEvent(
  { row, provider, step }: SyncRun,
  event: DescribedEvent,
  knownLink: EventLink | undefined,
): Promise<boolean> {
  const { bookingOrClassId: key, start, end, fingerprint, content } = event;
  // Without an ETag, the event has to be read first, to know whether it exists.
  if (knownLink && knownLink.etag === null) return false;
  const newLink: EventLink = {
    bookingOrClassId: key,
    eventId: provider.eventIdOf(row.calendar_id, content.uid),
    etag: null,
    lastSyncedTime: null,
    timeBeingWritten: null,
    fingerprint: '',
  };
  const link: EventLink = { ...(knownLink ?? newLink), timeBeingWritten: { start, end } };
  await step((ctx) => storeLink(ctx, row.id, link));
  const result = await provider.write(row.calendar_id, link.eventId, content, link.etag);
  const isWritten = result !== 'changed';
  await step((ctx) =>
    storeLink(
      ctx,
      row.id,
      isWritten
        ? { ...link, etag: result.etag, lastSyncedTime: { start, end }, timeBeingWritten: null, fingerprint }
        : { ...link, etag: null },
    ),
  );
  return isWritten;
}
