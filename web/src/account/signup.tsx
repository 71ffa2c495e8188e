import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CalendarCheck, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { AccountLayout } from './account-layout.tsx';
import { useContinueAfterSignIn } from './continue-after-sign-in.ts';
import { EmailField, NewPasswordField } from './fields.tsx';
import { parseInvitationToken, useInvitation } from './invitation-token.ts';
import { texts } from './texts.ts';

export function SignUpPage() {
  const { next } = useSearch({ from: '/signup' });
  const { data: invitation } = useInvitation(parseInvitationToken(next));
  const isInvited = parseInvitationToken(next) !== undefined;
  const continueAfterSignIn = useContinueAfterSignIn();
  const [recipient, setRecipient] = useState<string>();
  const signUp = useMutation({
    meta: { handlesErrors: true },
    mutationFn: (values: Record<string, string>) =>
      api.post<{ confirmEmail?: boolean }>('/api/auth/sign-up/email', values),
    onSuccess: ({ confirmEmail }, { email }) => (confirmEmail ? setRecipient(email) : continueAfterSignIn(next ?? '/')),
  });
  const findError = (field: string) => findFieldError(signUp.error, `/${field}`);
  if (recipient)
    return (
      <AccountLayout title={texts.confirmEmail.sentTitle} text={texts.confirmEmail.sent(recipient)}>
        <Link to="/login" search={{ next }} className={getButtonClass('quiet')}>
          {texts.forgot.back}
        </Link>
      </AccountLayout>
    );
  return (
    <AccountLayout
      title={invitation ? texts.invitation.title(invitation.workspace) : texts.signUp.title}
      text={invitation ? texts.invitation.invitedBy(invitation.invitedBy, invitation.workspace) : texts.signUp.text}
      aside={
        !isInvited && (
          <>
            <ExampleConversation />
            <ul className="flex max-w-md flex-col gap-4">
              {texts.signUp.points.map((point) => (
                <li key={point} className="flex gap-3">
                  <CircleCheck className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden />
                  {point}
                </li>
              ))}
            </ul>
          </>
        )
      }
    >
      <Form onSubmit={(values) => signUp.mutate(values)} error={signUp.error}>
        <TextField label={texts.fields.name} name="name" autoComplete="name" required error={findError('name')} />
        {!isInvited && (
          <TextField
            label={texts.fields.business}
            name="businessName"
            autoComplete="organization"
            required
            error={findError('businessName')}
          />
        )}
        <EmailField key={invitation?.email} defaultEmail={invitation?.email} error={signUp.error} />
        <NewPasswordField name="password" label={texts.fields.password} error={signUp.error} />
        <Button type="submit" busy={signUp.isPending}>
          {isInvited ? texts.invitation.signUp : texts.signUp.action}
        </Button>
      </Form>
      <p className="text-muted">
        {texts.signUp.haveAccount}{' '}
        <Link to="/login" search={{ next }} className="font-medium text-accent underline underline-offset-2">
          {texts.login.action}
        </Link>
      </p>
    </AccountLayout>
  );
}

/** An example conversation that ends in a booking. */
const ExampleConversation = () => (
  <figure
    aria-label={texts.signUp.example}
    className="max-w-md rounded-2xl border border-line bg-surface p-5 shadow-lg"
  >
    <ol className="flex flex-col gap-3">
      {texts.signUp.turns.map((turn, index) => (
        <li
          key={turn}
          className={`max-w-[85%] rounded-2xl px-4 py-2.5 ${index % 2 ? 'self-start bg-sunken' : 'self-end bg-accent text-on-accent'}`}
        >
          {turn}
        </li>
      ))}
    </ol>
    <figcaption className="mt-4 flex items-center gap-2 border-t border-line pt-3 text-sm font-medium text-success">
      <CalendarCheck className="size-4 shrink-0" aria-hidden />
      {texts.signUp.booked}
    </figcaption>
  </figure>
);
