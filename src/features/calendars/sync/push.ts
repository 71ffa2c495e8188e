// Writes the bookings into a calendar that it does not show yet.
import type { BookingContext } from '../../../scheduling/calendar.ts';
import { linkBaseFor } from '../../brand/domains.ts';
import type { ChosenConnection } from './connections.ts';
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
export type Sync = {
  row: ChosenConnection;
  provider: CalendarProvider;
  publicUrl: string;
  step<T>(work: (ctx: BookingContext) => Promise<T>): Promise<T>;
};

/** False if the calendar changed in between, so it has to be read again. */
export async function pushBookings(sync: Sync): Promise<boolean> {
  const { row, step, publicUrl } = sync;
  const pushes = await step(async (ctx) => {
    const links = await loadLinks(ctx, row.id);
    const upcoming = await loadOwnEvents(ctx, row.resource_id, await linkBaseFor(ctx, publicUrl));
    return decidePush(await loadOwnEventStates(ctx, upcoming, links.keys()), links);
  });
  let isSettled = true;
  for (const push of pushes) if (!(await carryOut(sync, push))) isSettled = false;
  return isSettled;
}

async function carryOut(sync: Sync, push: Push): Promise<boolean> {
  if (push.kind === 'write') return write(sync, push.event as DescribedEvent, push.link);
  const { row, provider, step } = sync;
  const { link } = push;
  const result = push.kind === 'forget' ? 'removed' : await provider.remove(row.calendar_id, link.eventId, link.etag);
  await step(async (ctx) => {
    if (result === 'removed') await deleteLink(ctx, row.id, link.key);
    else await storeLink(ctx, row.id, { ...link, etag: null });
  });
  return result === 'removed';
}

/** The intent is stored first. If we crash after the write, the event is recognized as ours and not as somebody's change. */
async function write(
  { row, provider, step }: Sync,
  event: DescribedEvent,
  known: EventLink | undefined,
): Promise<boolean> {
  const { key, start, end, fingerprint, content } = event;
  // Without an ETag, the event has to be read first, to know whether it exists.
  if (known && known.etag === null) return false;
  const fresh: EventLink = {
    ...{ key, eventId: provider.eventIdOf(row.calendar_id, content.uid) },
    ...{ etag: null, agreedTime: null, timeBeingWritten: null, fingerprint: '' },
  };
  const link: EventLink = { ...(known ?? fresh), timeBeingWritten: { start, end } };
  await step((ctx) => storeLink(ctx, row.id, link));
  const result = await provider.write(row.calendar_id, link.eventId, content, link.etag);
  const isWritten = result !== 'changed';
  await step((ctx) =>
    storeLink(
      ctx,
      row.id,
      isWritten
        ? { ...link, etag: result.etag, agreedTime: { start, end }, timeBeingWritten: null, fingerprint }
        : { ...link, etag: null },
    ),
  );
  return isWritten;
}
