import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { useContinueAfterSignIn } from './continue-after-sign-in.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { errorAt, Form, Frame } from './frame.tsx';
import { tokenIn, useInvitation } from './invited.ts';
import { texts } from './texts.ts';

type SignedIn = { twoFactorRedirect?: boolean };

export function LoginPage() {
  const { next } = useSearch({ from: '/login' });
  const { data: invitation } = useInvitation(tokenIn(next));
  const [needsCode, setNeedsCode] = useState(false);
  const enter = useContinueAfterSignIn();
  const signIn = useMutation({
    meta: { quiet: true },
    mutationFn: ({ email, password, remember }: Record<string, string>) =>
      api.post<SignedIn>('/api/auth/sign-in/email', { email, password, rememberMe: remember === 'on' }),
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? setNeedsCode(true) : enter(next)),
  });
  if (needsCode) return <SecondFactor onDone={() => enter(next)} />;
  return (
    <Frame
      title={texts.login.title}
      text={
        <>
          {texts.login.none}{' '}
          <Link to="/signup" search={{ next }} className="font-medium text-accent underline underline-offset-2">
            {texts.login.signUp}
          </Link>
        </>
      }
    >
      <Form onSubmit={(values) => signIn.mutate(values)} error={signIn.error}>
        <EmailField key={invitation?.email} value={invitation?.email} error={signIn.error} />
        <PasswordField error={signIn.error} />
        <Checkbox name="remember" defaultChecked label={texts.fields.remember} />
        <Button type="submit" busy={signIn.isPending}>
          {texts.login.action}
        </Button>
        <Link to="/forgot" className="self-center text-accent underline underline-offset-2">
          {texts.login.forgot}
        </Link>
      </Form>
    </Frame>
  );
}

function SecondFactor({ onDone }: { onDone(): void }) {
  const [backup, setBackup] = useState(false);
  const verify = useMutation({
    meta: { quiet: true },
    mutationFn: ({ code, trust }: Record<string, string>) =>
      backup
        ? api.post('/api/auth/two-factor/verify-backup-code', { code })
        : api.post('/api/auth/two-factor/verify-totp', { code: code?.replace(/\s/g, ''), trustDevice: trust === 'on' }),
    onSuccess: onDone,
  });
  return (
    <Frame title={texts.factor.title} text={backup ? texts.factor.backupText : texts.factor.text}>
      <Form onSubmit={(values) => verify.mutate(values)} error={verify.error}>
        <TextField
          label={texts.fields.code}
          name="code"
          inputMode={backup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          error={errorAt(verify.error, '/code')}
        />
        {!backup && <Checkbox name="trust" label={texts.factor.trust} />}
        <Button type="submit" busy={verify.isPending}>
          {texts.factor.action}
        </Button>
        <Button look="quiet" onClick={() => setBackup(!backup)}>
          {backup ? texts.factor.app : texts.factor.backup}
        </Button>
      </Form>
    </Frame>
  );
}
