import { sql } from 'kysely';
import { Type } from 'typebox';
import { audit } from '../../kernel/audit/log.ts';
import type { Config } from '../../kernel/config.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { created, type Gate, noContent, ok, type Route, route, type Workspace } from '../../kernel/http/route.ts';
import { Empty, ListOf, Nullable, OneOf, Strict, Time, Titled } from '../../kernel/http/schema.ts';
import { canSendMail } from '../../kernel/mail.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { createResetLink, deleteResetLinks } from './reset-links.ts';
import { hasRole, ROLES, type Role } from './roles.ts';
import { belongsOnlyToWorkspace, isOperator, listMemberships, type Membership } from './workspaces.ts';

export type SignedInUser = { kind: 'user'; id: string; email: string; name: string; role?: string };
type Dependencies = {
  config: Config;
  database: Database;
  session(role: Role): Gate<{ workspace: Workspace; actor: SignedInUser }>;
  signedIn: Gate<{ actor: SignedInUser }>;
};

const tag = 'Team';
const RoleSchema = OneOf(ROLES);
const MemberShape = Titled('Member', {
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: RoleSchema,
  createdAt: Time(),
});
export const WorkspaceShape = Titled('Workspace', {
  id: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  role: RoleSchema,
  deletesAt: Nullable(Time({ description: 'When it is removed for good, where that was asked for' })),
});

export function memberRoutes({ config, database, session, signedIn }: Dependencies): Route[] {
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/me',
      gate: signedIn,
      tag,
      summary: 'Who is signed in, and their workspaces',
      description: 'Requests with a session work on the first workspace unless the header `X-Workspace` names another.',
      responses: {
        200: Type.Object({
          user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
          workspaces: Type.Array(WorkspaceShape),
          operator: Type.Boolean({ description: 'Whether they decide what owners ask of the service' }),
          canSendEmail: Type.Boolean({ description: 'Whether this installation can send email (`SMTP_URL`)' }),
        }),
      },
      async handle({ actor: { id, name, email } }) {
        const [workspaces, operator] = await Promise.all([listMemberships(database, id), isOperator(database, id)]);
        return ok({
          user: { id, name, email },
          workspaces: workspaces.map(presentWorkspace),
          operator,
          canSendEmail: canSendMail(config),
        });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/members',
      gate: session('read-only'),
      tag,
      summary: 'List the members',
      responses: { 200: ListOf(MemberShape) },
      async handle({ db }) {
        const rows = await db
          .selectFrom('members as m')
          .innerJoin('auth_users as u', 'u.id', 'm.user_id')
          .select(['u.id as userId', 'u.name', 'u.email', 'm.role', 'm.created_at as createdAt'])
          .orderBy('m.created_at')
          .execute();
        return ok({ object: 'list', data: rows, has_more: false });
      },
    }),
    route({
      method: 'PATCH',
      pathPrefixSet: 'dashboard',
      path: '/members/:userId',
      gate: session('admin'),
      tag,
      summary: 'Change a member’s role',
      params: Type.Object({ userId: Type.String() }),
      body: Strict({ role: RoleSchema }),
      responses: { 200: Type.Object({ userId: Type.String(), role: RoleSchema }) },
      async handle(ctx, { params: { userId }, body: { role } }) {
        const { db, actor } = ctx;
        await lockMembers(db);
        const member = await mustFindMember(db, userId);
        requireRoleAtLeast(actor, member.role);
        requireRoleAtLeast(actor, role);
        await db.updateTable('members').set({ role }).where('user_id', '=', userId).execute();
        await requireRemainingOwner(db);
        await audit(ctx, 'member.change', userId, `${member.role} → ${role}`);
        return ok({ userId, role });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/members/:userId',
      gate: session('read-only'),
      tag,
      summary: 'Remove a member, or leave',
      params: Type.Object({ userId: Type.String() }),
      responses: { 204: null },
      async handle(ctx, { params: { userId } }) {
        const { db, actor } = ctx;
        await lockMembers(db);
        const member = await mustFindMember(db, userId);
        if (userId !== actor.id) {
          if (!hasRole(actor.role as Role, 'admin'))
            throw new Problem('insufficient_scope', 'You need the admin role to remove someone else.');
          requireRoleAtLeast(actor, member.role);
        }
        await db.deleteFrom('members').where('user_id', '=', userId).execute();
        await requireRemainingOwner(db);
        // An owner may have created a reset link while the member belonged to no other workspace.
        await deleteResetLinks(database, userId);
        await audit(ctx, userId === actor.id ? 'member.leave' : 'member.remove', userId, member.role);
        return noContent();
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/members/:userId/reset-link',
      gate: session('owner'),
      tag,
      summary: 'Create a link with which a member chooses a new password',
      description: RESET_LINK_DESCRIPTION,
      params: Type.Object({ userId: Type.String() }),
      body: Empty,
      responses: { 201: Titled('Reset link', { link: Type.String() }) },
      async handle(ctx, { params: { userId } }) {
        const { db, actor, workspace } = ctx;
        await mustFindMember(db, userId);
        if (canSendMail(config))
          throw new Problem(
            'conflict',
            'They can reset it themselves with “Forgot your password?” on the sign-in page.',
          );
        if (userId === actor.id) throw new Problem('conflict', 'Change your own password on your account page.');
        if (!(await belongsOnlyToWorkspace(database, userId, workspace.id)))
          throw new Problem(
            'conflict',
            'This account isn’t only yours: it belongs to another workspace, too. Ask your server administrator for a reset link.',
          );
        await audit(ctx, 'member.reset_link', userId, 'password');
        return created({ link: await createResetLink(database, userId, config.publicUrl) });
      },
    }),
  ];
}

const RESET_LINK_DESCRIPTION = `
For installations that can’t send email, by owners. The link works once, for an hour. It’s refused for members who also
belong to another workspace or run the service, because their account opens more than this workspace.
`.trim();

export const presentWorkspace = ({ workspace_id: id, name, plan, role, deletes_at: deletesAt }: Membership) => ({
  id,
  name,
  plan,
  role,
  deletesAt,
});

/** Without the lock, two owners removing each other at the same moment would leave no owner. */
const lockMembers = (db: Db) => sql`select 1 from workspaces for no key update`.execute(db);

async function mustFindMember(db: Db, userId: string) {
  const member = await db.selectFrom('members').select('role').where('user_id', '=', userId).executeTakeFirst();
  if (!member) throw notFound('member');
  return member;
}

function requireRoleAtLeast(actor: SignedInUser, role: Role): void {
  if (!hasRole(actor.role as Role, role))
    throw new Problem('insufficient_scope', `You need the ${role} role to do this.`);
}

async function requireRemainingOwner(db: Db): Promise<void> {
  const owner = await db.selectFrom('members').select('user_id').where('role', '=', 'owner').executeTakeFirst();
  if (!owner) throw new Problem('conflict', 'A workspace needs an owner. Make someone else an owner first.');
}
