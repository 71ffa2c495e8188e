import type { Jobs } from '../../kernel/jobs.ts';
import { cancelBooking, lockForChange } from '../../scheduling/bookings.ts';
import type { BookingContext } from '../../scheduling/calendar.ts';
import { lapseOffer } from '../../scheduling/waitlist.ts';
import { WAKE_TASK, type Wake } from '../../scheduling/wake.ts';

/** Work in a workspace outside any request, in one transaction. */
type Inside = (workspaceId: string, purpose: string, work: (ctx: BookingContext) => Promise<void>) => Promise<unknown>;

/** Offers that nobody has taken in time, and waiting that has come to its end. */
export function bookingJobs({ runAsSystem }: { runAsSystem: Inside }): Jobs {
  return {
    tasks: {
      [WAKE_TASK]: async (payload) => {
        const { workspaceId, bookingId, at } = payload as Wake;
        const due = new Date(at);
        await runAsSystem(workspaceId, WAKE_TASK, async (context) => {
          // The sandbox's times are those of its test clock.
          const ctx = context.workspace.mode === 'test' ? { ...context, now: due } : context;
          const booking = await lockForChange(ctx, bookingId);
          if (booking?.status === 'offered' && booking.offered_until?.getTime() === due.getTime())
            await lapseOffer(ctx, booking);
          if (booking?.status === 'waitlisted' && booking.starts_at.getTime() === due.getTime())
            await cancelBooking(ctx, booking);
        });
      },
    },
  };
}
