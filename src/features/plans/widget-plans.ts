import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../kernel/problem.ts';
import { PLAN_NAMES, type PlanName } from './plans.ts';

type Options = Record<string, unknown>;
type Mode = 'live' | 'test';

/** What every plan has; the rest is theming, and leaving out "powered by" is white-label. */
const BASIC = new Set(['color', 'position', 'greeting', 'requireIdentity']);

function neededFor(option: string, value: unknown): PlanName {
  if (option === 'poweredBy') return value === false ? 'business' : 'starter';
  return BASIC.has(option) ? 'starter' : 'professional';
}

/** The sandbox has everything. */
const has = (mode: Mode, plan: string, needed: PlanName) =>
  mode === 'test' || PLAN_NAMES.indexOf(plan as PlanName) >= PLAN_NAMES.indexOf(needed);

/** Refuses what the plan lacks. What stands in the document already may stay there: a plan can be lowered. */
export function requireWidget(mode: Mode, plan: string, wanted: Options = {}, current: Options = {}): void {
  for (const [option, value] of Object.entries(wanted)) {
    const needed = neededFor(option, value);
    if (has(mode, plan, needed) || isDeepStrictEqual(value, current[option])) continue;
    throw new Problem('plan_required', `The widget’s \`${option}\` option needs the ${needed} plan.`, { plan: needed });
  }
}

/** Those of the options that the plan has. */
export const allowedWidget = <T extends Options>(mode: Mode, plan: string, options: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(options).filter(([option, value]) => has(mode, plan, neededFor(option, value))),
  ) as Partial<T>;
