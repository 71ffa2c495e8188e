import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { type Gate, type InWorkspace, ok, type Route, route } from '../../kernel/http/route.ts';
import { Id, ListOf, OneOf, PageQuery, pageOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { currentCustomer } from '../../scheduling/store.ts';
import type { Scope } from '../keys/scopes.ts';
import { requestKinds } from './request-kinds.ts';
import { allRequests, PLAIN_REQUESTS, type RequestRow } from './select-requests.ts';

const tag = 'Requests';
const requestShape = (kinds: string[]) =>
  Titled('Request', {
    id: Type.String(),
    kind: OneOf(kinds),
    status: Type.String(),
    next: Type.Array(Type.String(), { description: 'What it may become' }),
    data: Type.Object({}, { additionalProperties: true, description: 'Empty where it is about health' }),
    createdAt: Time(),
    updatedAt: Time(),
  });

type Dependencies = { industries: AnyIndustry[]; key(scope: Scope): Gate<InWorkspace> };

/** Customer requests that staff decide on. Encrypted ones are listed with id and status only, because reading them is audited. */
export function requestRoutes({ industries, key }: Dependencies): Route[] {
  const { kindNames, selectableStatuses, undecided, nextStatuses } = requestKinds(industries);
  const Shape = requestShape(kindNames);
  const allRequestsQuery = allRequests(industries);
  const present = ({ id, kind, status, data, created_at, updated_at }: RequestRow, zone: string) => ({
    id,
    kind,
    status,
    next: nextStatuses(kind, status),
    data,
    createdAt: rfc3339(created_at, zone),
    updatedAt: rfc3339(updated_at, zone),
  });
  return [
    route({
      method: 'GET',
      root: 'dashboard',
      path: '/requests',
      gate: key('bookings:read'),
      tag,
      summary: 'List what customers asked for and people decide',
      query: Strict({
        ...PageQuery,
        kind: Type.Optional(OneOf(kindNames)),
        status: Type.Optional(Type.String()),
        customerId: Type.Optional(Id('cus')),
        undecided: Type.Optional(Type.Boolean({ description: 'Only those that nobody has decided about yet' })),
      }),
      answers: { 200: ListOf(Shape) },
      async handle({ db, workspace }, { query: { limit = 20, starting_after, undecided: isUndecided, ...filter } }) {
        const rows = await listRequests(db, allRequestsQuery, {
          ...{ limit, startingAfter: starting_after, ...filter },
          ...(isUndecided ? { among: undecided } : {}),
        });
        return ok(pageOf(rows, limit, (row) => present(row, workspace.timezone)));
      },
    }),
    route({
      method: 'PATCH',
      root: 'dashboard',
      path: '/requests/:id',
      gate: key('bookings:write'),
      tag,
      summary: 'Decide about a request',
      description: 'One that is sealed is decided at its own path.',
      params: Strict({ id: Id('mbr') }),
      body: Strict({ status: OneOf(selectableStatuses) }),
      answers: { 200: Shape },
      async handle({ db, workspace, now }, { params: { id }, body: { status } }) {
        const [row] = (await sql<RequestRow>`${PLAIN_REQUESTS} where id = ${id} for update`.execute(db)).rows;
        if (!row) throw notFound('request');
        if (!nextStatuses(row.kind, row.status).includes(status))
          throw new Problem('conflict', `This ${row.kind} is ${row.status} and can’t be changed to ${status}.`);
        await db.updateTable('requests').set({ status, updated_at: now }).where('id', '=', id).execute();
        return ok(present({ ...row, status, updated_at: now }, workspace.timezone));
      },
    }),
  ];
}

type RequestFilter = {
  limit: number;
  startingAfter?: string;
  kind?: string;
  status?: string;
  customerId?: string;
  among?: { kind: string; status: string }[];
};

/** Newest first. Ids have different prefixes, so the time part of the id decides the order. */
async function listRequests(
  db: Db,
  allRequestsQuery: RawBuilder<unknown>,
  { limit, startingAfter, kind, status, customerId, among }: RequestFilter,
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select * from (${allRequestsQuery}) as r
    where (${kind ?? null}::text is null or kind = ${kind ?? null}) and (${status ?? null}::text is null or status = ${status ?? null})
      and (${customerId ?? null}::text is null or customer_id = ${currentCustomer(customerId ?? '')})
      and (${among === undefined} or (kind, status) in (select * from unnest(${among?.map((each) => each.kind) ?? []}::text[], ${among?.map((each) => each.status) ?? []}::text[])))
      and (${startingAfter ?? null}::text is null or split_part(id, '_', 2) < split_part(${startingAfter ?? null}, '_', 2))
    order by split_part(id, '_', 2) collate "C" desc limit ${limit + 1}`.execute(db);
  return rows;
}
