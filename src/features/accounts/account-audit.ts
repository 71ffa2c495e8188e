import type { FastifyRequest } from 'fastify';
import { appendAuditEntries } from '../../kernel/audit/log.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { retryOnConflict } from '../../kernel/http/execute.ts';
import type { RouteResponse } from '../../kernel/http/route.ts';
import { type Auth, findSessionUser } from './auth.ts';
import { listMemberships } from './workspaces.ts';

const SIGN_IN_ACTION = 'member.sign_in';
const DISABLE_SECOND_FACTOR_PATH = '/two-factor/disable';
const AUDIT_ACTIONS: Record<string, string> = {
  '/sign-in/email': SIGN_IN_ACTION,
  '/two-factor/verify-totp': SIGN_IN_ACTION,
  '/two-factor/verify-backup-code': SIGN_IN_ACTION,
  '/change-password': 'member.password_change',
  [DISABLE_SECOND_FACTOR_PATH]: 'member.second_factor_off',
};

/** Runs `work`, and records a sign-in or an account change in the audit log of every workspace the person belongs to. */
export async function withAccountAudit(
  { auth, database, keyring }: { auth: Auth; database: Database; keyring: Keyring },
  request: FastifyRequest,
  path: string,
  work: () => Promise<RouteResponse>,
): Promise<RouteResponse> {
  // This response does not name the user, and by then the session has been replaced.
  const userBefore = path === DISABLE_SECOND_FACTOR_PATH ? await findSessionUser(auth, database, request) : undefined;
  const response = await work();
  const { user = userBefore } = (response.body ?? {}) as { user?: { id: string } };
  const action = chooseAuditAction(request, path);
  if (!user || !action) return response;
  const reason = path.slice(path.lastIndexOf('/') + 1);
  for (const { workspace_id: workspaceId } of await listMemberships(database, user.id)) {
    const entry = { workspaceId, at: new Date(), actor: user.id, action, subject: user.id, reason };
    await retryOnConflict(() => database.inWorkspace(workspaceId, (db) => appendAuditEntries({ db, keyring }, entry)));
  }
  return response;
}

/** A code without a preceding password step completes the setup of the second factor. */
function chooseAuditAction({ headers: { cookie = '' } }: FastifyRequest, path: string): string | undefined {
  const isSetup = path.startsWith('/two-factor/verify') && !/\btwo_factor=/.test(cookie);
  return isSetup ? 'member.second_factor' : AUDIT_ACTIONS[path];
}
