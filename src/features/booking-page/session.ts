import type { Html } from '../../kernel/html.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import type { PageResponse } from '../business/customer-pages.ts';
import type { FormTokens } from './form-tokens.ts';
import type { Offer } from './offers.ts';
import type { View } from './views.ts';

/** Everything a step needs. `renderPage` renders a page of the business. */
export type PageSession = View & {
  ctx: BookingContext;
  offers: Offer[];
  tokens: FormTokens;
  renderPage(view: Html, status?: number): PageResponse;
};

/** A booking that was counted towards the limits, or why it is refused. */
export type CountedBooking = { notice?: string; giveBack(): Promise<unknown> };
