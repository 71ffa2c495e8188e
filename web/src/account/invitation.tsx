import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { forgetMe, loadMe, type Workspace } from '../me.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Form, Frame } from './frame.tsx';
import { texts } from './texts.ts';

export function InvitationPage() {
  const { token } = useSearch({ from: '/invitation' });
  const navigate = useNavigate();
  const me = useQuery({ queryKey: ['who'], queryFn: async () => (await loadMe()) ?? null });
  const accept = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.post<Workspace>('/api/invitations/accept', { token }),
    onSuccess({ id }) {
      forgetMe();
      void navigate({ to: '/', search: { workspace: id } });
    },
  });
  const next = `/invitation?token=${encodeURIComponent(token ?? '')}`;
  if (!token) return <Frame title={texts.invitation.title} text={texts.invitation.noToken} children={null} />;
  if (me.isPending)
    return (
      <Frame title={texts.invitation.title}>
        <Skeleton lines={2} />
      </Frame>
    );
  if (!me.data)
    return (
      <Frame title={texts.invitation.title} text={texts.invitation.signedOut}>
        <Link to="/signup" search={{ next }} className={buttonClass()}>
          {texts.login.signUp}
        </Link>
        <Link to="/login" search={{ next }} className={buttonClass('secondary')}>
          {texts.login.action}
        </Link>
      </Frame>
    );
  return (
    <Frame title={texts.invitation.title} text={texts.invitation.signedIn(me.data.user.email)}>
      <Form onSubmit={() => accept.mutate()} error={accept.error}>
        <Button type="submit" busy={accept.isPending}>
          {texts.invitation.action}
        </Button>
        <Link to="/login" search={{ next }} className={buttonClass('quiet')}>
          {texts.invitation.other}
        </Link>
      </Form>
    </Frame>
  );
}
