import { Problem } from '../../kernel/problem.ts';

/** What a plan allows. `callsPerMonth: null` means no limit. */
export type Plan = {
  plan: PlanName;
  callsPerMonth: number | null;
  burstPerMinute: number;
  templates: number | 'all';
  channels: string[];
  also: string[];
};

export const PLAN_NAMES = ['starter', 'professional', 'business'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];
/** Display names. */
export const PLAN_LABELS: Record<PlanName, string> = {
  starter: 'Starter',
  professional: 'Professional',
  business: 'Business',
};

export const PLANS: Record<PlanName, Plan> = {
  starter: {
    plan: 'starter',
    callsPerMonth: 500,
    burstPerMinute: 60,
    templates: 1,
    channels: ['api', 'widget'],
    also: ['Basic widget with “powered by”', 'Email support'],
  },
  professional: {
    plan: 'professional',
    callsPerMonth: 2_000,
    burstPerMinute: 300,
    templates: 'all',
    channels: ['api', 'widget', 'email'],
    also: ['Full theming of the widget', 'Priority support', 'Custom integrations'],
  },
  business: {
    plan: 'business',
    callsPerMonth: null,
    burstPerMinute: 3_000,
    templates: 'all',
    channels: ['api', 'widget', 'email', 'sms', 'whatsapp', 'messenger', 'instagram', 'telegram', 'phone'],
    also: ['White-label widget', 'Dedicated account manager', 'SLA guarantee'],
  },
};

export type Limits = { burst: number; month: number | null };

/** The sandbox has no monthly limit and the widest burst on every plan. */
export function limitsOf(workspace: { plan: string; mode: 'live' | 'test' }): Limits {
  if (workspace.mode === 'test') return { burst: PLANS.business.burstPerMinute, month: null };
  const { burstPerMinute, callsPerMonth } = PLANS[workspace.plan as PlanName];
  return { burst: burstPerMinute, month: callsPerMonth };
}

/** The end and the length of the current calendar month in UTC. */
export function currentMonth(now: Date): { resetsAt: Date; seconds: number } {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return { resetsAt: new Date(end), seconds: (end - start) / 1000 };
}

/** The sandbox has every channel. */
export const hasChannel = ({ plan, mode }: { plan: string; mode: 'live' | 'test' }, channel: string): boolean =>
  mode === 'test' || PLANS[plan as PlanName].channels.includes(channel);

/** Throws if the plan lacks the channel, naming the smallest plan that has it. */
export function requireChannel(workspace: { plan: string; mode: 'live' | 'test' }, channel: string): void {
  if (hasChannel(workspace, channel)) return;
  const sufficientPlan = PLAN_NAMES.find((name) => PLANS[name].channels.includes(channel));
  throw new Problem('plan_required', `The ${channel} channel needs the ${sufficientPlan} plan.`, {
    plan: sufficientPlan,
  });
}
