import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { Form, fieldError } from '../account/account-layout.tsx';
import { api, type Invitation, type ListOf, type Member } from '../api.ts';
import { useFormat } from '../format.ts';
import { clearSession, hasRole, type Role, useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { texts } from './texts.ts';

const MEMBERS_PATH = '/api/members';
const INVITATIONS_PATH = '/api/invitations';
const ROLES: Role[] = ['owner', 'admin', 'agent', 'read-only'];
const roleOptions = (roles: Role[]) =>
  roles.map((role) => ({ value: role, label: `${shared.roles[role]}: ${texts.rolesAbout[role]}` }));

export function TeamPage() {
  const { can } = useMe();
  const members = useGet<ListOf<Member>>(MEMBERS_PATH);
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={texts.title}
        about={texts.about}
        action={
          can('admin') && (
            <Button onClick={() => setIsInviting(true)}>
              <Plus className="size-4" aria-hidden />
              {texts.invite}
            </Button>
          )
        }
      />
      <Card title={texts.members} flush>
        <Loaded query={members}>{({ data }) => <Members members={data} />}</Loaded>
      </Card>
      {can('admin') && <Invitations />}
      <Invite open={isInviting} onClose={() => setIsInviting(false)} />
    </>
  );
}

function Members({ members }: { members: Member[] }) {
  const { user, workspace, can } = useMe();
  const format = useFormat();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [memberToRemove, setMemberToRemove] = useState<Member>();
  const change = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: string }) =>
      api.patch(`${MEMBERS_PATH}/${member.userId}`, { role }),
    onSuccess: (_, { member }) => toast.done(texts.changed(member.name)),
    onSettled: () => refresh(MEMBERS_PATH),
  });
  const remove = useMutation({
    mutationFn: ({ userId }: Member) => api.delete(`${MEMBERS_PATH}/${userId}`),
    async onSuccess(_, { userId }) {
      toast.done(texts.removed);
      if (userId !== user.id) return refresh(MEMBERS_PATH);
      clearSession();
      await navigate({ to: '/', search: {} });
    },
  });
  const isSelf = (member: Member | undefined) => member?.userId === user.id;
  const columns: Column<Member>[] = [
    {
      header: texts.name,
      cell: (member) => (
        <>
          <p className="font-medium">
            {member.name} {isSelf(member) && <Badge>{texts.you}</Badge>}
          </p>
          <p className="text-sm text-muted">{member.email}</p>
        </>
      ),
    },
    {
      header: texts.role,
      cell: (member) =>
        can('admin') && hasRole(workspace.role, member.role) ? (
          <Select
            label={texts.changeRole(member.name)}
            hideLabel
            value={member.role}
            options={roleOptions(ROLES.filter((role) => hasRole(workspace.role, role)))}
            onChange={({ target }) => change.mutate({ member, role: target.value })}
          />
        ) : (
          <Badge>{shared.roles[member.role]}</Badge>
        ),
    },
    { header: texts.since, cell: ({ createdAt }) => format.day(createdAt) },
    {
      header: texts.actions,
      hideHeader: true,
      alignEnd: true,
      cell: (member) =>
        (isSelf(member) || (can('admin') && hasRole(workspace.role, member.role))) && (
          <IconButton
            label={isSelf(member) ? texts.leave : texts.remove(member.name)}
            onClick={() => setMemberToRemove(member)}
          >
            <UserMinus aria-hidden />
          </IconButton>
        ),
    },
  ];
  return (
    <>
      <Table label={texts.members} columns={columns} rows={members} rowKey={({ userId }) => userId} />
      <Confirm
        open={memberToRemove !== undefined}
        onClose={() => setMemberToRemove(undefined)}
        title={isSelf(memberToRemove) ? texts.leaveTitle : texts.removeTitle(memberToRemove?.name ?? '')}
        text={isSelf(memberToRemove) ? texts.leaveText : texts.removeText}
        action={isSelf(memberToRemove) ? texts.leave : texts.removeAction}
        onConfirm={() => remove.mutateAsync(memberToRemove!)}
      />
    </>
  );
}

function Invitations() {
  const invitations = useGet<ListOf<Invitation>>(INVITATIONS_PATH, { limit: 100 });
  const format = useFormat();
  const refresh = useRefresh();
  const withdraw = useMutation({
    mutationFn: (id: string) => api.delete(`${INVITATIONS_PATH}/${id}`),
    async onSuccess() {
      toast.done(texts.withdrawn);
      await refresh(INVITATIONS_PATH);
    },
  });
  if (!invitations.data?.data.length) return null;
  return (
    <Card title={texts.invitations} about={texts.invitationsAbout} flush>
      <ul>
        {invitations.data.data.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
            <span className="min-w-0 flex-1 truncate font-medium max-sm:basis-full">{email}</span>
            <Badge>{shared.roles[role]}</Badge>
            <span className="text-sm text-muted">{texts.until(format.day(expiresAt))}</span>
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

function Invite({ open, onClose }: { open: boolean; onClose(): void }) {
  const refresh = useRefresh();
  const invite = useMutation({
    meta: { quiet: true },
    mutationFn: ({ email, role }: Record<string, string>) => api.post(INVITATIONS_PATH, { email, role }),
    async onSuccess(_, { email }) {
      toast.done(texts.sent(email ?? ''));
      onClose();
      await refresh(INVITATIONS_PATH);
    },
  });
  return (
    <Dialog open={open} onClose={onClose} title={texts.invite}>
      <Form onSubmit={(values) => invite.mutate(values)} error={invite.error}>
        <TextField label={texts.email} name="email" type="email" required error={fieldError(invite.error, '/email')} />
        <Select label={texts.role} name="role" defaultValue="agent" options={roleOptions(ROLES.slice(1))} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {shared.actions.cancel}
          </Button>
          <Button type="submit" busy={invite.isPending}>
            {texts.send}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
