import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type Answer, api, type Plan } from '../api.ts';
import { useFormat } from '../format.ts';
import { texts as inboxTexts } from '../inbox/texts.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PlanRequestStatus, RequestPlanDialog } from './plan-request.tsx';
import { texts } from './texts.ts';

type PlanUsage = Answer<'GET /api/plan'>;

export function PlanPage() {
  const usageQuery = useGet<PlanUsage>('/api/plan');
  return (
    <SettingsLayout tab="plan">
      <Card title={texts.title}>
        <Loaded query={usageQuery} skeletonLines={2}>
          {(planUsage) => <UsageMeter {...planUsage} />}
        </Loaded>
      </Card>
      <Loaded query={usageQuery} skeletonLines={2}>
        {(planUsage) => <Plans {...planUsage} />}
      </Loaded>
    </SettingsLayout>
  );
}

function UsageMeter({ limit, used, resetsAt }: PlanUsage) {
  const { number, shortDay } = useFormat();
  const share = limit === null ? 0 : Math.min(1, used / limit);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-2xl font-semibold tabular-nums">
        {limit === null ? texts.unlimited(number(used)) : texts.used(number(used), number(limit))}
      </p>
      {limit !== null && (
        // Hidden from screen readers, because the numbers are above.
        <div aria-hidden className="h-2.5 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full rounded-full ${share >= 0.8 ? 'bg-warning' : 'bg-accent'}`}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
      {/* The count resets at midnight UTC, which is another hour for the business, so only the date is shown. */}
      <p className="text-muted">
        {texts.resets(shortDay(resetsAt.slice(0, 10)))} {texts.counted}
      </p>
    </div>
  );
}

function Plans({ plan: currentPlan, changes, request }: PlanUsage) {
  const plansQuery = useGet<Plan[]>('/api/plans');
  const { number } = useFormat();
  const { hasRoleAtLeast } = useMe();
  const refresh = useRefresh();
  const [selectedPlan, setSelectedPlan] = useState<string>();
  const needsApproval = changes === 'operator';
  const isRequested = (plan: string) => request?.status === 'open' && request.plan === plan;
  const changePlan = useMutation({
    mutationFn: (plan: string) => api.put('/api/plan', { plan }),
    async onSuccess(_, plan) {
      toast.success(texts.changed(texts.names[plan] ?? plan));
      await refresh('/api/plan', '/api/me');
    },
  });
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">{texts.plans}</h2>
      {needsApproval && <PlanRequestStatus request={request} />}
      {!needsApproval && !hasRoleAtLeast('owner') && <p className="text-muted">{texts.ownerOnly}</p>}
      <Loaded query={plansQuery}>
        {(availablePlans) => (
          <ul className="grid gap-4 lg:grid-cols-3">
            {availablePlans.map(({ plan, callsPerMonth, burstPerMinute, templates, channels, features }) => (
              <li
                key={plan}
                className={`flex flex-col gap-3 rounded-xl border bg-surface p-5 ${plan === currentPlan ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
              >
                <div className="flex items-center justify-between">
                  <h3 className="text-lg font-semibold">{texts.names[plan] ?? plan}</h3>
                  {plan === currentPlan && <Badge tone="accent">{texts.current}</Badge>}
                  {isRequested(plan) && <Badge tone="warning">{texts.requested}</Badge>}
                </div>
                <ul className="flex flex-1 flex-col gap-1.5">
                  {[
                    callsPerMonth === null ? texts.noLimit : texts.calls(number(callsPerMonth)),
                    texts.burst(number(burstPerMinute)),
                    templates === 'all' ? texts.templates.all : texts.templates.one,
                    texts.channels(channels.map((channel) => inboxTexts.channels[channel] ?? channel).join(', ')),
                    ...features.map(({ label }) => label),
                  ].map((line) => (
                    <li key={line} className="flex items-start gap-2">
                      <Check className="mt-1 size-4 shrink-0 text-accent" aria-hidden />
                      {line}
                    </li>
                  ))}
                </ul>
                {plan !== currentPlan && !isRequested(plan) && hasRoleAtLeast('owner') && (
                  <Button variant="secondary" onClick={() => setSelectedPlan(plan)}>
                    {needsApproval ? texts.requestPlan(texts.names[plan] ?? plan) : texts.change}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {needsApproval && selectedPlan && (
        <RequestPlanDialog plan={selectedPlan} onClose={() => setSelectedPlan(undefined)} />
      )}
      <Confirm
        open={selectedPlan !== undefined && !needsApproval}
        onClose={() => setSelectedPlan(undefined)}
        title={texts.changeTitle(texts.names[selectedPlan ?? ''] ?? '')}
        text={texts.changeText}
        action={texts.change}
        isReversible
        onConfirm={() => changePlan.mutateAsync(selectedPlan!)}
      />
    </section>
  );
}
