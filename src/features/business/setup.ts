import { isDeepStrictEqual } from 'node:util';
import { type Business, EMPTY_DOCUMENT } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { findSampleFields } from '../../capability/samples.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { PLAN_NAMES, PLANS, type PlanName } from '../plans/plans.ts';
import { addMissingIds } from './ids.ts';

/** Adds an industry's sample content. What the owner has already written stays as it is. */
export function activateIndustry(document: Business, industry: AnyIndustry): Business {
  const { common, section: industryTemplate } = industry.template;
  const untouchedFields = Object.entries(common).filter(([field]) =>
    isDeepStrictEqual(document[field], EMPTY_DOCUMENT[field as keyof typeof EMPTY_DOCUMENT]),
  );
  const sampleFields = structuredClone(Object.fromEntries(untouchedFields));
  const existingPart = document[industry.name];
  const industryPart =
    existingPart ?? addMissingIds(industry, structuredClone(industryTemplate) as Record<string, unknown>);
  const samplePointers = findSampleFields(
    sampleFields,
    existingPart ? {} : { [industry.name]: industryTemplate as Record<string, unknown> },
  );
  return {
    ...document,
    ...sampleFields,
    samples: [...(document.samples ?? []), ...samplePointers],
    industry: document.industry ?? industry.name,
    industries: [...document.industries, industry.name],
    [industry.name]: industryPart,
  };
}

/** Throws if the plan does not allow this number of active industries. The sandbox has no limit. */
export function requireIndustriesAllowed(mode: Workspace['mode'], plan: string, count: number): void {
  const { templates } = PLANS[plan as PlanName];
  if (mode === 'test' || templates === 'all' || count <= templates) return;
  const planWithAll = PLAN_NAMES.find((name) => PLANS[name].templates === 'all');
  const detail = `The ${plan} plan includes ${templates} business type. Remove the other with PUT /api/v1/config {"industries": []}, or switch to the ${planWithAll} plan.`;
  throw new Problem('plan_required', detail, { plan: planWithAll });
}
