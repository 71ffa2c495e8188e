import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api } from '../api.ts';
import { CONFIG_PATH } from '../format.ts';
import { NotInPlan } from '../plan/not-in-plan.tsx';
import { useGet, useRefresh } from '../queries.ts';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { DomainCard } from './domain.tsx';
import { LogoField } from './logo-field.tsx';
import { texts } from './texts.ts';

type BrandFields = Answer<'GET /api/brand'>['settings'];
const BRAND_PATH = '/api/brand';
const DEFAULT_COLOR = '#0f6b66';

export function BrandPage() {
  const brandQuery = useGet<Answer<'GET /api/brand'>>(BRAND_PATH);
  return (
    <SettingsLayout tab="brand">
      <Loaded query={brandQuery}>
        {({ available, settings }) =>
          available ? (
            <>
              <BrandForm brand={settings} />
              <DomainCard />
            </>
          ) : (
            <Card title={texts.title} description={texts.about}>
              <NotInPlan text={texts.locked} />
            </Card>
          )
        }
      </Loaded>
    </SettingsLayout>
  );
}

function BrandForm({ brand }: { brand: BrandFields }) {
  const refresh = useRefresh();
  const [logoUrl, setLogoUrl] = useState(brand.logoUrl);
  const [color, setColor] = useState(brand.color ?? '');
  const save = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ name = '', senderName = '' }: Record<string, string>) =>
      api.put(CONFIG_PATH, { brand: withoutBlanks({ name, senderName, color, logoUrl }) }, { mode: 'live' }),
    async onSuccess() {
      toast.success(sharedTexts.saved);
      await refresh(BRAND_PATH, CONFIG_PATH);
    },
  });
  return (
    <Card title={texts.title} description={texts.about}>
      <div className="max-w-lg">
        <Form onSubmit={(values) => save.mutate(values)} error={save.error}>
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            name="name"
            maxLength={80}
            defaultValue={brand.name}
            error={findFieldError(save.error, '/brand/name')}
          />
          <LogoField logoUrl={logoUrl} onChange={setLogoUrl} />
          <div className="flex items-start gap-2">
            <TextField
              label={texts.color}
              hint={texts.colorHint}
              placeholder={DEFAULT_COLOR}
              maxLength={7}
              spellCheck={false}
              autoComplete="off"
              value={color}
              onChange={({ target }) => setColor(target.value.trim())}
              error={findFieldError(save.error, '/brand/color')}
            />
            <input
              type="color"
              aria-label={texts.pick}
              value={/^#[0-9a-f]{6}$/i.test(color) ? color : DEFAULT_COLOR}
              onChange={({ target }) => setColor(target.value)}
              className="mt-7.5 h-10 w-12 shrink-0 cursor-pointer rounded-lg border border-edge bg-surface p-1"
            />
          </div>
          <TextField
            label={texts.senderName}
            hint={texts.senderHint}
            name="senderName"
            maxLength={80}
            defaultValue={brand.senderName}
            error={findFieldError(save.error, '/brand/senderName')}
          />
          <Button type="submit" busy={save.isPending} className="self-start">
            {sharedTexts.actions.save}
          </Button>
        </Form>
      </div>
    </Card>
  );
}

/** The fields that are not blank, trimmed. */
const withoutBlanks = (fields: Record<string, string | undefined>): BrandFields =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value),
  );
