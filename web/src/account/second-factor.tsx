import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';
import { HiddenUsernameField, PasswordField } from './fields.tsx';
import { QrCode } from './qr-code.tsx';
import { texts } from './texts.ts';

type TotpSecret = { totpURI: string; backupCodes: string[] };

export function SecondFactor({ isEnabled }: { isEnabled: boolean }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const closeDialog = () => setIsDialogOpen(false);
  return (
    <Card
      title={texts.account.factor}
      description={texts.account.factorAbout}
      action={
        <Badge tone={isEnabled ? 'success' : 'neutral'}>{isEnabled ? texts.account.on : texts.account.off}</Badge>
      }
    >
      <Button variant="secondary" onClick={() => setIsDialogOpen(true)}>
        {isEnabled ? texts.account.disable : texts.account.enable}
      </Button>
      <Dialog
        open={isDialogOpen}
        onClose={closeDialog}
        title={isEnabled ? texts.account.disableTitle : texts.account.factor}
      >
        {isEnabled ? <DisableForm onDone={closeDialog} /> : <EnableForm onDone={closeDialog} />}
      </Dialog>
    </Card>
  );
}

function DisableForm({ onDone }: { onDone(): void }) {
  const { user } = useMe();
  const refresh = useRefresh();
  const disable = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ password }: Record<string, string>) => api.post('/api/auth/two-factor/disable', { password }),
    async onSuccess() {
      toast.success(texts.account.disabled);
      onDone();
      await refresh('/api/auth');
    },
  });
  return (
    <Form onSubmit={(values) => disable.mutate(values)} error={disable.error}>
      <p className="text-muted">{texts.account.disableText}</p>
      <HiddenUsernameField email={user.email} />
      <PasswordField />
      <Button type="submit" variant="danger" busy={disable.isPending}>
        {texts.account.disable}
      </Button>
    </Form>
  );
}

function EnableForm({ onDone }: { onDone(): void }) {
  const { user } = useMe();
  const refresh = useRefresh();
  const enable = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ password }: Record<string, string>) =>
      api.post<TotpSecret>('/api/auth/two-factor/enable', { password }),
  });
  const verify = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ code }: Record<string, string>) =>
      api.post('/api/auth/two-factor/verify-totp', { code: code?.replace(/\s/g, '') }),
    async onSuccess() {
      toast.success(texts.account.enabled);
      onDone();
      await refresh('/api/auth');
    },
  });
  if (!enable.data)
    return (
      <Form onSubmit={(values) => enable.mutate(values)} error={enable.error}>
        <p className="text-muted">{texts.account.enableText}</p>
        <HiddenUsernameField email={user.email} />
        <PasswordField />
        <Button type="submit" busy={enable.isPending}>
          {texts.account.enable}
        </Button>
      </Form>
    );
  const { totpURI, backupCodes } = enable.data;
  return (
    <Form onSubmit={(values) => verify.mutate(values)} error={verify.error}>
      <p className="text-muted">{texts.account.scan}</p>
      <QrCode text={totpURI} label={texts.account.qrCode} />
      <div>
        <p className="font-medium">{texts.account.secret}</p>
        <code className="block rounded-lg bg-sunken p-3 break-all select-all">
          {new URL(totpURI).searchParams.get('secret')}
        </code>
      </div>
      <a href={totpURI} className={getButtonClass('secondary')}>
        {texts.account.openApp}
      </a>
      <p className="text-muted">{texts.account.backupCodes}</p>
      <ul className="grid grid-cols-2 gap-1 rounded-lg bg-sunken p-3 font-mono text-sm">
        {backupCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <TextField label={texts.fields.code} name="code" inputMode="numeric" autoComplete="one-time-code" required />
      <Button type="submit" busy={verify.isPending}>
        {texts.secondFactor.action}
      </Button>
    </Form>
  );
}
