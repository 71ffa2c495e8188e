import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { type Gate, ok, type Route, type RouteResponse, route } from '../../kernel/http/route.ts';
import { Empty, NonBlank, Nullable, Strict, Time } from '../../kernel/http/schema.ts';
import { canSendMail } from '../../kernel/mail.ts';
import { must } from '../../kernel/must.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Auth, type BrandOfHost, findSessionUser, mustConfirmAddresses, PASSWORD_LENGTH } from './auth.ts';
import { invalidField } from './auth-problems.ts';
import { rejectCrossOrigin } from './cross-origin.ts';
import { forwardToBetterAuth } from './forward.ts';
import { isResetLinkOpen } from './reset-links.ts';
import { withAccountAudit } from './sign-ins.ts';
import { passwordWeakness } from './weak-passwords.ts';
import { ensureWorkspace } from './workspaces.ts';

type Dependencies = {
  auth: Auth;
  config: Config;
  database: Database;
  keyring: Keyring;
  brandOfHost: BrandOfHost;
  countAttemptOrThrow(request: FastifyRequest): Promise<void>;
};

const Email = Type.String({ format: 'email', maxLength: 254 });
const Password = Type.String(PASSWORD_LENGTH);
/** Names appear in mails to strangers, so they are limited to one short line. */
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^(?=.*\\S)\\P{Cc}*$' });
const ResetToken = NonBlank({ maxLength: 200 });
const Code = NonBlank({ maxLength: 32 });
const User = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  twoFactorEnabled: Type.Optional(Nullable(Type.Boolean())),
  createdAt: Time(),
});
const SignInResult = Type.Object({ user: Type.Optional(User), twoFactorRedirect: Type.Optional(Type.Boolean()) });
const SignUpResult = Type.Object({
  user: Type.Optional(User),
  twoFactorRedirect: Type.Optional(Type.Boolean()),
  confirmEmail: Type.Optional(Type.Boolean({ description: 'The link in the mail must be used before signing in' })),
});
/** Longer than signing up takes, so that the response time does not reveal whether the address has an account. */
const MIN_SIGN_UP_MS = 1_000;
const Status = Type.Object({ status: Type.Boolean() });
const Session = Type.Object({
  id: Type.String(),
  createdAt: Time(),
  expiresAt: Time(),
  userAgent: Type.Optional(Nullable(Type.String())),
  token: Type.String(),
});

type AuthEndpoint = {
  method?: 'GET';
  path: string;
  summary: string;
  description?: string;
  body?: TSchema;
  answer: TSchema;
  isRateLimited?: boolean;
};

/** The endpoints of better-auth that are exposed. All others answer 404. */
const ENDPOINTS: AuthEndpoint[] = [
  {
    path: '/sign-in/email',
    summary: 'Sign in',
    description:
      'Sets the session cookie. With a second factor the answer is `twoFactorRedirect: true`; then verify a code.',
    body: Strict({
      email: Email,
      password: Type.String({ maxLength: PASSWORD_LENGTH.maxLength }),
      rememberMe: Type.Optional(Type.Boolean()),
    }),
    answer: SignInResult,
    isRateLimited: true,
  },
  { path: '/sign-out', summary: 'Sign out', body: Empty, answer: Type.Object({ success: Type.Boolean() }) },
  { method: 'GET', path: '/get-session', summary: 'Who is signed in', answer: Nullable(Type.Object({ user: User })) },
  {
    path: '/request-password-reset',
    summary: 'Ask for a password reset by mail',
    description:
      'The answer is the same whether or not the address has an account. Where the service can’t send email (see `GET /api/auth/options`), the mail is only written to a file on the server.',
    body: Strict({ email: Email }),
    answer: Status,
    isRateLimited: true,
  },
  {
    path: '/reset-password',
    summary: 'Set a new password with the mailed token',
    description: 'Signs out every session.',
    body: Strict({ token: ResetToken, newPassword: Password }),
    answer: Status,
    isRateLimited: true,
  },
  {
    path: '/change-password',
    summary: 'Change the password',
    body: Strict({
      currentPassword: Type.String({ maxLength: 128 }),
      newPassword: Password,
      revokeOtherSessions: Type.Optional(Type.Boolean()),
    }),
    answer: Type.Object({ user: User }),
    isRateLimited: true,
  },
  { method: 'GET', path: '/list-sessions', summary: 'List the sessions', answer: Type.Array(Session) },
  { path: '/revoke-session', summary: 'End a session', body: Strict({ token: Type.String() }), answer: Status },
  { path: '/revoke-other-sessions', summary: 'End all other sessions', body: Empty, answer: Status },
  {
    path: '/two-factor/enable',
    summary: 'Begin setting up a second factor',
    description:
      'Answers with the address for an authenticator app and with backup codes. It holds once a code is verified.',
    body: Strict({ password: Type.String({ maxLength: 128 }) }),
    answer: Type.Object({ totpURI: Type.String(), backupCodes: Type.Array(Type.String()) }),
    isRateLimited: true,
  },
  {
    path: '/two-factor/disable',
    summary: 'Turn the second factor off',
    body: Strict({ password: Type.String({ maxLength: 128 }) }),
    answer: Status,
    isRateLimited: true,
  },
  {
    path: '/two-factor/verify-totp',
    summary: 'Verify a code of the authenticator app',
    body: Strict({ code: Code, trustDevice: Type.Optional(Type.Boolean()) }),
    answer: SignInResult,
    isRateLimited: true,
  },
  {
    path: '/two-factor/verify-backup-code',
    summary: 'Verify a backup code',
    body: Strict({ code: Code }),
    answer: SignInResult,
    isRateLimited: true,
  },
];

type SignUpBody = { name: string; email: string; password: string };

const SIGN_UP_DESCRIPTION = `
Makes an account with a workspace on the Starter plan and its sandbox, and sets the session cookie. Where the service sends
mail (\`SMTP_URL\`), it sets none: the address is mailed a link to confirm it first, and the answer is the same where it has an
account already, which its owner is told by mail.
`.trim();

export function authRoutes({
  auth,
  config,
  database,
  keyring,
  brandOfHost,
  countAttemptOrThrow,
}: Dependencies): Route[] {
  const gate = (isRateLimited = false): Gate => ({
    security: 'none',
    problems: ['origin_not_allowed', ...(isRateLimited ? (['rate_limited'] as const) : [])],
    async authorize(request) {
      rejectCrossOrigin(request, config.publicUrl);
      if (isRateLimited) await countAttemptOrThrow(request);
      return {};
    },
  });
  const mustConfirmAddress = mustConfirmAddresses(config);

  const signUp = route({
    method: 'POST',
    pathPrefix: 'dashboard',
    path: '/auth/sign-up/email',
    gate: gate(true),
    tag: 'Accounts',
    summary: 'Sign up',
    description: SIGN_UP_DESCRIPTION,
    body: Strict({
      name: Name,
      email: Email,
      password: Password,
      businessName: Type.Optional(Name),
    }),
    responses: { 200: SignUpResult },
    async handle(_ctx, { body: { businessName, ...body }, request }) {
      await requireInvitation(config, database, body.email);
      refuseWeakPassword('/password', body.password, body.email);
      const started = performance.now();
      const answer = await signUpOrSignIn(request, body);
      const { user } = answer.body as { user?: { id: string; name: string } };
      // An invited person is about to join another workspace and may not want their own.
      if (
        user &&
        config.signup === 'open' &&
        !(await isInvited(database, body.email)) &&
        (await userExists('id', user.id))
      )
        await ensureWorkspace({ database, keyring }, user, businessName);
      if (!mustConfirmAddress) return answer;
      await sleep(Math.max(0, started + MIN_SIGN_UP_MS - performance.now()));
      return { ...answer, body: { ...(answer.body as object), confirmEmail: true } };
    },
  });

  const userExists = async (column: 'id' | 'email', value: string): Promise<boolean> =>
    (await database.statement(`select from auth_users where ${column} = $1`, [value])).length > 0;

  /**
   * If addresses must be confirmed, better-auth answers the same for a known address as for a new one. Otherwise it
   * cannot, because a new account is usable at once: then the right password signs in, and a wrong one is rejected as at
   * signing in.
   */
  async function signUpOrSignIn(request: FastifyRequest, body: SignUpBody): Promise<RouteResponse> {
    const signUpWithAuth = () => forwardToBetterAuth({ auth, database }, request, '/sign-up/email', body);
    try {
      return await signUpWithAuth();
    } catch (problem) {
      // Also when a concurrent request has taken the address: better-auth only says that it failed.
      if (!(await userExists('email', body.email.toLowerCase()))) throw problem;
      if (mustConfirmAddress) return signUpWithAuth();
      const { email, password } = body;
      const path = '/sign-in/email';
      return withAccountAudit({ auth, database, keyring }, request, path, () =>
        forwardToBetterAuth({ auth, database }, request, path, { email, password }),
      );
    }
  }

  const verifyEmail = route({
    method: 'POST',
    pathPrefix: 'dashboard',
    path: '/auth/verify-email',
    gate: gate(true),
    tag: 'Accounts',
    summary: 'Confirm the address with the mailed token',
    description: 'Sets the session cookie, the first time.',
    body: Strict({ token: NonBlank({ maxLength: 1_000 }) }),
    responses: { 200: Status },
    handle: (_ctx, { body: { token }, request }) =>
      forwardToBetterAuth(
        { auth, database },
        request,
        `/verify-email?${new URLSearchParams({ token })}`,
        undefined,
        'GET',
      ),
  });
  const checkResetLink = route({
    method: 'POST',
    pathPrefix: 'dashboard',
    path: '/auth/check-reset-link',
    gate: gate(),
    tag: 'Accounts',
    summary: 'Whether a link to choose a new password still works',
    body: Strict({ token: ResetToken }),
    responses: { 200: Type.Object({ isOpen: Type.Boolean() }) },
    handle: async (_ctx, { body: { token } }) => ok({ isOpen: await isResetLinkOpen(database, token) }),
  });
  const options = route({
    method: 'GET',
    pathPrefix: 'dashboard',
    path: '/auth/options',
    gate: gate(),
    tag: 'Accounts',
    summary: 'What this installation can do for accounts',
    responses: {
      200: Type.Object({
        canSendEmail: Type.Boolean({ description: 'Whether a forgotten password is reset by email' }),
      }),
    },
    handle: async () => ok({ canSendEmail: canSendMail(config) }),
  });
  const otherRoutes = ENDPOINTS.map(({ method, path, summary, description, body, answer, isRateLimited }) =>
    route({
      method: method ?? 'POST',
      pathPrefix: 'dashboard',
      path: `/auth${path}`,
      gate: gate(isRateLimited),
      tag: 'Accounts',
      summary,
      description,
      body,
      responses: { 200: answer },
      async handle(_ctx, { body: requestBody, request }) {
        const { newPassword } = (requestBody ?? {}) as { newPassword?: string };
        if (newPassword !== undefined)
          refuseWeakPassword('/newPassword', newPassword, (await findSessionUser(auth, database, request))?.email);
        // The name that the authenticator app shows.
        const issuer = path === '/two-factor/enable' ? (await brandOfHost(request.hostname))?.name : undefined;
        const forwarded = issuer ? { ...(requestBody as object), issuer } : requestBody;
        return withAccountAudit({ auth, database, keyring }, request, path, () =>
          forwardToBetterAuth({ auth, database }, request, path, forwarded),
        );
      },
    }),
  );
  return [signUp, verifyEmail, checkResetLink, options, ...otherRoutes];
}

function refuseWeakPassword(pointer: string, password: string, email?: string): void {
  const weakness = passwordWeakness(password, email);
  if (weakness) throw invalidField(pointer, weakness);
}

async function requireInvitation({ signup }: Config, database: Database, email: string): Promise<void> {
  if (signup === 'open' || (signup === 'invite' && (await isInvited(database, email)))) return;
  throw new Problem('signup_closed');
}

async function isInvited(database: Database, email: string): Promise<boolean> {
  const [row] = await database.statement<{ is_invited: boolean }>('select is_invited($1)', [email]);
  return must(row, 'one row').is_invited;
}
