import type { FastifyRequest } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Actor, Gate, InWorkspace, Workspace } from '../../kernel/http/route.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { createThrottle } from '../../kernel/rate-limit.ts';
import { type Auth, sessionUser } from '../accounts/auth.ts';
import { refuseForeignOrigin } from '../accounts/own-origin.ts';
import { hasRole, type Role } from '../accounts/roles.ts';
import { ensureWorkspace, isOperator, workspacesOf } from '../accounts/workspaces.ts';
import type { Scope } from '../keys/scopes.ts';
import { ROLE_SCOPES } from './role-scopes.ts';

export type Member = Extract<Actor, { kind: 'user' }>;
export type SessionGateOptions = {
  auth: Auth;
  database: Database;
  keyring: Keyring;
  config: Config;
  memberBurst?: number;
};

/** Calls a minute of one member, on one instance: no person meets it, and a script with a stolen cookie does. */
const MEMBER_BURST = 1_200;

/**
 * Makes gates for the dashboard's routes: `session('admin')` in a workspace, `signedIn` and `operator` without one. `member`
 * is for routes that also take a key: what a session opens there goes by the role.
 */
export function createSessionGates({
  auth,
  database,
  keyring,
  config,
  memberBurst = MEMBER_BURST,
}: SessionGateOptions) {
  const throttle = createThrottle();

  /** Whose session it is; nobody where there is none. */
  async function find(request: FastifyRequest): Promise<Member | undefined> {
    const user = await sessionUser(auth, database, request);
    if (!user) return undefined;
    refuseForeignOrigin(request, config.publicUrl);
    const refusal = throttle(user.id, memberBurst);
    if (refusal) throw refusal;
    return { kind: 'user', id: user.id, email: user.email, name: user.name };
  }

  async function signIn(request: FastifyRequest): Promise<Member> {
    const user = await find(request);
    if (!user) throw new Problem('missing_session');
    return user;
  }

  /** The header names one of several workspaces; without it, it is the first that the person joined. */
  async function choose(request: FastifyRequest, user: Member) {
    let memberships = await workspacesOf(database, user.id);
    // The service may have died between making the account and its workspace.
    if (!memberships.length && config.signup === 'open')
      memberships = await ensureWorkspace({ database, keyring }, user);
    const wanted = request.headers['x-workspace'];
    const chosen = wanted ? memberships.find((own) => own.workspace_id === wanted) : memberships[0];
    if (!chosen && wanted) throw notFound('workspace');
    if (!chosen) throw new Problem('insufficient_scope', 'You’re not in a workspace yet. Ask an owner to invite you.');
    return chosen;
  }

  const session = (role: Role): Gate<{ workspace: Workspace; actor: Member }> => ({
    security: 'session',
    needs: role,
    async enter(request) {
      const user = await signIn(request);
      const own = await choose(request, user);
      if (!hasRole(own.role, role))
        throw new Problem('insufficient_scope', `You need the ${role} role to do this. Your role is ${own.role}.`);
      const { workspace_id: id, name, plan, timezone } = own;
      const workspace: Workspace = { id, accountId: id, mode: 'live', name, plan, timezone };
      return { workspace, actor: { ...user, role: own.role } };
    },
  });

  const signedIn: Gate<{ actor: Member }> = {
    security: 'session',
    enter: async (request) => ({ actor: await signIn(request) }),
  };

  /** Somebody who runs the service; it opens no workspace. */
  const operator: Gate<{ actor: Member }> = {
    security: 'session',
    needs: 'operator',
    async enter(request) {
      const actor = await signIn(request);
      if (await isOperator(database, actor.id)) return { actor };
      throw new Problem('insufficient_scope', 'This is for operators of this server: frontdesk operator add <email>');
    },
  };

  /** Somebody of the team in place of a key, in the live workspace or its sandbox; nobody where there is no session. */
  async function member(request: FastifyRequest, scope: Scope): Promise<InWorkspace | undefined> {
    const user = await find(request);
    if (!user) return undefined;
    const { workspace_id, role, name: called, plan } = await choose(request, user);
    const mode = readMode(request);
    if (!ROLE_SCOPES[role].has(scope))
      throw new Problem('insufficient_scope', `Your role (${role}) doesn’t allow ${scope}. Ask a workspace admin.`);
    if (scope === 'chat:write' && mode === 'live')
      throw new Problem('insufficient_scope', 'With a session, the assistant only replies in test mode: X-Mode: test.');
    const row = await database.readWorkspace(workspace_id, (db) =>
      db.selectFrom('workspaces').select(['id', 'timezone']).where('mode', '=', mode).executeTakeFirstOrThrow(),
    );
    return { workspace: { name: called, plan, ...row, accountId: workspace_id, mode }, actor: { ...user, role } };
  }

  return { session, signedIn, operator, member };
}

function readMode({ headers }: FastifyRequest): Workspace['mode'] {
  const { 'x-mode': mode = 'live' } = headers;
  if (mode === 'live' || mode === 'test') return mode;
  const detail = 'X-Mode must be live or test.';
  throw new Problem('invalid_request', detail, { errors: [{ pointer: '/x-mode', detail }] });
}
