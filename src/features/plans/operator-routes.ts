import { Type } from 'typebox';
import { appendAuditEntries } from '../../kernel/audit/log.ts';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { DEFAULT_LIMIT, requireValidCursor, restoreListOrder } from '../../kernel/http/pagination.ts';
import { type Actor, type Gate, ok, type Route, route, type Workspace } from '../../kernel/http/route.ts';
import {
  createListPage,
  Id,
  ListOf,
  NonBlank,
  Nullable,
  OneOf,
  PageQuery,
  Strict,
  Time,
  Titled,
} from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { ApiKeyCache } from '../keys/api-key-cache.ts';
import { changePlan, type PlanChangeOptions } from './change.ts';
import { limitsOf, PLAN_NAMES } from './plans.ts';
import {
  closePlanRequest,
  emailDecisionToOwners,
  listPlanRequests,
  type OperatorPlanRequest,
  PLAN_REQUEST_STATES,
} from './requests.ts';

type Dependencies = PlanChangeOptions & {
  config: Pick<Config, 'publicUrl'>;
  database: Database;
  keyring: Keyring;
  apiKeyCache: Pick<ApiKeyCache, 'invalidate'>;
  operator: Gate<{ actor: Actor }>;
};

const tag = 'Operators';
const RequestParams = Strict({ id: Id('prq') });
const PlanNameSchema = OneOf(PLAN_NAMES);
const PlanRequestShape = Titled('Operator plan request', {
  id: Id('prq'),
  status: OneOf(PLAN_REQUEST_STATES),
  plan: { ...PlanNameSchema, description: 'The one that is asked for' },
  note: Nullable(Type.String()),
  reason: Nullable(Type.String({ description: 'Why it was declined' })),
  createdAt: Time(),
  decidedAt: Nullable(Time()),
  askedBy: Nullable(Type.Object({ name: Type.String(), email: Type.String() })),
  decidedBy: Nullable(Type.String({ description: 'Null where the command line did, or the owner' })),
  workspace: Type.Object({
    id: Type.String(),
    name: Type.String(),
    plan: PlanNameSchema,
    used: Type.Integer({ description: 'Calls this month' }),
    limit: Nullable(Type.Integer()),
    createdAt: Time(),
  }),
});

/** Operators see only a workspace's plan requests, and can only grant or decline them. */
export function operatorRoutes({
  config,
  database,
  keyring,
  apiKeyCache,
  operator,
  countIndustries,
  onPlanChange,
}: Dependencies): Route[] {
  const findRequest = async (actor: Actor, id: string): Promise<OperatorPlanRequest> => {
    const [request] = await listPlanRequests(database, actor.id, { id });
    if (!request) throw notFound('request');
    return request;
  };
  const respondWithRequest = async (actor: Actor, id: string) => ok(presentRequest(await findRequest(actor, id)));

  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/operator/plan-requests',
      gate: operator,
      tag,
      summary: 'List what owners have asked for, newest first',
      query: Strict({ ...PageQuery, status: Type.Optional(OneOf(PLAN_REQUEST_STATES)) }),
      responses: { 200: ListOf(PlanRequestShape) },
      async handle({ actor }, { query: { status, ...page } }) {
        const limit = page.limit ?? DEFAULT_LIMIT;
        await requireValidCursor(page, async (id) => (await listPlanRequests(database, actor.id, { id }))[0]);
        const states = status ? [status] : PLAN_REQUEST_STATES;
        const rows = await listPlanRequests(database, actor.id, { states, limit: limit + 1, page });
        return ok(createListPage(restoreListOrder(rows, page), limit, presentRequest));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/operator/plan-requests/:id/grant',
      gate: operator,
      tag,
      summary: 'Grant a plan',
      description: 'Takes effect at once. The owners get a mail.',
      params: RequestParams,
      body: Strict({}),
      responses: { 200: PlanRequestShape },
      async handle({ actor, now }, { params: { id } }) {
        const { workspace_id: workspaceId, plan: newPlan } = await findRequest(actor, id);
        await database.inWorkspace(workspaceId, async (db) => {
          // The workspace is locked before the request, in the same order as for owners, to avoid a deadlock.
          const liveWorkspaceQuery = db
            .selectFrom('workspaces')
            .selectAll()
            .where('mode', '=', 'live')
            .forNoKeyUpdate();
          const workspace = await liveWorkspaceQuery.executeTakeFirst();
          const request =
            workspace && (await closePlanRequest(db, { id, status: 'granted', decidedBy: actor.id, now }));
          if (!request) throw alreadyDecidedProblem();
          const workspaceContext: Workspace = { ...workspace, liveId: workspaceId };
          await changePlan({ countIndustries, onPlanChange }, db, workspaceContext, newPlan);
          await emailDecisionToOwners(db, workspace.name, request, config.publicUrl);
          const entry = { workspaceId, at: now, actor: 'operator', subject: workspaceId };
          await appendAuditEntries(
            { db, keyring },
            { ...entry, action: 'plan.change', reason: `${workspace.plan} → ${newPlan}` },
          );
        });
        apiKeyCache.invalidate(workspaceId);
        return respondWithRequest(actor, id);
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/operator/plan-requests/:id/decline',
      gate: operator,
      tag,
      summary: 'Decline a request',
      description: 'The plan stays as it is. The owners get a mail, with the reason.',
      params: RequestParams,
      body: Strict({ reason: Type.Optional(NonBlank({ maxLength: 1_000, description: 'For the owners' })) }),
      responses: { 200: PlanRequestShape },
      async handle({ actor, now }, { params: { id }, body: { reason } }) {
        const { workspace_id: workspaceId, name: workspaceName, plan } = await findRequest(actor, id);
        await database.inWorkspace(workspaceId, async (db) => {
          const decision = { id, status: 'declined' as const, decidedBy: actor.id, now };
          const request = await closePlanRequest(db, { ...decision, ...(reason ? { reason } : {}) });
          if (!request) throw alreadyDecidedProblem();
          await emailDecisionToOwners(db, workspaceName, request, config.publicUrl);
          const entry = { workspaceId, at: now, actor: 'operator', subject: id };
          await appendAuditEntries({ db, keyring }, { ...entry, action: 'plan.decline', reason: plan });
        });
        return respondWithRequest(actor, id);
      },
    }),
  ];
}

const alreadyDecidedProblem = () =>
  new Problem('conflict', 'This request is no longer open. Someone else decided it, or the owner withdrew it.');

const presentRequest = (row: OperatorPlanRequest) => ({
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
    limit: limitsOf({ plan: row.current_plan, mode: 'live' }).callsPerMonth,
    createdAt: row.since,
  },
});
