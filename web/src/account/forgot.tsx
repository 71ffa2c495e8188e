import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmailField } from './fields.tsx';
import { Form, Frame } from './frame.tsx';
import { texts } from './texts.ts';

export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string>();
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: ({ email }: Record<string, string>) => api.post('/api/auth/request-password-reset', { email }),
    onSuccess: (_, { email }) => setSentTo(email),
  });
  const back = (
    <Link to="/login" className={buttonClass('quiet')}>
      {texts.forgot.back}
    </Link>
  );
  if (sentTo)
    return (
      <Frame title={texts.forgot.sentTitle} text={texts.forgot.sent(sentTo)}>
        {back}
      </Frame>
    );
  return (
    <Frame title={texts.forgot.title} text={texts.forgot.text}>
      <Form onSubmit={(values) => ask.mutate(values)} error={ask.error}>
        <EmailField error={ask.error} />
        <Button type="submit" busy={ask.isPending}>
          {texts.forgot.action}
        </Button>
        {back}
      </Form>
    </Frame>
  );
}
