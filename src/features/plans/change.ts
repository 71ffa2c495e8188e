import type { Db } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { setPlan } from '../accounts/workspaces.ts';
import { PLANS, type PlanName } from './plans.ts';

/** Hook for a payment provider. Runs inside the transaction of the change and may reject it by throwing a Problem. */
export type PlanChangeHook = (change: { workspace: Workspace; from: PlanName; to: PlanName }) => Promise<void>;

export type PlanChangeOptions = {
  /** The number of active industries, which the new plan must allow. */
  countIndustries(db: Db, workspace: Workspace): Promise<number>;
  onPlanChange?: PlanChangeHook | undefined;
};

/** Shared by owners, operators and the command line. */
export async function changePlan(
  { countIndustries, onPlanChange }: PlanChangeOptions,
  db: Db,
  workspace: Workspace,
  newPlan: PlanName,
): Promise<void> {
  await lockPlan(db, workspace);
  requirePlanAllows(newPlan, await countIndustries(db, workspace));
  await onPlanChange?.({ workspace, from: workspace.plan as PlanName, to: newPlan });
  await setPlan(db, newPlan);
}

/** Serializes a change of the plan with the activation of an industry. */
export const lockPlan = (db: Db, { id }: Workspace) =>
  db.selectFrom('workspaces').select('id').where('id', '=', id).forNoKeyUpdate().execute();

export function requirePlanAllows(plan: PlanName, industryCount: number): void {
  const { templates } = PLANS[plan];
  if (templates === 'all' || industryCount <= templates) return;
  throw new Problem(
    'conflict',
    `The ${plan} plan includes ${templates} business type and you have ${industryCount}. Remove some first.`,
  );
}
