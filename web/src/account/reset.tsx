import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type Answer, api } from '../api.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { AccountLayout } from './account-layout.tsx';
import { HiddenUsernameField, NewPasswordField } from './fields.tsx';
import { texts } from './texts.ts';

export function ResetPage() {
  const { token } = useSearch({ from: '/reset-password' });
  const navigate = useNavigate();
  const resetPassword = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ newPassword }: Record<string, string>) =>
      api.post('/api/auth/reset-password', { token, newPassword }),
    onSuccess() {
      toast.success(texts.reset.done);
      void navigate({ to: '/login', search: {} });
    },
  });
  const { data: linkStatus } = useQuery({
    queryKey: ['/api/auth/check-reset-link', token],
    enabled: Boolean(token),
    // Checked once, because using the link on this page closes it.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => api.post<Answer<'POST /api/auth/check-reset-link'>>('/api/auth/check-reset-link', { token }),
  });
  const isTokenInvalid = !token || linkStatus?.isOpen === false || findFieldError(resetPassword.error, '/token');
  if (isTokenInvalid)
    return (
      <AccountLayout title={texts.reset.title} text={texts.reset.noToken}>
        <Link to="/forgot" className={getButtonClass()}>
          {texts.reset.again}
        </Link>
      </AccountLayout>
    );
  return (
    <AccountLayout title={texts.reset.title}>
      <Form onSubmit={(values) => resetPassword.mutate(values)} error={resetPassword.error}>
        <HiddenUsernameField />
        <NewPasswordField error={resetPassword.error} />
        <Button type="submit" busy={resetPassword.isPending}>
          {texts.reset.action}
        </Button>
      </Form>
    </AccountLayout>
  );
}
