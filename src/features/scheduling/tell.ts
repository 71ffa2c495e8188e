import { recordEvents } from '../../kernel/events.ts';
import type { BookingContext } from './calendar.ts';
import { presentBooking } from './present.ts';
import type { Booking } from './store.ts';

/** Of a sealed booking events carry its id and state alone. */
export async function tell(ctx: BookingContext, type: string, booking: Booking): Promise<void> {
  const data = booking.sealed
    ? { id: booking.id, status: booking.status }
    : presentBooking(booking, ctx.business.timezone);
  recordEvents(ctx.db, [{ workspaceId: ctx.workspace.id, type, data, at: ctx.now }]);
}
