import type { BookingRequest } from '../capability/booking-request.ts';
import type { AnyCapability } from '../capability/capability.ts';
import { largestDepositFor, type RequiredDeposit } from '../capability/deposits.ts';
import type { BookingContext } from './calendar.ts';
import { timetableOf } from './class-places.ts';
import { findOccurrence } from './classes.ts';
import { requiredDeposit } from './payments.ts';

/** The deposit that a booking with this input would need, as far as the input says. */
export function expectedDeposit(
  ctx: BookingContext,
  { bookingRequest }: Pick<AnyCapability, 'bookingRequest'>,
  input: Record<string, unknown>,
): RequiredDeposit | undefined {
  if (typeof input.occurrenceId === 'string') return depositOfPlace(ctx, input.occurrenceId);
  const request = bookingRequest?.(ctx.business, input);
  return request && !('ok' in request) ? depositOfRequest(ctx, request) : undefined;
}

/** Who or where it will be with may decide the price. Then the highest one counts. */
function depositOfRequest({ business }: BookingContext, request: BookingRequest): RequiredDeposit | undefined {
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

function depositOfPlace(ctx: BookingContext, occurrenceId: string): RequiredDeposit | undefined {
  const timetable = timetableOf(ctx);
  const occurrence = findOccurrence(timetable, occurrenceId);
  const entry = timetable.classes.find(({ id }) => id === occurrence?.classId);
  if (!occurrence || !entry) return undefined;
  return requiredDeposit(ctx.business, {
    ...{ starts_at: new Date(occurrence.start), ends_at: new Date(occurrence.end), party_size: 1 },
    ...{ service: { id: entry.id, name: entry.name }, price: entry.price ?? null },
  });
}
