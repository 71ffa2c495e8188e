import type { BookingRequest } from '../capability/booking-request.ts';
import type { AnyCapability } from '../capability/capability.ts';
import { largestDepositFor, type RequiredDeposit } from '../capability/deposits.ts';
import { timetableOf } from './class-spots.ts';
import { findOccurrence } from './classes.ts';
import { depositForBooking } from './payments.ts';
import type { BookingContext } from './schedules.ts';

/** The deposit that a booking with this input would need, as far as the input says. */
export function depositForInput(
  ctx: BookingContext,
  { bookingRequest }: Pick<AnyCapability, 'bookingRequest'>,
  input: Record<string, unknown>,
): RequiredDeposit | undefined {
  if (typeof input.occurrenceId === 'string') return depositForClassSpot(ctx, input.occurrenceId);
  const request = bookingRequest?.(ctx.business, input);
  return request && !('ok' in request) ? depositForRequest(ctx, request) : undefined;
}

/** The price may depend on the person or place, which is not known yet. Then the highest one counts. */
function depositForRequest({ business }: BookingContext, request: BookingRequest): RequiredDeposit | undefined {
  const prices = [request.price, ...request.candidates.map(({ price }) => price)].filter(
    (price) => price !== undefined,
  );
  return largestDepositFor(business, {
    serviceId: request.service?.id,
    partySize: request.partySize ?? null,
    minutes: request.durationMinutes,
    price: prices.length ? Math.max(...prices) : null,
  });
}

function depositForClassSpot(ctx: BookingContext, occurrenceId: string): RequiredDeposit | undefined {
  const timetable = timetableOf(ctx);
  const occurrence = findOccurrence(timetable, occurrenceId);
  const entry = timetable.classes.find(({ id }) => id === occurrence?.classId);
  if (!occurrence || !entry) return undefined;
  return depositForBooking(ctx.business, {
    starts_at: new Date(occurrence.start),
    ends_at: new Date(occurrence.end),
    party_size: 1,
    service: { id: entry.id, name: entry.name },
    price: entry.price ?? null,
  });
}
