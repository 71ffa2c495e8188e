import { Type } from 'typebox';
import { recordAudit } from '../../kernel/audit/log.ts';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { type Actor, type Gate, ok, type Route, route, type Workspace } from '../../kernel/http/route.ts';
import {
  Id,
  ListOf,
  NonBlank,
  Nullable,
  OneOf,
  PageQuery,
  pageOf,
  Strict,
  Time,
  Titled,
} from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import { notFound, Problem, unknownStart } from '../../kernel/problem.ts';
import type { ApiKeyCache } from '../keys/api-key-cache.ts';
import { type Changing, changePlan } from './change.ts';
import { limitsOf, PLAN_NAMES } from './plans.ts';
import { decide, REQUEST_STATES, requestsFor, type ShownRequest, tellOwners } from './requests.ts';

type Dependencies = Changing & {
  config: Pick<Config, 'publicUrl'>;
  database: Database;
  keyring: Keyring;
  apiKeys: Pick<ApiKeyCache, 'forget'>;
  operator: Gate<{ actor: Actor }>;
};

const tag = 'Operators';
const OfRequest = Strict({ id: Id('prq') });
const Plan = OneOf(PLAN_NAMES);
const RequestShape = Titled('Operator plan request', {
  id: Id('prq'),
  status: OneOf(REQUEST_STATES),
  plan: { ...Plan, description: 'The one that is asked for' },
  note: Nullable(Type.String()),
  reason: Nullable(Type.String({ description: 'Why it was declined' })),
  createdAt: Time(),
  decidedAt: Nullable(Time()),
  askedBy: Nullable(Type.Object({ name: Type.String(), email: Type.String() })),
  decidedBy: Nullable(Type.String({ description: 'Null where the command line did, or the owner' })),
  workspace: Type.Object({
    id: Type.String(),
    name: Type.String(),
    plan: Plan,
    used: Type.Integer({ description: 'Calls this month' }),
    limit: Nullable(Type.Integer()),
    createdAt: Time(),
  }),
});

/** What operators see of workspaces, and all that they can do there. */
export function operatorRoutes({
  config,
  database,
  keyring,
  apiKeys,
  operator,
  countIndustries,
  onPlanChange,
}: Dependencies): Route[] {
  const find = async (actor: Actor, id: string): Promise<ShownRequest> => {
    const [found] = await requestsFor(database, actor.id, { id });
    if (!found) throw notFound('request');
    return found;
  };
  const answer = async (actor: Actor, id: string) => ok(present(await find(actor, id)));

  return [
    route({
      method: 'GET',
      root: 'dashboard',
      path: '/operator/plan-requests',
      gate: operator,
      tag,
      summary: 'List what owners have asked for, newest first',
      query: Strict({ ...PageQuery, status: Type.Optional(OneOf(REQUEST_STATES)) }),
      answers: { 200: ListOf(RequestShape) },
      async handle({ actor }, { query: { limit = 20, starting_after: after, status } }) {
        if (after !== undefined && !(await requestsFor(database, actor.id, { id: after })).length) throw unknownStart();
        const states = status ? [status] : REQUEST_STATES;
        const rows = await requestsFor(database, actor.id, { states, limit: limit + 1, after });
        return ok(pageOf(rows, limit, present));
      },
    }),
    route({
      method: 'POST',
      root: 'dashboard',
      path: '/operator/plan-requests/:id/grant',
      gate: operator,
      tag,
      summary: 'Grant a plan',
      description: 'Takes effect at once. The owners get a mail.',
      params: OfRequest,
      body: Strict({}),
      answers: { 200: RequestShape },
      async handle({ actor, now }, { params: { id } }) {
        const { workspace_id: workspaceId, plan: to } = await find(actor, id);
        await database.inWorkspace(workspaceId, async (db) => {
          // Locked before the request, as where owners ask: two who wait for each other would wait in vain.
          const live = db.selectFrom('workspaces').selectAll().where('mode', '=', 'live').forNoKeyUpdate();
          const workspace = await live.executeTakeFirst();
          const request = workspace && (await decide(db, { id, status: 'granted', by: actor.id, now }));
          if (!request) throw decidedAlready();
          const own: Workspace = { ...workspace, accountId: workspaceId };
          await changePlan({ countIndustries, onPlanChange }, db, own, to);
          await tellOwners(db, workspace.name, request, config.publicUrl);
          const entry = { workspaceId, at: now, actor: 'operator', subject: workspaceId };
          await recordAudit({ db, keyring }, { ...entry, action: 'plan.change', reason: `${workspace.plan} → ${to}` });
        });
        apiKeys.forget(workspaceId);
        return answer(actor, id);
      },
    }),
    route({
      method: 'POST',
      root: 'dashboard',
      path: '/operator/plan-requests/:id/decline',
      gate: operator,
      tag,
      summary: 'Decline a request',
      description: 'The plan stays as it is. The owners get a mail, with the reason.',
      params: OfRequest,
      body: Strict({ reason: Type.Optional(NonBlank({ maxLength: 1_000, description: 'For the owners' })) }),
      answers: { 200: RequestShape },
      async handle({ actor, now }, { params: { id }, body: { reason } }) {
        const { workspace_id: workspaceId, name, plan } = await find(actor, id);
        await database.inWorkspace(workspaceId, async (db) => {
          const decided = { id, status: 'declined' as const, by: actor.id, now };
          const request = await decide(db, { ...decided, ...(reason ? { reason } : {}) });
          if (!request) throw decidedAlready();
          await tellOwners(db, name, request, config.publicUrl);
          const entry = { workspaceId, at: now, actor: 'operator', subject: id };
          await recordAudit({ db, keyring }, { ...entry, action: 'plan.decline', reason: plan });
        });
        return answer(actor, id);
      },
    }),
  ];
}

const decidedAlready = () =>
  new Problem('conflict', 'This request is no longer open. Someone else decided it, or the owner withdrew it.');

const present = (row: ShownRequest) => ({
  id: row.id,
  status: row.status,
  plan: row.plan,
  note: row.note,
  reason: row.reason,
  createdAt: row.created_at,
  decidedAt: row.decided_at,
  askedBy:
    row.asker_email === null
      ? null
      : { name: must(row.asker_name, 'a name beside the address'), email: row.asker_email },
  decidedBy: row.decider_name,
  workspace: {
    id: row.workspace_id,
    name: row.name,
    plan: row.current_plan,
    used: row.used,
    limit: limitsOf({ plan: row.current_plan, mode: 'live' }).month,
    createdAt: row.since,
  },
});
