import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { AccountLayout } from './account-layout.tsx';
import { useContinueAfterSignIn } from './continue-after-sign-in.ts';
import { texts } from './texts.ts';

/** Requires a click, because email scanners open links, too. */
export function VerifyEmailPage() {
  const { token } = useSearch({ from: '/verify-email' });
  const continueAfterSignIn = useContinueAfterSignIn();
  const verify = useMutation({
    meta: { handlesErrors: true },
    mutationFn: () => api.post('/api/auth/verify-email', { token }),
    onSuccess: () => continueAfterSignIn('/'),
  });
  if (!token || findFieldError(verify.error, '/token'))
    return (
      <AccountLayout title={texts.confirmEmail.title} text={texts.confirmEmail.noToken}>
        <Link to="/login" search={{}} className={getButtonClass()}>
          {texts.login.action}
        </Link>
      </AccountLayout>
    );
  return (
    <AccountLayout title={texts.confirmEmail.title} text={texts.confirmEmail.text}>
      <Form onSubmit={() => verify.mutate()} error={verify.error}>
        <Button type="submit" busy={verify.isPending}>
          {texts.confirmEmail.action}
        </Button>
      </Form>
    </AccountLayout>
  );
}
