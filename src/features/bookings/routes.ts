import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import { toProblem } from '../../capability/outcome.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { type Context, type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Id, OneOf, Strict } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { applyChanges, assertCurrentVersion, cancelBooking, lockForChange } from '../../scheduling/booking-changes.ts';
import { renderCalendarFile } from '../../scheduling/calendar-file.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { BOOKING_STATUSES, BookingShape, Notes, When } from '../../scheduling/shapes.ts';
import { type Booking, findBooking } from '../../scheduling/store.ts';
import type { Scope } from '../keys/scopes.ts';
import { allowCalendarLink, type CalendarLinks } from './calendar-link.ts';
import { explainRoute } from './explain-route.ts';
import { type BookingExpandables, bookingListRoutes, createExpansions, presentBookings } from './list-routes.ts';

export type BookingRouteServices = {
  industries: AnyIndustry[];
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  /** Loads the business document into the context, for any industry. */
  resolveBusinessContext(
    ctx: Context<WorkspacePrincipal>,
    auditPurpose: string,
    options?: { industry?: string },
  ): Promise<BookingContext>;
  links: CalendarLinks;
  database: Database;
  expandable: BookingExpandables;
};

const tag = 'Bookings';
const BookingId = Strict({ id: Id('bkg') });

export function bookingRoutes(dependencies: BookingRouteServices): Route[] {
  const { industries, keyGate, resolveBusinessContext, links, expandable } = dependencies;
  return [
    ...bookingListRoutes(dependencies),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/bookings/:id',
      gate: keyGate('bookings:read'),
      transaction: 'write',
      tag,
      summary: 'Read a booking',
      params: BookingId,
      expand: createExpansions(expandable),
      responses: { 200: BookingShape },
      async handle(context, { params: { id } }) {
        const ctx = await resolveBusinessContext(context, 'bookings.read');
        const booking = await mustFindBooking(ctx.db, id);
        return ok((await presentBookings(ctx, [booking]))[0]);
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/bookings/:id/calendar.ics',
      gate: allowCalendarLink(keyGate('bookings:read'), links),
      tag,
      summary: 'The booking as a calendar file',
      description: 'A customer’s own link to it carries a `token` in place of a key.',
      params: BookingId,
      query: Strict({ token: Type.Optional(Type.String()) }),
      produces: 'text/calendar; charset=utf-8',
      responses: { 200: Type.String() },
      async handle(context, { params: { id } }) {
        const ctx = await resolveBusinessContext(context, 'bookings.calendar');
        const booking = await mustFindBooking(ctx.db, id);
        const headers = { 'Content-Disposition': `attachment; filename="${booking.code}.ics"` };
        return { status: 200, body: renderCalendarFile(booking, ctx.business), headers };
      },
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'versioned',
      path: '/bookings/:id',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Change a booking',
      description:
        'Several fields are one change, checked like a new booking. A `version` that is not the newest is refused.',
      params: BookingId,
      body: Strict({
        startsAt: Type.Optional(When),
        partySize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
        resourceId: Type.Optional(Type.String()),
        status: Type.Optional(OneOf(BOOKING_STATUSES)),
        notes: Type.Optional(Notes),
        version: Type.Optional(Type.Integer()),
      }),
      example: { body: { startsAt: '2026-11-20T18:30' } },
      responses: { 200: BookingShape },
      async handle(context, { params: { id }, body: { version, ...changes } }) {
        const ctx = await resolveBusinessContext(context, 'bookings.change');
        const booking = await lockForChange(ctx, id, changes.startsAt);
        if (!booking) throw notFound('booking');
        assertCurrentVersion(booking, version);
        return ok((await presentBookings(ctx, [getBookingOrThrow(await applyChanges(ctx, booking, changes))]))[0]);
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/bookings/:id/cancel',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Cancel a booking',
      params: BookingId,
      body: Strict({}),
      responses: { 200: BookingShape },
      async handle(context, { params: { id } }) {
        const ctx = await resolveBusinessContext(context, 'bookings.cancel');
        const booking = await lockForChange(ctx, id);
        if (!booking) throw notFound('booking');
        return ok((await presentBookings(ctx, [getBookingOrThrow(await cancelBooking(ctx, booking))]))[0]);
      },
    }),
    explainRoute({ industries, keyGate, resolveBusinessContext }),
  ];
}

async function mustFindBooking(db: Db, id: string): Promise<Booking> {
  const booking = await findBooking(db, id);
  if (!booking) throw notFound('booking');
  return booking;
}

function getBookingOrThrow(outcome: Awaited<ReturnType<typeof cancelBooking>>): Booking {
  if (!outcome.ok) throw toProblem(outcome);
  return outcome.value;
}
