import { isDeepStrictEqual } from 'node:util';
import type { BrandOptions } from '../../capability/brand-options.ts';
import type { Business } from '../../capability/document.ts';
import { toSafeLine } from '../../kernel/text.ts';
import { hasFeature, requireFeature } from '../plans/plans.ts';

export type Brand = { name: string; logoUrl?: string; color?: string; senderName: string };
type WorkspacePlan = { plan: string; mode: 'live' | 'test' };

/** The brand that replaces ours. Undefined if the business has none, or its plan no longer includes it. */
export function findWhiteLabelBrand(workspace: WorkspacePlan, brand: BrandOptions | undefined): Brand | undefined {
  if (!brand?.name || !hasFeature(workspace, 'whiteLabel')) return undefined;
  return { ...brand, name: brand.name, senderName: brand.senderName ?? brand.name };
}

/** How the business appears to its customers. */
export const chooseCustomerFacingBrand = (workspace: WorkspacePlan, business: Business): Brand =>
  findWhiteLabelBrand(workspace, business.brand) ?? { name: business.name, senderName: business.name };

/** The sender of an email to the team: the brand, or else the service. */
export function createTeamSenderFields(workspace: WorkspacePlan, business: Business): { fromName?: string } {
  const brand = findWhiteLabelBrand(workspace, business.brand);
  return brand ? { fromName: toSafeLine(brand.senderName) } : {};
}

/** An unchanged brand is accepted, because the plan may have been lowered since. */
export function requireBrandAllowed(
  workspace: WorkspacePlan,
  brand: BrandOptions | undefined,
  currentBrand: BrandOptions | undefined,
): void {
  if (!brand || !Object.keys(brand).length || isDeepStrictEqual(brand, currentBrand)) return;
  requireFeature(workspace, 'whiteLabel', 'Custom branding is available on the Business plan.');
}
