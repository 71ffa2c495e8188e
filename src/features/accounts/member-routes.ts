import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Config } from '../../kernel/config.ts';
import { sha256, type Vault } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { created, type Gate, noContent, ok, type Route, route, type Workspace } from '../../kernel/http/route.ts';
import {
  ListOf,
  NonBlank,
  Nullable,
  OneOf,
  PageQuery,
  pageOf,
  Strict,
  Time,
  Titled,
} from '../../kernel/http/schema.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { notFound, Problem, unknownStart } from '../../kernel/problem.ts';
import { audit, recordAudit } from '../audit/log.ts';
import { invitationMail } from './mails.ts';
import { hasRole, ROLES, type Role } from './roles.ts';
import { isOperator, type Membership, workspacesOf } from './workspaces.ts';

type Member = { kind: 'user'; id: string; email: string; name: string; role?: string };
type Dependencies = {
  config: Config;
  database: Database;
  vault: Vault;
  session(role: Role): Gate<{ workspace: Workspace; actor: Member }>;
  signedIn: Gate<{ actor: Member }>;
};

const DAY_MS = 86_400_000;
const INVITATION_MS = 7 * DAY_MS;
const INVITATIONS_PER_DAY = 20;
const tag = 'Team';
const AnyRole = OneOf(ROLES);
const Invitable = OneOf(['admin', 'agent', 'read-only'] as const);
const MemberShape = Titled('Member', {
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: AnyRole,
  createdAt: Time(),
});
const InvitationShape = Titled('Invitation', {
  id: Type.String(),
  email: Type.String(),
  role: AnyRole,
  createdAt: Time(),
  expiresAt: Time(),
});
const WorkspaceShape = Titled('Workspace', {
  id: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  role: AnyRole,
  deletesAt: Nullable(Time({ description: 'When it is removed for good, where that was asked for' })),
});

export function memberRoutes({ config, database, vault, session, signedIn }: Dependencies): Route[] {
  return [
    route({
      method: 'GET',
      root: 'dashboard',
      path: '/me',
      gate: signedIn,
      tag,
      summary: 'Who is signed in, and their workspaces',
      description: 'Requests with a session work on the first workspace unless the header `X-Workspace` names another.',
      answers: {
        200: Type.Object({
          user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
          workspaces: Type.Array(WorkspaceShape),
          operator: Type.Boolean({ description: 'Whether they decide what owners ask of the service' }),
        }),
      },
      async handle({ actor: { id, name, email } }) {
        const [workspaces, operator] = await Promise.all([workspacesOf(database, id), isOperator(database, id)]);
        return ok({ user: { id, name, email }, workspaces: workspaces.map(presentWorkspace), operator });
      },
    }),
    route({
      method: 'GET',
      root: 'dashboard',
      path: '/members',
      gate: session('read-only'),
      tag,
      summary: 'List the members',
      answers: { 200: ListOf(MemberShape) },
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
      root: 'dashboard',
      path: '/members/:userId',
      gate: session('admin'),
      tag,
      summary: 'Change a member’s role',
      params: Type.Object({ userId: Type.String() }),
      body: Strict({ role: AnyRole }),
      answers: { 200: Type.Object({ userId: Type.String(), role: AnyRole }) },
      async handle(ctx, { params: { userId }, body: { role } }) {
        const { db, actor } = ctx;
        await lockMembers(db);
        const member = await findMember(db, userId);
        refuseAboveOwn(actor, member.role);
        refuseAboveOwn(actor, role);
        await db.updateTable('members').set({ role }).where('user_id', '=', userId).execute();
        await refuseOwnerless(db);
        await audit(ctx, 'member.change', userId, `${member.role} → ${role}`);
        return ok({ userId, role });
      },
    }),
    route({
      method: 'DELETE',
      root: 'dashboard',
      path: '/members/:userId',
      gate: session('read-only'),
      tag,
      summary: 'Remove a member, or leave',
      params: Type.Object({ userId: Type.String() }),
      answers: { 204: null },
      async handle(ctx, { params: { userId } }) {
        const { db, actor } = ctx;
        await lockMembers(db);
        const member = await findMember(db, userId);
        if (userId !== actor.id) {
          if (!hasRole(actor.role as Role, 'admin'))
            throw new Problem('insufficient_scope', 'Removing someone else needs the role admin.');
          refuseAboveOwn(actor, member.role);
        }
        await db.deleteFrom('members').where('user_id', '=', userId).execute();
        await refuseOwnerless(db);
        await audit(ctx, userId === actor.id ? 'member.leave' : 'member.remove', userId, member.role);
        return noContent();
      },
    }),
    route({
      method: 'GET',
      root: 'dashboard',
      path: '/invitations',
      gate: session('admin'),
      tag,
      summary: 'List open invitations',
      query: Strict(PageQuery),
      answers: { 200: ListOf(InvitationShape) },
      async handle({ db, now }, { query: { limit = 20, starting_after } }) {
        let page = db
          .selectFrom('invitations')
          .selectAll()
          .where('expires_at', '>', now)
          .orderBy('id', 'desc')
          .limit(limit + 1);
        if (starting_after) {
          const start = db.selectFrom('invitations').select('id').where('id', '=', starting_after);
          if (!(await start.executeTakeFirst())) throw unknownStart();
          page = page.where('id', '<', starting_after);
        }
        const rows = await page.execute();
        return ok(pageOf(rows, limit, presentInvitation));
      },
    }),
    route({
      method: 'POST',
      root: 'dashboard',
      path: '/invitations',
      gate: session('admin'),
      tag,
      summary: 'Invite someone by mail',
      description: `A new invitation to the same address replaces the one before. At most ${INVITATIONS_PER_DAY} a day.`,
      body: Strict({ email: Type.String({ format: 'email', maxLength: 254 }), role: Invitable }),
      answers: { 201: InvitationShape },
      async handle(ctx, { body }) {
        const { db, workspace, actor, now } = ctx;
        await countInvitation(db, workspace.id, now);
        const token = randomBytes(24).toString('base64url');
        const email = body.email.toLowerCase();
        const values = {
          id: newId('inv'),
          role: body.role,
          token_hash: sha256(token),
          invited_by: actor.id,
          expires_at: new Date(now.getTime() + INVITATION_MS),
        };
        const row = await db
          .insertInto('invitations')
          .values({ workspace_id: workspace.id, email, ...values })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet(values))
          .returningAll()
          .executeTakeFirstOrThrow();
        await enqueue(
          db,
          'mail.send',
          invitationMail(row, workspace.name, actor.name, `${config.publicUrl}/invitation?token=${token}`),
        );
        await audit(ctx, 'invitation.create', row.id, body.role);
        return created(presentInvitation(row));
      },
    }),
    route({
      method: 'DELETE',
      root: 'dashboard',
      path: '/invitations/:id',
      gate: session('admin'),
      tag,
      summary: 'Withdraw an invitation',
      params: Type.Object({ id: Type.String() }),
      answers: { 204: null },
      async handle(ctx, { params: { id } }) {
        const { numDeletedRows } = await ctx.db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
        if (!numDeletedRows) throw notFound('invitation');
        await audit(ctx, 'invitation.withdraw', id, 'invitations');
        return noContent();
      },
    }),
    route({
      method: 'POST',
      root: 'dashboard',
      path: '/invitations/accept',
      gate: signedIn,
      tag,
      summary: 'Accept an invitation',
      description: 'For the person whose address was invited, signed in, with the token of the mail.',
      body: Strict({ token: NonBlank({ maxLength: 200 }) }),
      answers: { 200: WorkspaceShape },
      async handle({ actor, now }, { body: { token } }) {
        const [found] = await database.statement<{ workspace_id: string; id: string; email: string; role: Role }>(
          'select * from find_invitation($1)',
          [sha256(token)],
        );
        if (!found || found.email !== actor.email.toLowerCase()) throw notFound('invitation for your address');
        const { workspace_id, id, role } = found;
        await database.inWorkspace(workspace_id, async (db) => {
          const { numDeletedRows } = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
          if (!numDeletedRows) throw notFound('invitation for your address');
          await db
            .insertInto('members')
            .values({ workspace_id, user_id: actor.id, role })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          const joined = { workspaceId: workspace_id, at: now, actor: actor.id, subject: actor.id, reason: role };
          await recordAudit({ db, vault }, { ...joined, action: 'invitation.accept' });
        });
        const joined = (await workspacesOf(database, actor.id)).find((own) => own.workspace_id === workspace_id)!;
        return ok(presentWorkspace(joined));
      },
    }),
  ];
}

const presentWorkspace = ({ workspace_id: id, name, plan, role, deletes_at: deletesAt }: Membership) => ({
  id,
  name,
  plan,
  role,
  deletesAt,
});

/** Two owners who remove each other at the same moment would leave none. */
const lockMembers = (db: Db) => sql`select 1 from workspaces for no key update`.execute(db);

async function findMember(db: Db, userId: string) {
  const member = await db.selectFrom('members').select('role').where('user_id', '=', userId).executeTakeFirst();
  if (!member) throw notFound('member');
  return member;
}

function refuseAboveOwn(actor: Member, role: Role): void {
  if (!hasRole(actor.role as Role, role))
    throw new Problem('insufficient_scope', `Only someone with the role ${role} can do this.`);
}

async function refuseOwnerless(db: Db): Promise<void> {
  const owner = await db.selectFrom('members').select('user_id').where('role', '=', 'owner').executeTakeFirst();
  if (!owner) throw new Problem('conflict', 'A workspace needs an owner. Make someone else owner first.');
}

/** Invitations go to strangers; without a limit a workspace would be a way to mail anyone anything. */
async function countInvitation(db: Db, workspaceId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ sent: number }>`
    insert into invitation_days as d values (${workspaceId}, ${now.toISOString().slice(0, 10)}, 1)
    on conflict (workspace_id) do update set
      sent = case when d.day = excluded.day then d.sent + 1 else 1 end, day = excluded.day
    returning sent`.execute(db);
  if (rows[0]!.sent <= INVITATIONS_PER_DAY) return;
  const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
  throw new Problem('rate_limited', `A workspace can send ${INVITATIONS_PER_DAY} invitations a day (UTC).`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

function presentInvitation(row: { id: string; email: string; role: Role; created_at: Date; expires_at: Date }) {
  return { id: row.id, email: row.email, role: row.role, createdAt: row.created_at, expiresAt: row.expires_at };
}
