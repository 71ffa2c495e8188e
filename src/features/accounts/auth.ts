import { betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins';
import type { FastifyRequest } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import type { Config } from '../../kernel/config.ts';
import type { Vault } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { passwordResetMail } from './mails.ts';

export const PASSWORD = { minLength: 8, maxLength: 128 };
const COOKIE_PREFIX = 'frontdesk';

/** Passwords, sessions and the second factor are better-auth's; CSRF, limits and error shapes are the kernel's. */
export function createAuth(config: Config, database: Database, vault: Vault) {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  return betterAuth({
    appName: 'Frontdesk',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: vault.derive('sessions').toString('base64'),
    database: { db: tables, type: 'postgres', transaction: true },
    user: { modelName: 'auth_users' },
    session: { modelName: 'auth_sessions' },
    account: { modelName: 'auth_accounts' },
    verification: { modelName: 'auth_verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD.minLength,
      maxPasswordLength: PASSWORD.maxLength,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        database.inSystem((db) =>
          enqueue(db, 'mail.send', passwordResetMail(user, `${config.publicUrl}/reset-password?token=${token}`)),
        ),
    },
    plugins: [twoFactor({ issuer: 'Frontdesk', twoFactorTable: 'auth_two_factors' })],
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: config.publicUrl.startsWith('https:'),
      disableCSRFCheck: true,
      database: { generateId: ({ model }) => newId(ID_PREFIX[model] ?? 'auth') },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** better-auth does not tell why it failed; if the database has gone, asking it does. */
export async function explain(database: Database, error: unknown): Promise<never> {
  await database.statement('select 1', []);
  throw error;
}

const ID_PREFIX: Record<string, string> = { user: 'usr', session: 'ses', account: 'acc' };

export async function sessionUser(auth: Auth, database: Database, request: FastifyRequest) {
  if (!request.headers.cookie) return undefined;
  const session = await auth.api
    .getSession({ headers: new Headers({ cookie: request.headers.cookie }) })
    .catch((error) => explain(database, error));
  return session?.user;
}
