import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { activeWorkspace } from '../active-workspace.ts';
import { type Answer, api } from '../api.ts';
import { useFormat } from '../format.ts';
import { useGet, useRefresh } from '../queries.ts';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { DepositRules } from './rules.tsx';
import { texts } from './texts.ts';

const CONNECTION_PATH = '/api/payments/connection';
type Connection = NonNullable<Answer<'GET /api/payments/connection'>['connection']>;

export function PaymentsPage() {
  const query = useGet<Answer<'GET /api/payments/connection'>>(CONNECTION_PATH);
  return (
    <SettingsLayout tab="payments">
      <Loaded query={query}>
        {({ connection }) => (
          <>
            <Card title={texts.account} description={texts.accountAbout}>
              {connection ? <StripeAccount connection={connection} /> : <ConnectForm />}
            </Card>
            <DepositRules isConnected={connection !== null} />
          </>
        )}
      </Loaded>
    </SettingsLayout>
  );
}

function ConnectForm() {
  const refresh = useRefresh();
  const { mode } = activeWorkspace;
  const connect = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ secretKey }: Record<string, string>) => api.put(CONNECTION_PATH, { secretKey }),
    async onSuccess() {
      toast.success(texts.connectedToast);
      await refresh(CONNECTION_PATH);
    },
  });
  return (
    <Form onSubmit={(values) => connect.mutate(values)} error={connect.error}>
      {mode === 'test' && <p className="text-sm text-muted">{texts.testMode}</p>}
      <div className="max-w-xl">
        <TextField
          label={texts.key}
          hint={texts.keyHint(mode)}
          name="secretKey"
          type="password"
          autoComplete="off"
          required
          error={findFieldError(connect.error, '/secretKey')}
        />
      </div>
      <div>
        <Button type="submit" busy={connect.isPending}>
          {texts.connect}
        </Button>
      </div>
    </Form>
  );
}

function StripeAccount({ connection: { account, accountName, lastEventAt, lastError } }: { connection: Connection }) {
  const format = useFormat();
  const refresh = useRefresh();
  const [isConfirming, setIsConfirming] = useState(false);
  const disconnect = useMutation({
    mutationFn: () => api.delete(CONNECTION_PATH),
    async onSuccess() {
      toast.success(texts.disconnected);
      await refresh(CONNECTION_PATH);
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="truncate font-medium">
            {accountName ?? texts.account} <span className="font-normal text-muted">{account}</span>
          </p>
          <p className="text-sm text-muted">
            {lastEventAt ? texts.lastEvent(format.dateTime(lastEventAt)) : texts.noEvent}
          </p>
        </div>
        {lastError ? <Badge tone="danger">{texts.failing}</Badge> : <Badge tone="success">{texts.connected}</Badge>}
        <Button small variant="quiet" onClick={() => setIsConfirming(true)}>
          {texts.disconnect}
        </Button>
      </div>
      {lastError && <p className="text-sm text-danger">{lastError}</p>}
      <Confirm
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.disconnectTitle}
        text={texts.disconnectText}
        action={texts.disconnect}
        onConfirm={() => disconnect.mutateAsync()}
      />
    </div>
  );
}
