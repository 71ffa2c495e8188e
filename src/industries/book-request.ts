import type { BookingRequest, BookingRequestOrRefusal } from '../capability/booking-request.ts';
import { done, type Outcome } from '../capability/outcome.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { type BookingInput, book, checkRequest, readCustomer } from '../scheduling/book.ts';
import { type BookingContext, readStart } from '../scheduling/calendar.ts';

const NOTHING: BookingRequest = { kind: 'appointment', durationMinutes: 0, candidates: [], choose: 'first' };

/** Books a request. Where none can be made, a caller that only checks gets that as an answer, not as an error. */
export async function bookRequest(
  ctx: BookingContext,
  requested: BookingRequestOrRefusal,
  input: BookingInput,
): Promise<Outcome<unknown>> {
  if (!('ok' in requested)) return book(ctx, requested, input);
  // Mistakes in the request itself, such as a start off the grid, come before any rule of the business.
  readCustomer(input.customer, ctx.business);
  const start = readStart(ctx.business, input.startsAt);
  await checkRequest(ctx, NOTHING, start);
  if (!input.checkOnly) return requested;
  const startsAt = rfc3339(new Date(start), ctx.business.timezone);
  return done({ available: false, startsAt, reason: requested.reason, alternatives: [] }, 200);
}
