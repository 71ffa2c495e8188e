import { CompiledQuery } from 'kysely';
import { Type } from 'typebox';
import { appendAuditEntries, audit } from '../../kernel/audit/log.ts';
import type { Config } from '../../kernel/config.ts';
import { type Keyring, sha256 } from '../../kernel/crypto.ts';
import type { Database, Db } from '../../kernel/database/database.ts';
import { DEFAULT_LIMIT, readPage } from '../../kernel/http/pagination.ts';
import {
  created,
  type Gate,
  noContent,
  ok,
  publicGate,
  type Route,
  route,
  type Workspace,
} from '../../kernel/http/route.ts';
import {
  createListPage,
  ListOf,
  NonBlank,
  Nullable,
  OneOf,
  PageQuery,
  Strict,
  Time,
  Titled,
} from '../../kernel/http/schema.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { canSendMail } from '../../kernel/mail.ts';
import { must } from '../../kernel/must.ts';
import { notFound } from '../../kernel/problem.ts';
import { createCounter } from '../../kernel/rate-limit.ts';
import { type AccountSender, composeInvitationEmail } from './emails.ts';
import { presentWorkspace, type SignedInUser, WorkspaceShape } from './member-routes.ts';
import { deleteResetLinks } from './reset-links.ts';
import { ROLES, type Role } from './roles.ts';
import { listMemberships } from './workspaces.ts';

type Dependencies = {
  config: Config;
  database: Database;
  keyring: Keyring;
  session(role: Role): Gate<{ workspace: Workspace; actor: SignedInUser }>;
  signedIn: Gate<{ actor: SignedInUser }>;
  /** The sender of a workspace's emails to its team. */
  teamSender(ctx: { db: Db; workspace: Workspace }): Promise<Omit<AccountSender, 'name'>>;
};
type InvitationRow = {
  id: string;
  email: string;
  role: Role;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
};
type FoundInvitation = { workspace_id: string; id: string; email: string; role: Role; workspace_name: string };

const DAY_MS = 86_400_000;
const INVITATION_LIFETIME_MS = 7 * DAY_MS;
const INVITATIONS_PER_DAY = 20;
const tag = 'Team';
const RoleSchema = OneOf(ROLES);
const InvitableRoleSchema = OneOf(['admin', 'agent', 'read-only'] as const);
const InvitationTokenBody = Strict({ token: NonBlank({ maxLength: 200 }) });
const InvitationShape = Titled('Invitation', {
  id: Type.String(),
  email: Type.String(),
  role: RoleSchema,
  createdAt: Time(),
  expiresAt: Time(),
  link: Nullable(Type.String({ description: 'To pass on by hand, where this installation can’t send email' })),
});

export function invitationRoutes({ config, database, keyring, session, signedIn, teamSender }: Dependencies): Route[] {
  const findInvitation = async (token: string): Promise<FoundInvitation | undefined> =>
    (await database.statement<FoundInvitation>('select * from find_invitation($1)', [sha256(token)]))[0];

  /** Derived from the master key, so that a link can be shown again although the database holds only its hash. */
  const deriveToken = (id: string) => keyring.hmac('invitation tokens', id).toString('base64url');
  const formatLink = (token: string) => `${config.publicUrl}/invitation?token=${token}`;
  const presentInvitation = (row: InvitationRow) => {
    const token = deriveToken(row.id);
    // With another master key than the one that the invitation was made with, the link would not work.
    const mustBePassedOnByHand = !canSendMail(config) && row.token_hash.equals(sha256(token));
    return {
      id: row.id,
      email: row.email,
      role: row.role,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      link: mustBePassedOnByHand ? formatLink(token) : null,
    };
  };

  return [
    route({
      method: 'GET',
      pathPrefixSet: 'dashboard',
      path: '/invitations',
      gate: session('admin'),
      tag,
      summary: 'List open invitations',
      query: Strict(PageQuery),
      responses: { 200: ListOf(InvitationShape) },
      async handle({ db, now }, { query }) {
        const invitationQuery = db.selectFrom('invitations').selectAll();
        const findInvitationRow = (id: string) => invitationQuery.where('id', '=', id).executeTakeFirst();
        const rows = await readPage(invitationQuery.where('expires_at', '>', now), query, findInvitationRow);
        return ok(createListPage(rows, query.limit ?? DEFAULT_LIMIT, presentInvitation));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/invitations',
      gate: session('admin'),
      tag,
      summary: 'Invite someone by mail',
      description: `Where mail can’t be sent, the answer has the link. A new invitation to the same address replaces the one before. At most ${INVITATIONS_PER_DAY} a day.`,
      body: Strict({ email: Type.String({ format: 'email', maxLength: 254 }), role: InvitableRoleSchema }),
      responses: { 201: InvitationShape },
      async handle(ctx, { body }) {
        const { db, workspace, actor, now } = ctx;
        await countInvitationOrThrow(db, keyring, workspace.id);
        const id = newId('inv');
        const token = deriveToken(id);
        const email = body.email.toLowerCase();
        const invitationValues = {
          id,
          role: body.role,
          token_hash: sha256(token),
          invited_by: actor.id,
          expires_at: new Date(now.getTime() + INVITATION_LIFETIME_MS),
        };
        const row = await db
          .insertInto('invitations')
          .values({ workspace_id: workspace.id, email, ...invitationValues })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet(invitationValues))
          .returningAll()
          .executeTakeFirstOrThrow();
        const invitationEmail = composeInvitationEmail(row, workspace.name, actor.name, token, await teamSender(ctx));
        await enqueue(db, 'mail.send', invitationEmail);
        await audit(ctx, 'invitation.create', row.id, body.role);
        return created(presentInvitation(row));
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/invitations/:id',
      gate: session('admin'),
      tag,
      summary: 'Withdraw an invitation',
      params: Type.Object({ id: Type.String() }),
      responses: { 204: null },
      async handle(ctx, { params: { id } }) {
        const { numDeletedRows } = await ctx.db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
        if (!numDeletedRows) throw notFound('invitation');
        await audit(ctx, 'invitation.withdraw', id, 'invitations');
        return noContent();
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/invitations/find',
      gate: publicGate,
      tag,
      summary: 'Read an invitation',
      description: 'Shows the person with the emailed token who invites them, and to which workspace.',
      body: InvitationTokenBody,
      responses: {
        200: Type.Object({
          email: Type.String(),
          role: RoleSchema,
          workspace: Type.String(),
          invitedBy: Nullable(Type.String()),
        }),
      },
      async handle(_, { body: { token } }) {
        const invitation = await findInvitation(token);
        if (!invitation) throw notFound('invitation');
        const inviter = await database.inWorkspace(invitation.workspace_id, (db) =>
          db
            .selectFrom('invitations')
            .innerJoin('auth_users', 'auth_users.id', 'invitations.invited_by')
            .select('auth_users.name')
            .where('invitations.id', '=', invitation.id)
            .executeTakeFirst(),
        );
        const { email, role, workspace_name: workspace } = invitation;
        return ok({ email, role, workspace, invitedBy: inviter?.name ?? null });
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/invitations/accept',
      gate: signedIn,
      tag,
      summary: 'Accept an invitation',
      description: 'For the person whose address was invited, signed in, with the token of the mail.',
      body: InvitationTokenBody,
      responses: { 200: WorkspaceShape },
      async handle({ actor, now }, { body: { token } }) {
        const invitation = await findInvitation(token);
        if (!invitation || invitation.email !== actor.email.toLowerCase()) throw notFound('invitation for your email');
        const { workspace_id, id, role } = invitation;
        await database.inWorkspace(workspace_id, async (db) => {
          const { numDeletedRows } = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
          if (!numDeletedRows) throw notFound('invitation for your email');
          await db
            .insertInto('members')
            .values({ workspace_id, user_id: actor.id, role })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          const auditEntry = { workspaceId: workspace_id, at: now, actor: actor.id, subject: actor.id, reason: role };
          await appendAuditEntries({ db, keyring }, { ...auditEntry, action: 'invitation.accept' });
        });
        // The owner of another workspace may have created a reset link while the user belonged to no other one.
        await deleteResetLinks(database, actor.id);
        const joinedWorkspace = must(
          (await listMemberships(database, actor.id)).find((membership) => membership.workspace_id === workspace_id),
          'the joined workspace',
        );
        return ok(presentWorkspace(joinedWorkspace));
      },
    }),
  ];
}

/** Invitations go to strangers, so a limit keeps a workspace from being used to send spam. */
function countInvitationOrThrow(db: Db, keyring: Keyring, workspaceId: string): Promise<void> {
  // Counted in the request's own transaction, so that only invitations that are sent count.
  const statement = async <R>(sql: string, values: unknown[]) =>
    (await db.executeQuery<R>(CompiledQuery.raw(sql, values))).rows;
  const invitationCounter = createCounter({ statement }, keyring, 'invitations', DAY_MS / 1_000);
  const limitMessage = `A workspace can send ${INVITATIONS_PER_DAY} invitations a day`;
  return invitationCounter.countOrThrow(workspaceId, INVITATIONS_PER_DAY, limitMessage);
}
