import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { activeWorkspace } from '../active-workspace.ts';
import { api, type ListOf, type WebhookEndpoint } from '../api.ts';
import { Code, CopyButton } from '../copy-button.tsx';
import { useGet, useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrlParams } from '../url.ts';
import { Deliveries } from './deliveries.tsx';
import { DevelopersLayout } from './developers-layout.tsx';
import { NewEndpoint } from './new-endpoint.tsx';
import { texts } from './texts.ts';
import { WEBHOOKS_PATH } from './webhook-path.ts';

export function WebhooksPage() {
  const endpointsQuery = useGet<ListOf<WebhookEndpoint>>(WEBHOOKS_PATH, { limit: 100 });
  const [{ endpoint: selectedId }, setUrl] = useUrlParams<{ endpoint: string }>();
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const refresh = useRefresh();
  return (
    <DevelopersLayout tab="webhooks">
      <Loaded query={endpointsQuery}>
        {({ data }) => {
          const selectedEndpoint = data.find(({ id }) => id === selectedId);
          if (selectedEndpoint)
            return (
              <>
                <Button variant="quiet" className="self-start" onClick={() => setUrl({ endpoint: undefined })}>
                  <ArrowLeft className="size-4" aria-hidden />
                  {texts.webhooks.back}
                </Button>
                <EndpointDetail
                  endpoint={selectedEndpoint}
                  onSecret={setSecret}
                  onDeleted={() => setUrl({ endpoint: undefined })}
                />
                <Deliveries endpoint={selectedEndpoint} />
              </>
            );
          return (
            <Card
              title={texts.webhooks.title}
              description={texts.webhooks.about[activeWorkspace.mode]}
              noPadding
              action={
                <Button onClick={() => setIsAdding(true)}>
                  <Plus className="size-4" aria-hidden />
                  {texts.webhooks.add}
                </Button>
              }
            >
              {data.length ? (
                <ul>
                  {data.map((endpoint) => (
                    <li key={endpoint.id} className="border-t border-line">
                      <button
                        type="button"
                        onClick={() => setUrl({ endpoint: endpoint.id })}
                        className="flex w-full flex-wrap items-center gap-3 px-5 py-3 text-left hover:bg-sunken focus-visible:-outline-offset-2"
                      >
                        <span className="min-w-0 flex-1">
                          <span className="block truncate font-medium">{endpoint.url}</span>
                          <span className="block truncate text-sm text-muted">{endpoint.events.join(', ')}</span>
                        </span>
                        <Status endpoint={endpoint} />
                      </button>
                    </li>
                  ))}
                </ul>
              ) : (
                <EmptyState icon={Webhook} title={texts.webhooks.empty} text={texts.webhooks.emptyText} />
              )}
            </Card>
          );
        }}
      </Loaded>
      <NewEndpoint
        open={isAdding}
        onClose={() => setIsAdding(false)}
        onCreated={async (newSecret) => {
          setIsAdding(false);
          setSecret(newSecret);
          await refresh(WEBHOOKS_PATH);
        }}
      />
      <Dialog
        open={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={texts.webhooks.secretTitle}
        actions={<Button onClick={() => setSecret(undefined)}>{texts.keys.done}</Button>}
      >
        <p className="text-muted">{texts.webhooks.secretText}</p>
        <Code label={texts.webhooks.secretTitle}>{secret ?? ''}</Code>
        <div>
          <CopyButton text={secret ?? ''} />
        </div>
      </Dialog>
    </DevelopersLayout>
  );
}

function Status({ endpoint: { status, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (status === 'disabled') return <Badge>{texts.webhooks.disabled}</Badge>;
  if (failingSince) return <Badge tone="danger">{texts.webhooks.failing}</Badge>;
  return <Badge tone="success">{texts.webhooks.enabled}</Badge>;
}

type DetailProps = { endpoint: WebhookEndpoint; onSecret(secret: string): void; onDeleted(): void };

function EndpointDetail({ endpoint, onSecret, onDeleted }: DetailProps) {
  const { id, url, events, description, status } = endpoint;
  const [actionToConfirm, setActionToConfirm] = useState<'delete' | 'rotate'>();
  const refresh = useRefresh();
  const refreshWebhooks = () => refresh(WEBHOOKS_PATH);
  const sendTestEvent = useMutation({
    mutationFn: () => api.post(`${WEBHOOKS_PATH}/${id}/test`),
    async onSuccess() {
      toast.success(texts.webhooks.tested);
      await refreshWebhooks();
    },
  });
  const toggleStatus = useMutation({
    mutationFn: () => api.patch(`${WEBHOOKS_PATH}/${id}`, { status: status === 'enabled' ? 'disabled' : 'enabled' }),
    onSuccess: refreshWebhooks,
  });
  const remove = useMutation({
    mutationFn: () => api.delete(`${WEBHOOKS_PATH}/${id}`),
    async onSuccess() {
      toast.success(texts.webhooks.deleted);
      onDeleted();
      await refreshWebhooks();
    },
  });
  const rotate = useMutation({
    mutationFn: () => api.post<{ secret: string }>(`${WEBHOOKS_PATH}/${id}/rotate`),
    onSuccess: ({ secret }) => onSecret(secret),
  });
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="min-w-0 font-semibold break-all">{url}</h2>
          <Status endpoint={endpoint} />
        </div>
        {description && <p>{description}</p>}
        <p className="text-muted">{events.join(', ')}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" busy={sendTestEvent.isPending} onClick={() => sendTestEvent.mutate()}>
            {texts.webhooks.test}
          </Button>
          <Button variant="secondary" busy={toggleStatus.isPending} onClick={() => toggleStatus.mutate()}>
            {status === 'enabled' ? texts.webhooks.turnOff : texts.webhooks.turnOn}
          </Button>
          <Button variant="secondary" onClick={() => setActionToConfirm('rotate')}>
            {texts.webhooks.rotate}
          </Button>
          <Button variant="secondary" className="text-danger!" onClick={() => setActionToConfirm('delete')}>
            {texts.webhooks.delete}
          </Button>
        </div>
      </div>
      <Confirm
        open={actionToConfirm === 'delete'}
        onClose={() => setActionToConfirm(undefined)}
        title={texts.webhooks.deleteTitle}
        text={texts.webhooks.deleteText}
        action={texts.webhooks.delete}
        onConfirm={() => remove.mutateAsync()}
      />
      <Confirm
        open={actionToConfirm === 'rotate'}
        onClose={() => setActionToConfirm(undefined)}
        title={texts.webhooks.rotateTitle}
        text={texts.webhooks.rotateText}
        action={texts.webhooks.rotate}
        isReversible
        onConfirm={() => rotate.mutateAsync()}
      />
    </Card>
  );
}
