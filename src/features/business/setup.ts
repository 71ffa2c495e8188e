import { isDeepStrictEqual } from 'node:util';
import { BARE, type Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
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
  return {
    ...document,
    ...structuredClone(Object.fromEntries(untouched)),
    industry: document.industry ?? industry.name,
    industries: [...document.industries, industry.name],
    [industry.name]: document[industry.name] ?? makeIds(industry, structuredClone(own) as Record<string, unknown>),
  };
}

/** The sandbox has every template. */
export function requireTemplate({ plan, mode }: Workspace, active: string[]): void {
  const { templates } = PLANS[plan as PlanName];
  if (mode === 'test' || templates === 'all' || active.length < templates) return;
  const has = PLAN_NAMES.find((name) => PLANS[name].templates === 'all');
  throw new Problem('plan_required', `The plan ${plan} has ${templates} industry. More come with the plan ${has}.`, {
    plan: has,
  });
}
