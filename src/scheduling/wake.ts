import { enqueue } from '../kernel/jobs.ts';
import type { BookingContext } from './calendar.ts';
import type { Booking } from './store.ts';

export const WAKE_TASK = 'waitlist.wake';
export type Wake = { workspaceId: string; bookingId: string; at: string };

/**
 * Looks after a booking that waits, once its offer has lapsed or its time has come. There is one such job for a booking:
 * a later one takes the place of the one before. A test key's clock is the business's and not the job runner's.
 */
export async function wakeAt({ db, workspace, now }: BookingContext, { id }: Booking, at: Date): Promise<void> {
  const wake: Wake = { workspaceId: workspace.id, bookingId: id, at: at.toISOString() };
  await enqueue(db, WAKE_TASK, wake, { key: `waitlist ${id}`, inMs: at.getTime() - now.getTime() });
}
