import type { Jobs } from '../../kernel/jobs.ts';
import { cancelBooking, lockForChange } from '../../scheduling/booking-changes.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { lapseOffer } from '../../scheduling/waitlist.ts';
import { WAITLIST_TASK, type WaitlistJob } from '../../scheduling/waitlist-job.ts';

/** Runs work in a workspace outside any request, in one transaction. */
type RunAsSystem = (
  workspaceId: string,
  purpose: string,
  work: (ctx: BookingContext) => Promise<void>,
) => Promise<unknown>;

/** Lapses offers that were not accepted in time, and cancels waitlisted bookings when their start arrives. */
export function bookingJobs({ runAsSystem }: { runAsSystem: RunAsSystem }): Jobs {
  return {
    tasks: {
      [WAITLIST_TASK]: async (payload) => {
        const { workspaceId, bookingId, at } = payload as WaitlistJob;
        const dueAt = new Date(at);
        await runAsSystem(workspaceId, WAITLIST_TASK, async (context) => {
          // A test workspace has its own clock, so the job takes the due time as the current time.
          const ctx = context.workspace.mode === 'test' ? { ...context, now: dueAt } : context;
          const booking = await lockForChange(ctx, bookingId);
          if (booking?.status === 'offered' && booking.offered_until?.getTime() === dueAt.getTime())
            await lapseOffer(ctx, booking);
          if (booking?.status === 'waitlisted' && booking.starts_at.getTime() === dueAt.getTime())
            await cancelBooking(ctx, booking);
        });
      },
    },
  };
}
