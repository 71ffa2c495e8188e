import { isDeepStrictEqual } from 'node:util';
import type { BrandOptions } from '../../capability/brand-options.ts';
import type { Business } from '../../capability/document.ts';
import { toSafeLine } from '../../kernel/text.ts';
import { hasFeature, requireFeature } from '../plans/plans.ts';

export type Brand = { name: string; logoUrl?: string; color?: string; senderName: string };
type PlannedWorkspace = { plan: string; mode: 'live' | 'test' };

/** The business's brand. Undefined if it has none, or its plan no longer includes it. */
export function whiteLabelOf(workspace: PlannedWorkspace, brand: BrandOptions | undefined): Brand | undefined {
  if (!brand?.name || !hasFeature(workspace, 'whiteLabel')) return undefined;
  return { ...brand, name: brand.name, senderName: brand.senderName ?? brand.name };
}

/** How the business appears to its customers. */
export const brandFor = (workspace: PlannedWorkspace, business: Business): Brand =>
  whiteLabelOf(workspace, business.brand) ?? { name: business.name, senderName: business.name };

/** The sender of a mail to the team: the brand, or else the service. */
export function teamSenderOf(workspace: PlannedWorkspace, business: Business): { fromName?: string } {
  const brand = whiteLabelOf(workspace, business.brand);
  return brand ? { fromName: toSafeLine(brand.senderName) } : {};
}

/** An unchanged brand is accepted, because the plan may have been lowered since. */
export function requireBrandAllowed(
  workspace: PlannedWorkspace,
  brand: BrandOptions | undefined,
  current: BrandOptions | undefined,
): void {
  if (!brand || !Object.keys(brand).length || isDeepStrictEqual(brand, current)) return;
  requireFeature(workspace, 'whiteLabel', 'Custom branding is available on the Business plan.');
}
