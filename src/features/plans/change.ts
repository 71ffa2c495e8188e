import type { Db } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { setPlan } from '../accounts/workspaces.ts';
import { PLANS, type PlanName } from './plans.ts';

/** Where a payment provider plugs in: called inside the transaction of the change, it may refuse it with a Problem. */
export type PlanChange = (change: { workspace: Workspace; from: PlanName; to: PlanName }) => Promise<void>;

export type Changing = {
  /** How many industries the workspace has active; a plan too small for them is refused. */
  countIndustries(db: Db, workspace: Workspace): Promise<number>;
  onPlanChange?: PlanChange | undefined;
};

/** Whoever changes it, or asks for a change. */
export async function changePlan(
  { countIndustries, onPlanChange }: Changing,
  db: Db,
  workspace: Workspace,
  to: PlanName,
): Promise<void> {
  await lockPlan(db, workspace);
  refuseTooSmall(to, await countIndustries(db, workspace));
  await onPlanChange?.({ workspace, from: workspace.plan as PlanName, to });
  await setPlan(db, to);
}

/** Whoever activates an industry at the same moment waits for this, or this for them. */
export const lockPlan = (db: Db, { id }: Workspace) =>
  db.selectFrom('workspaces').select('id').where('id', '=', id).forNoKeyUpdate().execute();

export function refuseTooSmall(plan: PlanName, active: number): void {
  const { templates } = PLANS[plan];
  if (templates === 'all' || active <= templates) return;
  throw new Problem(
    'conflict',
    `The ${plan} plan includes ${templates} business type and you have ${active}. Remove some first.`,
  );
}
