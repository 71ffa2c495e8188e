import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, api } from '../api.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { AccountLayout } from './account-layout.tsx';
import { EmailField } from './fields.tsx';
import { texts } from './texts.ts';

export function ForgotPage() {
  const [recipient, setRecipient] = useState<string>();
  const authOptionsQuery = useQuery<Answer<'GET /api/auth/options'>>({ queryKey: ['/api/auth/options'] });
  const requestReset = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ email }: Record<string, string>) => api.post('/api/auth/request-password-reset', { email }),
    onSuccess: (_, { email }) => setRecipient(email),
  });
  const backLink = (
    <Link to="/login" className={getButtonClass('quiet')}>
      {texts.forgot.back}
    </Link>
  );
  if (recipient)
    return (
      <AccountLayout title={texts.forgot.sentTitle} text={texts.forgot.sent(recipient)}>
        {backLink}
      </AccountLayout>
    );
  if (authOptionsQuery.isPending) return null;
  if (authOptionsQuery.data && !authOptionsQuery.data.canSendEmail)
    return (
      <AccountLayout title={texts.forgot.title} text={texts.forgot.noEmail}>
        {backLink}
      </AccountLayout>
    );
  return (
    <AccountLayout title={texts.forgot.title} text={texts.forgot.text}>
      <Form onSubmit={(values) => requestReset.mutate(values)} error={requestReset.error}>
        <EmailField error={requestReset.error} />
        <Button type="submit" busy={requestReset.isPending}>
          {texts.forgot.action}
        </Button>
        {backLink}
      </Form>
    </AccountLayout>
  );
}
