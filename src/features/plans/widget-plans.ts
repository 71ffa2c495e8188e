import { isDeepStrictEqual } from 'node:util';
import { FEATURES, type Feature, hasFeature, type PlanName, requireFeature } from './plans.ts';

type WidgetOptions = Record<string, unknown>;
type Mode = 'live' | 'test';

/** Options of every plan. The others are theming; hiding "powered by" is white-label. */
const BASIC_OPTIONS = new Set(['color', 'position', 'greeting', 'requireIdentity']);

function findRequiredFeature(option: string, value: unknown): Feature {
  if (option === 'poweredBy') return value === false ? 'whiteLabel' : 'basicWidget';
  return BASIC_OPTIONS.has(option) ? 'basicWidget' : 'theming';
}

/** Throws if the plan lacks an option. Unchanged options are accepted, because the plan may have been lowered since. */
export function requireWidgetOptions(
  mode: Mode,
  plan: string,
  options: WidgetOptions = {},
  currentOptions: WidgetOptions = {},
): void {
  for (const [option, value] of Object.entries(options)) {
    if (isDeepStrictEqual(value, currentOptions[option])) continue;
    const feature = findRequiredFeature(option, value);
    requireFeature(
      { mode, plan },
      feature,
      `The widget’s \`${option}\` option needs the ${FEATURES[feature].plan} plan.`,
    );
  }
}

/** The options that the plan includes. */
export const pickAllowedWidgetOptions = <T extends WidgetOptions>(mode: Mode, plan: string, options: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(options).filter(([option, value]) => hasFeature({ mode, plan }, findRequiredFeature(option, value))),
  ) as Partial<T>;

/** The options that the plan lacks, with the plan that each needs. */
export const findLockedWidgetOptions = (mode: Mode, plan: string, options: string[]): Record<string, PlanName> =>
  Object.fromEntries(
    options
      .map((option) => [option, findRequiredFeature(option, false)] as const)
      .filter(([, feature]) => !hasFeature({ mode, plan }, feature))
      .map(([option, feature]) => [option, FEATURES[feature].plan]),
  );
