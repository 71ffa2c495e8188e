import type { CapabilityContext, Misses } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Documents } from './store.ts';

export type Enter = ReturnType<typeof createEnter>;

/** Makes of a request what capabilities work with; with an industry, only where that one is active. */
export function createEnter(documents: Pick<Documents, 'of'>, industries: AnyIndustry[], misses: Misses) {
  const bookers = new Map(industries.map(({ name, capabilities }) => [name, capabilities.find(({ wish }) => wish)]));
  return async function enter(
    ctx: Context<InWorkspace>,
    purpose: string,
    industry?: string,
  ): Promise<CapabilityContext<Business>> {
    const { document: business, changedAt } = await documents.of(ctx);
    if (industry !== undefined && !business.industries.includes(industry)) {
      throw new Problem('industry_not_active', `${industry} is not active here. Activate it with POST /api/v1/setup.`);
    }
    const byCustomer = ctx.actor.kind === 'key' && ctx.actor.publishable;
    return {
      ...ctx,
      business,
      changedAt,
      industry: industry ?? business.industry ?? '',
      booker: (name) => bookers.get(name),
      byCustomer,
      ...(ctx.actor.kind === 'key' && ctx.actor.publishable ? { network: ctx.actor.network } : {}),
      misses,
      purpose,
    };
  };
}
