import type { BookingRequest } from '../capability/booking-request.ts';
import type { AnyCapability } from '../capability/capability.ts';
import { findLargestDeposit, type RequiredDeposit } from '../capability/deposits.ts';
import { getTimetable } from './class-spots.ts';
import { findOccurrence } from './classes.ts';
import { findRequiredDeposit } from './payments.ts';
import type { BookingContext } from './schedules.ts';

/** The deposit that a booking with this input would need, as far as the input says. */
export function findDepositForInput(
  ctx: BookingContext,
  { bookingRequest }: Pick<AnyCapability, 'bookingRequest'>,
  input: Record<string, unknown>,
): RequiredDeposit | undefined {
  if (typeof input.occurrenceId === 'string') return findDepositForClassSpot(ctx, input.occurrenceId);
  const request = bookingRequest?.(ctx.business, input);
  return request && !('ok' in request) ? findDepositForRequest(ctx, request) : undefined;
}

/** The price may depend on the person or place, which is not known yet. Then the highest one counts. */
function findDepositForRequest({ business }: BookingContext, request: BookingRequest): RequiredDeposit | undefined {
  const prices = [request.price, ...request.candidates.map(({ price }) => price)].filter(
    (price) => price !== undefined,
  );
  return findLargestDeposit(business, {
    serviceId: request.service?.id,
    partySize: request.partySize ?? null,
    durationMinutes: request.durationMinutes,
    price: prices.length ? Math.max(...prices) : null,
  });
}

function findDepositForClassSpot(ctx: BookingContext, occurrenceId: string): RequiredDeposit | undefined {
  const timetable = getTimetable(ctx);
  const occurrence = findOccurrence(timetable, occurrenceId);
  const classEntry = timetable.classes.find(({ id }) => id === occurrence?.classId);
  if (!occurrence || !classEntry) return undefined;
  return findRequiredDeposit(ctx.business, {
    starts_at: new Date(occurrence.start),
    ends_at: new Date(occurrence.end),
    party_size: 1,
    service: { id: classEntry.id, name: classEntry.name },
    price: classEntry.price ?? null,
  });
}
