import { isDeepStrictEqual } from 'node:util';
import { BARE, type Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { sampleFieldsOf } from '../../capability/samples.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { PLAN_NAMES, PLANS, type PlanName } from '../plans/plans.ts';
import { makeIds } from './ids.ts';

/** Adds an industry's starter content. What the owner has written already stays as it is. */
export function activate(document: Business, industry: AnyIndustry): Business {
  const { common, own } = industry.template;
  const untouched = Object.entries(common).filter(([field]) =>
    isDeepStrictEqual(document[field], BARE[field as keyof typeof BARE]),
  );
  const filled = structuredClone(Object.fromEntries(untouched));
  const written = document[industry.name];
  const part = written ?? makeIds(industry, structuredClone(own) as Record<string, unknown>);
  const fields = sampleFieldsOf(filled, written ? {} : { [industry.name]: own as Record<string, unknown> });
  return {
    ...document,
    ...filled,
    samples: [...(document.samples ?? []), ...fields],
    industry: document.industry ?? industry.name,
    industries: [...document.industries, industry.name],
    [industry.name]: part,
  };
}

/** Whether so many industries may be active. The sandbox has every template. */
export function requireTemplates(mode: Workspace['mode'], plan: string, count: number): void {
  const { templates } = PLANS[plan as PlanName];
  if (mode === 'test' || templates === 'all' || count <= templates) return;
  const has = PLAN_NAMES.find((name) => PLANS[name].templates === 'all');
  const detail = `The ${plan} plan includes ${templates} business type. Remove the other with PUT /api/v1/config {"industries": []}, or switch to the ${has} plan.`;
  throw new Problem('plan_required', detail, { plan: has });
}
