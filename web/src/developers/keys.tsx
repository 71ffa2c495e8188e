import { useMutation } from '@tanstack/react-query';
import { Ban, Ellipsis, KeyRound, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { api, type Key, type ListOf } from '../api.ts';
import { useFormat } from '../format.ts';
import { useGet, useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Menu } from '../ui/menu.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { type Made, MadeKey, NewKey } from './new-key.tsx';
import { Developers } from './tabs.tsx';
import { texts } from './texts.ts';

const PATH = '/api/keys';

const isOver = (key: Key) => key.revokedAt !== null || hasEnded(key);
const hasEnded = ({ expiresAt }: Key) => expiresAt !== null && new Date(expiresAt) <= new Date();

export function KeysPage() {
  const keys = useGet<ListOf<Key>>(PATH, { limit: 100 });
  const [ended, setEnded] = useState(false);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<Made>();
  const [asked, setAsked] = useState<{ key: Key; to: 'rotate' | 'revoke' }>();
  const refresh = useRefresh();
  const revoke = useMutation({
    mutationFn: ({ id }: Key) => api.delete(`${PATH}/${id}`),
    async onSuccess() {
      toast.done(texts.keys.revokedToast);
      await refresh(PATH);
    },
  });
  const rotate = useMutation({
    mutationFn: ({ id }: Key) => api.post<Made>(`${PATH}/${id}/rotate`, {}),
    async onSuccess(next) {
      setMade(next);
      await refresh(PATH);
    },
  });
  const add = (
    <Button onClick={() => setMaking(true)}>
      <Plus className="size-4" aria-hidden />
      {texts.keys.make}
    </Button>
  );
  return (
    <Developers tab="keys">
      <Card title={texts.keys.title} about={texts.keys.about} action={add} flush>
        <Loaded of={keys}>
          {({ data }) =>
            data.length ? (
              <>
                <KeyTable
                  keys={data.filter((key) => ended || !isOver(key))}
                  onAsk={(key, to) => setAsked({ key, to })}
                />
                {data.some(isOver) && (
                  <div className="border-t border-line px-5 py-3">
                    <Checkbox
                      label={texts.keys.showEnded}
                      checked={ended}
                      onChange={({ target }) => setEnded(target.checked)}
                    />
                  </div>
                )}
              </>
            ) : (
              <EmptyState icon={KeyRound} title={texts.keys.empty} text={texts.keys.emptyText} />
            )
          }
        </Loaded>
      </Card>
      <NewKey
        open={making}
        onClose={() => setMaking(false)}
        onMade={async (key) => {
          setMaking(false);
          setMade(key);
          await refresh(PATH);
        }}
      />
      <MadeKey made={made} onClose={() => setMade(undefined)} />
      <Confirm
        open={asked?.to === 'revoke'}
        onClose={() => setAsked(undefined)}
        title={texts.keys.revokeTitle(asked?.key.name ?? '')}
        text={texts.keys.revokeText}
        action={texts.keys.revoke}
        onConfirm={() => revoke.mutateAsync(asked!.key)}
      />
      <Confirm
        open={asked?.to === 'rotate'}
        onClose={() => setAsked(undefined)}
        title={texts.keys.rotateTitle(asked?.key.name ?? '')}
        text={texts.keys.rotateText}
        action={texts.keys.rotate}
        mild
        onConfirm={() => rotate.mutateAsync(asked!.key)}
      />
    </Developers>
  );
}

function KeyTable({ keys, onAsk }: { keys: Key[]; onAsk(key: Key, to: 'rotate' | 'revoke'): void }) {
  const format = useFormat();
  const columns: Column<Key>[] = [
    {
      header: texts.keys.name,
      cell: ({ name, kind, mode, hint }) => (
        <>
          <p className="font-medium">{name}</p>
          <p className="font-mono text-sm text-muted">
            fd_{kind === 'secret' ? 'sk' : 'pk'}_{mode}_…{hint}
          </p>
        </>
      ),
    },
    {
      header: texts.keys.mode,
      cell: ({ mode }) => <Badge tone={mode === 'live' ? 'accent' : 'warning'}>{texts.keys.modes[mode]}</Badge>,
    },
    { header: texts.keys.kind, cell: ({ kind }) => texts.keys[kind] },
    {
      header: texts.keys.scopes,
      cell: ({ scopes, origins }) => (
        <span className="text-sm wrap-anywhere text-muted">
          {origins?.join(', ') ?? scopes?.join(', ') ?? texts.keys.all}
        </span>
      ),
    },
    { header: texts.keys.used, cell: ({ lastUsedAt }) => (lastUsedAt ? format.full(lastUsedAt) : texts.keys.never) },
    {
      header: texts.keys.status,
      cell: (key) =>
        key.revokedAt ? (
          <Badge tone="danger">{texts.keys.revoked}</Badge>
        ) : hasEnded(key) ? (
          <Badge>{texts.keys.expired}</Badge>
        ) : key.expiresAt ? (
          <Badge tone="warning">{texts.keys.ends(format.day(key.expiresAt))}</Badge>
        ) : (
          <Badge tone="success">{texts.keys.active}</Badge>
        ),
    },
    {
      header: texts.keys.actions,
      hideHeader: true,
      end: true,
      cell: (key) =>
        !isOver(key) && (
          <Menu
            trigger={
              <IconButton label={texts.keys.more(key.name)}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
            groups={[
              [
                { label: texts.keys.rotate, icon: <RefreshCw aria-hidden />, onSelect: () => onAsk(key, 'rotate') },
                {
                  label: texts.keys.revoke,
                  icon: <Ban aria-hidden />,
                  danger: true,
                  onSelect: () => onAsk(key, 'revoke'),
                },
              ],
            ]}
          />
        ),
    },
  ];
  return <Table label={texts.keys.title} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}
