import { sql } from 'kysely';
import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database/database.ts';
import { createExportResponse, EXPORT_FORMATS, EXPORT_MEDIA_TYPES, negotiateFormat } from '../../kernel/http/export.ts';
import { DEFAULT_LIMIT } from '../../kernel/http/pagination.ts';
import type { ExpandableObjects } from '../../kernel/http/route.ts';
import { type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { createListPage, Id, ListOf, OneOf, PageQuery, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { createLinkedCustomerIdFinder } from '../../scheduling/linked-customers.ts';
import type { Scope } from '../keys/scopes.ts';
import { EXPORT_COLUMNS, exportRequests } from './export.ts';
import { listRequests } from './list.ts';
import { describeRequestKinds } from './request-kinds.ts';
import { buildRequestsQuery, type RequestRow, UNENCRYPTED_REQUESTS_QUERY } from './select-requests.ts';

const tag = 'Requests';
const createRequestShape = (kinds: string[]) =>
  Titled('Request', {
    id: Type.String(),
    kind: OneOf(kinds),
    status: Type.String(),
    next: Type.Array(Type.String(), { description: 'What it may become' }),
    data: Type.Object({}, { additionalProperties: true, description: 'Empty where it is about health' }),
    createdAt: Time(),
    updatedAt: Time(),
  });

type Dependencies = {
  industries: AnyIndustry[];
  keyGate(scope: Scope): Gate<WorkspacePrincipal>;
  database: Database;
  expandable: { customer: ExpandableObjects };
};

/** Customer requests that staff decide on. Encrypted ones are listed with id and status only, because reading them is audited. */
export function requestRoutes({ industries, keyGate, database, expandable }: Dependencies): Route[] {
  const { kindNames, selectableStatuses, undecidedStatuses, findNextStatuses } = describeRequestKinds(industries);
  const Shape = createRequestShape(kindNames);
  const allRequestsQuery = buildRequestsQuery(industries);
  const presentRequest = ({ id, kind, status, data, created_at, updated_at }: RequestRow, zone: string) => ({
    id,
    kind,
    status,
    next: findNextStatuses(kind, status),
    data,
    createdAt: rfc3339(created_at, zone),
    updatedAt: rfc3339(updated_at, zone),
  });
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/requests',
      gate: keyGate('bookings:read'),
      tag,
      summary: 'List what customers asked for and people decide',
      description: 'With `format=csv` or `ndjson` all that the filters leave is sent as a file.',
      query: Strict({
        ...PageQuery,
        kind: Type.Optional(OneOf(kindNames)),
        status: Type.Optional(Type.String()),
        customerId: Type.Optional(Id('cus')),
        undecided: Type.Optional(Type.Boolean({ description: 'Only those that nobody has decided about yet' })),
        format: Type.Optional(OneOf(EXPORT_FORMATS)),
      }),
      expand: {
        knownCustomer: {
          ...expandable.customer,
          findReferencedIds: createLinkedCustomerIdFinder(sql`(${allRequestsQuery})`),
        },
      },
      responses: { 200: ListOf(Shape) },
      fileTypes: EXPORT_MEDIA_TYPES,
      async handle(
        { db, workspace },
        { query: { limit, starting_after, ending_before, undecided: isUndecided, format, ...rest }, request },
      ) {
        const filter = { ...rest, ...(isUndecided ? { kindsAndStatuses: undecidedStatuses } : {}) };
        const fileFormat = negotiateFormat(request, format);
        if (fileFormat !== 'json') {
          const rows = exportRequests(database, workspace, allRequestsQuery, filter);
          return createExportResponse(fileFormat, 'requests', EXPORT_COLUMNS, rows);
        }
        const page = { limit, starting_after, ending_before };
        const rows = await listRequests(db, allRequestsQuery, { ...filter, ...page });
        return ok(createListPage(rows, limit ?? DEFAULT_LIMIT, (row) => presentRequest(row, workspace.timezone)));
      },
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'dashboard',
      path: '/requests/:id',
      gate: keyGate('bookings:write'),
      tag,
      summary: 'Decide about a request',
      description: 'One that is sealed is decided at its own path.',
      params: Strict({ id: Id('mbr') }),
      body: Strict({ status: OneOf(selectableStatuses) }),
      example: { body: { status: 'approved' } },
      responses: { 200: Shape },
      async handle({ db, workspace, now }, { params: { id }, body: { status } }) {
        const [row] = (await sql<RequestRow>`${UNENCRYPTED_REQUESTS_QUERY} where id = ${id} for update`.execute(db))
          .rows;
        if (!row) throw notFound('request');
        if (!findNextStatuses(row.kind, row.status).includes(status))
          throw new Problem('conflict', `This ${row.kind} is ${row.status} and can’t be changed to ${status}.`);
        await db.updateTable('requests').set({ status, updated_at: now }).where('id', '=', id).execute();
        return ok(presentRequest({ ...row, status, updated_at: now }, workspace.timezone));
      },
    }),
  ];
}
