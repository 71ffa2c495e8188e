import type { FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { again } from '../../kernel/http/execute.ts';
import { recordAudit } from '../audit/log.ts';
import { workspacesOf } from './workspaces.ts';

const ACTIONS: Record<string, string> = {
  '/sign-in/email': 'member.sign_in',
  '/two-factor/verify-totp': 'member.sign_in',
  '/two-factor/verify-backup-code': 'member.sign_in',
  '/change-password': 'member.password_change',
};

/** Of what a person did with their account, the workspaces that they belong to are told: each has its own log. */
export async function auditAccount(database: Database, request: FastifyRequest, path: string, body: unknown) {
  const { user } = (body ?? {}) as { user?: { id: string } };
  const action = ACTIONS[path];
  // Without a password given before, a code is the last step of setting the second factor up.
  const isSetup = path.startsWith('/two-factor/') && !/\btwo_factor=/.test(request.headers.cookie ?? '');
  if (!user || !action) return;
  const reason = path.slice(path.lastIndexOf('/') + 1);
  for (const { workspace_id: workspaceId } of await workspacesOf(database, user.id)) {
    const entry = { workspaceId, at: new Date(), actor: user.id, subject: user.id, reason };
    await again(() =>
      database.inWorkspace(workspaceId, (db) =>
        recordAudit(db, { ...entry, action: isSetup ? 'member.second_factor' : action }),
      ),
    );
  }
}
