import { sql } from 'kysely';
import { Type } from 'typebox';
import { parseRangeBound, rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { DEFAULT_LIMIT, readPage } from '../../kernel/http/pagination.ts';
import { type Gate, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { createListPage, ListOf, Nullable, OneOf, PageQuery, Strict, Time } from '../../kernel/http/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import type { RequestLog } from './request-log.ts';

const tag = 'Analytics';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const RequestShape = Type.Object({
  id: Type.String(),
  requestId: Type.String(),
  method: Type.String(),
  route: Type.String({ description: 'Route pattern, such as `/api/request-log/:id`' }),
  parameters: Type.Array(Type.String(), { description: 'Parameter names, without their values' }),
  status: Type.Integer(),
  durationMs: Type.Number(),
  actor: Type.String({ description: 'The key or the person' }),
  actorName: Nullable(Type.String()),
  problem: Nullable(
    Type.Object(
      {},
      { additionalProperties: true, description: 'What was refused and why; never includes the request’s data' },
    ),
  ),
  createdAt: Time(),
});

type RequestFilter = {
  errors?: boolean;
  status?: number;
  method?: string;
  route?: string;
  actor?: string;
  from?: Date;
  to?: Date;
};

export function requestLogRoutes(gate: Gate<WorkspacePrincipal>, requestLog: RequestLog): Route[] {
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/request-log',
      gate,
      tag,
      summary: 'List the requests of this workspace',
      description:
        'Kept for 30 days, unless the operator or the document’s `retentionDays` has set a different period.',
      query: Strict({
        ...PageQuery,
        errors: Type.Optional(Type.Boolean({ description: 'Only those that were refused or failed' })),
        status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
        method: Type.Optional(OneOf(METHODS)),
        route: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the route pattern' })),
        actor: Type.Optional(Type.String({ maxLength: 100, description: 'The id of a key or a member' })),
        from: Type.Optional(Type.String({ description: 'At or after this time or day' })),
        to: Type.Optional(Type.String({ description: 'Before this time or day' })),
      }),
      responses: { 200: ListOf(RequestShape) },
      async handle({ db, workspace }, { query: { limit, starting_after, ending_before, from, to, ...otherFilters } }) {
        const parseBound = (name: string, text?: string) =>
          text ? parseRangeBound(name, text, workspace.timezone) : undefined;
        const filter = { ...otherFilters, from: parseBound('from', from), to: parseBound('to', to) };
        await requestLog.flush().catch(() => undefined);
        const findCursorRow = (id: string) => selectRequests(db, {}).where('id', '=', id).executeTakeFirst();
        const rows = await readPage(
          selectRequests(db, filter),
          { limit, starting_after, ending_before },
          findCursorRow,
        );
        return ok(createListPage(rows, limit ?? DEFAULT_LIMIT, (row) => presentRequest(row, workspace.timezone)));
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path: '/request-log/:id',
      gate,
      tag,
      summary: 'Read one request of the log',
      description: 'By its id in the log, or by the `X-Request-Id` that the caller was given.',
      params: Strict({ id: Type.String({ maxLength: 100 }) }),
      responses: { 200: RequestShape },
      async handle({ db, workspace }, { params: { id } }) {
        await requestLog.flush().catch(() => undefined);
        const row = await findRequest(db, id);
        if (!row) throw notFound('request in the log');
        return ok(presentRequest(row, workspace.timezone));
      },
    }),
  ];
}

const findRequest = (db: Db, id: string) =>
  selectRequests(db, {})
    .where((q) => q.or([q('id', '=', id), q('request_id', '=', id)]))
    .limit(1)
    .executeTakeFirst();

type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

function selectRequests(db: Db, { errors, status, method, route: routePart, actor, from, to }: RequestFilter) {
  let requests = db
    .selectFrom('request_log as r')
    .selectAll()
    .select(
      sql<string | null>`coalesce((select u.name from auth_users u where u.id = r.actor), name_of_key(r.actor))`.as(
        'actor_name',
      ),
    );
  // 499: the caller disconnected before the response, as a browser does when it leaves the page.
  if (errors) requests = requests.where('status', '>=', sql.lit(400)).where('status', '<>', 499);
  if (status) requests = requests.where('status', '=', status);
  if (method) requests = requests.where('method', '=', method);
  if (routePart) requests = requests.where(sql<boolean>`strpos(route, ${routePart}) > 0`);
  if (actor) requests = requests.where('actor', '=', actor);
  if (from) requests = requests.where('created_at', '>=', from);
  if (to) requests = requests.where('created_at', '<', to);
  return requests;
}

const presentRequest = (row: RequestRow, zone: string) => ({
  id: row.id,
  requestId: row.request_id,
  method: row.method,
  route: row.route,
  parameters: row.parameters,
  status: row.status,
  durationMs: Math.round(row.ms * 10) / 10,
  actor: row.actor,
  actorName: row.actor_name,
  problem: row.problem,
  createdAt: rfc3339(row.created_at, zone),
});
