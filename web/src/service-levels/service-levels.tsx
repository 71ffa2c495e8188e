import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api, type ServiceLevels } from '../api.ts';
import { texts as inboxTexts } from '../inbox/texts.ts';
import { NotInPlan } from '../plan/not-in-plan.tsx';
import { useGet, useRefresh } from '../queries.ts';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { getInputName, parseTargets, TARGET_FIELDS, type TargetField, type TargetName } from './targets.ts';
import { texts } from './texts.ts';

const SERVICE_LEVELS_PATH = '/api/service-levels';
const TARGET_NAMES = ['default', ...Object.keys(inboxTexts.channels)] as TargetName[];
const getTargetLabel = (name: TargetName) => (name === 'default' ? texts.default : (inboxTexts.channels[name] ?? name));
const FIELD_LABELS: Record<TargetField, (channel: string) => string> = {
  firstResponseMinutes: texts.firstResponseOf,
  resolutionMinutes: texts.resolutionOf,
};

export function ServiceLevelsPage() {
  const query = useGet<Answer<'GET /api/service-levels'>>(SERVICE_LEVELS_PATH);
  return (
    <SettingsLayout tab="serviceLevels">
      <Loaded query={query}>
        {({ available, serviceLevels }) => (
          <Card title={texts.title} description={texts.about}>
            {available ? <ServiceLevelsForm serviceLevels={serviceLevels} /> : <NotInPlan text={texts.locked} />}
          </Card>
        )}
      </Loaded>
    </SettingsLayout>
  );
}

function ServiceLevelsForm({ serviceLevels }: { serviceLevels: ServiceLevels | null }) {
  const refresh = useRefresh();
  const [isTurningOff, setIsTurningOff] = useState(false);
  const save = useMutation({
    meta: { handlesErrors: true },
    mutationFn: (values: Record<string, string>) =>
      api.put(SERVICE_LEVELS_PATH, { hours: values.hours, targets: parseTargets(values, TARGET_NAMES) }),
    async onSuccess() {
      toast.success(texts.saved);
      await refresh(SERVICE_LEVELS_PATH, '/api/inbox');
    },
  });
  const turnOff = useMutation({
    mutationFn: () => api.delete(SERVICE_LEVELS_PATH),
    async onSuccess() {
      toast.success(texts.turnedOff);
      await refresh(SERVICE_LEVELS_PATH, '/api/inbox');
    },
  });
  return (
    <Form key={JSON.stringify(serviceLevels)} onSubmit={(values) => save.mutate(values)} error={save.error}>
      <div className="max-w-sm">
        <Select
          label={texts.hours}
          hint={texts.hoursHint}
          name="hours"
          defaultValue={serviceLevels?.hours ?? 'opening'}
          options={Object.entries(texts.hoursOptions).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <TargetFields targets={serviceLevels?.targets ?? {}} error={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending}>
          {sharedTexts.actions.save}
        </Button>
        {serviceLevels && (
          <Button variant="quiet" onClick={() => setIsTurningOff(true)}>
            {texts.turnOff}
          </Button>
        )}
      </div>
      <Confirm
        open={isTurningOff}
        onClose={() => setIsTurningOff(false)}
        title={texts.turnOffTitle}
        text={texts.turnOffText}
        action={texts.turnOff}
        onConfirm={() => turnOff.mutateAsync()}
      />
    </Form>
  );
}

function TargetFields({ targets, error }: { targets: ServiceLevels['targets']; error: Error | null }) {
  return (
    <fieldset className="flex max-w-2xl flex-col gap-2">
      <legend className="font-medium">{texts.targets}</legend>
      <p className="text-sm text-muted">{texts.targetsAbout}</p>
      <div className="grid grid-cols-[minmax(5rem,1fr)_minmax(0,2fr)_minmax(0,2fr)] items-center gap-x-3 gap-y-2">
        {[texts.channel, texts.firstResponse, texts.resolution].map((heading) => (
          <span key={heading} aria-hidden className="text-sm text-muted">
            {heading}
          </span>
        ))}
        {TARGET_NAMES.map((name) => (
          <div key={name} className="contents">
            <span aria-hidden>{getTargetLabel(name)}</span>
            {TARGET_FIELDS.map((field) => (
              <TextField
                key={field}
                label={FIELD_LABELS[field](getTargetLabel(name))}
                hideLabel
                name={getInputName(name, field)}
                type="number"
                inputMode="numeric"
                min={1}
                max={43_200}
                defaultValue={targets[name]?.[field]}
                error={findFieldError(error, `/targets/${name}/${field}`)}
              />
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
