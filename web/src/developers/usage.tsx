import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type Answer, api, type Plan } from '../api.ts';
import { useFormat } from '../format.ts';
import { texts as inbox } from '../inbox/texts.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { AboutRequest, AskForPlan } from './plan-request.tsx';
import { Developers } from './tabs.tsx';
import { texts } from './texts.ts';

type Usage = Answer<'GET /api/plan'>;

export function UsagePage() {
  const usage = useGet<Usage>('/api/plan');
  return (
    <Developers tab="usage">
      <Card title={texts.usage.title}>
        <Loaded of={usage} lines={2}>
          {(own) => <Meter {...own} />}
        </Loaded>
      </Card>
      <Loaded of={usage} lines={2}>
        {(own) => <Plans {...own} />}
      </Loaded>
    </Developers>
  );
}

function Meter({ limit, used, resetsAt }: Usage) {
  const { number, full } = useFormat();
  const share = limit === null ? 0 : Math.min(1, used / limit);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-2xl font-semibold tabular-nums">
        {limit === null ? texts.usage.unlimited(number(used)) : texts.usage.used(number(used), number(limit))}
      </p>
      {limit !== null && (
        // The figures stand above it.
        <div aria-hidden className="h-2.5 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full rounded-full ${share >= 0.8 ? 'bg-warning' : 'bg-accent'}`}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
      <p className="text-muted">{texts.usage.resets(full(resetsAt))}</p>
    </div>
  );
}

function Plans({ plan: current, changes, request }: Usage) {
  const plans = useGet<Plan[]>('/api/plans');
  const { number } = useFormat();
  const { can } = useMe();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<string>();
  const isAsking = changes === 'operator';
  const isOpen = (plan: string) => request?.status === 'open' && request.plan === plan;
  const change = useMutation({
    mutationFn: (plan: string) => api.put('/api/plan', { plan }),
    async onSuccess(_, plan) {
      toast.done(texts.usage.changed(texts.usage.names[plan] ?? plan));
      await refresh('/api/plan', '/api/me');
    },
  });
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold">{texts.usage.plans}</h2>
      {isAsking && <AboutRequest request={request} />}
      {!isAsking && !can('owner') && <p className="text-muted">{texts.usage.ownerOnly}</p>}
      <Loaded of={plans}>
        {(all) => (
          <ul className="grid gap-4 lg:grid-cols-3">
            {all.map(({ plan, callsPerMonth, burstPerMinute, templates, channels, also }) => (
              <li
                key={plan}
                className={`flex flex-col gap-3 rounded-xl border bg-surface p-5 ${plan === current ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
              >
                <div className="flex items-center justify-between">
                  <h3 className="text-lg font-semibold">{texts.usage.names[plan] ?? plan}</h3>
                  {plan === current && <Badge tone="accent">{texts.usage.current}</Badge>}
                  {isOpen(plan) && <Badge tone="warning">{texts.usage.asked}</Badge>}
                </div>
                <ul className="flex flex-1 flex-col gap-1.5">
                  {[
                    callsPerMonth === null ? texts.usage.noLimit : texts.usage.calls(number(callsPerMonth)),
                    texts.usage.burst(number(burstPerMinute)),
                    templates === 'all' ? texts.usage.templates.all : texts.usage.templates.one,
                    texts.usage.channels(channels.map((name) => inbox.channels[name] ?? name).join(', ')),
                    ...also,
                  ].map((line) => (
                    <li key={line} className="flex items-start gap-2">
                      <Check className="mt-1 size-4 shrink-0 text-accent" aria-hidden />
                      {line}
                    </li>
                  ))}
                </ul>
                {plan !== current && !isOpen(plan) && can('owner') && (
                  <Button look="secondary" onClick={() => setAsked(plan)}>
                    {isAsking ? texts.usage.ask(texts.usage.names[plan] ?? plan) : texts.usage.change}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {isAsking && asked && <AskForPlan plan={asked} onClose={() => setAsked(undefined)} />}
      <Confirm
        open={asked !== undefined && !isAsking}
        onClose={() => setAsked(undefined)}
        title={texts.usage.changeTitle(texts.usage.names[asked ?? ''] ?? '')}
        text={texts.usage.changeText}
        action={texts.usage.change}
        mild
        onConfirm={() => change.mutateAsync(asked!)}
      />
    </section>
  );
}
