import { sql } from 'kysely';
import { type TProperties, Type } from 'typebox';
import type { AnyCapability } from '../../capability/capability.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { tagOf } from '../../capability/rest.ts';
import { audit } from '../../kernel/audit/log.ts';
import type { Database } from '../../kernel/database/database.ts';
import { createIdFinder } from '../../kernel/http/expand.ts';
import { createExportResponse, EXPORT_FORMATS, EXPORT_MEDIA_TYPES, negotiateFormat } from '../../kernel/http/export.ts';
import { DEFAULT_LIMIT } from '../../kernel/http/pagination.ts';
import type { ExpandableObjects } from '../../kernel/http/route.ts';
import { type Context, type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Id, ListOf, OneOf, PageQuery, Strict } from '../../kernel/http/schema.ts';
import { createLinkedCustomerIdFinder } from '../../scheduling/linked-customers.ts';
import { decryptPersonalDetails } from '../../scheduling/person-encryption.ts';
import { HIDDEN_PERSONAL_DETAILS, presentBooking } from '../../scheduling/present.ts';
import type { BookingContext } from '../../scheduling/schedules.ts';
import { BOOKING_STATUSES, BookingShape, KINDS } from '../../scheduling/shapes.ts';
import type { Booking } from '../../scheduling/store.ts';
import type { Scope } from '../keys/scopes.ts';
import { EXPORT_COLUMNS, exportBookings } from './export.ts';
import { type BookingFilter, listBookings, SORTS } from './list.ts';

type Dependencies = {
  industries: AnyIndustry[];
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  resolveBusinessContext(
    ctx: Context<WorkspacePrincipal>,
    auditPurpose: string,
    options?: { industry?: string },
  ): Promise<BookingContext>;
  database: Database;
  expandable: BookingExpandables;
};
export type BookingExpandables = { customer: ExpandableObjects; conversation: ExpandableObjects };

const LIST_FILTERS = {
  ...PageQuery,
  status: Type.Optional(OneOf(BOOKING_STATUSES)),
  customerId: Type.Optional(Id('cus')),
  from: Type.Optional(Type.String({ description: 'Starting at or after this time or day' })),
  to: Type.Optional(Type.String({ description: 'Starting before this time or day' })),
  sort: Type.Optional(OneOf(SORTS, { description: '`startsAt`: the earliest first; otherwise the newest first' })),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'In name, phone, email, code, notes or service' })),
};
const FULL_FILTERS = {
  ...LIST_FILTERS,
  kind: Type.Optional(OneOf(KINDS)),
  format: Type.Optional(OneOf(EXPORT_FORMATS)),
};
export const createExpansions = ({ customer, conversation }: BookingExpandables) => ({
  knownCustomer: { ...customer, findReferencedIds: createLinkedCustomerIdFinder(sql`bookings`) },
  conversation: { ...conversation, findReferencedIds: createIdFinder(({ conversationId }) => conversationId) },
});
/** All bookings, and those of each industry where they are made. */
export const bookingListRoutes = (dependencies: Dependencies): Route[] => [
  allBookingsRoute(dependencies),
  ...dependencies.industries.flatMap(({ name, capabilities }) =>
    capabilities
      .filter(({ bookingRequest, rest }) => bookingRequest && rest.method === 'POST')
      .map((capability) => industryRoute(dependencies, name, capability)),
  ),
];

function allBookingsRoute({ keyGate, resolveBusinessContext, database, expandable }: Dependencies): Route {
  return route({
    ...createListRouteBase(keyGate, expandable, FULL_FILTERS),
    path: '/bookings',
    tag: 'Bookings',
    summary: 'List bookings',
    description: 'With `format=csv` or `ndjson` all that the filters leave is sent as a file.',
    fileTypes: EXPORT_MEDIA_TYPES,
    async handle(context, { query: { format, ...filter }, request }) {
      const fileFormat = negotiateFormat(request, format);
      if (fileFormat === 'json') return respondWithPage(await resolveBusinessContext(context, 'bookings.list'), filter);
      const ctx = await resolveBusinessContext(context, 'bookings.export');
      const mayDecrypt = ctx.actor.kind === 'key' || ctx.actor.role === 'owner';
      await audit(ctx, 'booking.export', 'bookings', mayDecrypt ? 'with health data' : 'without health data');
      const { limit: _, starting_after: _after, ending_before: _before, ...exportFilter } = filter;
      const rows = exportBookings(ctx, database, exportFilter, mayDecrypt);
      return createExportResponse(fileFormat, 'bookings', EXPORT_COLUMNS, rows);
    },
  });
}

function industryRoute(
  { keyGate, resolveBusinessContext, expandable }: Dependencies,
  industry: string,
  { rest }: AnyCapability,
): Route {
  return route({
    ...createListRouteBase(keyGate, expandable, LIST_FILTERS),
    path: `/${industry}${rest.path}`,
    tag: tagOf(industry),
    summary: 'List what was booked here',
    description: 'As `GET /api/v1/bookings` shows it.',
    problems: ['industry_not_active'],
    handle: async (context, { query }) =>
      respondWithPage(await resolveBusinessContext(context, 'bookings.list', { industry }), {
        ...query,
        industryWithoutClasses: industry,
      }),
  });
}

const createListRouteBase = <Filters extends TProperties>(
  keyGate: Dependencies['keyGate'],
  expandable: BookingExpandables,
  filters: Filters,
) => ({
  method: 'GET' as const,
  pathPrefixSet: 'versioned' as const,
  gate: keyGate('bookings:read'),
  // Reading health data is logged.
  transaction: 'write' as const,
  query: Strict(filters),
  expand: createExpansions(expandable),
  responses: { 200: ListOf(BookingShape) },
});

async function respondWithPage(ctx: BookingContext, { limit = DEFAULT_LIMIT, ...filter }: Partial<BookingFilter>) {
  const rows = await listBookings(ctx, { ...filter, limit });
  return ok({ object: 'list', data: await presentForList(ctx, rows.slice(0, limit)), has_more: rows.length > limit });
}

/** Staff who list a whole day have not opened a booking yet, so health data stays hidden and no access is audited. */
export const presentForList = async (ctx: BookingContext, bookings: Booking[]) =>
  ctx.actor.kind === 'user' ? presentWithoutPeople(ctx, bookings) : presentBookings(ctx, bookings);

export async function presentBookings(ctx: BookingContext, bookings: Booking[]) {
  const people = await decryptPersonalDetails(ctx, bookings);
  return bookings.map((booking) => presentBooking(booking, ctx.business.timezone, people.get(booking.id)));
}

const presentWithoutPeople = (ctx: BookingContext, bookings: Booking[]) =>
  bookings.map((booking) =>
    presentBooking(booking, ctx.business.timezone, booking.sealed ? HIDDEN_PERSONAL_DETAILS : undefined),
  );
