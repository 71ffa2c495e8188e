import { sql } from 'kysely';
import { Type } from 'typebox';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { type Gate, type InWorkspace, ok, type Route, route } from '../../kernel/http/route.ts';
import { Id, ListOf, OneOf, PageQuery, pageOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { Scope } from '../keys/scopes.ts';
import { KINDS, type Kind, mayBecome, nextOf, STATUSES } from './states.ts';

const tag = 'Requests';
const Shape = Titled('Request', {
  id: Type.String(),
  kind: OneOf(KINDS),
  status: Type.String(),
  next: Type.Array(Type.String(), { description: 'What it may become' }),
  data: Type.Object({}, { additionalProperties: true, description: 'Empty where it is about health' }),
  createdAt: Time(),
  updatedAt: Time(),
});

type Row = { id: string; kind: Kind; status: string; data: object; created_at: Date; updated_at: Date };

/** What customers asked for and people decide. Prescriptions are listed by id and state: reading one is logged. */
export function requestRoutes({ key }: { key(scope: Scope): Gate<InWorkspace> }): Route[] {
  return [
    route({
      method: 'GET',
      root: 'dashboard',
      path: '/requests',
      gate: key('bookings:read'),
      tag,
      summary: 'List prescriptions, memberships and returns',
      query: Strict({ ...PageQuery, kind: Type.Optional(OneOf(KINDS)), status: Type.Optional(Type.String()) }),
      answers: { 200: ListOf(Shape) },
      async handle({ db, workspace }, { query: { limit = 20, starting_after, kind, status } }) {
        const rows = await list(db, { limit, startingAfter: starting_after, kind, status });
        return ok(pageOf(rows, limit, (row) => present(row, workspace.timezone)));
      },
    }),
    route({
      method: 'PATCH',
      root: 'dashboard',
      path: '/requests/:id',
      gate: key('bookings:write'),
      tag,
      summary: 'Decide about a membership or a return',
      params: Strict({ id: Id('mbr') }),
      body: Strict({ status: OneOf(STATUSES) }),
      answers: { 200: Shape },
      async handle({ db, workspace, now }, { params: { id }, body: { status } }) {
        const [row] = (await sql<Row>`${REQUESTS} where id = ${id} for update`.execute(db)).rows;
        if (!row) throw notFound('request');
        if (!mayBecome(row.kind, row.status, status))
          throw new Problem('conflict', `A ${row.kind} that is ${row.status} cannot become ${status}.`);
        await db.updateTable('requests').set({ status, updated_at: now }).where('id', '=', id).execute();
        return ok(present({ ...row, status, updated_at: now }, workspace.timezone));
      },
    }),
  ];
}

const REQUESTS = sql`select id, split_part(type, '.', 1) as kind, status, data, created_at, updated_at from requests`;
const PRESCRIPTIONS = sql`select id, 'prescription' as kind, status, '{}'::jsonb as data, created_at, updated_at from prescriptions`;

/** Newest first: of different prefixes, so by the time within the id. */
async function list(
  db: Db,
  { limit, startingAfter, kind, status }: { limit: number; startingAfter?: string; kind?: Kind; status?: string },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (${PRESCRIPTIONS} union all ${REQUESTS}) as r
    where (${kind ?? null}::text is null or kind = ${kind ?? null}) and (${status ?? null}::text is null or status = ${status ?? null})
      and (${startingAfter ?? null}::text is null or split_part(id, '_', 2) < split_part(${startingAfter ?? null}, '_', 2))
    order by split_part(id, '_', 2) collate "C" desc limit ${limit + 1}`.execute(db);
  return rows;
}

const present = ({ id, kind, status, data, created_at, updated_at }: Row, zone: string) => ({
  id,
  kind,
  status,
  next: nextOf(kind, status),
  data,
  createdAt: rfc3339(created_at, zone),
  updatedAt: rfc3339(updated_at, zone),
});
