import { useMutation } from '@tanstack/react-query';
import { api, type Invitation, type ListOf } from '../api.ts';
import { Code, CopyButton } from '../copy-button.tsx';
import { useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { createRoleOptions, ROLES } from './roles.ts';
import { texts } from './texts.ts';

const INVITATIONS_PATH = '/api/invitations';

export function Invitations() {
  const invitationsQuery = useGet<ListOf<Invitation>>(INVITATIONS_PATH, { limit: 100 });
  const format = useFormat();
  const refresh = useRefresh();
  const withdraw = useMutation({
    mutationFn: (id: string) => api.delete(`${INVITATIONS_PATH}/${id}`),
    async onSuccess() {
      toast.success(texts.withdrawn);
      await refresh(INVITATIONS_PATH);
    },
  });
  if (!invitationsQuery.data?.data.length) return null;
  return (
    <Card title={texts.invitations} description={texts.invitationsAbout} noPadding>
      <ul>
        {invitationsQuery.data.data.map(({ id, email, role, expiresAt, link }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
            <span className="min-w-0 flex-1 truncate font-medium max-sm:basis-full">{email}</span>
            <Badge>{sharedTexts.roles[role]}</Badge>
            <span className="text-sm text-muted">{texts.until(format.day(expiresAt))}</span>
            {link && <CopyButton small text={link} label={texts.copyLink} subject={texts.copyLinkFor(email)} />}
            <Button
              small
              variant="secondary"
              aria-label={texts.withdrawFor(email)}
              busy={withdraw.isPending && withdraw.variables === id}
              onClick={() => withdraw.mutate(id)}
            >
              {texts.withdraw}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function InviteDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { canSendEmail } = useMe();
  const refresh = useRefresh();
  const invite = useMutation({
    meta: { handlesErrors: true },
    mutationFn: ({ email, role }: Record<string, string>) => api.post<Invitation>(INVITATIONS_PATH, { email, role }),
    async onSuccess({ email, link }) {
      // Without email, the dialog stays open to show the link.
      if (!link) {
        toast.success(texts.sent(email));
        onClose();
      }
      await refresh(INVITATIONS_PATH);
    },
  });
  const close = () => {
    invite.reset();
    onClose();
  };
  const invitation = invite.data;
  if (open && invitation?.link)
    return (
      <Dialog open onClose={close} title={texts.passOnTitle} actions={<Button onClick={close}>{texts.done}</Button>}>
        <p className="text-muted">{texts.passOn(invitation.email)}</p>
        <Code label={texts.link}>{invitation.link}</Code>
        <CopyButton text={invitation.link} label={texts.copyLink} />
      </Dialog>
    );
  return (
    <Dialog open={open} onClose={close} title={texts.invite}>
      <Form onSubmit={(values) => invite.mutate(values)} error={invite.error}>
        <TextField
          label={texts.email}
          name="email"
          type="email"
          required
          error={findFieldError(invite.error, '/email')}
        />
        <Select label={texts.role} name="role" defaultValue="agent" options={createRoleOptions(ROLES.slice(1))} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={invite.isPending}>
            {canSendEmail ? texts.send : texts.create}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
