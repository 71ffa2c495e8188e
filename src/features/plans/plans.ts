import { Problem } from '../../kernel/problem.ts';

export const PLAN_NAMES = ['starter', 'professional', 'business'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];
/** Display names. */
export const PLAN_LABELS: Record<PlanName, string> = {
  starter: 'Starter',
  professional: 'Professional',
  business: 'Business',
};

/** Who provides a feature: the software itself, or people at the operator, which the software cannot check. */
export const FEATURE_PROVIDERS = ['software', 'operator'] as const;
type FeatureDescription = { plan: PlanName; providedBy: (typeof FEATURE_PROVIDERS)[number]; label: string };

/** The listed features, each with the smallest plan that has it. A test tries every one that the software provides. */
export const FEATURES = {
  basicWidget: { plan: 'starter', providedBy: 'software', label: 'Basic widget with “powered by”' },
  emailSupport: { plan: 'starter', providedBy: 'operator', label: 'Email support' },
  theming: { plan: 'professional', providedBy: 'software', label: 'Full theming of the widget' },
  prioritySupport: { plan: 'professional', providedBy: 'operator', label: 'Priority support' },
  integrations: {
    plan: 'professional',
    providedBy: 'operator',
    label: 'Help with custom integrations',
  },
  whiteLabel: {
    plan: 'business',
    providedBy: 'software',
    label: 'White-label widget, emails, pages and dashboard on your own domain',
  },
  serviceLevels: {
    plan: 'business',
    providedBy: 'software',
    label: 'Response and resolution targets for your team',
  },
  accountManager: { plan: 'business', providedBy: 'operator', label: 'Dedicated account manager' },
  guarantee: {
    plan: 'business',
    providedBy: 'operator',
    label: 'SLA guarantee, measured on the status page',
  },
} as const satisfies Record<string, FeatureDescription>;
export type Feature = keyof typeof FEATURES;

/** What a plan allows. `callsPerMonth: null` means no limit. */
export type Plan = {
  plan: PlanName;
  callsPerMonth: number | null;
  burstPerMinute: number;
  templates: number | 'all';
  channels: string[];
};

export const PLANS: Record<PlanName, Plan> = {
  starter: { plan: 'starter', callsPerMonth: 500, burstPerMinute: 60, templates: 1, channels: ['api', 'widget'] },
  professional: {
    plan: 'professional',
    callsPerMonth: 2_000,
    burstPerMinute: 300,
    templates: 'all',
    channels: ['api', 'widget', 'email'],
  },
  business: {
    plan: 'business',
    callsPerMonth: null,
    burstPerMinute: 3_000,
    templates: 'all',
    channels: ['api', 'widget', 'email', 'sms', 'whatsapp', 'messenger', 'instagram', 'telegram', 'phone'],
  },
};

/** The features that the plan adds to the smaller plans. */
export const listAddedFeatures = (plan: PlanName) =>
  Object.entries(FEATURES).flatMap(([name, { plan: smallestPlan, providedBy, label }]) =>
    smallestPlan === plan ? [{ name, label, providedBy }] : [],
  );

type PlanAndMode = { plan: string; mode: 'live' | 'test' };

/** The sandbox has every feature. */
export const hasFeature = ({ plan, mode }: PlanAndMode, feature: Feature): boolean =>
  mode === 'test' || PLAN_NAMES.indexOf(plan as PlanName) >= PLAN_NAMES.indexOf(FEATURES[feature].plan);

export function requireFeature(workspace: PlanAndMode, feature: Feature, detail: string): void {
  if (!hasFeature(workspace, feature)) throw new Problem('plan_required', detail, { plan: FEATURES[feature].plan });
}

export type Limits = { burstPerMinute: number; callsPerMonth: number | null };

/** The sandbox has no monthly limit and the widest burst on every plan. */
export function limitsOf(workspace: PlanAndMode): Limits {
  if (workspace.mode === 'test') return { burstPerMinute: PLANS.business.burstPerMinute, callsPerMonth: null };
  const { burstPerMinute, callsPerMonth } = PLANS[workspace.plan as PlanName];
  return { burstPerMinute, callsPerMonth };
}

/** The end and the length of the current calendar month in UTC. */
export function currentMonth(now: Date): { resetsAt: Date; lengthSeconds: number } {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return { resetsAt: new Date(end), lengthSeconds: (end - start) / 1000 };
}

/** The sandbox has every channel. */
export const hasChannel = ({ plan, mode }: PlanAndMode, channel: string): boolean =>
  mode === 'test' || PLANS[plan as PlanName].channels.includes(channel);

/** Throws if the plan lacks the channel, naming the smallest plan that has it. */
export function requireChannel(workspace: PlanAndMode, channel: string): void {
  if (hasChannel(workspace, channel)) return;
  const sufficientPlan = PLAN_NAMES.find((name) => PLANS[name].channels.includes(channel));
  throw new Problem('plan_required', `The ${channel} channel needs the ${sufficientPlan} plan.`, {
    plan: sufficientPlan,
  });
}
