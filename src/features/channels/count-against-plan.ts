// A customer's message counts against the plan, as a chat message by the API does.
import { runInWorkspace } from '../business/run-as-system.ts';
import type { Limiter } from '../plans/limiter.ts';
import { limitsOf } from '../plans/plans.ts';
import type { QuotaWatch } from '../plans/quota-watch.ts';

export type PlanServices = { limiter: Limiter; quotaWatch: QuotaWatch };
type Services = PlanServices & Parameters<typeof runInWorkspace>[0];

/**
 * Counts a message, and passes what the plan allows on to `work`: if the month's quota was used up before it, the team answers,
 * and the customer does not notice. If too many came in this minute, it is refused, so that it is tried again, unless somebody
 * is in danger. A message that fails is not counted.
 */
export async function countAgainstPlan<T>(
  services: Services,
  workspaceId: string,
  work: (planOptions: { isForTeam: boolean; refusal?: Error }) => Promise<T>,
): Promise<T | undefined> {
  const { limiter, quotaWatch } = services;
  const workspace = await runInWorkspace(services, workspaceId, 'customer', async (ctx) => ctx.workspace);
  if (!workspace) return undefined;
  const limits = limitsOf(workspace);
  const status = await limiter.take(workspace.id, limits);
  if (!status.isGranted) {
    if (limits.callsPerMonth === null || status.monthUsed < limits.callsPerMonth)
      return work({ isForTeam: false, refusal: new Error('more messages than the plan allows in a minute') });
    quotaWatch.onQuotaExceeded(workspace, limits, status);
    return work({ isForTeam: true });
  }
  quotaWatch.onCallCounted(workspace, limits, status);
  try {
    return await work({ isForTeam: false });
  } catch (error) {
    await limiter.giveBack(workspace.id, limits).catch(() => undefined);
    throw error;
  }
}
