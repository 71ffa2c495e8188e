import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import type { FastifyRequest } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import type { Config } from '../../kernel/config.ts';
import type { Vault } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Mail } from '../../kernel/mail.ts';
import { createCounter } from './attempts.ts';
import { confirmAddressMail, existingAccountMail, passwordResetMail } from './mails.ts';

export const PASSWORD = { minLength: 8, maxLength: 128 };
/** better-auth counts UTF-16 units, of which a character that the schema counts as one may have two. */
const UNITS_PER_CHARACTER = 2;
const RESET_MAILS_PER_HOUR = 5;
/** To an address that somebody has signed up with, or tries to. */
const SIGN_UP_MAILS_PER_HOUR = 5;
const CONFIRM_WITHIN_S = 86_400;
/** A code is taken for its own half minute and those beside it. */
const CODE_SECONDS = 120;
const MOST_GUESSES = 10;
const GUESSES_SECONDS = 15 * 60;
const VERIFY = /^\/two-factor\/verify-/;
const COOKIE_PREFIX = 'frontdesk';

/**
 * Where mail goes out, an address must be confirmed before it opens anything: then signing up with a new address and with a
 * known one look alike, and only its owner learns which it was.
 */
export const confirmsAddresses = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean => smtpUrl !== undefined;

export type Passwords = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
};

/** Passwords, sessions and the second factor are better-auth's; CSRF, limits and error shapes are the kernel's. */
export function createAuth(config: Config, database: Database, vault: Vault, passwords?: Passwords) {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const { count: countResetMail } = createCounter(database, vault, 'reset mails', 3_600);
  const { count: countCode } = createCounter(database, vault, 'used codes', CODE_SECONDS);
  const guesses = createCounter(database, vault, 'guessed codes', GUESSES_SECONDS, MOST_GUESSES);
  const { count: countSignUpMail } = createCounter(database, vault, 'sign-up mails', 3_600);
  const mail = (message: Mail) => database.inSystem((db) => enqueue(db, 'mail.send', message));
  const mailToNew = async (message: Mail) => {
    if ((await countSignUpMail(message.to.toLowerCase())).used <= SIGN_UP_MAILS_PER_HOUR) await mail(message);
  };
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
      password: passwords,
      minPasswordLength: PASSWORD.minLength,
      maxPasswordLength: PASSWORD.maxLength * UNITS_PER_CHARACTER,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => endTokens(database, user.id),
      async sendResetPassword({ user, token }) {
        // Whoever asks is not told, or they would learn that the address has an account.
        if ((await countResetMail(user.email)).used > RESET_MAILS_PER_HOUR) return;
        await mail(passwordResetMail(user, `${config.publicUrl}/reset-password?token=${token}`));
      },
      requireEmailVerification: confirmsAddresses(config),
      onExistingUserSignUp: ({ user }) => mailToNew(existingAccountMail(user, config.publicUrl)),
    },
    emailVerification: {
      sendVerificationEmail: ({ user, token }) =>
        mailToNew(confirmAddressMail(user, `${config.publicUrl}/verify-email?token=${token}`)),
      sendOnSignUp: confirmsAddresses(config),
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: CONFIRM_WITHIN_S,
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const userId = VERIFY.test(ctx.path) ? await challenged(ctx) : undefined;
        if (!userId) return;
        // Counted before it is looked at: better-auth locks an account after the fact, which many at once all get past.
        if ((await guesses.count(userId)).used > MOST_GUESSES)
          throw new APIError('TOO_MANY_REQUESTS', { code: 'ACCOUNT_TEMPORARILY_LOCKED' });
      }),
      after: createAuthMiddleware(async ({ path, body, context: { returned, newSession, internalAdapter } }) => {
        if (path === '/two-factor/disable' && newSession) return endTokens(database, newSession.user.id);
        const { user } = (returned ?? {}) as { user?: { id: string } };
        if (!user) return;
        if (path === '/change-password') await endTokens(database, user.id);
        if (!VERIFY.test(path) || !newSession) return;
        // Someone who looked on, or a page between, has the same code: it opens one session and no second.
        if (path === '/two-factor/verify-totp' && (await countCode(`${user.id} ${body.code}`)).used > 1) {
          await internalAdapter.deleteSession(newSession.session.token);
          throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
        }
        await guesses.giveBack(user.id);
      }),
    },
    plugins: [twoFactor({ issuer: 'Frontdesk', twoFactorTable: 'auth_two_factors' })],
    rateLimit: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      // Left to better-auth, a fault of the database is printed with the values it quotes, and answered without its reason.
      onError(error) {
        if (!(error instanceof APIError)) throw error;
      },
    },
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

/** Whom a code would sign in, with a password that was right. Nobody where they are signed in already. */
async function challenged(ctx: Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]): Promise<string | undefined> {
  const { createAuthCookie, secret, internalAdapter } = ctx.context;
  const challenge = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret);
  return challenge ? (await internalAdapter.findVerificationValue(challenge))?.value : undefined;
}

/** What was mailed or left on a device before a new password, or a new second factor, must open nothing any more. */
async function endTokens(database: Database, userId: string): Promise<void> {
  await database.statement('delete from auth_verifications where value = $1', [userId]);
}

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

/** Whether it is the password of whoever is signed in; each try counts. */
export function createPasswordCheck(auth: Auth, database: Database, count: (request: FastifyRequest) => Promise<void>) {
  return async function isPassword(request: FastifyRequest, password: string): Promise<boolean> {
    await count(request);
    const headers = new Headers({ cookie: request.headers.cookie ?? '' });
    return auth.api.verifyPassword({ body: { password }, headers }).then(
      () => true,
      (error) => (error instanceof APIError ? false : explain(database, error)),
    );
  };
}
