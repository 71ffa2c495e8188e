import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';
import { HiddenUsernameField, NewPasswordField, PasswordField } from './fields.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { texts } from './texts.ts';

type SessionResponse = { user: { twoFactorEnabled?: boolean | null } };

export function AccountPage() {
  const { user } = useMe();
  const sessionQuery = useQuery<SessionResponse>({ queryKey: ['/api/auth/get-session'] });
  return (
    <>
      <PageHeader title={texts.account.title} description={texts.account.about} />
      <Card title={texts.account.profile}>
        <p className="font-medium">{user.name}</p>
        <p className="text-muted">{user.email}</p>
      </Card>
      <PasswordCard />
      <SecondFactor isEnabled={Boolean(sessionQuery.data?.user.twoFactorEnabled)} />
      <Sessions />
    </>
  );
}

function PasswordCard() {
  const { user } = useMe();
  const refresh = useRefresh();
  const changePassword = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ signOutOthers, ...passwords }: Record<string, string>) =>
      api.post('/api/auth/change-password', { ...passwords, revokeOtherSessions: signOutOthers === 'on' }),
    onSuccess() {
      toast.success(texts.account.changed);
      void refresh('/api/auth/list-sessions');
    },
  });
  return (
    <Card title={texts.account.password}>
      <div className="max-w-md">
        <Form
          key={changePassword.submittedAt}
          onSubmit={(values) => changePassword.mutate(values)}
          error={changePassword.error}
        >
          <HiddenUsernameField email={user.email} />
          <PasswordField name="currentPassword" label={texts.fields.currentPassword} error={changePassword.error} />
          <NewPasswordField error={changePassword.error} />
          <Checkbox name="signOutOthers" defaultChecked label={texts.account.signOutOthers} />
          <Button type="submit" variant="secondary" busy={changePassword.isPending} className="self-start">
            {texts.account.change}
          </Button>
        </Form>
      </div>
    </Card>
  );
}
