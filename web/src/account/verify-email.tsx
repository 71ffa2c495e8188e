import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { useContinueAfterSignIn } from './continue-after-sign-in.ts';
import { errorAt, Form, Frame } from './frame.tsx';
import { texts } from './texts.ts';

/** A button, since programs that look through mail open its links too. */
export function VerifyEmailPage() {
  const { token } = useSearch({ from: '/verify-email' });
  const enter = useContinueAfterSignIn();
  const verify = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.post('/api/auth/verify-email', { token }),
    onSuccess: () => enter('/'),
  });
  if (!token || errorAt(verify.error, '/token'))
    return (
      <Frame title={texts.confirm.title} text={texts.confirm.noToken}>
        <Link to="/login" search={{}} className={buttonClass()}>
          {texts.login.action}
        </Link>
      </Frame>
    );
  return (
    <Frame title={texts.confirm.title} text={texts.confirm.text}>
      <Form onSubmit={() => verify.mutate()} error={verify.error}>
        <Button type="submit" busy={verify.isPending}>
          {texts.confirm.action}
        </Button>
      </Form>
    </Frame>
  );
}
