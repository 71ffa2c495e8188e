import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../kernel/problem.ts';
import { PLAN_NAMES, type PlanName } from './plans.ts';

type WidgetOptions = Record<string, unknown>;
type Mode = 'live' | 'test';

/** Options of every plan. The others are theming; hiding "powered by" is white-label. */
const BASIC_OPTIONS = new Set(['color', 'position', 'greeting', 'requireIdentity']);

function requiredPlan(option: string, value: unknown): PlanName {
  if (option === 'poweredBy') return value === false ? 'business' : 'starter';
  return BASIC_OPTIONS.has(option) ? 'starter' : 'professional';
}

/** The sandbox has every option. */
const includesPlan = (mode: Mode, plan: string, needed: PlanName) =>
  mode === 'test' || PLAN_NAMES.indexOf(plan as PlanName) >= PLAN_NAMES.indexOf(needed);

/** Throws if the plan lacks an option. Unchanged options are accepted, because the plan may have been lowered since. */
export function requireWidgetOptions(
  mode: Mode,
  plan: string,
  options: WidgetOptions = {},
  current: WidgetOptions = {},
): void {
  for (const [option, value] of Object.entries(options)) {
    const needed = requiredPlan(option, value);
    if (includesPlan(mode, plan, needed) || isDeepStrictEqual(value, current[option])) continue;
    throw new Problem('plan_required', `The widget’s \`${option}\` option needs the ${needed} plan.`, { plan: needed });
  }
}

/** The options that the plan includes. */
export const allowedWidgetOptions = <T extends WidgetOptions>(mode: Mode, plan: string, options: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(options).filter(([option, value]) => includesPlan(mode, plan, requiredPlan(option, value))),
  ) as Partial<T>;

/** The options that the plan lacks, with the plan that each needs. */
export const lockedWidgetOptions = (mode: Mode, plan: string, options: string[]): Record<string, PlanName> =>
  Object.fromEntries(
    options
      .map((option) => [option, requiredPlan(option, false)] as const)
      .filter(([, needed]) => !includesPlan(mode, plan, needed)),
  );
