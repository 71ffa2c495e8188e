import { Type } from 'typebox';
import { audit } from '../../kernel/audit/log.ts';
import { type Config, PLAN_CHANGES } from '../../kernel/config.ts';
import {
  type Actor,
  type Gate,
  noContent,
  ok,
  publicGate,
  type Route,
  route,
  type Workspace,
} from '../../kernel/http/route.ts';
import { NonBlank, Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { Role } from '../accounts/roles.ts';
import type { ApiKeyCache } from '../keys/api-key-cache.ts';
import { changePlan, lockPlan, type PlanChangeOptions, requirePlanAllows } from './change.ts';
import type { Limiter } from './limiter.ts';
import {
  currentMonth,
  FEATURE_PROVIDERS,
  limitsOf,
  listAddedFeatures,
  PLAN_NAMES,
  PLANS,
  type PlanName,
} from './plans.ts';
import { closePlanRequest, createPlanRequest, findLatestPlanRequest, type PlanRequest } from './requests.ts';

type Dependencies = PlanChangeOptions & {
  config: Pick<Config, 'planChanges' | 'publicUrl'>;
  limiter: Limiter;
  apiKeyCache: Pick<ApiKeyCache, 'invalidate'>;
  session(role: Role): Gate<{ workspace: Workspace; actor: Actor }>;
};

const tag = 'Plans';
const PlanShape = Titled('Plan', {
  plan: OneOf(PLAN_NAMES),
  callsPerMonth: Nullable(Type.Integer({ description: 'No limit where null' })),
  burstPerMinute: Type.Integer(),
  templates: Type.Unsafe<number | 'all'>({ type: ['integer', 'string'] }),
  channels: Type.Array(Type.String()),
  also: Type.Array(Type.String(), { description: 'What the plan adds, in words' }),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      providedBy: OneOf(FEATURE_PROVIDERS, { description: 'The software itself, or people at the operator' }),
    }),
    { description: 'What the plan adds to the smaller ones' },
  ),
});
const PlanChoice = Strict({ plan: OneOf(PLAN_NAMES) });
const PlanRequestShape = Titled('Plan request', {
  plan: OneOf(PLAN_NAMES),
  status: OneOf(['open', 'declined']),
  note: Nullable(Type.String()),
  reason: Nullable(Type.String({ description: 'Why it was declined, where that was said' })),
  createdAt: Time(),
});

export function planRoutes(dependencies: Dependencies): Route[] {
  const { planChanges, publicUrl } = dependencies.config;
  const { limiter, apiKeyCache, session, countIndustries } = dependencies;
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/plans',
      gate: publicGate,
      tag,
      summary: 'List the plans',
      responses: { 200: Type.Array(PlanShape) },
      handle: async () => ok(PLAN_NAMES.map(presentPlan)),
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/plan',
      gate: session('read-only'),
      tag,
      summary: 'The workspace’s plan and what is used of it',
      responses: {
        200: Type.Object({
          plan: OneOf(PLAN_NAMES),
          limit: Nullable(Type.Integer()),
          used: Type.Integer(),
          resetsAt: Time(),
          changes: OneOf(PLAN_CHANGES, { description: 'Who changes it' }),
          request: Nullable(PlanRequestShape),
        }),
      },
      async handle({ db, workspace, now }) {
        const limits = limitsOf(workspace);
        const [{ monthUsed }, request] = await Promise.all([
          limiter.peek(workspace.id, limits),
          findLatestPlanRequest(db),
        ]);
        return ok({
          plan: workspace.plan,
          limit: limits.callsPerMonth,
          used: monthUsed,
          resetsAt: currentMonth(now).resetsAt,
          changes: planChanges,
          request: request ? presentRequest(request) : null,
        });
      },
    }),
    route({
      method: 'PUT',
      pathPrefixSet: 'dashboard',
      path: '/plan',
      gate: session('owner'),
      tag,
      summary: 'Change the plan',
      description:
        'Takes effect at once. With the setting `PLAN_CHANGES=operator`, which is the default, only the operator can: ' +
        'ask for it with `PUT /api/plan/request`.',
      body: PlanChoice,
      responses: { 200: PlanChoice },
      async handle(ctx, { body: { plan } }) {
        const { db, workspace } = ctx;
        if (planChanges === 'operator') throw planSetByOperatorProblem(workspace.id, plan);
        ctx.afterCommit(() => apiKeyCache.invalidate(workspace.id));
        await changePlan(dependencies, db, workspace, plan);
        await closePlanRequest(db, { status: 'withdrawn', now: ctx.now });
        await audit(ctx, 'plan.change', workspace.id, `${workspace.plan} → ${plan}`);
        return ok({ plan });
      },
    }),
    route({
      method: 'PUT',
      pathPrefixSet: 'dashboard',
      path: '/plan/request',
      gate: session('owner'),
      tag,
      summary: 'Ask the operator for another plan',
      description: 'In place of what was asked for before. The owners get a mail when it is decided.',
      body: Strict({ plan: OneOf(PLAN_NAMES), note: Type.Optional(NonBlank({ maxLength: 1_000 })) }),
      responses: { 200: PlanRequestShape },
      async handle(ctx, { body: { plan, note = null } }) {
        const { db, workspace } = ctx;
        if (planChanges === 'owner')
          throw new Problem('conflict', 'On this server, owners change the plan themselves: PUT /api/plan.');
        if (plan === workspace.plan) throw new Problem('conflict', `The workspace is already on the ${plan} plan.`);
        await lockPlan(db, workspace);
        requirePlanAllows(plan, await countIndustries(db, workspace));
        const row = await createPlanRequest(ctx, { plan, note }, publicUrl);
        await audit(ctx, 'plan.ask', row.id, `${workspace.plan} → ${plan}`);
        return ok(presentRequest(row));
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/plan/request',
      gate: session('owner'),
      tag,
      summary: 'Take back what was asked for',
      responses: { 204: null },
      async handle(ctx) {
        const row = await closePlanRequest(ctx.db, { status: 'withdrawn', now: ctx.now });
        if (!row) throw notFound('open request');
        await audit(ctx, 'plan.withdraw', row.id, row.plan);
        return noContent();
      },
    }),
  ];
}

function presentPlan(name: PlanName) {
  const features = listAddedFeatures(name);
  return { ...PLANS[name], also: features.map(({ label }) => label), features };
}

const presentRequest = ({ plan, status, note, reason, created_at: createdAt }: PlanRequest) => ({
  plan,
  status,
  note,
  reason,
  createdAt,
});

const planSetByOperatorProblem = (workspaceId: string, plan: PlanName) =>
  new Problem(
    'plan_set_by_operator',
    'Plans are managed by the operator. Request one with PUT /api/plan/request. The operator approves it in the ' +
      `dashboard, or with the command: plan set ${workspaceId} ${plan}`,
  );
