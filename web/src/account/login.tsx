import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { AccountLayout } from './account-layout.tsx';
import { useContinueAfterSignIn } from './continue-after-sign-in.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { parseInvitationToken, useInvitation } from './invitation-token.ts';
import { texts } from './texts.ts';

type SignInResponse = { twoFactorRedirect?: boolean };

export function LoginPage() {
  const { next } = useSearch({ from: '/login' });
  const { data: invitation } = useInvitation(parseInvitationToken(next));
  const [needsCode, setNeedsCode] = useState(false);
  const continueAfterSignIn = useContinueAfterSignIn();
  const signIn = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ email, password, remember }: Record<string, string>) =>
      api.post<SignInResponse>('/api/auth/sign-in/email', { email, password, rememberMe: remember === 'on' }),
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? setNeedsCode(true) : continueAfterSignIn(next)),
  });
  if (needsCode) return <SecondFactorForm onDone={() => continueAfterSignIn(next)} />;
  return (
    <AccountLayout
      title={texts.login.title}
      text={
        <>
          {texts.login.noAccountYet}{' '}
          <Link to="/signup" search={{ next }} className="font-medium text-accent underline underline-offset-2">
            {texts.login.signUp}
          </Link>
        </>
      }
    >
      <Form onSubmit={(values) => signIn.mutate(values)} error={signIn.error}>
        <EmailField key={invitation?.email} defaultEmail={invitation?.email} error={signIn.error} />
        <PasswordField error={signIn.error} />
        <Checkbox name="remember" defaultChecked label={texts.fields.remember} />
        <Button type="submit" busy={signIn.isPending}>
          {texts.login.action}
        </Button>
        <Link to="/forgot" className="self-center text-accent underline underline-offset-2">
          {texts.login.forgot}
        </Link>
      </Form>
    </AccountLayout>
  );
}

function SecondFactorForm({ onDone }: { onDone(): void }) {
  const [usesBackupCode, setUsesBackupCode] = useState(false);
  const verify = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ code, trust }: Record<string, string>) =>
      usesBackupCode
        ? api.post('/api/auth/two-factor/verify-backup-code', { code })
        : api.post('/api/auth/two-factor/verify-totp', { code: code?.replace(/\s/g, ''), trustDevice: trust === 'on' }),
    onSuccess: onDone,
  });
  return (
    <AccountLayout
      title={texts.secondFactor.title}
      text={usesBackupCode ? texts.secondFactor.backupText : texts.secondFactor.text}
    >
      <Form onSubmit={(values) => verify.mutate(values)} error={verify.error}>
        <TextField
          label={texts.fields.code}
          name="code"
          inputMode={usesBackupCode ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          error={findFieldError(verify.error, '/code')}
        />
        {!usesBackupCode && <Checkbox name="trust" label={texts.secondFactor.trust} />}
        <Button type="submit" busy={verify.isPending}>
          {texts.secondFactor.action}
        </Button>
        <Button variant="quiet" onClick={() => setUsesBackupCode(!usesBackupCode)}>
          {usesBackupCode ? texts.secondFactor.app : texts.secondFactor.backup}
        </Button>
      </Form>
    </AccountLayout>
  );
}
