// Carries a change of the calendar over to the booking, by the same rules and with the same notices as a change by the team.

import { rfc3339 } from '../../../kernel/clock.ts';
import { Problem } from '../../../kernel/problem.ts';
import { cancelBooking, lockForChange, moveBooking } from '../../../scheduling/booking-changes.ts';
import type { BookingContext } from '../../../scheduling/calendar.ts';
import { findBooking } from '../../../scheduling/store.ts';
import { deleteLink, storeLink } from './own-events.ts';
import {
  acceptEvent,
  type ConflictReason,
  type Decision,
  type EventAsRead,
  type EventLink,
  type OwnEvent,
} from './reconcile.ts';

/** Rolls back what the transaction has done so far. */
class RefusedChange extends Error {}

export type LinkDecision = { link: EventLink; ours: OwnEvent | undefined; decision: Decision };
type InTransaction = (work: (ctx: BookingContext) => Promise<unknown>) => Promise<unknown>;

/** Applies each decision in its own transaction. */
export async function applyDecisions(
  inTransaction: InTransaction,
  connectionId: string,
  all: LinkDecision[],
): Promise<void> {
  const changes: Change[] = [];
  for (const { link, ours, decision } of all) {
    if (decision.kind === 'forget') await inTransaction((ctx) => deleteLink(ctx, connectionId, link.key));
    else if (decision.kind === 'accept')
      await inTransaction((ctx) => storeLink(ctx, connectionId, acceptEvent(link, decision.event)));
    else if (!ours) continue;
    else if (decision.kind === 'put_back')
      await inTransaction((ctx) => putBack(ctx, connectionId, { link, ours, ...decision }));
    else if (decision.kind === 'cancel') changes.unshift({ link, ours, event: undefined });
    else changes.push({ link, ours, event: decision.event, wantedStart: decision.start });
  }
  await applyChanges(inTransaction, connectionId, changes);
}

/** A change may need the time that another one frees, so refused changes are retried as long as others succeed. */
async function applyChanges(inTransaction: InTransaction, connectionId: string, changes: Change[]): Promise<void> {
  const refused: (Change & { detail: string })[] = [];
  for (const change of changes) {
    try {
      await inTransaction((ctx) => changeBooking(ctx, connectionId, change));
    } catch (error) {
      if (!(error instanceof RefusedChange)) throw error;
      refused.push({ ...change, detail: error.message });
    }
  }
  if (refused.length && refused.length < changes.length) return applyChanges(inTransaction, connectionId, refused);
  for (const change of refused)
    await inTransaction((ctx) => putBack(ctx, connectionId, { ...change, reason: 'refused' }));
}

type Change = { link: EventLink; ours: OwnEvent; event: EventAsRead | undefined; wantedStart?: number };

async function changeBooking(ctx: BookingContext, connectionId: string, { link, ours, event, wantedStart }: Change) {
  const startsAt = wantedStart === undefined ? undefined : rfc3339(new Date(wantedStart), ctx.business.timezone);
  const booking = await lockForChange(ctx, ours.bookingId, startsAt);
  const isAsRead = booking?.status === 'confirmed' && booking.starts_at.getTime() === ours.start;
  // The booking has changed since it was read. The next round compares again.
  if (!booking || !isAsRead) return storeLink(ctx, connectionId, { ...link, etag: null });
  if (startsAt === undefined) {
    const canceled = await cancelBooking(ctx, booking);
    if (!canceled.ok) throw new RefusedChange(canceled.detail);
    await deleteLink(ctx, connectionId, link.key);
    return;
  }
  const moved = await moveBooking(ctx, booking, { startsAt }).catch((error: unknown) => {
    if (error instanceof Problem) throw new RefusedChange(offGridText(ctx));
    throw error;
  });
  if (!moved.ok) throw new RefusedChange(moved.detail);
  if (moved.value.resource?.id !== booking.resource?.id)
    throw new RefusedChange(`${booking.resource?.name ?? 'Nobody'} isn’t available then.`);
  if (event) await storeLink(ctx, connectionId, acceptEvent(link, event));
}

const offGridText = ({ business }: BookingContext): string =>
  `Bookings start every ${business.booking.slotMinutes} minutes from opening time.`;

type PutBack = Change & { reason: ConflictReason; detail?: string };

/** The event is written again with the next push. */
async function putBack(ctx: BookingContext, connectionId: string, { link, ours, event, ...conflict }: PutBack) {
  if (event) await storeLink(ctx, connectionId, { ...link, eventId: event.id, etag: event.etag, fingerprint: '' });
  else await deleteLink(ctx, connectionId, link.key);
  const booking = await findBooking(ctx.db, ours.bookingId);
  if (!booking) return;
  const { reason, detail = null, wantedStart } = conflict;
  const columns = {
    booking_version: booking.version,
    reason,
    detail,
    wanted_at: wantedStart === undefined ? null : new Date(wantedStart),
    noted_at: ctx.now,
  };
  await ctx.db
    .insertInto('calendar_conflicts')
    .values({ workspace_id: ctx.workspace.id, connection_id: connectionId, booking_id: booking.id, ...columns })
    .onConflict((clash) => clash.columns(['workspace_id', 'connection_id', 'booking_id']).doUpdateSet(columns))
    .execute();
}
