import { done, type Outcome } from '../capability/outcome.ts';
import type { Wish, WishOrRefusal } from '../capability/wish.ts';
import { type BookingInput, book, judgeWish, readCustomer } from '../features/scheduling/book.ts';
import { type BookingContext, readStart } from '../features/scheduling/calendar.ts';
import { rfc3339 } from '../kernel/clock.ts';

const NOTHING: Wish = { kind: 'appointment', durationMinutes: 0, candidates: [], choose: 'first' };

/** Books a wish. Where there can be none, someone who only checks is told so as an answer, not as an error. */
export async function bookWish(
  ctx: BookingContext,
  wish: WishOrRefusal,
  input: BookingInput,
): Promise<Outcome<unknown>> {
  if (!('ok' in wish)) return book(ctx, wish, input);
  // Mistakes in the request itself, such as a start off the grid, come before any rule of the business.
  readCustomer(input.customer, ctx.business);
  const start = readStart(ctx.business, input.startsAt);
  await judgeWish(ctx, NOTHING, start);
  if (!input.checkOnly) return wish;
  const startsAt = rfc3339(new Date(start), ctx.business.timezone);
  return done({ available: false, startsAt, reason: wish.reason, alternatives: [] }, 200);
}
