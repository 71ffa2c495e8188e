import { Type } from 'typebox';
import { type Config, PLAN_CHANGES } from '../../kernel/config.ts';
import type { Db } from '../../kernel/database/database.ts';
import { type Actor, type Gate, ok, open, type Route, route, type Workspace } from '../../kernel/http/route.ts';
import { Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Role } from '../accounts/roles.ts';
import { setPlan } from '../accounts/workspaces.ts';
import { audit } from '../audit/log.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Limiter } from './limiter.ts';
import { limitsOf, monthAround, PLAN_NAMES, PLANS, type PlanName } from './plans.ts';

/** Where a payment provider plugs in: called inside the transaction of the change, it may refuse it with a Problem. */
export type PlanChange = (change: { workspace: Workspace; from: PlanName; to: PlanName }) => Promise<void>;

type Dependencies = {
  config: Pick<Config, 'planChanges'>;
  limiter: Limiter;
  keyring: Pick<Keyring, 'forget'>;
  session(role: Role): Gate<{ workspace: Workspace; actor: Actor }>;
  /** How many industries the workspace has active; a plan too small for them is refused. */
  countIndustries(db: Db, workspace: Workspace): Promise<number>;
  onPlanChange?: PlanChange;
};

const tag = 'Plans';
const PlanShape = Titled('Plan', {
  plan: OneOf(PLAN_NAMES),
  callsPerMonth: Nullable(Type.Integer({ description: 'No limit where null' })),
  burstPerMinute: Type.Integer(),
  templates: Type.Unsafe<number | 'all'>({ type: ['integer', 'string'] }),
  channels: Type.Array(Type.String()),
  also: Type.Array(Type.String()),
});
const PlanChoice = Strict({ plan: OneOf(PLAN_NAMES) });

export function planRoutes(dependencies: Dependencies): Route[] {
  const { planChanges } = dependencies.config;
  const { limiter, keyring, session, countIndustries, onPlanChange = async () => undefined } = dependencies;
  return [
    route({
      method: 'GET',
      root: 'dashboard',
      path: '/plans',
      gate: open,
      tag,
      summary: 'List the plans',
      answers: { 200: Type.Array(PlanShape) },
      handle: async () => ok(PLAN_NAMES.map((name) => PLANS[name])),
    }),
    route({
      method: 'GET',
      root: 'dashboard',
      path: '/plan',
      gate: session('read-only'),
      tag,
      summary: 'The workspace’s plan and what is used of it',
      answers: {
        200: Type.Object({
          plan: OneOf(PLAN_NAMES),
          limit: Nullable(Type.Integer()),
          used: Type.Integer(),
          resetsAt: Time(),
          changes: OneOf(PLAN_CHANGES, { description: 'Who changes it' }),
        }),
      },
      async handle({ workspace, now }) {
        const limits = limitsOf(workspace);
        const { monthUsed } = await limiter.look(workspace.id, limits);
        return ok({
          plan: workspace.plan,
          limit: limits.month,
          used: monthUsed,
          resetsAt: monthAround(now).resetsAt,
          changes: planChanges,
        });
      },
    }),
    route({
      method: 'PUT',
      root: 'dashboard',
      path: '/plan',
      gate: session('owner'),
      tag,
      summary: 'Change the plan',
      description:
        'Takes effect at once. With the setting `PLAN_CHANGES=operator`, which is the default, only the operator can.',
      body: PlanChoice,
      answers: { 200: PlanChoice },
      async handle(ctx, { body: { plan } }) {
        const { db, workspace } = ctx;
        if (planChanges === 'operator') throw setByOperator(workspace.id, plan);
        ctx.afterCommit(() => keyring.forget(workspace.id));
        // Whoever activates an industry at the same moment waits for this, or this for them.
        await db.selectFrom('workspaces').select('id').where('id', '=', workspace.id).forNoKeyUpdate().execute();
        refuseTooSmall(plan, await countIndustries(db, workspace));
        await onPlanChange({ workspace, from: workspace.plan as PlanName, to: plan });
        await setPlan(db, plan);
        await audit(ctx, 'plan.change', workspace.id, `${workspace.plan} → ${plan}`);
        return ok({ plan });
      },
    }),
  ];
}

const setByOperator = (workspaceId: string, plan: PlanName) =>
  new Problem(
    'plan_set_by_operator',
    `The operator of this service sets the plan. Ask them for it; they run: frontdesk plan set ${workspaceId} ${plan}`,
  );

function refuseTooSmall(plan: PlanName, active: number): void {
  const { templates } = PLANS[plan];
  if (templates === 'all' || active <= templates) return;
  throw new Problem(
    'conflict',
    `The plan ${plan} has ${templates} industry and ${active} are active. Give up some first.`,
  );
}
