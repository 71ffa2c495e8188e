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
import { withAccountAudit } from './account-audit.ts';
import { type Auth, type FindBrandByHost, findSessionUser, mustConfirmAddresses, PASSWORD_LENGTH } from './auth.ts';
import { invalidFieldProblem } from './auth-problems.ts';
import { rejectCrossOrigin } from './cross-origin.ts';
import { forwardToBetterAuth } from './forward-to-better-auth.ts';
import { isResetLinkOpen } from './reset-links.ts';
import { findPasswordWeakness } from './weak-passwords.ts';
import { ensureWorkspace } from './workspaces.ts';

type Dependencies = {
  auth: Auth;
  config: Config;
  database: Database;
  keyring: Keyring;
  findBrandByHost: FindBrandByHost;
  countAttemptOrThrow(request: FastifyRequest): Promise<void>;
};

const EmailSchema = Type.String({ format: 'email', maxLength: 254 });
const PasswordSchema = Type.String(PASSWORD_LENGTH);
/** Names appear in emails to strangers, so they are limited to one short line. */
const NameSchema = Type.String({ minLength: 1, maxLength: 100, pattern: '^(?=.*\\S)\\P{Cc}*$' });
const ResetTokenSchema = NonBlank({ maxLength: 200 });
const CodeSchema = NonBlank({ maxLength: 32 });
const UserShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  twoFactorEnabled: Type.Optional(Nullable(Type.Boolean())),
  createdAt: Time(),
});
const SignInShape = Type.Object({ user: Type.Optional(UserShape), twoFactorRedirect: Type.Optional(Type.Boolean()) });
const SignUpShape = Type.Object({
  user: Type.Optional(UserShape),
  twoFactorRedirect: Type.Optional(Type.Boolean()),
  confirmEmail: Type.Optional(Type.Boolean({ description: 'The link in the mail must be used before signing in' })),
});
/** Longer than signing up takes, so that the response time does not reveal whether the address has an account. */
const MIN_SIGN_UP_MS = 1_000;
const StatusShape = Type.Object({ status: Type.Boolean() });
const SessionShape = Type.Object({
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
  response: TSchema;
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
      email: EmailSchema,
      password: Type.String({ maxLength: PASSWORD_LENGTH.maxLength }),
      rememberMe: Type.Optional(Type.Boolean()),
    }),
    response: SignInShape,
    isRateLimited: true,
  },
  { path: '/sign-out', summary: 'Sign out', body: Empty, response: Type.Object({ success: Type.Boolean() }) },
  {
    method: 'GET',
    path: '/get-session',
    summary: 'Who is signed in',
    response: Nullable(Type.Object({ user: UserShape })),
  },
  {
    path: '/request-password-reset',
    summary: 'Ask for a password reset by mail',
    description:
      'The answer is the same whether or not the address has an account. Where the service can’t send email (see `GET /api/auth/options`), the mail is only written to a file on the server.',
    body: Strict({ email: EmailSchema }),
    response: StatusShape,
    isRateLimited: true,
  },
  {
    path: '/reset-password',
    summary: 'Set a new password with the mailed token',
    description: 'Signs out every session.',
    body: Strict({ token: ResetTokenSchema, newPassword: PasswordSchema }),
    response: StatusShape,
    isRateLimited: true,
  },
  {
    path: '/change-password',
    summary: 'Change the password',
    body: Strict({
      currentPassword: Type.String({ maxLength: 128 }),
      newPassword: PasswordSchema,
      revokeOtherSessions: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({ user: UserShape }),
    isRateLimited: true,
  },
  { method: 'GET', path: '/list-sessions', summary: 'List the sessions', response: Type.Array(SessionShape) },
  { path: '/revoke-session', summary: 'End a session', body: Strict({ token: Type.String() }), response: StatusShape },
  { path: '/revoke-other-sessions', summary: 'End all other sessions', body: Empty, response: StatusShape },
  {
    path: '/two-factor/enable',
    summary: 'Begin setting up a second factor',
    description:
      'Answers with the address for an authenticator app and with backup codes. It holds once a code is verified.',
    body: Strict({ password: Type.String({ maxLength: 128 }) }),
    response: Type.Object({ totpURI: Type.String(), backupCodes: Type.Array(Type.String()) }),
    isRateLimited: true,
  },
  {
    path: '/two-factor/disable',
    summary: 'Turn the second factor off',
    body: Strict({ password: Type.String({ maxLength: 128 }) }),
    response: StatusShape,
    isRateLimited: true,
  },
  {
    path: '/two-factor/verify-totp',
    summary: 'Verify a code of the authenticator app',
    body: Strict({ code: CodeSchema, trustDevice: Type.Optional(Type.Boolean()) }),
    response: SignInShape,
    isRateLimited: true,
  },
  {
    path: '/two-factor/verify-backup-code',
    summary: 'Verify a backup code',
    body: Strict({ code: CodeSchema }),
    response: SignInShape,
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
  findBrandByHost,
  countAttemptOrThrow,
}: Dependencies): Route[] {
  const createGate = (isRateLimited = false): Gate => ({
    security: 'none',
    problems: ['origin_not_allowed', ...(isRateLimited ? (['rate_limited'] as const) : [])],
    async authorize(request) {
      rejectCrossOrigin(request, config.publicUrl);
      if (isRateLimited) await countAttemptOrThrow(request);
      return {};
    },
  });
  const mustConfirmAddress = mustConfirmAddresses(config);

  const signUpRoute = route({
    method: 'POST',
    pathPrefixSet: 'dashboard',
    path: '/auth/sign-up/email',
    gate: createGate(true),
    tag: 'Accounts',
    summary: 'Sign up',
    description: SIGN_UP_DESCRIPTION,
    body: Strict({
      name: NameSchema,
      email: EmailSchema,
      password: PasswordSchema,
      businessName: Type.Optional(NameSchema),
    }),
    responses: { 200: SignUpShape },
    async handle(_ctx, { body: { businessName, ...body }, request }) {
      await requireInvitation(config, database, body.email);
      refuseWeakPassword('/password', body.password, body.email);
      const startedAt = performance.now();
      const response = await signUpOrSignIn(request, body);
      const { user } = response.body as { user?: { id: string; name: string } };
      // An invited person is about to join another workspace and may not want their own.
      if (
        user &&
        config.signup === 'open' &&
        !(await isInvited(database, body.email)) &&
        (await userExists('id', user.id))
      )
        await ensureWorkspace({ database, keyring }, user, businessName);
      if (!mustConfirmAddress) return response;
      await sleep(Math.max(0, startedAt + MIN_SIGN_UP_MS - performance.now()));
      return { ...response, body: { ...(response.body as object), confirmEmail: true } };
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

  const verifyEmailRoute = route({
    method: 'POST',
    pathPrefixSet: 'dashboard',
    path: '/auth/verify-email',
    gate: createGate(true),
    tag: 'Accounts',
    summary: 'Confirm the address with the mailed token',
    description: 'Sets the session cookie, the first time.',
    body: Strict({ token: NonBlank({ maxLength: 1_000 }) }),
    responses: { 200: StatusShape },
    handle: (_ctx, { body: { token }, request }) =>
      forwardToBetterAuth(
        { auth, database },
        request,
        `/verify-email?${new URLSearchParams({ token })}`,
        undefined,
        'GET',
      ),
  });
  const checkResetLinkRoute = route({
    method: 'POST',
    pathPrefixSet: 'dashboard',
    path: '/auth/check-reset-link',
    gate: createGate(),
    tag: 'Accounts',
    summary: 'Whether a link to choose a new password still works',
    body: Strict({ token: ResetTokenSchema }),
    responses: { 200: Type.Object({ isOpen: Type.Boolean() }) },
    handle: async (_ctx, { body: { token } }) => ok({ isOpen: await isResetLinkOpen(database, token) }),
  });
  const optionsRoute = route({
    method: 'GET',
    pathPrefixSet: 'dashboard',
    path: '/auth/options',
    gate: createGate(),
    tag: 'Accounts',
    summary: 'What this installation can do for accounts',
    responses: {
      200: Type.Object({
        canSendEmail: Type.Boolean({ description: 'Whether a forgotten password is reset by email' }),
      }),
    },
    handle: async () => ok({ canSendEmail: canSendMail(config) }),
  });
  const otherRoutes = ENDPOINTS.map(({ method, path, summary, description, body, response, isRateLimited }) =>
    route({
      method: method ?? 'POST',
      pathPrefixSet: 'dashboard',
      path: `/auth${path}`,
      gate: createGate(isRateLimited),
      tag: 'Accounts',
      summary,
      description,
      body,
      responses: { 200: response },
      async handle(_ctx, { body: requestBody, request }) {
        const { newPassword } = (requestBody ?? {}) as { newPassword?: string };
        if (newPassword !== undefined)
          refuseWeakPassword('/newPassword', newPassword, (await findSessionUser(auth, database, request))?.email);
        // The name that the authenticator app shows.
        const issuer = path === '/two-factor/enable' ? (await findBrandByHost(request.hostname))?.name : undefined;
        const forwardedBody = issuer ? { ...(requestBody as object), issuer } : requestBody;
        return withAccountAudit({ auth, database, keyring }, request, path, () =>
          forwardToBetterAuth({ auth, database }, request, path, forwardedBody),
        );
      },
    }),
  );
  return [signUpRoute, verifyEmailRoute, checkResetLinkRoute, optionsRoute, ...otherRoutes];
}

function refuseWeakPassword(pointer: string, password: string, email?: string): void {
  const weakness = findPasswordWeakness(password, email);
  if (weakness) throw invalidFieldProblem(pointer, weakness);
}

async function requireInvitation({ signup }: Config, database: Database, email: string): Promise<void> {
  if (signup === 'open' || (signup === 'invite' && (await isInvited(database, email)))) return;
  throw new Problem('signup_closed');
}

async function isInvited(database: Database, email: string): Promise<boolean> {
  const [row] = await database.statement<{ is_invited: boolean }>('select is_invited($1)', [email]);
  return must(row, 'one row').is_invited;
}
