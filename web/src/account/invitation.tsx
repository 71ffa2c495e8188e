import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../api.ts';
import { forgetMe, loadMe, type Me, type Workspace } from '../me.ts';
import { texts as shared } from '../texts.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Form, Frame } from './frame.tsx';
import { type Invitation, isJoining, pathOf, startJoining, useInvitation } from './invited.ts';
import { texts } from './texts.ts';

export function InvitationPage() {
  const { token } = useSearch({ from: '/invitation' });
  const me = useQuery({ queryKey: ['who'], queryFn: async () => (await loadMe()) ?? null });
  const invitation = useInvitation(token);
  if (!token || invitation.error)
    return <Frame title={texts.invitation.broken} text={texts.invitation.noToken} children={null} />;
  if (me.isPending || !invitation.data)
    return (
      <Frame title={shared.loading}>
        <Skeleton lines={2} />
      </Frame>
    );
  const { workspace, invitedBy, role } = invitation.data;
  return (
    <Frame
      title={texts.invitation.title(workspace)}
      text={`${texts.invitation.by(invitedBy, workspace)} ${texts.invitation.role(shared.roles[role])}`}
    >
      {me.data ? <Accept token={token} invitation={invitation.data} user={me.data.user} /> : <Enter token={token} />}
    </Frame>
  );
}

function Enter({ token }: { token: string }) {
  const next = pathOf(token);
  const join = () => startJoining(token);
  return (
    <>
      <Link to="/signup" search={{ next }} onClick={join} className={buttonClass()}>
        {texts.invitation.signUp}
      </Link>
      <Link to="/login" search={{ next }} onClick={join} className={buttonClass('secondary')}>
        {texts.invitation.signIn}
      </Link>
    </>
  );
}

type AcceptProps = { token: string; invitation: Invitation; user: Me['user'] };

function Accept({ token, invitation: { email, workspace }, user }: AcceptProps) {
  const navigate = useNavigate();
  const accept = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.post<Workspace>('/api/invitations/accept', { token }),
    onSuccess({ id }) {
      forgetMe();
      void navigate({ to: '/', search: { workspace: id } });
    },
  });
  const isTheirs = user.email.toLowerCase() === email;
  const { mutate } = accept;
  useEffect(() => {
    if (isJoining(token) && isTheirs) mutate();
  }, [token, isTheirs, mutate]);
  const other = (
    <Link
      to="/login"
      search={{ next: pathOf(token) }}
      onClick={() => startJoining(token)}
      className={buttonClass('quiet')}
    >
      {texts.invitation.other}
    </Link>
  );
  if (!isTheirs)
    return (
      <>
        <p>{texts.invitation.wrongAccount(user.email, email)}</p>
        {other}
      </>
    );
  return (
    <Form onSubmit={() => accept.mutate()} error={accept.error}>
      <p>{texts.invitation.signedIn(user.email)}</p>
      <Button type="submit" busy={accept.isPending}>
        {texts.invitation.action(workspace)}
      </Button>
      {other}
    </Form>
  );
}
