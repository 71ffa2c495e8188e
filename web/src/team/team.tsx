import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Plus, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { api, type ListOf, type Member } from '../api.ts';
import { useFormat } from '../format.ts';
import { clearSession, isRoleAtLeast, useMe } from '../me.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, PageHeader } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { Invitations, InviteDialog } from './invitations.tsx';
import { ResetLinkDialog } from './reset-link.tsx';
import { createRoleOptions, ROLES } from './roles.ts';
import { texts } from './texts.ts';

const MEMBERS_PATH = '/api/members';

export function TeamPage() {
  const { hasRoleAtLeast } = useMe();
  const membersQuery = useGet<ListOf<Member>>(MEMBERS_PATH);
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.about}
        action={
          hasRoleAtLeast('admin') && (
            <Button onClick={() => setIsInviting(true)}>
              <Plus className="size-4" aria-hidden />
              {texts.invite}
            </Button>
          )
        }
      />
      <Card title={texts.members} noPadding>
        <Loaded query={membersQuery}>{({ data }) => <MemberTable members={data} />}</Loaded>
      </Card>
      {hasRoleAtLeast('admin') && <Invitations />}
      <InviteDialog open={isInviting} onClose={() => setIsInviting(false)} />
    </>
  );
}

function MemberTable({ members }: { members: Member[] }) {
  const { user, workspace, hasRoleAtLeast, canSendEmail } = useMe();
  const format = useFormat();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [memberToRemove, setMemberToRemove] = useState<Member>();
  const [memberToReset, setMemberToReset] = useState<Member>();
  const changeRole = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: string }) =>
      api.patch(`${MEMBERS_PATH}/${member.userId}`, { role }),
    onSuccess: (_, { member }) => toast.success(texts.changed(member.name)),
    onSettled: () => refresh(MEMBERS_PATH),
  });
  const remove = useMutation({
    mutationFn: ({ userId }: Member) => api.delete(`${MEMBERS_PATH}/${userId}`),
    async onSuccess(_, { userId }) {
      toast.success(texts.removed);
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
        hasRoleAtLeast('admin') && isRoleAtLeast(workspace.role, member.role) ? (
          <Select
            label={texts.changeRole(member.name)}
            hideLabel
            value={member.role}
            options={createRoleOptions(ROLES.filter((role) => isRoleAtLeast(workspace.role, role)))}
            onChange={({ target }) => changeRole.mutate({ member, role: target.value })}
          />
        ) : (
          <Badge>{sharedTexts.roles[member.role]}</Badge>
        ),
    },
    { header: texts.since, cell: ({ createdAt }) => format.day(createdAt) },
    {
      header: texts.actions,
      hideHeader: true,
      alignEnd: true,
      cell: (member) => (
        <span className="inline-flex">
          {!canSendEmail && hasRoleAtLeast('owner') && !isSelf(member) && (
            <IconButton label={texts.resetPassword(member.name)} onClick={() => setMemberToReset(member)}>
              <KeyRound aria-hidden />
            </IconButton>
          )}
          {(isSelf(member) || (hasRoleAtLeast('admin') && isRoleAtLeast(workspace.role, member.role))) && (
            <IconButton
              label={isSelf(member) ? texts.leave : texts.remove(member.name)}
              onClick={() => setMemberToRemove(member)}
            >
              <UserMinus aria-hidden />
            </IconButton>
          )}
        </span>
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
      {memberToReset && <ResetLinkDialog member={memberToReset} onClose={() => setMemberToReset(undefined)} />}
    </>
  );
}
