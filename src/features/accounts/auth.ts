import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import type { FastifyRequest } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { canSendMail, type Email } from '../../kernel/mail.ts';
import { createCounter } from '../../kernel/rate-limit.ts';
import {
  type AccountSender,
  composeConfirmAddressEmail,
  composeExistingAccountEmail,
  composePasswordResetEmail,
} from './emails.ts';
import { belongsOnlyToWorkspace } from './workspaces.ts';

export const PASSWORD_LENGTH = { minLength: 8, maxLength: 128 };
/** better-auth counts UTF-16 units; our schema counts characters, which may take two. */
const UTF16_UNITS_PER_CHARACTER = 2;
const RESET_EMAILS_PER_HOUR = 5;
/** Per address, whether new or already registered. */
const SIGN_UP_EMAILS_PER_HOUR = 5;
const CONFIRMATION_LIFETIME_SECONDS = 86_400;
/** A code is valid for its own 30 seconds and the steps before and after. */
const CODE_REUSE_SECONDS = 120;
const MAX_CODE_GUESSES = 10;
const CODE_GUESS_WINDOW_SECONDS = 15 * 60;
const VERIFY_CODE_PATH_PATTERN = /^\/two-factor\/verify-/;
const PRODUCT_NAME = 'Frontdesk';
/** Neutral, because members of a business with its own brand see it in their browser. */
const COOKIE_PREFIX = 'account';
const OLD_COOKIE_PREFIX = 'frontdesk';

/**
 * If the service can send mail, an address must be confirmed before it can be used. Then signing up looks the same for a
 * new address and a known one, and only its owner learns the difference.
 */
export const mustConfirmAddresses = canSendMail;

/** The brand of the business whose domain a request came to. */
export type FindBrandByHost = (hostname: string) => Promise<(AccountSender & { workspaceId: string }) | undefined>;

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  verify(input: { hash: string; password: string }): Promise<boolean>;
};

/** Passwords, sessions and the second factor are better-auth's; CSRF, limits and error shapes are the kernel's. */
export function createAuth(
  config: Config,
  database: Database,
  keyring: Keyring,
  findBrandByHost: FindBrandByHost,
  passwordHasher?: PasswordHasher,
) {
  const serviceSender: AccountSender = { name: PRODUCT_NAME, linkBase: config.publicUrl };
  const findBrand = (request: Request | undefined) => findBrandByHost(request?.headers.get('host') ?? '');
  /** A business controls where its domain leads, so it gets no links into accounts that are not only its own. */
  const chooseSender = async (user: { id: string }, request: Request | undefined): Promise<AccountSender> => {
    const brand = await findBrand(request);
    return brand && (await belongsOnlyToWorkspace(database, user.id, brand.workspaceId)) ? brand : serviceSender;
  };
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.poolForLibraries }) });
  const { count: countResetEmail } = createCounter(database, keyring, 'reset mails', 3_600);
  const { count: countCode } = createCounter(database, keyring, 'used codes', CODE_REUSE_SECONDS);
  const guessCounter = createCounter(database, keyring, 'guessed codes', CODE_GUESS_WINDOW_SECONDS, MAX_CODE_GUESSES);
  const { count: countSignUpEmail } = createCounter(database, keyring, 'sign-up mails', 3_600);
  const sendEmail = (email: Email) => database.withoutWorkspace((db) => enqueue(db, 'mail.send', email));
  const sendSignUpEmail = async (email: Email) => {
    if ((await countSignUpEmail(email.to.toLowerCase())).used <= SIGN_UP_EMAILS_PER_HOUR) await sendEmail(email);
  };
  return betterAuth({
    appName: PRODUCT_NAME,
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: keyring.derive('sessions').toString('base64'),
    database: { db: kysely, type: 'postgres', transaction: true },
    user: { modelName: 'auth_users' },
    session: { modelName: 'auth_sessions' },
    account: { modelName: 'auth_accounts' },
    verification: { modelName: 'auth_verifications' },
    emailAndPassword: {
      enabled: true,
      password: passwordHasher,
      minPasswordLength: PASSWORD_LENGTH.minLength,
      maxPasswordLength: PASSWORD_LENGTH.maxLength * UTF16_UNITS_PER_CHARACTER,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => deleteVerifications(database, user.id),
      async sendResetPassword({ user, token }, request) {
        // Fails silently, or the caller would learn that the address has an account.
        if ((await countResetEmail(user.email)).used > RESET_EMAILS_PER_HOUR) return;
        await sendEmail(composePasswordResetEmail(user, token, await chooseSender(user, request)));
      },
      requireEmailVerification: mustConfirmAddresses(config),
      onExistingUserSignUp: async ({ user }, request) =>
        sendSignUpEmail(composeExistingAccountEmail(user, await chooseSender(user, request))),
    },
    emailVerification: {
      sendVerificationEmail: async ({ user, token }, request) =>
        sendSignUpEmail(composeConfirmAddressEmail(user, token, (await findBrand(request)) ?? serviceSender)),
      sendOnSignUp: mustConfirmAddresses(config),
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: CONFIRMATION_LIFETIME_SECONDS,
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const userId = VERIFY_CODE_PATH_PATTERN.test(ctx.path) ? await findUserAwaitingCode(ctx) : undefined;
        if (!userId) return;
        // Counted first: better-auth only locks afterwards, so parallel guesses would slip through.
        if ((await guessCounter.count(userId)).used > MAX_CODE_GUESSES)
          throw new APIError('TOO_MANY_REQUESTS', { code: 'ACCOUNT_TEMPORARILY_LOCKED' });
      }),
      after: createAuthMiddleware(async ({ path, body, context: { returned, newSession, internalAdapter } }) => {
        if (path === '/two-factor/disable' && newSession) return deleteVerifications(database, newSession.user.id);
        const { user } = (returned ?? {}) as { user?: { id: string } };
        if (!user) return;
        if (path === '/change-password') await deleteVerifications(database, user.id);
        if (!VERIFY_CODE_PATH_PATTERN.test(path) || !newSession) return;
        // A shoulder surfer or a phishing page has the same code, so it may open only one session.
        if (path === '/two-factor/verify-totp' && (await countCode(`${user.id} ${body.code}`)).used > 1) {
          await internalAdapter.deleteSession(newSession.session.token);
          throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
        }
        await guessCounter.uncount(user.id);
      }),
    },
    plugins: [twoFactor({ twoFactorTable: 'auth_two_factors' })],
    rateLimit: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      // better-auth would log database errors with the values they quote, and hide the cause.
      onError(error) {
        if (!(error instanceof APIError)) throw error;
      },
    },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: config.publicUrl.startsWith('https:'),
      disableCSRFCheck: true,
      // Our migrations make its tables. Comparing them with the catalog costs every start 30 ms or more.
      database: { generateId: ({ model }) => newId(ID_PREFIX_BY_MODEL[model] ?? 'auth'), validateSchema: false },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** The user who passed the password step and still owes a code. */
async function findUserAwaitingCode(
  ctx: Parameters<Parameters<typeof createAuthMiddleware>[0]>[0],
): Promise<string | undefined> {
  const { createAuthCookie, secret, internalAdapter } = ctx.context;
  const signInAttemptId = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret);
  return signInAttemptId ? (await internalAdapter.findVerificationValue(signInAttemptId))?.value : undefined;
}

/** Invalidates links and trusted devices from before a change of password or second factor. */
async function deleteVerifications(database: Database, userId: string): Promise<void> {
  await database.statement('delete from auth_verifications where value = $1', [userId]);
}

/** better-auth hides why it failed. If the database is down, this statement says so; otherwise the error is thrown again. */
export async function rethrowUnlessDatabaseDown(database: Database, error: unknown): Promise<never> {
  await database.statement('select 1', []);
  throw error;
}

const ID_PREFIX_BY_MODEL: Record<string, string> = { user: 'usr', session: 'ses', account: 'acc' };

/** The request's cookies, with the old prefix replaced, so that users who signed in before the renaming stay signed in. */
export function readCookies({ headers: { cookie = '' } }: FastifyRequest): string {
  const createCookiePattern = (prefix: string) => new RegExp(`((?:^|;)\\s*(?:__Secure-)?)${prefix}\\.`, 'g');
  return createCookiePattern(COOKIE_PREFIX).test(cookie)
    ? cookie
    : cookie.replace(createCookiePattern(OLD_COOKIE_PREFIX), `$1${COOKIE_PREFIX}.`);
}

export async function findSessionUser(auth: Auth, database: Database, request: FastifyRequest) {
  if (!request.headers.cookie) return undefined;
  const session = await auth.api
    .getSession({ headers: new Headers({ cookie: readCookies(request) }) })
    .catch((error) => rethrowUnlessDatabaseDown(database, error));
  return session?.user;
}

/** Checks the signed-in user's password; attempts are limited. */
export function createPasswordVerifier(
  auth: Auth,
  database: Database,
  countAttemptOrThrow: (request: FastifyRequest) => Promise<void>,
) {
  return async function verifyPassword(request: FastifyRequest, password: string): Promise<boolean> {
    await countAttemptOrThrow(request);
    const headers = new Headers({ cookie: readCookies(request) });
    return auth.api.verifyPassword({ body: { password }, headers }).then(
      () => true,
      (error) => (error instanceof APIError ? false : rethrowUnlessDatabaseDown(database, error)),
    );
  };
}
