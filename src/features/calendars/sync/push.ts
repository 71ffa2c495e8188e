// Writes into a calendar what it does not show yet.
import type { BookingContext } from '../../../scheduling/calendar.ts';
import { linkBaseFor } from '../../brand/domains.ts';
import type { ChosenConnection } from './connections.ts';
import { type DescribedEvent, deleteLink, loadLinks, loadOurs, loadOwnEvents, storeLink } from './own-events.ts';
import type { CalendarProvider } from './provider.ts';
import { decidePush, type Link, type Push } from './reconcile.ts';

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
    return decidePush(await loadOurs(ctx, upcoming, links.keys()), links);
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
async function write({ row, provider, step }: Sync, event: DescribedEvent, known: Link | undefined): Promise<boolean> {
  const { key, start, end, fingerprint, content } = event;
  // Whether it is there has to be known first.
  if (known && known.etag === null) return false;
  const fresh: Link = {
    ...{ key, eventId: provider.eventIdOf(row.calendar_id, content.name) },
    ...{ etag: null, agreed: null, writing: null, fingerprint: '' },
  };
  const link: Link = { ...(known ?? fresh), writing: { start, end } };
  await step((ctx) => storeLink(ctx, row.id, link));
  const result = await provider.write(row.calendar_id, link.eventId, content, link.etag);
  const isWritten = result !== 'changed';
  await step((ctx) =>
    storeLink(
      ctx,
      row.id,
      isWritten
        ? { ...link, etag: result.etag, agreed: { start, end }, writing: null, fingerprint }
        : { ...link, etag: null },
    ),
  );
  return isWritten;
}
