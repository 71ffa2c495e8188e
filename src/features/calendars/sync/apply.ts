// Applies changes of the calendar to the bookings, by the same rules and with the same notices as changes by the team.

import { rfc3339 } from '../../../kernel/clock.ts';
import { Problem } from '../../../kernel/problem.ts';
import { cancelBooking, lockForChange, moveBooking } from '../../../scheduling/booking-changes.ts';
import type { BookingContext } from '../../../scheduling/schedules.ts';
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

export type LinkDecision = { link: EventLink; ownEvent: OwnEvent | undefined; decision: Decision };
type RunInTransaction = (work: (ctx: BookingContext) => Promise<unknown>) => Promise<unknown>;

/** Applies each decision in its own transaction. */
export async function applyDecisions(
  inTransaction: RunInTransaction,
  connectionId: string,
  decisions: LinkDecision[],
): Promise<void> {
  const changes: Change[] = [];
  for (const { link, ownEvent, decision } of decisions) {
    if (decision.kind === 'forget') await inTransaction((ctx) => deleteLink(ctx, connectionId, link.bookingOrClassId));
    else if (decision.kind === 'accept')
      await inTransaction((ctx) => storeLink(ctx, connectionId, acceptEvent(link, decision.event)));
    else if (!ownEvent) continue;
    else if (decision.kind === 'put_back')
      await inTransaction((ctx) => putBack(ctx, connectionId, { link, ownEvent, ...decision }));
    else if (decision.kind === 'cancel') changes.unshift({ link, ownEvent, event: undefined });
    else changes.push({ link, ownEvent, event: decision.event, wantedStart: decision.start });
  }
  await applyChanges(inTransaction, connectionId, changes);
}

/** A change may need the time that another one frees, so refused changes are retried as long as others succeed. */
async function applyChanges(inTransaction: RunInTransaction, connectionId: string, changes: Change[]): Promise<void> {
  const refusedChanges: (Change & { detail: string })[] = [];
  for (const change of changes) {
    try {
      await inTransaction((ctx) => changeBooking(ctx, connectionId, change));
    } catch (error) {
      if (!(error instanceof RefusedChange)) throw error;
      refusedChanges.push({ ...change, detail: error.message });
    }
  }
  if (refusedChanges.length && refusedChanges.length < changes.length)
    return applyChanges(inTransaction, connectionId, refusedChanges);
  for (const change of refusedChanges)
    await inTransaction((ctx) => putBack(ctx, connectionId, { ...change, reason: 'refused' }));
}

type Change = { link: EventLink; ownEvent: OwnEvent; event: EventAsRead | undefined; wantedStart?: number };

async function changeBooking(
  ctx: BookingContext,
  connectionId: string,
  { link, ownEvent, event, wantedStart }: Change,
) {
  const startsAt = wantedStart === undefined ? undefined : rfc3339(new Date(wantedStart), ctx.business.timezone);
  const booking = await lockForChange(ctx, ownEvent.bookingId, startsAt);
  const isUnchanged = booking?.status === 'confirmed' && booking.starts_at.getTime() === ownEvent.start;
  // The booking has changed since it was read. The next round compares again.
  if (!booking || !isUnchanged) return storeLink(ctx, connectionId, { ...link, etag: null });
  if (startsAt === undefined) {
    const cancelResult = await cancelBooking(ctx, booking);
    if (!cancelResult.ok) throw new RefusedChange(cancelResult.detail);
    await deleteLink(ctx, connectionId, link.bookingOrClassId);
    return;
  }
  const moveResult = await moveBooking(ctx, booking, { startsAt }).catch((error: unknown) => {
    if (error instanceof Problem) throw new RefusedChange(explainStartTimes(ctx));
    throw error;
  });
  if (!moveResult.ok) throw new RefusedChange(moveResult.detail);
  if (moveResult.value.resource?.id !== booking.resource?.id)
    throw new RefusedChange(`${booking.resource?.name ?? 'Nobody'} isn’t available then.`);
  if (event) await storeLink(ctx, connectionId, acceptEvent(link, event));
}

const explainStartTimes = ({ business }: BookingContext): string =>
  `Bookings start every ${business.booking.slotMinutes} minutes from opening time.`;

type PutBackInput = Change & { reason: ConflictReason; detail?: string };

/** Keeps the booking and records the conflict. The next push writes the event again. */
async function putBack(
  ctx: BookingContext,
  connectionId: string,
  { link, ownEvent, event, ...conflict }: PutBackInput,
) {
  if (event) await storeLink(ctx, connectionId, { ...link, eventId: event.id, etag: event.etag, fingerprint: '' });
  else await deleteLink(ctx, connectionId, link.bookingOrClassId);
  const booking = await findBooking(ctx.db, ownEvent.bookingId);
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
