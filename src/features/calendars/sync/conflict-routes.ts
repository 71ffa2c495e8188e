import { Type } from 'typebox';
import { noContent, type Route, route } from '../../../kernel/http/route.ts';
import { Id, Nullable, OneOf, Strict, Time, Titled } from '../../../kernel/http/schema.ts';
import { notFound } from '../../../kernel/problem.ts';
import { listConflicts, presentConflict } from './conflicts.ts';
import { type ConnectionRouteServices, createListResponse, tag } from './manage.ts';

const ConflictShape = Titled('CalendarConflict', {
  connectionId: Id('cal'),
  bookingId: Id('bkg'),
  code: Type.String(),
  startsAt: Time(),
  endsAt: Time(),
  resource: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  kind: OneOf(['overlap', 'put_back'], {
    description: '`overlap`: over when either moves. `put_back`: a change in the calendar that was not accepted.',
  }),
  detail: Type.String(),
  otherStartsAt: Nullable(Time()),
  otherEndsAt: Nullable(Time()),
});

export const conflictRoutes = ({ keyGate }: ConnectionRouteServices): Route[] => [
  route({
    method: 'GET',
    pathPrefixSet: 'versioned',
    path: '/calendar-conflicts',
    gate: keyGate('bookings:read'),
    tag,
    summary: 'Bookings that a connected calendar disagrees with',
    responses: { 200: Type.Object({ object: Type.Literal('list'), data: Type.Array(ConflictShape) }) },
    async handle({ db, now, workspace }) {
      const rows = await listConflicts(db, now);
      return createListResponse(rows.map((row) => presentConflict(row, workspace.timezone)));
    },
  }),
  route({
    method: 'DELETE',
    pathPrefixSet: 'versioned',
    path: '/calendar-connections/:id/conflicts/:bookingId',
    gate: keyGate('bookings:write'),
    tag,
    summary: 'Dismiss a change that was not accepted',
    params: Strict({ id: Id('cal'), bookingId: Id('bkg') }),
    responses: { 204: null },
    async handle({ db }, { params: { id, bookingId } }) {
      const { numDeletedRows } = await db
        .deleteFrom('calendar_conflicts')
        .where('connection_id', '=', id)
        .where('booking_id', '=', bookingId)
        .executeTakeFirstOrThrow();
      if (!numDeletedRows) throw notFound('conflict');
      return noContent();
    },
  }),
];
