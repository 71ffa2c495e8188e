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
import { CHANNELS_PATH, type ChannelConnection } from './data.ts';
import { texts } from './texts.ts';

export function ConnectionRow({ connection, title }: { connection: ChannelConnection; title: string }) {
  const { id, address, status, lastError, lastReceivedAt, settings } = connection;
  const { hasRoleAtLeast } = useMe();
  const format = useFormat();
  const refresh = useRefresh();
  const [openDialog, setOpenDialog] = useState<'test' | 'disconnect'>();
  const path = `${CHANNELS_PATH}/${id}`;
  const togglePaused = useMutation({
    mutationFn: () => api.patch(path, { status: status === 'active' ? 'paused' : 'active' }),
    onSuccess: () => refresh(CHANNELS_PATH),
  });
  const disconnect = useMutation({
    mutationFn: () => api.delete(path),
    async onSuccess() {
      toast.success(texts.disconnected);
      await refresh(CHANNELS_PATH);
    },
  });
  return (
    <li className="flex flex-col gap-2 border-t border-line px-5 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="truncate font-medium">
            {title} <span className="font-normal text-muted">{address}</span>
          </p>
          <p className="text-sm text-muted">
            {lastReceivedAt ? texts.received(format.dateTime(lastReceivedAt)) : texts.neverReceived}
          </p>
        </div>
        <Status connection={connection} />
        {hasRoleAtLeast('admin') && (
          <fieldset aria-label={texts.actions(address)} className="flex flex-wrap gap-2">
            <Button small variant="quiet" onClick={() => setOpenDialog('test')}>
              {texts.test}
            </Button>
            <Button small variant="quiet" busy={togglePaused.isPending} onClick={() => togglePaused.mutate()}>
              {status === 'active' ? texts.pause : texts.resume}
            </Button>
            <Button small variant="quiet" onClick={() => setOpenDialog('disconnect')}>
              {texts.disconnect}
            </Button>
          </fieldset>
        )}
      </div>
      {lastError && <p className="text-sm text-danger">{lastError}</p>}
      <p className="text-sm break-all text-muted">
        {texts.webhook}: <code>{connection.webhookUrl}</code>
      </p>
      {typeof settings.verifyToken === 'string' && (
        <p className="text-sm text-muted">
          {texts.verifyToken}: <code className="break-all">{settings.verifyToken}</code>. {texts.verifyTokenHint}
        </p>
      )}
      {openDialog === 'test' && <TestDialog path={path} onClose={() => setOpenDialog(undefined)} />}
      <Confirm
        open={openDialog === 'disconnect'}
        onClose={() => setOpenDialog(undefined)}
        title={texts.disconnectTitle(title)}
        text={texts.disconnectText}
        action={texts.disconnect}
        onConfirm={() => disconnect.mutateAsync()}
      />
    </li>
  );
}

function Status({ connection: { status, lastError } }: { connection: ChannelConnection }) {
  if (status === 'paused') return <Badge>{texts.paused}</Badge>;
  if (lastError) return <Badge tone="danger">{texts.failing}</Badge>;
  return <Badge tone="success">{texts.active}</Badge>;
}

function TestDialog({ path, onClose }: { path: string; onClose(): void }) {
  const sendTest = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ to }: Record<string, string>) => api.post(`${path}/test`, { to }),
    onSuccess() {
      onClose();
      toast.success(texts.tested);
    },
  });
  const error = findFieldError(sendTest.error, '/to') ?? findFieldError(sendTest.error, '/settings');
  return (
    <Dialog open onClose={onClose} title={texts.testTitle}>
      <Form onSubmit={(values) => sendTest.mutate(values)} error={sendTest.error}>
        <TextField label={texts.testTo} name="to" hint={texts.testHint} required error={error} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={sendTest.isPending}>
            {texts.test}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
