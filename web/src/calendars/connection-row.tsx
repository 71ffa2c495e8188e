import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { redirectToGoogle } from './connect-dialog.tsx';
import { CONFLICTS_PATH, CONNECTIONS_PATH, type Connection, useConflicts } from './data.ts';
import { texts as allTexts } from './texts.ts';

const texts = allTexts.connections;
type Props = { connection: Connection; onChooseCalendar(): void };

export function ConnectionRow({ connection, onChooseCalendar }: Props) {
  const { calendar, account, name, problem, lastSyncedAt } = connection;
  const format = useFormat();
  const { hasRoleAtLeast } = useMe();
  return (
    <li className="flex flex-col gap-2 border-t border-line px-5 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium break-words">
            {calendar?.name ?? account} <span className="font-normal text-muted">{name}</span>
          </p>
          <p className="text-sm break-words text-muted">
            {account} · {lastSyncedAt ? texts.synced(format.dateTime(lastSyncedAt)) : texts.notSynced}
          </p>
        </div>
        <Status connection={connection} />
        {hasRoleAtLeast('agent') && <Actions connection={connection} onChooseCalendar={onChooseCalendar} />}
      </div>
      {problem && <p className="text-sm text-danger">{problem}</p>}
    </li>
  );
}

function Status({ connection: { id, status, problem } }: Pick<Props, 'connection'>) {
  const conflictCount = useConflicts().data?.data.filter(({ connectionId }) => connectionId === id).length ?? 0;
  if (status === 'needs_attention') return <Badge tone="danger">{texts.status.needs_attention}</Badge>;
  if (status === 'choose_calendar') return <Badge tone="warning">{texts.status.choose_calendar}</Badge>;
  if (problem) return <Badge tone="warning">{texts.retrying}</Badge>;
  if (conflictCount) return <Badge tone="warning">{texts.conflicts(conflictCount)}</Badge>;
  return <Badge tone="success">{texts.status.active}</Badge>;
}

function Actions({ connection, onChooseCalendar }: Props) {
  const { id, provider, status, account, calendar, resource } = connection;
  const refresh = useRefresh();
  const [openDialog, setOpenDialog] = useState<'disconnect' | 'password'>();
  const path = `${CONNECTIONS_PATH}/${id}`;
  const label = calendar?.name ?? account;
  const sync = useMutation({
    mutationFn: () => api.post(`${path}/sync`),
    onSuccess: () => toast.success(texts.syncing),
  });
  const reconnect = useMutation({ mutationFn: () => redirectToGoogle({ resource, connection: id }) });
  const disconnect = useMutation({
    mutationFn: () => api.delete(path),
    async onSuccess() {
      toast.success(texts.disconnected);
      await refresh(CONNECTIONS_PATH, CONFLICTS_PATH);
    },
  });
  return (
    <fieldset aria-label={texts.actions(label)} className="flex flex-wrap gap-2">
      {status === 'choose_calendar' && (
        <Button small variant="secondary" onClick={onChooseCalendar}>
          {texts.choose}
        </Button>
      )}
      {status === 'needs_attention' && (
        <Button
          small
          variant="secondary"
          busy={reconnect.isPending}
          onClick={() => (provider === 'google' ? reconnect.mutate() : setOpenDialog('password'))}
        >
          {provider === 'google' ? texts.reconnect : texts.password}
        </Button>
      )}
      {calendar && (
        <Button small variant="quiet" busy={sync.isPending} onClick={() => sync.mutate()}>
          {texts.sync}
        </Button>
      )}
      <Button small variant="quiet" onClick={() => setOpenDialog('disconnect')}>
        {texts.disconnect}
      </Button>
      <Confirm
        open={openDialog === 'disconnect'}
        onClose={() => setOpenDialog(undefined)}
        title={texts.disconnectTitle(label)}
        text={texts.disconnectText}
        action={texts.disconnect}
        onConfirm={() => disconnect.mutateAsync()}
      />
      {openDialog === 'password' && <PasswordDialog path={path} onClose={() => setOpenDialog(undefined)} />}
    </fieldset>
  );
}

function PasswordDialog({ path, onClose }: { path: string; onClose(): void }) {
  const refresh = useRefresh();
  const save = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ password }: Record<string, string>) => api.patch(path, { password }),
    async onSuccess() {
      onClose();
      toast.success(allTexts.form.saved);
      await refresh(CONNECTIONS_PATH);
    },
  });
  const error = findFieldError(save.error, '/password') ?? findFieldError(save.error, '/calendar');
  return (
    <Dialog open onClose={onClose} title={allTexts.form.passwordTitle}>
      <Form onSubmit={(values) => save.mutate(values)} error={save.error}>
        <TextField
          label={allTexts.form.password}
          name="password"
          type="password"
          autoComplete="off"
          hint={allTexts.form.passwordHint}
          required
          error={error}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={save.isPending}>
            {allTexts.form.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
