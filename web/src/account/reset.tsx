import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { NewPasswordField, Username } from './fields.tsx';
import { errorAt, Form, Frame } from './frame.tsx';
import { texts } from './texts.ts';

export function ResetPage() {
  const { token } = useSearch({ from: '/reset-password' });
  const navigate = useNavigate();
  const reset = useMutation({
    meta: { quiet: true },
    mutationFn: ({ newPassword }: Record<string, string>) =>
      api.post('/api/auth/reset-password', { token, newPassword }),
    onSuccess() {
      toast.done(texts.reset.done);
      void navigate({ to: '/login', search: {} });
    },
  });
  const spoilt = !token || errorAt(reset.error, '/token');
  if (spoilt)
    return (
      <Frame title={texts.reset.title} text={texts.reset.noToken}>
        <Link to="/forgot" className={buttonClass()}>
          {texts.reset.again}
        </Link>
      </Frame>
    );
  return (
    <Frame title={texts.reset.title}>
      <Form onSubmit={(values) => reset.mutate(values)} error={reset.error}>
        <Username />
        <NewPasswordField error={reset.error} />
        <Button type="submit" busy={reset.isPending}>
          {texts.reset.action}
        </Button>
      </Form>
    </Frame>
  );
}
