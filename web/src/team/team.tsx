import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { errorAt, Form } from '../account/frame.tsx';
import { api, type Invitation, type ListOf, type Member } from '../api.ts';
import { useFormat } from '../format.ts';
import { forgetMe, hasRole, type Role, useMe } from '../me.ts';
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

const MEMBERS = '/api/members';
const INVITATIONS = '/api/invitations';
const ALL: Role[] = ['owner', 'admin', 'agent', 'read-only'];
const optionsOf = (roles: Role[]) =>
  roles.map((role) => ({ value: role, label: `${shared.roles[role]}: ${texts.rolesAbout[role]}` }));

export function TeamPage() {
  const { can } = useMe();
  const members = useGet<ListOf<Member>>(MEMBERS);
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={texts.title}
        about={texts.about}
        action={
          can('admin') && (
            <Button onClick={() => setInviting(true)}>
              <Plus className="size-4" aria-hidden />
              {texts.invite}
            </Button>
          )
        }
      />
      <Card title={texts.members} flush>
        <Loaded of={members}>{({ data }) => <Members members={data} />}</Loaded>
      </Card>
      {can('admin') && <Invitations />}
      <Invite open={inviting} onClose={() => setInviting(false)} />
    </>
  );
}

function Members({ members }: { members: Member[] }) {
  const { user, workspace, can } = useMe();
  const format = useFormat();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<Member>();
  const change = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: string }) =>
      api.patch(`${MEMBERS}/${member.userId}`, { role }),
    onSuccess: (_, { member }) => toast.done(texts.changed(member.name)),
    onSettled: () => refresh(MEMBERS),
  });
  const remove = useMutation({
    mutationFn: ({ userId }: Member) => api.delete(`${MEMBERS}/${userId}`),
    async onSuccess(_, { userId }) {
      toast.done(texts.removed);
      if (userId !== user.id) return refresh(MEMBERS);
      forgetMe();
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
            options={optionsOf(ALL.filter((role) => hasRole(workspace.role, role)))}
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
      end: true,
      cell: (member) =>
        (isSelf(member) || (can('admin') && hasRole(workspace.role, member.role))) && (
          <IconButton
            label={isSelf(member) ? texts.leave : texts.remove(member.name)}
            onClick={() => setLeaving(member)}
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
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={isSelf(leaving) ? texts.leaveTitle : texts.removeTitle(leaving?.name ?? '')}
        text={isSelf(leaving) ? texts.leaveText : texts.removeText}
        action={isSelf(leaving) ? texts.leave : texts.removeAction}
        onConfirm={() => remove.mutateAsync(leaving!)}
      />
    </>
  );
}

function Invitations() {
  const invitations = useGet<ListOf<Invitation>>(INVITATIONS, { limit: 100 });
  const format = useFormat();
  const refresh = useRefresh();
  const withdraw = useMutation({
    mutationFn: (id: string) => api.delete(`${INVITATIONS}/${id}`),
    async onSuccess() {
      toast.done(texts.withdrawn);
      await refresh(INVITATIONS);
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
              look="secondary"
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
    mutationFn: ({ email, role }: Record<string, string>) => api.post(INVITATIONS, { email, role }),
    async onSuccess(_, { email }) {
      toast.done(texts.sent(email ?? ''));
      onClose();
      await refresh(INVITATIONS);
    },
  });
  return (
    <Dialog open={open} onClose={onClose} title={texts.invite}>
      <Form onSubmit={(values) => invite.mutate(values)} error={invite.error}>
        <TextField label={texts.email} name="email" type="email" required error={errorAt(invite.error, '/email')} />
        <Select label={texts.role} name="role" defaultValue="agent" options={optionsOf(ALL.slice(1))} />
        <div className="flex justify-end gap-2">
          <Button look="secondary" onClick={onClose}>
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
