import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { texts } from './texts.ts';

export const PROVIDER_PATH = '/api/v1/assistant/provider';

export type ProviderInfo = Answer<'GET /api/v1/assistant/provider'>;

const providerTexts = texts.provider;

/** The workspace's own API key, which can be set and removed, but not viewed. */
export function ProviderCard({ info }: { info: ProviderInfo }) {
  const { hasRoleAtLeast } = useMe();
  return (
    <Card title={providerTexts.title} description={providerTexts.about}>
      <div className="grid max-w-2xl gap-4">
        <p>{info.provider ? <StoredKeyText info={info} /> : describeDeployment(info)}</p>
        {hasRoleAtLeast('admin') && (info.provider ? <RemoveButton /> : <KeyForm />)}
      </div>
    </Card>
  );
}

const describeDeployment = ({ deployment }: ProviderInfo) =>
  deployment
    ? providerTexts.deployment(providerTexts.providers[deployment.provider], deployment.model)
    : providerTexts.none;

function StoredKeyText({ info: { provider, keyHint, updatedAt, baseUrl } }: { info: ProviderInfo }) {
  const { day } = useFormat();
  return providerTexts.storedKey(providerTexts.providers[provider!], keyHint ?? '', day(updatedAt!), baseUrl);
}

function KeyForm() {
  const refresh = useRefresh();
  const saveKey = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ provider, apiKey, baseUrl }: Record<string, string>) =>
      api.put(PROVIDER_PATH, {
        provider,
        apiKey: apiKey?.trim(),
        ...(baseUrl?.trim() ? { baseUrl: baseUrl.trim() } : {}),
      }),
    async onSuccess() {
      toast.success(sharedTexts.saved);
      await refresh(PROVIDER_PATH);
    },
  });
  return (
    <Form onSubmit={(values) => saveKey.mutate(values)} error={saveKey.error}>
      <Select
        label={providerTexts.provider}
        name="provider"
        options={Object.entries(providerTexts.providers).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        label={providerTexts.key}
        hint={providerTexts.keyHint}
        error={findFieldError(saveKey.error, '/apiKey')}
        name="apiKey"
        type="password"
        autoComplete="off"
        required
      />
      <TextField
        label={providerTexts.baseUrl}
        hint={providerTexts.baseUrlHint}
        error={findFieldError(saveKey.error, '/baseUrl')}
        name="baseUrl"
        type="url"
      />
      <Button type="submit" busy={saveKey.isPending} className="justify-self-start self-start">
        {providerTexts.saveKey}
      </Button>
    </Form>
  );
}

function RemoveButton() {
  const [isConfirming, setIsConfirming] = useState(false);
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => api.delete(PROVIDER_PATH),
    async onSuccess() {
      setIsConfirming(false);
      await refresh(PROVIDER_PATH);
    },
  });
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsConfirming(true)}>
        {providerTexts.remove}
      </Button>
      <Confirm
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={providerTexts.removeTitle}
        text={providerTexts.removeText}
        action={providerTexts.remove}
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  );
}
