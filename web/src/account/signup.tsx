import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { useEnter } from './enter.ts';
import { EmailField, NewPasswordField } from './fields.tsx';
import { errorAt, Form, Frame } from './frame.tsx';
import { texts } from './texts.ts';

export function SignUpPage() {
  const { next } = useSearch({ from: '/signup' });
  const invited = next?.startsWith('/invitation');
  const enter = useEnter();
  const signUp = useMutation({
    meta: { quiet: true },
    mutationFn: ({ businessName, ...rest }: Record<string, string>) =>
      api.post('/api/auth/sign-up/email', { ...rest, ...(businessName ? { businessName } : {}) }),
    onSuccess: () => enter(next ?? '/'),
  });
  const at = (field: string) => errorAt(signUp.error, `/${field}`);
  return (
    <Frame
      title={texts.signUp.title}
      text={texts.signUp.text}
      aside={
        <ul className="flex max-w-md flex-col gap-5 text-lg">
          {texts.signUp.points.map((point) => (
            <li key={point} className="flex gap-3">
              <CircleCheck className="mt-0.5 size-6 shrink-0 text-accent" aria-hidden />
              {point}
            </li>
          ))}
        </ul>
      }
    >
      <Form onSubmit={(values) => signUp.mutate(values)} error={signUp.error}>
        <TextField label={texts.fields.name} name="name" autoComplete="name" required error={at('name')} />
        {!invited && (
          <TextField
            label={texts.fields.business}
            name="businessName"
            autoComplete="organization"
            error={at('businessName')}
          />
        )}
        <EmailField error={signUp.error} />
        <NewPasswordField name="password" label={texts.fields.password} error={signUp.error} />
        <Button type="submit" busy={signUp.isPending}>
          {texts.signUp.action}
        </Button>
      </Form>
      <p className="text-muted">
        {texts.signUp.have}{' '}
        <Link to="/login" search={{ next }} className="font-medium text-accent underline underline-offset-2">
          {texts.login.action}
        </Link>
      </p>
    </Frame>
  );
}
