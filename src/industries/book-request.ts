import type { BookingRequest, BookingRequestOrRefusal } from '../capability/booking-request.ts';
import { type Outcome, succeed } from '../capability/outcome.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { type BookingInput, book, checkRequest, parseCustomer } from '../scheduling/book.ts';
import { type BookingContext, parseStart } from '../scheduling/schedules.ts';

const EMPTY_REQUEST: BookingRequest = { kind: 'appointment', durationMinutes: 0, candidates: [], choose: 'first' };

/** Books a request. If it was refused, a caller that only checks availability gets a result instead of an error. */
export async function bookRequest(
  ctx: BookingContext,
  bookingRequest: BookingRequestOrRefusal,
  input: BookingInput,
): Promise<Outcome<unknown>> {
  if (!('ok' in bookingRequest)) return book(ctx, bookingRequest, input);
  // Invalid input, such as a start off the slot grid, is reported before any business rule.
  if (input.customer) parseCustomer(input.customer, ctx.business);
  const start = parseStart(ctx.business, input.startsAt);
  await checkRequest(ctx, EMPTY_REQUEST, start);
  if (!input.checkOnly) return bookingRequest;
  const startsAt = rfc3339(new Date(start), ctx.business.timezone);
  return succeed({ available: false, startsAt, reason: bookingRequest.reason, alternatives: [] }, 200);
}
