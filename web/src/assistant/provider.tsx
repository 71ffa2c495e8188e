import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorAt, Form } from '../account/frame.tsx';
import { type Answer, api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { texts } from './texts.ts';

export const PROVIDER = '/api/v1/assistant/provider';

export type ProviderInfo = Answer<'GET /api/v1/assistant/provider'>;

const own = texts.provider;

/** The workspace's own key: it can be set and removed, but not seen. */
export function Provider({ info }: { info: ProviderInfo }) {
  const { can } = useMe();
  return (
    <Card title={own.title} about={own.about}>
      <div className="grid max-w-2xl gap-4">
        <p>{info.provider ? <Kept info={info} /> : ofOperator(info)}</p>
        {can('admin') && (info.provider ? <Remove /> : <Keep />)}
      </div>
    </Card>
  );
}

const ofOperator = ({ deployment }: ProviderInfo) =>
  deployment ? own.deployment(own.providers[deployment.provider], deployment.model) : own.none;

function Kept({ info: { provider, keyHint, updatedAt, baseUrl } }: { info: ProviderInfo }) {
  const { day } = useFormat();
  return own.kept(own.providers[provider!], keyHint ?? '', day(updatedAt!), baseUrl);
}

function Keep() {
  const refresh = useRefresh();
  const keep = useMutation({
    meta: { quiet: true },
    mutationFn: ({ provider, apiKey, baseUrl }: Record<string, string>) =>
      api.put(PROVIDER, { provider, apiKey: apiKey?.trim(), ...(baseUrl?.trim() ? { baseUrl: baseUrl.trim() } : {}) }),
    async onSuccess() {
      toast.done(shared.saved);
      await refresh(PROVIDER);
    },
  });
  return (
    <Form onSubmit={(values) => keep.mutate(values)} error={keep.error}>
      <Select
        label={own.provider}
        name="provider"
        options={Object.entries(own.providers).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        label={own.key}
        hint={own.keyHint}
        error={errorAt(keep.error, '/apiKey')}
        name="apiKey"
        type="password"
        autoComplete="off"
        required
      />
      <TextField
        label={own.baseUrl}
        hint={own.baseUrlHint}
        error={errorAt(keep.error, '/baseUrl')}
        name="baseUrl"
        type="url"
      />
      <Button type="submit" busy={keep.isPending} className="justify-self-start self-start">
        {own.keep}
      </Button>
    </Form>
  );
}

function Remove() {
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => api.delete(PROVIDER),
    async onSuccess() {
      setOpen(false);
      await refresh(PROVIDER);
    },
  });
  return (
    <>
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        {own.remove}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={own.removeTitle}
        text={own.removeText}
        action={own.remove}
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  );
}
