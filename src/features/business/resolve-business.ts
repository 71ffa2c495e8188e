import type { CapabilityContext, FailedLookups } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { asCustomersSee } from '../../capability/samples.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Documents } from './store.ts';

/** Who gets to see what comes of it: the business itself, which sees its starter content too, or its customers. */
type Audience = 'business' | 'customers';

export type ResolveBusiness = ReturnType<typeof createResolveBusiness>;

/** Resolves the business of a request into the context that capabilities need; with an industry, only where it is active. */
export function createResolveBusiness(
  documents: Pick<Documents, 'of'>,
  industries: AnyIndustry[],
  misses: FailedLookups,
) {
  const bookers = new Map(
    industries.map(({ name, capabilities }) => [name, capabilities.find(({ bookingRequest: wish }) => wish)]),
  );
  return async function resolveBusiness(
    ctx: Context<InWorkspace>,
    purpose: string,
    industry?: string,
    audience?: Audience,
  ): Promise<CapabilityContext<Business>> {
    const { document, changedAt } = await documents.of(ctx);
    if (industry !== undefined && !document.industries.includes(industry)) {
      throw new Problem('industry_not_active', `${industry} is not active here. Activate it with POST /api/v1/setup.`);
    }
    const byCustomer = ctx.actor.kind === 'key' && ctx.actor.publishable;
    const isOwn = audience === undefined ? !byCustomer : audience === 'business';
    const business = isOwn ? document : asCustomersSee(document, ctx.workspace.mode);
    return {
      ...ctx,
      business,
      changedAt,
      industry: industry ?? document.industry ?? '',
      booker: (name) => bookers.get(name),
      byCustomer,
      ...(ctx.actor.kind === 'key' && ctx.actor.publishable ? { network: ctx.actor.network } : {}),
      misses,
      purpose,
    };
  };
}
