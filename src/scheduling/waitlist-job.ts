import { enqueue } from '../kernel/jobs.ts';
import type { BookingContext } from './schedules.ts';
import type { Booking } from './store.ts';

export const WAITLIST_TASK = 'waitlist.wake';
/** `at`: when the offer lapses or the booking starts, whichever it was scheduled for. A job for an outdated time does nothing. */
export type WaitlistJob = { workspaceId: string; bookingId: string; at: string };

/**
 * Schedules the job that handles a waiting booking when its offer lapses or its start arrives. Each booking has at most
 * one such job: a new one replaces it. The delay uses `now` of the context, because test workspaces have their own clock.
 */
export async function scheduleWaitlistJob(
  { db, workspace, now }: BookingContext,
  { id }: Booking,
  dueAt: Date,
): Promise<void> {
  const job: WaitlistJob = { workspaceId: workspace.id, bookingId: id, at: dueAt.toISOString() };
  await enqueue(db, WAITLIST_TASK, job, { key: `waitlist ${id}`, delayMs: dueAt.getTime() - now.getTime() });
}
