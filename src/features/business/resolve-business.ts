import type { CapabilityContext, FailedLookups } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import { type AnyIndustry, findBookingCapability } from '../../capability/industry.ts';
import { getCustomerView } from '../../capability/samples.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { findLinkBase } from '../brand/domains.ts';
import { loadEmailLinkSigner } from './mail-links.ts';
import type { Documents } from './store.ts';

/** Who sees the result: the business, which also sees its sample content, or its customers. */
type Audience = 'business' | 'customers';

export type ResolveBusinessContext = ReturnType<typeof createBusinessContextResolver>;

/**
 * Resolves the business of a request into the context that capabilities need; throws if a given industry is not active. The
 * purpose goes to the audit log when encrypted data is read.
 */
export function createBusinessContextResolver(
  documents: Pick<Documents, 'get'>,
  industries: AnyIndustry[],
  failedLookups: FailedLookups,
  publicUrl: string,
) {
  const bookingCapabilities = new Map(industries.map((industry) => [industry.name, findBookingCapability(industry)]));
  return async function resolveBusinessContext(
    ctx: Context<WorkspacePrincipal>,
    auditPurpose: string,
    { industry, audience }: { industry?: string; audience?: Audience } = {},
  ): Promise<CapabilityContext<Business>> {
    const { document, changedAt } = await documents.get(ctx);
    if (industry !== undefined && !document.industries.includes(industry)) {
      throw new Problem('industry_not_active', `${industry} is not active here. Activate it with POST /api/v1/setup.`);
    }
    const isByCustomer = ctx.actor.kind === 'key' && ctx.actor.publishable;
    const isForBusiness = audience === undefined ? !isByCustomer : audience === 'business';
    const business = isForBusiness ? document : getCustomerView(document, ctx.workspace.mode);
    return {
      ...ctx,
      business,
      changedAt,
      industry: industry ?? document.industry ?? '',
      findBookingCapability: (name) => bookingCapabilities.get(name),
      bookingUrl: async (id) =>
        (await findLinkBase(ctx, publicUrl)) + (await loadEmailLinkSigner(ctx)).createBookingLink(id),
      isByCustomer,
      ...(ctx.actor.kind === 'key' && ctx.actor.publishable ? { network: ctx.actor.network } : {}),
      failedLookups,
      purpose: auditPurpose,
    };
  };
}
