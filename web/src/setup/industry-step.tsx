import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Dumbbell, type LucideIcon, Scissors, ShoppingBag, Stethoscope, Store, Utensils } from 'lucide-react';
import { useState } from 'react';
import { ApiError, api } from '../api.ts';
import { suggestSettings } from '../business/choices.ts';
import type { EditableDocument } from '../business/draft.ts';
import { CONFIG_PATH } from '../format.ts';
import { useIndustries } from '../industries.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import type { StepProps } from './step-props.ts';
import { texts } from './texts.ts';

const INDUSTRY_ICONS: Record<string, LucideIcon> = {
  utensils: Utensils,
  scissors: Scissors,
  stethoscope: Stethoscope,
  dumbbell: Dumbbell,
  'shopping-bag': ShoppingBag,
};

export function IndustryStep({ businessDocument, industries, onNext }: StepProps) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const industryInfos = useIndustries();
  const [industryToReplaceWith, setIndustryToReplaceWith] = useState<string>();
  const chooseIndustry = useMutation({
    meta: { handlesErrors: true },
    mutationFn: async ({ industry, replace = false }: { industry: string; replace?: boolean }) => {
      if (replace) await api.put(CONFIG_PATH, { industries: [] });
      const { config } = await api.post<{ config: EditableDocument }>('/api/v1/setup', { industry });
      return businessDocument.industry ? config : saveLocalDefaults(config);
    },
    async onSuccess(config) {
      queryClient.setQueryData([CONFIG_PATH], config);
      await refresh(`${CONFIG_PATH}/versions`);
      onNext();
    },
    onError(error, { industry }) {
      if (error instanceof ApiError && error.code === 'plan_required') setIndustryToReplaceWith(industry);
      else toast.error(error.message);
    },
  });
  return (
    <>
      <div>
        <h2 className="text-lg font-semibold">{texts.industry.title}</h2>
        <p className="text-muted">{texts.industry.text}</p>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {industries.map(({ name, title, summary, does }) => {
          const Icon = INDUSTRY_ICONS[industryInfos.find((industry) => industry.name === name)?.icon ?? ''] ?? Store;
          const isActive = businessDocument.industries.includes(name);
          return (
            <li
              key={name}
              className={`flex flex-col gap-3 rounded-xl border bg-surface p-5 ${isActive ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
            >
              <div className="flex items-center justify-between">
                <span className="rounded-lg bg-accent-soft p-2.5 text-accent">
                  <Icon className="size-6" aria-hidden />
                </span>
                {isActive && <Badge tone="accent">{texts.industry.chosen}</Badge>}
              </div>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="text-muted">{summary}</p>
              </div>
              <ul className="flex flex-1 flex-col gap-1 text-sm">
                {does.map((ability) => (
                  <li key={ability} className="flex items-start gap-2">
                    <Check className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden />
                    {ability}
                  </li>
                ))}
              </ul>
              <Button
                variant={isActive ? 'secondary' : 'primary'}
                aria-label={`${isActive ? sharedTexts.actions.next : texts.industry.choose}: ${title}`}
                busy={chooseIndustry.isPending && chooseIndustry.variables.industry === name}
                onClick={() => (isActive ? onNext() : chooseIndustry.mutate({ industry: name }))}
              >
                {isActive ? sharedTexts.actions.next : texts.industry.choose}
              </Button>
            </li>
          );
        })}
      </ul>
      <Confirm
        open={industryToReplaceWith !== undefined}
        onClose={() => setIndustryToReplaceWith(undefined)}
        title={texts.industry.changeTitle(industries.find(({ name }) => name === industryToReplaceWith)?.title ?? '')}
        text={texts.industry.changeText}
        action={texts.industry.change}
        isReversible
        onConfirm={() => chooseIndustry.mutateAsync({ industry: industryToReplaceWith!, replace: true })}
      />
    </>
  );
}

/** Uses the browser's time zone and region for the business, and clears the sample contact details. */
const saveLocalDefaults = (config: EditableDocument) => {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return api
    .put<EditableDocument>(CONFIG_PATH, { ...suggestSettings(timeZone, locale), contact: {} })
    .catch(() => config);
};
