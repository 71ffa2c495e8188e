import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../kernel/audit/log.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { again } from '../../kernel/http/execute.ts';
import type { Answer } from '../../kernel/http/route.ts';
import { type Auth, sessionUser } from './auth.ts';
import { workspacesOf } from './workspaces.ts';

const SIGN_IN = 'member.sign_in';
const TURN_OFF = '/two-factor/disable';
const ACTIONS: Record<string, string> = {
  '/sign-in/email': SIGN_IN,
  '/two-factor/verify-totp': SIGN_IN,
  '/two-factor/verify-backup-code': SIGN_IN,
  '/change-password': 'member.password_change',
  [TURN_OFF]: 'member.second_factor_off',
};

/** What a person does with their account is told to the workspaces that they belong to: each has a log of its own. */
export async function auditAccount(
  { auth, database, keyring }: { auth: Auth; database: Database; keyring: Keyring },
  request: FastifyRequest,
  path: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  // Its answer does not say whose it was, and the session is another one by then.
  const before = path === TURN_OFF ? await sessionUser(auth, database, request) : undefined;
  const answer = await work();
  const { user = before } = (answer.body ?? {}) as { user?: { id: string } };
  const action = actionOf(request, path);
  if (!user || !action) return answer;
  const reason = path.slice(path.lastIndexOf('/') + 1);
  for (const { workspace_id: workspaceId } of await workspacesOf(database, user.id)) {
    const entry = { workspaceId, at: new Date(), actor: user.id, action, subject: user.id, reason };
    await again(() => database.inWorkspace(workspaceId, (db) => recordAudit({ db, keyring }, entry)));
  }
  return answer;
}

/** Without a password given before, a code is the last step of setting the second factor up. */
function actionOf({ headers: { cookie = '' } }: FastifyRequest, path: string): string | undefined {
  const isSetup = path.startsWith('/two-factor/verify') && !/\btwo_factor=/.test(cookie);
  return isSetup ? 'member.second_factor' : ACTIONS[path];
}
