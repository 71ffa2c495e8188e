import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../api.ts';
import { clearSession, loadMe, type Me, type Workspace } from '../me.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button, getButtonClass } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Skeleton } from '../ui/states.tsx';
import { AccountLayout } from './account-layout.tsx';
import {
  buildInvitationPath,
  consumePendingJoin,
  type Invitation,
  storePendingJoin,
  useInvitation,
} from './invitation-token.ts';
import { texts } from './texts.ts';

export function InvitationPage() {
  const { token } = useSearch({ from: '/invitation' });
  const meQuery = useQuery({ queryKey: ['signed-in-user'], queryFn: async () => (await loadMe()) ?? null });
  const invitationQuery = useInvitation(token);
  if (!token || invitationQuery.error)
    return <AccountLayout title={texts.invitation.broken} text={texts.invitation.noToken} children={null} />;
  if (meQuery.isPending || !invitationQuery.data)
    return (
      <AccountLayout title={sharedTexts.loading}>
        <Skeleton lines={2} />
      </AccountLayout>
    );
  const { workspace, invitedBy, role } = invitationQuery.data;
  return (
    <AccountLayout
      title={texts.invitation.title(workspace)}
      text={`${texts.invitation.invitedBy(invitedBy, workspace)} ${texts.invitation.role(sharedTexts.roles[role])}`}
    >
      {meQuery.data ? (
        <AcceptForm token={token} invitation={invitationQuery.data} user={meQuery.data.user} />
      ) : (
        <SignInLinks token={token} />
      )}
    </AccountLayout>
  );
}

function SignInLinks({ token }: { token: string }) {
  const next = buildInvitationPath(token);
  const rememberChoice = () => storePendingJoin(token);
  return (
    <>
      <Link to="/signup" search={{ next }} onClick={rememberChoice} className={getButtonClass()}>
        {texts.invitation.signUp}
      </Link>
      <Link to="/login" search={{ next }} onClick={rememberChoice} className={getButtonClass('secondary')}>
        {texts.invitation.signIn}
      </Link>
    </>
  );
}

type AcceptProps = { token: string; invitation: Invitation; user: Me['user'] };

function AcceptForm({ token, invitation: { email, workspace }, user }: AcceptProps) {
  const navigate = useNavigate();
  const accept = useMutation({
    meta: { handlesErrors: true },
    mutationFn: () => api.post<Workspace>('/api/invitations/accept', { token }),
    onSuccess({ id }) {
      clearSession();
      void navigate({ to: '/', search: { workspace: id } });
    },
  });
  const isInvitedUser = user.email.toLowerCase() === email;
  const { mutate } = accept;
  useEffect(() => {
    if (consumePendingJoin(token) && isInvitedUser) mutate();
  }, [token, isInvitedUser, mutate]);
  const switchAccountLink = (
    <Link
      to="/login"
      search={{ next: buildInvitationPath(token) }}
      onClick={() => storePendingJoin(token)}
      className={getButtonClass('quiet')}
    >
      {texts.invitation.switchAccount}
    </Link>
  );
  if (!isInvitedUser)
    return (
      <>
        <p>{texts.invitation.wrongAccount(user.email, email)}</p>
        {switchAccountLink}
      </>
    );
  return (
    <Form onSubmit={() => accept.mutate()} error={accept.error}>
      <p>{texts.invitation.signedIn(user.email)}</p>
      <Button type="submit" busy={accept.isPending}>
        {texts.invitation.action(workspace)}
      </Button>
      {switchAccountLink}
    </Form>
  );
}
