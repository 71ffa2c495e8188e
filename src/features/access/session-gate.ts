import type { FastifyRequest } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Actor, Gate, Workspace, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { createThrottle } from '../../kernel/rate-limit.ts';
import { type Auth, findSessionUser } from '../accounts/auth.ts';
import { rejectCrossOrigin } from '../accounts/cross-origin.ts';
import { hasRole, type Role } from '../accounts/roles.ts';
import { ensureWorkspace, isOperator, listMemberships } from '../accounts/workspaces.ts';
import type { Scope } from '../keys/scopes.ts';
import { findRoleScopeProblem } from './role-scopes.ts';

/** A signed-in person. `role` is theirs in the workspace, where the route is in one. */
export type SignedInUser = Extract<Actor, { kind: 'user' }>;
export type SessionGateOptions = {
  auth: Auth;
  database: Database;
  keyring: Keyring;
  config: Config;
  maxMemberCallsPerMinute?: number;
};

const SESSION_PROBLEMS = ['missing_session', 'insufficient_scope', 'origin_not_allowed', 'rate_limited'] as const;
/** Each instance counts on its own. Too high for a person to reach, but stops a script with a stolen cookie. */
const MAX_MEMBER_CALLS_PER_MINUTE = 1_200;

/**
 * Creates gates for the dashboard's routes: `session('admin')` in a workspace, `signedIn` and `operator` without one.
 * `authorizeMember` is for routes that also accept a key; there the member's role decides which scopes they have.
 */
export function createSessionGates({
  auth,
  database,
  keyring,
  config,
  maxMemberCallsPerMinute = MAX_MEMBER_CALLS_PER_MINUTE,
}: SessionGateOptions) {
  const throttle = createThrottle();

  /** The user of the request's session, whatever their workspaces. Undefined without a session. */
  async function authenticateUser(request: FastifyRequest): Promise<SignedInUser | undefined> {
    const user = await findSessionUser(auth, database, request);
    if (!user) return undefined;
    rejectCrossOrigin(request, config.publicUrl);
    const refusal = throttle(user.id, maxMemberCallsPerMinute);
    if (refusal) throw refusal;
    return { kind: 'user', id: user.id, email: user.email, name: user.name };
  }

  async function requireUser(request: FastifyRequest): Promise<SignedInUser> {
    const user = await authenticateUser(request);
    if (!user) throw new Problem('missing_session');
    return user;
  }

  /** Uses the workspace in the X-Workspace header, or the first one that the user joined. */
  async function chooseMembership(request: FastifyRequest, user: SignedInUser) {
    let memberships = await listMemberships(database, user.id);
    // The service may have crashed between creating the account and its workspace.
    if (!memberships.length && config.signup === 'open')
      memberships = await ensureWorkspace({ database, keyring }, user);
    const workspaceId = request.headers['x-workspace'];
    const membership = workspaceId
      ? memberships.find((candidate) => candidate.workspace_id === workspaceId)
      : memberships[0];
    if (!membership && workspaceId) throw notFound('workspace');
    if (!membership)
      throw new Problem('insufficient_scope', 'You’re not in a workspace yet. Ask an owner to invite you.');
    return membership;
  }

  /** A gate for members of a live workspace with at least this role. */
  const session = (role: Role): Gate<{ workspace: Workspace; actor: SignedInUser }> => ({
    security: 'session',
    problems: SESSION_PROBLEMS,
    documentedRequirement: role,
    async authorize(request) {
      const user = await requireUser(request);
      const membership = await chooseMembership(request, user);
      if (!hasRole(membership.role, role))
        throw new Problem(
          'insufficient_scope',
          `You need the ${role} role to do this. Your role is ${membership.role}.`,
        );
      const { workspace_id: id, name, plan, timezone } = membership;
      const workspace: Workspace = { id, liveId: id, mode: 'live', name, plan, timezone };
      return { workspace, actor: { ...user, role: membership.role } };
    },
  });

  /** Like `session`, but in the sandbox if the dashboard is in test mode. */
  const sessionInMode = (role: Role): Gate<{ workspace: Workspace; actor: SignedInUser }> => ({
    ...session(role),
    async authorize(request, reply) {
      const { workspace, actor } = await session(role).authorize(request, reply);
      return { workspace: await findWorkspaceInMode(workspace, parseMode(request)), actor };
    },
  });

  /** The live workspace or its sandbox. */
  const findWorkspaceInMode = async (workspace: Workspace, mode: Workspace['mode']): Promise<Workspace> => {
    const row = await database.inWorkspaceReadOnly(workspace.liveId, (db) =>
      db.selectFrom('workspaces').select(['id', 'timezone']).where('mode', '=', mode).executeTakeFirstOrThrow(),
    );
    return { ...workspace, ...row, mode };
  };

  const signedIn: Gate<{ actor: SignedInUser }> = {
    security: 'session',
    problems: SESSION_PROBLEMS,
    authorize: async (request) => ({ actor: await requireUser(request) }),
  };

  /** For operators of the service. Gives no access to workspaces. */
  const operator: Gate<{ actor: SignedInUser }> = {
    security: 'session',
    problems: SESSION_PROBLEMS,
    documentedRequirement: 'operator',
    async authorize(request) {
      const actor = await requireUser(request);
      if (await isOperator(database, actor.id)) return { actor };
      throw new Problem(
        'insufficient_scope',
        'This is for operators of this server. Its administrator adds them with the command: operator add <email>',
      );
    },
  };

  /** The team member of a request without a key, in the live workspace or its sandbox. Undefined without a session. */
  async function authorizeMember(request: FastifyRequest, scope: Scope): Promise<WorkspacePrincipal | undefined> {
    const user = await authenticateUser(request);
    if (!user) return undefined;
    const { workspace_id: id, role, name, plan, timezone } = await chooseMembership(request, user);
    const mode = parseMode(request);
    const refusal = findRoleScopeProblem(role, scope);
    if (refusal) throw refusal;
    if (scope === 'chat:write' && mode === 'live')
      throw new Problem('insufficient_scope', 'With a session, the assistant only replies in test mode: X-Mode: test.');
    const workspace: Workspace = { id, liveId: id, mode: 'live', name, plan, timezone };
    return { workspace: await findWorkspaceInMode(workspace, mode), actor: { ...user, role } };
  }

  return { session, sessionInMode, signedIn, operator, authorizeMember };
}

function parseMode({ headers }: FastifyRequest): Workspace['mode'] {
  const { 'x-mode': mode = 'live' } = headers;
  if (mode === 'live' || mode === 'test') return mode;
  const detail = 'X-Mode must be live or test.';
  throw new Problem('invalid_request', detail, { errors: [{ pointer: '/x-mode', detail }] });
}
