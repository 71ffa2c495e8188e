import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { api, type ListOf, type WebhookEndpoint } from '../api.ts';
import { Code, CopyButton } from '../copy-button.tsx';
import { place } from '../place.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrl } from '../url.ts';
import { Deliveries } from './deliveries.tsx';
import { NewEndpoint } from './new-endpoint.tsx';
import { Developers } from './tabs.tsx';
import { texts } from './texts.ts';
import { WEBHOOKS } from './webhook-path.ts';

export function WebhooksPage() {
  const endpoints = useGet<ListOf<WebhookEndpoint>>(WEBHOOKS, { limit: 100 });
  const [{ endpoint: chosen }, setUrl] = useUrl<{ endpoint: string }>();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const refresh = useRefresh();
  return (
    <Developers tab="webhooks">
      <Loaded of={endpoints}>
        {({ data }) => {
          const found = data.find(({ id }) => id === chosen);
          if (found)
            return (
              <>
                <Button look="quiet" className="self-start" onClick={() => setUrl({ endpoint: undefined })}>
                  <ArrowLeft className="size-4" aria-hidden />
                  {texts.webhooks.back}
                </Button>
                <Detail endpoint={found} onSecret={setSecret} onGone={() => setUrl({ endpoint: undefined })} />
                <Deliveries endpoint={found} />
              </>
            );
          return (
            <Card
              title={texts.webhooks.title}
              about={texts.webhooks.about[place.mode]}
              flush
              action={
                <Button onClick={() => setAdding(true)}>
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
        open={adding}
        onClose={() => setAdding(false)}
        onMade={async (made) => {
          setAdding(false);
          setSecret(made);
          await refresh(WEBHOOKS);
        }}
      />
      <Dialog
        open={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={texts.webhooks.secretTitle}
        actions={<Button onClick={() => setSecret(undefined)}>{texts.keys.ok}</Button>}
      >
        <p className="text-muted">{texts.webhooks.secretText}</p>
        <Code label={texts.webhooks.secretTitle}>{secret ?? ''}</Code>
        <div>
          <CopyButton text={secret ?? ''} />
        </div>
      </Dialog>
    </Developers>
  );
}

function Status({ endpoint: { status, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (status === 'disabled') return <Badge>{texts.webhooks.disabled}</Badge>;
  if (failingSince) return <Badge tone="danger">{texts.webhooks.failing}</Badge>;
  return <Badge tone="success">{texts.webhooks.enabled}</Badge>;
}

type DetailProps = { endpoint: WebhookEndpoint; onSecret(secret: string): void; onGone(): void };

function Detail({ endpoint, onSecret, onGone }: DetailProps) {
  const { id, url, events, description, status } = endpoint;
  const [asked, setAsked] = useState<'delete' | 'rotate'>();
  const refresh = useRefresh();
  const again = () => refresh(WEBHOOKS);
  const test = useMutation({
    mutationFn: () => api.post(`${WEBHOOKS}/${id}/test`),
    async onSuccess() {
      toast.done(texts.webhooks.tested);
      await again();
    },
  });
  const turn = useMutation({
    mutationFn: () => api.patch(`${WEBHOOKS}/${id}`, { status: status === 'enabled' ? 'disabled' : 'enabled' }),
    onSuccess: again,
  });
  const remove = useMutation({
    mutationFn: () => api.delete(`${WEBHOOKS}/${id}`),
    async onSuccess() {
      toast.done(texts.webhooks.deleted);
      onGone();
      await again();
    },
  });
  const rotate = useMutation({
    mutationFn: () => api.post<{ secret: string }>(`${WEBHOOKS}/${id}/rotate`),
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
          <Button look="secondary" busy={test.isPending} onClick={() => test.mutate()}>
            {texts.webhooks.test}
          </Button>
          <Button look="secondary" busy={turn.isPending} onClick={() => turn.mutate()}>
            {status === 'enabled' ? texts.webhooks.turnOff : texts.webhooks.turnOn}
          </Button>
          <Button look="secondary" onClick={() => setAsked('rotate')}>
            {texts.webhooks.rotate}
          </Button>
          <Button look="secondary" className="text-danger!" onClick={() => setAsked('delete')}>
            {texts.webhooks.delete}
          </Button>
        </div>
      </div>
      <Confirm
        open={asked === 'delete'}
        onClose={() => setAsked(undefined)}
        title={texts.webhooks.deleteTitle}
        text={texts.webhooks.deleteText}
        action={texts.webhooks.delete}
        onConfirm={() => remove.mutateAsync()}
      />
      <Confirm
        open={asked === 'rotate'}
        onClose={() => setAsked(undefined)}
        title={texts.webhooks.rotateTitle}
        text={texts.webhooks.rotateText}
        action={texts.webhooks.rotate}
        mild
        onConfirm={() => rotate.mutateAsync()}
      />
    </Card>
  );
}
