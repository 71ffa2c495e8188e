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
import { DevelopersLayout } from './developers-layout.tsx';
import { type CreatedKey, CreatedKeyDialog, NewKey } from './new-key.tsx';
import { texts } from './texts.ts';

const KEYS_PATH = '/api/keys';

const isInactive = (key: Key) => key.revokedAt !== null || isExpired(key);
const isExpired = ({ expiresAt }: Key) => expiresAt !== null && new Date(expiresAt) <= new Date();

export function KeysPage() {
  const keysQuery = useGet<ListOf<Key>>(KEYS_PATH, { limit: 100 });
  const [showsInactive, setShowsInactive] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const [createdKey, setCreatedKey] = useState<CreatedKey>();
  const [pendingAction, setPendingAction] = useState<{ key: Key; operation: 'rotate' | 'revoke' }>();
  const refresh = useRefresh();
  const revoke = useMutation({
    mutationFn: ({ id }: Key) => api.delete(`${KEYS_PATH}/${id}`),
    async onSuccess() {
      toast.success(texts.keys.revokedToast);
      await refresh(KEYS_PATH);
    },
  });
  const rotate = useMutation({
    mutationFn: ({ id }: Key) => api.post<CreatedKey>(`${KEYS_PATH}/${id}/rotate`, {}),
    async onSuccess(rotatedKey) {
      setCreatedKey(rotatedKey);
      await refresh(KEYS_PATH);
    },
  });
  const createButton = (
    <Button onClick={() => setIsCreating(true)}>
      <Plus className="size-4" aria-hidden />
      {texts.keys.create}
    </Button>
  );
  return (
    <DevelopersLayout tab="keys">
      <Card title={texts.keys.title} description={texts.keys.about} action={createButton} noPadding>
        <Loaded query={keysQuery}>
          {({ data }) =>
            data.length ? (
              <>
                <KeyTable
                  keys={data.filter((key) => showsInactive || !isInactive(key))}
                  onAction={(key, operation) => setPendingAction({ key, operation })}
                />
                {data.some(isInactive) && (
                  <div className="border-t border-line px-5 py-3">
                    <Checkbox
                      label={texts.keys.showInactive}
                      checked={showsInactive}
                      onChange={({ target }) => setShowsInactive(target.checked)}
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
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={async (key) => {
          setIsCreating(false);
          setCreatedKey(key);
          await refresh(KEYS_PATH);
        }}
      />
      <CreatedKeyDialog createdKey={createdKey} onClose={() => setCreatedKey(undefined)} />
      <Confirm
        open={pendingAction?.operation === 'revoke'}
        onClose={() => setPendingAction(undefined)}
        title={texts.keys.revokeTitle(pendingAction?.key.name ?? '')}
        text={texts.keys.revokeText}
        action={texts.keys.revoke}
        onConfirm={() => revoke.mutateAsync(pendingAction!.key)}
      />
      <Confirm
        open={pendingAction?.operation === 'rotate'}
        onClose={() => setPendingAction(undefined)}
        title={texts.keys.rotateTitle(pendingAction?.key.name ?? '')}
        text={texts.keys.rotateText}
        action={texts.keys.rotate}
        isReversible
        onConfirm={() => rotate.mutateAsync(pendingAction!.key)}
      />
    </DevelopersLayout>
  );
}

function KeyTable({ keys, onAction }: { keys: Key[]; onAction(key: Key, operation: 'rotate' | 'revoke'): void }) {
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
          {origins?.join(', ') ?? scopes?.join(', ') ?? texts.keys.fullAccess}
        </span>
      ),
    },
    {
      header: texts.keys.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt ? format.dateTime(lastUsedAt) : texts.keys.never),
    },
    {
      header: texts.keys.status,
      cell: (key) =>
        key.revokedAt ? (
          <Badge tone="danger">{texts.keys.revoked}</Badge>
        ) : isExpired(key) ? (
          <Badge>{texts.keys.expired}</Badge>
        ) : key.expiresAt ? (
          <Badge tone="warning">{texts.keys.expiresOn(format.day(key.expiresAt))}</Badge>
        ) : (
          <Badge tone="success">{texts.keys.active}</Badge>
        ),
    },
    {
      header: texts.keys.actions,
      hideHeader: true,
      alignEnd: true,
      cell: (key) =>
        !isInactive(key) && (
          <Menu
            trigger={(attributes) => (
              <IconButton {...attributes} label={texts.keys.more(key.name)}>
                <Ellipsis aria-hidden />
              </IconButton>
            )}
            groups={[
              [
                { label: texts.keys.rotate, icon: <RefreshCw aria-hidden />, onSelect: () => onAction(key, 'rotate') },
                {
                  label: texts.keys.revoke,
                  icon: <Ban aria-hidden />,
                  danger: true,
                  onSelect: () => onAction(key, 'revoke'),
                },
              ],
            ]}
          />
        ),
    },
  ];
  return <Table label={texts.keys.title} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}
