import { describe, expect, it, vi } from 'vitest';
import { emailedToken, emailsTo, errorPointers, expectProblem } from '../../../test/expect.ts';
import {
  call,
  cookieHeader,
  createDatabase,
  type HttpResponse,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { totpCode } from '../../../test/totp.ts';

const service = await startService();
const secondInstance = await startService(service.connection, { jobs: 'off' });

const auth = (path: string, body: unknown, cookie?: string, instance: Service = service) =>
  call(instance, 'POST', `/api/auth${path}`, { body, cookie });
const signIn = (person: { email: string; password: string }, instance: Service = service) =>
  auth('/sign-in/email', { email: person.email, password: person.password }, undefined, instance);
const isSignedIn = async (cookie: string) => (await call(service, 'GET', '/api/keys', { cookie })).status === 200;
const queryRows = async (sql: string, values: unknown[] = [], instance: Service = service) =>
  (await queryAsDbOwner(instance.connection, sql, values)).rows;
const credentialsOf = (name: string) => ({ name: 'Ann', email: `${name}@example.com`, password: 'Correct-horse-9' });

describe('signing up', () => {
  it('creates a workspace on Starter and its sandbox', async () => {
    const { cookie, user } = await signUp(service, { businessName: 'Bella Vista' });
    const me = await call(service, 'GET', '/api/me', { cookie });
    expect(me.json.user.id).toBe(user.id);
    expect(me.json.workspaces).toEqual([
      { id: expect.stringMatching(/^ws_/), name: 'Bella Vista', plan: 'starter', role: 'owner', deletesAt: null },
    ]);
    const workspaces = await queryRows('select mode, plan, name from workspaces where live_id = $1 order by mode', [
      me.json.workspaces[0].id,
    ]);
    expect(workspaces).toEqual([
      { mode: 'live', plan: 'starter', name: 'Bella Vista' },
      { mode: 'test', plan: 'starter', name: 'Bella Vista' },
    ]);
  });

  it('sets an HTTP-only cookie and does not reveal its token', async () => {
    const reply = await auth('/sign-up/email', credentialsOf('cookie'));
    const [cookie] = reply.headers.getSetCookie().filter((text) => text.includes('session_token='));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\//i);
    const token = decodeURIComponent(cookie!.split(/[=;]/)[1]!).split('.')[0]!;
    expect(token.length).toBeGreaterThan(20);
    expect(reply.text).not.toContain(token);
  });

  it.each([
    ['a bad address', { email: 'not-an-address' }, ['/email']],
    ['a short password', { password: 'short-7' }, ['/password']],
    ['a common password', { password: 'Password1' }, ['/password']],
    ['the local part of the email as password', { email: 'annbaker@example.com', password: 'annbaker' }, ['/password']],
    ['an address that better-auth rejects', { email: 'a!b@example.com' }, ['/email']],
    ['a long password', { password: '🐴'.repeat(129) }, ['/password']],
    ['a line break in the name', { name: 'Ann\nClick here' }, ['/name']],
    ['a control character in the business', { businessName: 'Bella\u0085Vista' }, ['/businessName']],
    ['a blank name', { name: '   ' }, ['/name']],
    ['a blank business', { businessName: '   ' }, ['/businessName']],
    ['long names', { name: 'n'.repeat(101), businessName: 'b'.repeat(101) }, ['/businessName', '/name']],
    ['an unknown field', { plan: 'business' }, ['/plan']],
    ['no name', { name: undefined }, ['/name']],
    ['two wrong fields', { name: '', email: 7 }, ['/email', '/name']],
  ])('rejects %s, naming the field', async (_what, invalidFields, pointers) => {
    const reply = await auth('/sign-up/email', { ...credentialsOf('refused'), ...invalidFields });
    expectProblem(reply, 422, 'validation_failed');
    expect([...new Set(errorPointers(reply))].sort()).toEqual(pointers);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await queryRows(`select from auth_users where email = 'refused@example.com'`)).toHaveLength(0);
  });

  it.each([
    ['no JSON', '{"name":', {}, 400, 'invalid_json'],
    ['an empty body', '', { 'content-type': 'application/json' }, 400, 'invalid_json'],
    ['a form', 'name=Ann', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
  ])('rejects %s', async (_what, body, headers, status, code) => {
    expectProblem(await call(service, 'POST', '/api/auth/sign-up/email', { body, headers }), status, code);
  });

  it('accepts passwords of 128 characters of any kind, and names in any script', async () => {
    const longCredentials = { ...credentialsOf('long'), name: 'Ánn 王 👩‍🍳', password: '🐴'.repeat(128) };
    expect((await auth('/sign-up/email', longCredentials)).status).toBe(200);
    expect((await signIn(longCredentials)).status).toBe(200);
  });

  it('stores the password as better-auth hashes it', async () => {
    const hashingService = await startService(service.connection, { jobs: 'off' }, { passwords: undefined });
    const credentials = credentialsOf('careful');
    expect((await auth('/sign-up/email', credentials, undefined, hashingService)).status).toBe(200);
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select a.password from auth_accounts a join auth_users u on u.id = a."userId" where u.email = $1`,
      [credentials.email],
    );
    expect(rows[0].password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect((await signIn(credentials, hashingService)).status).toBe(200);
    expectProblem(
      await signIn({ ...credentials, password: 'Wrong-horse-9' }, hashingService),
      401,
      'invalid_credentials',
    );
  });

  it('with a known address signs in with its password, and otherwise reports wrong credentials', async () => {
    await auth('/sign-up/email', credentialsOf('twice'));
    const secondSignUp = await auth('/sign-up/email', { ...credentialsOf('x'), email: 'TWICE@example.com' });
    expect([secondSignUp.status, secondSignUp.json.user.email]).toEqual([200, 'twice@example.com']);
    expect(await isSignedIn(cookieHeader(secondSignUp))).toBe(true);
    const wrongCredentials = { email: 'twice@example.com', password: 'Wrong-horse-9' };
    const rejectedReply = await auth('/sign-up/email', { ...wrongCredentials, name: 'Eve' });
    const signInReply = await auth('/sign-in/email', wrongCredentials);
    expectProblem(rejectedReply, 401, 'invalid_credentials');
    expect(rejectedReply.json.detail).toBe(signInReply.json.detail);
    expect(rejectedReply.headers.getSetCookie()).toEqual([]);
    const [{ n }] = await queryRows(
      `select count(*)::int as n from members m join auth_users u on u.id = user_id where email = 'twice@example.com'`,
    );
    expect(n).toBe(1);
  });

  it('concurrently with one address creates one account', async () => {
    const replies = await Promise.all(
      [service, secondInstance, service, secondInstance].map((instance) =>
        auth('/sign-up/email', credentialsOf('race'), undefined, instance),
      ),
    );
    expect(new Set(replies.map(({ status, json }) => `${status} ${json.user.id}`)).size).toBe(1);
    expect(await queryRows(`select from auth_users where email = 'race@example.com'`)).toHaveLength(1);
    expect(
      await queryRows(`select from members m join auth_users u on u.id = user_id where email = 'race@example.com'`),
    ).toHaveLength(1);
  });

  it('without getting a workspace gets one later, even with concurrent requests', async () => {
    const { cookie, user } = await signUp(service);
    await queryRows('delete from members where user_id = $1', [user.id]);
    const responses = Array.from({ length: 10 }, (_, n) =>
      call(n % 2 ? secondInstance : service, 'GET', '/api/keys', { cookie }),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await queryRows('select from members where user_id = $1', [user.id])).toHaveLength(1);
  });
});

describe('signing up with confirmation by email', async () => {
  // The first service runs its jobs and writes the emails to files.
  const mailingService = await startService(service.connection, { smtpUrl: 'smtp://127.0.0.1:1', jobs: 'off' });
  const join = (body: object) => auth('/sign-up/email', body, undefined, mailingService);
  const waitForEmails = async (email: string, count: number) =>
    vi.waitFor(
      async () => {
        const receivedEmails = await emailsTo(service, email);
        expect(receivedEmails).toHaveLength(count);
        return receivedEmails.at(-1)!;
      },
      { timeout: 60_000, interval: 25 },
    );
  const tokenInEmail = (email: string) => /\/verify-email\?token=([\w.-]+)/.exec(email)?.[1];

  it('does not reveal whether the address has an account', async () => {
    const existingUser = await signUp(service, { name: 'Old Owner' });
    const newUser = credentialsOf('fresh');
    const shapeOf = ({ status, json, headers }: Awaited<ReturnType<typeof join>>) => ({
      status,
      keys: Object.keys(json).sort(),
      user: Object.entries(json.user)
        .map(([name, value]) => `${name} ${value === null ? 'null' : typeof value}`)
        .sort(),
      said: [json.confirmEmail, json.user.name, json.user.emailVerified, /^usr_\w{26}$/.test(json.user.id)],
      cookies: headers.getSetCookie(),
      headers: [...headers.keys()].filter((name) => name !== 'content-length').sort(),
    });
    const timedJoin = async (body: { email: string }) => {
      const startedAt = performance.now();
      const shape = shapeOf(await join(body));
      return { shape, ms: performance.now() - startedAt };
    };
    const newAddressReply = await timedJoin(newUser);
    const knownAddressReply = await timedJoin({ ...newUser, email: existingUser.email });
    expect(knownAddressReply.shape).toEqual(newAddressReply.shape);
    expect(knownAddressReply.shape).toMatchObject({ status: 200, cookies: [] });
    // Both take at least the same minimum time.
    for (const { ms } of [newAddressReply, knownAddressReply]) expect(ms).toBeGreaterThanOrEqual(995);
    const correctPasswordReply = await join({ ...newUser, email: existingUser.email, password: existingUser.password });
    expect(shapeOf(correctPasswordReply)).toEqual(newAddressReply.shape);

    const emailToOwner = await waitForEmails(existingUser.email, 2);
    expect(emailToOwner).toContain('You already have an account with Frontdesk');
    for (const part of ['Hi Old Owner', '/login', '/forgot']) expect(emailToOwner).toContain(part);
    expect(tokenInEmail(emailToOwner)).toBeUndefined();
    expect((await signIn(existingUser)).status).toBe(200);
    expect(await queryRows('select from members where user_id = $1', [existingUser.user.id])).toHaveLength(1);
    expect(
      await queryRows('select from auth_users where name = $1 and email = $2', [newUser.name, existingUser.email]),
    ).toEqual([]);
  });

  it('opens the account only with the mailed link', async () => {
    const eve = { ...credentialsOf('eve'), name: 'Visit http://evil.example', businessName: 'Eve’s' };
    await join(eve);
    const email = await waitForEmails(eve.email, 1);
    expect(email).not.toContain('evil');
    expectProblem(await signIn(eve, mailingService), 403, 'email_not_verified');
    expectProblem(await signIn({ ...eve, password: 'Wrong-horse-9' }, mailingService), 401, 'invalid_credentials');
    await waitForEmails(eve.email, 2);
    const verify = (token: string) => auth('/verify-email', { token }, undefined, mailingService);
    const token = tokenInEmail(email)!;
    expect(errorPointers(await verify(`${token.slice(0, -5)}AAAAA`))).toEqual(['/token']);
    const verifyReply = await verify(token);
    expect([verifyReply.status, verifyReply.json]).toEqual([200, { status: true }]);
    const { json } = await call(mailingService, 'GET', '/api/me', { cookie: cookieHeader(verifyReply) });
    expect(json.workspaces).toMatchObject([{ name: 'Eve’s', plan: 'starter', role: 'owner' }]);
    expect((await verify(token)).headers.getSetCookie()).toEqual([]);
    expect((await signIn(eve, mailingService)).status).toBe(200);
  });

  it('emails an address at most five times an hour, and then responds the same without an email', async () => {
    const dan = credentialsOf('dan');
    const responseShapes = new Set<string>();
    for (let n = 0; n < 4; n++) responseShapes.add(Object.keys((await join(dan)).json).join());
    for (let n = 0; n < 3; n++) expectProblem(await signIn(dan, mailingService), 403, 'email_not_verified');
    expect(responseShapes.size).toBe(1);
    await vi.waitFor(async () => expect(await queryRows('select from graphile_worker.jobs')).toEqual([]), {
      timeout: 60_000,
      interval: 25,
    });
    expect(await emailsTo(service, dan.email)).toHaveLength(5);
  });

  it('creates one account for concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => join(credentialsOf('crowd'))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await queryRows(`select from auth_users where email = 'crowd@example.com'`)).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('opens the dashboard until signing out', async () => {
    const ann = await signUp(service);
    const cookie = cookieHeader(await signIn(ann));
    expect(await isSignedIn(cookie)).toBe(true);
    expect((await call(secondInstance, 'GET', '/api/auth/get-session', { cookie })).json.user.email).toBe(ann.email);
    expect((await auth('/sign-out', {}, cookie)).status).toBe(200);
    expectProblem(await call(service, 'GET', '/api/keys', { cookie }), 401, 'missing_session');
    expect(await isSignedIn(ann.cookie)).toBe(true);
  });

  it('still works with a cookie under its old name, until signing out', async () => {
    const { cookie } = await signUp(service);
    const oldCookie = cookie.replaceAll('account.', 'frontdesk.');
    expect(oldCookie).not.toBe(cookie);
    expect([await isSignedIn(oldCookie), await isSignedIn(`${oldCookie}; account.session_token=abc.def`)]).toEqual([
      true,
      false,
    ]);
    expect((await auth('/sign-out', {}, oldCookie)).status).toBe(200);
    expect(await isSignedIn(oldCookie)).toBe(false);
  });

  it.each([
    ['no cookie', undefined],
    ['a made-up cookie', 'account.session_token=abc.def'],
  ])('is required with %s', async (_what, cookie) => {
    expectProblem(await call(service, 'GET', '/api/keys', { cookie }), 401, 'missing_session');
    expectProblem(await call(service, 'GET', '/api/me', { cookie }), 401, 'missing_session');
    const session = await call(service, 'GET', '/api/auth/get-session', { cookie });
    expect({ status: session.status, text: session.text }).toEqual({ status: 200, text: 'null' });
  });

  it('rejects a wrong password and an unknown address with the same response', async () => {
    const { email } = await signUp(service);
    const wrongPasswordReply = await signIn({ email, password: 'Wrong-horse-9' });
    const unknownAddressReply = await signIn({ email: 'nobody@example.com', password: 'Wrong-horse-9' });
    for (const reply of [wrongPasswordReply, unknownAddressReply]) expectProblem(reply, 401, 'invalid_credentials');
    expect({ ...unknownAddressReply.json, requestId: '' }).toEqual({ ...wrongPasswordReply.json, requestId: '' });
    expect(wrongPasswordReply.headers.getSetCookie()).toEqual([]);
  });

  it('rejects an unknown field, naming it', async () => {
    const reply = await auth('/sign-in/email', { email: 'a@example.com', password: 'x', callbackURL: '/' });
    expectProblem(reply, 422, 'validation_failed');
    expect(errorPointers(reply)).toEqual(['/callbackURL']);
  });
});

describe('sessions', () => {
  it('can be listed and ended', async () => {
    const ann = await signUp(service);
    const bob = await signUp(service);
    const [phone, laptop] = [cookieHeader(await signIn(ann)), cookieHeader(await signIn(ann))];
    const listReply = await call(service, 'GET', '/api/auth/list-sessions', { cookie: phone });
    expect(listReply.json).toHaveLength(3);
    const laptopSession = listReply.json.find(({ token }: { token: string }) => laptop.includes(token));

    await auth('/revoke-session', { token: laptopSession.token }, bob.cookie);
    expect(await isSignedIn(laptop)).toBe(true);
    expect((await auth('/revoke-session', { token: laptopSession.token }, phone)).status).toBe(200);
    expect(await isSignedIn(laptop)).toBe(false);
    expect((await auth('/revoke-other-sessions', {}, phone)).status).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(ann.cookie), await isSignedIn(bob.cookie)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('end with a change of the password, if requested', async () => {
    const ann = await signUp(service);
    const otherCookie = cookieHeader(await signIn(ann));
    const change = { currentPassword: ann.password, newPassword: 'Another-horse-9', revokeOtherSessions: true };
    const wrongPasswordReply = await auth(
      '/change-password',
      { ...change, currentPassword: 'Wrong-horse-9' },
      ann.cookie,
    );
    expectProblem(wrongPasswordReply, 401, 'invalid_credentials');
    for (const newPassword of ['password', ann.email])
      expectProblem(await auth('/change-password', { ...change, newPassword }, ann.cookie), 422, 'validation_failed');
    const changeReply = await auth('/change-password', change, ann.cookie);
    expect(changeReply.status).toBe(200);
    expect([await isSignedIn(cookieHeader(changeReply)), await isSignedIn(otherCookie)]).toEqual([true, false]);
    expectProblem(await signIn(ann), 401, 'invalid_credentials');
  });

  it('are rejected once expired', async () => {
    const ann = await signUp(service);
    await queryRows(`update auth_sessions set "expiresAt" = now() - interval '1 second' where "userId" = $1`, [
      ann.user.id,
    ]);
    expectProblem(await call(service, 'GET', '/api/keys', { cookie: ann.cookie }), 401, 'missing_session');
  });
});

describe('a password reset', () => {
  it('with the mailed token ends every session and works once', async () => {
    const ann = await signUp(service);
    const resetReply = await auth('/request-password-reset', { email: ann.email });
    expect(resetReply.status).toBe(200);
    const token = await emailedToken(service, ann.email);
    const reset = { token, newPassword: 'Brand-new-horse-9' };
    const isOpen = async () => (await auth('/check-reset-link', { token })).json.isOpen;
    expect(await isOpen()).toBe(true);

    for (const newPassword of ['short', '12345678'])
      expectProblem(await auth('/reset-password', { token, newPassword }), 422, 'validation_failed');
    expect((await auth('/reset-password', reset)).status).toBe(200);
    expect(await isSignedIn(ann.cookie)).toBe(false);
    expectProblem(await signIn(ann), 401, 'invalid_credentials');
    expect((await signIn({ email: ann.email, password: reset.newPassword })).status).toBe(200);

    expect(await isOpen()).toBe(false);
    const reusedReply = await auth('/reset-password', { token, newPassword: 'Thieving-horse-9' });
    expectProblem(reusedReply, 422, 'validation_failed');
    expect(errorPointers(reusedReply)).toEqual(['/token']);
  });

  it('invalidates the tokens of earlier emails', async () => {
    const ann = await signUp(service);
    const requestReset = async (count: number) => {
      await auth('/request-password-reset', { email: ann.email });
      return emailedToken(service, ann.email, count);
    };
    const resetPassword = (token: string, newPassword: string) => auth('/reset-password', { token, newPassword });
    const [firstToken, nextToken] = [await requestReset(1), await requestReset(2)];
    expect((await resetPassword(nextToken, 'Brand-new-horse-9')).status).toBe(200);
    expect(errorPointers(await resetPassword(firstToken, 'Thieving-horse-9'))).toEqual(['/token']);

    const thirdToken = await requestReset(3);
    const cookie = cookieHeader(await signIn({ ...ann, password: 'Brand-new-horse-9' }));
    const change = { currentPassword: 'Brand-new-horse-9', newPassword: 'Changed-horse-9' };
    const wrongPasswordReply = await auth('/change-password', { ...change, currentPassword: 'Wrong-horse-9' }, cookie);
    expectProblem(wrongPasswordReply, 401, 'invalid_credentials');
    const openTokenSql = `select from auth_verifications where identifier = 'reset-password:' || $1`;
    expect(await queryRows(openTokenSql, [thirdToken])).toHaveLength(1);
    expect((await auth('/change-password', change, cookie)).status).toBe(200);
    expect(errorPointers(await resetPassword(thirdToken, 'Thieving-horse-9'))).toEqual(['/token']);
    expect((await signIn({ ...ann, password: change.newPassword })).status).toBe(200);
  });

  it('is emailed at most five times an hour, and then gets the same response without an email', async () => {
    const ann = await signUp(service);
    const requestReset = async () => {
      const { status, text } = await auth('/request-password-reset', { email: ann.email });
      return `${status} ${text}`;
    };
    const responses = [];
    for (let n = 0; n < 7; n++) responses.push(await requestReset());
    expect(new Set(responses).size).toBe(1);
    await emailedToken(service, ann.email, 5);
    await queryRows(`update attempt_counters set window_start = window_start - interval '61 minutes'`);
    await requestReset();
    await emailedToken(service, ann.email, 6);
  });

  it('gives the same response for an unknown address, and sends no email', async () => {
    const ann = await signUp(service);
    const unknownAddressReply = await auth('/request-password-reset', { email: 'stranger@example.com' });
    const knownAddressReply = await auth('/request-password-reset', { email: ann.email });
    expect([unknownAddressReply.status, unknownAddressReply.text]).toEqual([
      knownAddressReply.status,
      knownAddressReply.text,
    ]);
    await emailedToken(service, ann.email);
    expect(await emailsTo(service, 'stranger@example.com')).toEqual([]);
  });

  it('rejects an expired token', async () => {
    const ann = await signUp(service);
    await auth('/request-password-reset', { email: ann.email });
    const token = await emailedToken(service, ann.email);
    await queryRows(`update auth_verifications set "expiresAt" = now() - interval '1 second' where value = $1`, [
      ann.user.id,
    ]);
    expectProblem(await auth('/reset-password', { token, newPassword: 'Late-horse-99' }), 422, 'validation_failed');
    expect((await signIn(ann)).status).toBe(200);
  });
});

describe('a second factor', () => {
  async function withSecondFactor() {
    const ann = await signUp(service);
    const enableReply = await auth('/two-factor/enable', { password: ann.password }, ann.cookie);
    expect(enableReply.status).toBe(200);
    const { totpURI, backupCodes } = enableReply.json;
    const verifyReply = await auth('/two-factor/verify-totp', { code: totpCode(totpURI) }, ann.cookie);
    expect(verifyReply.status).toBe(200);
    return { ...ann, totpURI, backupCodes, cookie: cookieHeader(verifyReply) || ann.cookie };
  }
  /** The current code was used for the setup, so this is the next one, which is accepted half a minute early. */
  const nextCode = (totpURI: string) => totpCode(totpURI, Date.now() + 30_000);
  const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('is required at sign-in, and its code completes it', async () => {
    const ann = await withSecondFactor();
    const passwordReply = await signIn(ann);
    expect({ status: passwordReply.status, json: passwordReply.json }).toEqual({
      status: 200,
      json: { twoFactorRedirect: true },
    });
    expect(await isSignedIn(cookieHeader(passwordReply))).toBe(false);
    const oldCode = totpCode(ann.totpURI, Date.now() - 600_000);
    for (const code of [oldCode, wrongCode(totpCode(ann.totpURI, Date.now() + 300_000))]) {
      expectProblem(
        await auth('/two-factor/verify-totp', { code }, cookieHeader(passwordReply)),
        401,
        'invalid_credentials',
      );
    }
    const verifiedReply = await auth(
      '/two-factor/verify-totp',
      { code: nextCode(ann.totpURI) },
      cookieHeader(passwordReply),
    );
    expect(verifiedReply.status).toBe(200);
    expect(await isSignedIn(cookieHeader(verifiedReply))).toBe(true);
    // The password alone was not recorded as a sign-in.
    const auditEntries = await queryRows(
      'select action, reason from audit_entries where subject = $1 order by sequence',
      [ann.user.id],
    );
    expect(auditEntries).toEqual([
      { action: 'member.second_factor', reason: 'verify-totp' },
      { action: 'member.sign_in', reason: 'verify-totp' },
    ]);
  });

  it('accepts each code once', async () => {
    const ann = await withSecondFactor();
    const code = nextCode(ann.totpURI);
    const readSessions = () => queryRows('select from auth_sessions where "userId" = $1', [ann.user.id]);
    const passwordCookies = [
      cookieHeader(await signIn(ann)),
      cookieHeader(await signIn(ann)),
      cookieHeader(await signIn(ann)),
    ];
    const sessionsBefore = (await readSessions()).length;
    const [firstReply, secondReply] = await Promise.all(
      passwordCookies.slice(1).map((passwordReply) => auth('/two-factor/verify-totp', { code }, passwordReply)),
    );
    expect([firstReply!.status, secondReply!.status].sort()).toEqual([200, 401]);
    const reusedCodeReply = await auth('/two-factor/verify-totp', { code }, passwordCookies[0]);
    expectProblem(reusedCodeReply, 401, 'invalid_credentials');
    expect(reusedCodeReply.headers.getSetCookie()).toEqual([]);
    expect(await readSessions()).toHaveLength(sessionsBefore + 1);
  });

  it('limits wrong codes', async () => {
    const ann = await withSecondFactor();
    const passwordReply = cookieHeader(await signIn(ann));
    const verify = () => auth('/two-factor/verify-totp', { code: 'wrong' }, passwordReply);
    for (let n = 0; n < 5; n++) expectProblem(await verify(), 401, 'invalid_credentials');
    expectProblem(await verify(), 429, 'rate_limited');
    await queryRows(`update auth_two_factors set "lockedUntil" = now() + interval '1 minute' where "userId" = $1`, [
      ann.user.id,
    ]);
    const lockedReply = await auth(
      '/two-factor/verify-totp',
      { code: nextCode(ann.totpURI) },
      cookieHeader(await signIn(ann)),
    );
    expectProblem(lockedReply, 429, 'rate_limited');
  });

  it('checks at most ten codes, even with concurrent requests', async () => {
    const ann = await withSecondFactor();
    const passwordCookies = await Promise.all(Array.from({ length: 16 }, async () => cookieHeader(await signIn(ann))));
    const replies = await Promise.all(
      passwordCookies.map((passwordReply, n) =>
        auth('/two-factor/verify-totp', { code: 'wrong' }, passwordReply, n % 2 ? service : secondInstance),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    const correctCodeReply = await auth(
      '/two-factor/verify-backup-code',
      { code: ann.backupCodes[0] },
      cookieHeader(await signIn(ann)),
    );
    expectProblem(correctCodeReply, 429, 'rate_limited');
  });

  it('does not count correct codes', async () => {
    const ann = await withSecondFactor();
    const statuses: number[] = [];
    for (const code of [...ann.backupCodes, nextCode(ann.totpURI)]) {
      const path = code.includes('-') ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp';
      statuses.push((await auth(path, { code }, cookieHeader(await signIn(ann)))).status);
    }
    expect(statuses).toEqual(Array(11).fill(200));
  });

  it('accepts each backup code once, even concurrently, and only its owner’s', async () => {
    const [ann, bob] = [await withSecondFactor(), await withSecondFactor()];
    const [code] = ann.backupCodes;
    const verify = async (user = ann, instance = service) =>
      auth('/two-factor/verify-backup-code', { code }, cookieHeader(await signIn(user)), instance);
    expectProblem(await verify(bob), 401, 'invalid_credentials');
    const replies = await Promise.all(
      [service, secondInstance, service, secondInstance].map((instance) => verify(ann, instance)),
    );
    const [successful, ...otherSuccesses] = replies.filter(({ status }) => status === 200);
    expect(otherSuccesses).toEqual([]);
    expect(await isSignedIn(cookieHeader(successful!))).toBe(true);
    expectProblem(await verify(), 401, 'invalid_credentials');
  });

  it('forgets trusted devices and codes when it is turned off or the password changes', async () => {
    const ann = await withSecondFactor();
    const verifiedReply = await auth(
      '/two-factor/verify-totp',
      { code: nextCode(ann.totpURI), trustDevice: true },
      cookieHeader(await signIn(ann)),
    );
    const cookieOf = (reply: HttpResponse, name: string) =>
      cookieHeader(reply)
        .split('; ')
        .filter((part) => part.includes(name))
        .join('');
    const signInOnDevice = (device: string, password = ann.password) =>
      auth('/sign-in/email', { email: ann.email, password }, device);
    const trustedDeviceReply = await signInOnDevice(cookieOf(verifiedReply, 'trust_device'));
    expect(trustedDeviceReply.json.twoFactorRedirect).toBeUndefined();
    const disableReply = await auth(
      '/two-factor/disable',
      { password: ann.password },
      cookieOf(verifiedReply, 'session_token'),
    );
    const enableReply = await auth('/two-factor/enable', { password: ann.password }, cookieHeader(disableReply));
    const secondSetupReply = await auth(
      '/two-factor/verify-totp',
      { code: totpCode(enableReply.json.totpURI) },
      cookieHeader(disableReply),
    );
    expect(secondSetupReply.status).toBe(200);
    expect((await signInOnDevice(cookieOf(trustedDeviceReply, 'trust_device'))).json).toEqual({
      twoFactorRedirect: true,
    });
    const passwordReply = cookieHeader(await signIn(ann));
    const oldBackupCode = { code: ann.backupCodes[0] };
    expectProblem(
      await auth('/two-factor/verify-backup-code', oldBackupCode, passwordReply),
      401,
      'invalid_credentials',
    );

    const { backupCodes } = enableReply.json;
    const change = { currentPassword: ann.password, newPassword: 'Another-horse-9' };
    expect((await auth('/change-password', change, cookieHeader(secondSetupReply))).status).toBe(200);
    const lateReply = await auth('/two-factor/verify-backup-code', { code: backupCodes[0] }, passwordReply);
    expectProblem(lateReply, 401, 'missing_session');
  });

  it('is active only after a verified code, and requires the password', async () => {
    const ann = await signUp(service);
    const rejected = await auth('/two-factor/enable', { password: 'Wrong-horse-9' }, ann.cookie);
    expectProblem(rejected, 401, 'invalid_credentials');
    await auth('/two-factor/enable', { password: ann.password }, ann.cookie);
    expect(await isSignedIn(cookieHeader(await signIn(ann)))).toBe(true);
  });

  it('can be turned off with the password', async () => {
    const ann = await withSecondFactor();
    expect((await auth('/two-factor/disable', { password: ann.password }, ann.cookie)).status).toBe(200);
    const auditEntries = await queryRows('select action from audit_entries where subject = $1 order by sequence', [
      ann.user.id,
    ]);
    expect(auditEntries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member.second_factor', 'member.second_factor_off']),
    );
    expect(await isSignedIn(cookieHeader(await signIn(ann)))).toBe(true);
  });

  it('is not readable in the database', async () => {
    const ann = await withSecondFactor();
    const storedJson = JSON.stringify(
      await queryRows('select * from auth_two_factors where "userId" = $1', [ann.user.id]),
    );
    expect(storedJson).not.toContain(new URL(ann.totpURI).searchParams.get('secret'));
    for (const code of ann.backupCodes) expect(storedJson).not.toContain(code);
  });
});

describe('requests from pages', async () => {
  const ann = await signUp(service);
  const { port } = new URL(service.url);
  const attempts = [
    ['signing in', '/api/auth/sign-in/email', { email: ann.email, password: ann.password }, 200],
    ['making a key', '/api/keys', { name: 'k', mode: 'test', kind: 'secret' }, 201],
  ] as const;
  const foreignOrigins: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another port', { origin: `http://127.0.0.1:${Number(port) + 1}` }],
    ['a host that begins alike', { origin: `${service.url}.evil.example` }],
    ['another site that sends no origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site that sends no origin', { 'sec-fetch-site': 'same-site' }],
  ];
  const ownOrigins: [string, Record<string, string>][] = [
    ['no page', {}],
    ['its own page', { origin: service.url, 'sec-fetch-site': 'same-origin' }],
    ['the public address', { origin: service.config.publicUrl }],
  ];
  for (const [action, path, body, status] of attempts) {
    it.each(foreignOrigins)(`are rejected for ${action} from %s`, async (_from, headers) => {
      const reply = await call(service, 'POST', path, { body, headers, cookie: ann.cookie });
      expectProblem(reply, 403, 'origin_not_allowed');
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    });

    it.each(ownOrigins)(`are allowed for ${action} from %s`, async (_from, headers) => {
      expect((await call(service, 'POST', path, { body, headers, cookie: ann.cookie })).status).toBe(status);
    });
  }

  it.each([
    ['POST', '/api/auth/sign-out'],
    ['PUT', '/api/plan'],
    ['DELETE', '/api/keys/key_1'],
    ['POST', '/api/invitations/accept'],
  ])('are rejected for %s %s from another site', async (method, path) => {
    const headers = { origin: 'https://evil.example' };
    const reply = await call(service, method, path, { cookie: ann.cookie, headers });
    expectProblem(reply, 403, 'origin_not_allowed');
    expect(await isSignedIn(ann.cookie)).toBe(true);
  });
});

describe('attempts', async () => {
  const connection = await createDatabase();
  const firstInstance = await startService(connection, { authAttemptsPerMinute: 5 });
  const otherInstance = await startService(connection, { authAttemptsPerMinute: 5 });

  it('are counted across all instances and rejected beyond the limit', async () => {
    const wrongCredentials = { email: 'nobody@example.com', password: 'Wrong-horse-9' };
    const tries = [
      () => auth('/sign-up/email', credentialsOf('limited'), undefined, firstInstance),
      () => signIn(wrongCredentials, otherInstance),
      () => auth('/request-password-reset', { email: wrongCredentials.email }, undefined, firstInstance),
      () => auth('/reset-password', { token: 'x', newPassword: wrongCredentials.password }, undefined, otherInstance),
      () => auth('/two-factor/verify-totp', { code: '123456' }, undefined, firstInstance),
    ];
    for (const attempt of tries) expect((await attempt()).status).not.toBe(429);
    for (const instance of [firstInstance, otherInstance]) {
      for (const reply of [
        await signIn(wrongCredentials, instance),
        await auth('/sign-up/email', credentialsOf('more'), undefined, instance),
      ]) {
        expectProblem(reply, 429, 'rate_limited');
        expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
    }
    expect((await call(firstInstance, 'GET', '/api/auth/get-session')).status).toBe(200);

    await queryAsDbOwner(connection, `update attempt_counters set window_start = window_start - interval '61 seconds'`);
    expect((await signIn(credentialsOf('limited'), otherInstance)).status).toBe(200);
  });

  it('do not store IP addresses', async () => {
    const { rows: counters } = await queryAsDbOwner(connection, 'select address from attempt_counters');
    expect(counters.map(({ address }) => address.length)).toEqual([32]);
  });
});

describe('SIGNUP', async () => {
  const inviteOnlyService = await startService(service.connection, { signup: 'invite', jobs: 'off' });
  const closedService = await startService(service.connection, { signup: 'closed', jobs: 'off' });

  it('closed rejects new accounts and lets existing ones sign in', async () => {
    expectProblem(await auth('/sign-up/email', credentialsOf('late'), undefined, closedService), 403, 'signup_closed');
    const ann = await signUp(service);
    expect((await signIn(ann, closedService)).status).toBe(200);
    const invitation = { email: 'asked@example.com', role: 'agent' };
    await call(service, 'POST', '/api/invitations', { cookie: ann.cookie, body: invitation });
    expectProblem(await auth('/sign-up/email', credentialsOf('asked'), undefined, closedService), 403, 'signup_closed');
  });

  it('invite accepts invited people, into that workspace only', async () => {
    const ann = await signUp(service, { businessName: 'Invited only' });
    expectProblem(
      await auth('/sign-up/email', credentialsOf('guest'), undefined, inviteOnlyService),
      403,
      'signup_closed',
    );
    const invitation = { email: 'Guest@example.com', role: 'agent' };
    await call(service, 'POST', '/api/invitations', { cookie: ann.cookie, body: invitation });
    const cookie = cookieHeader(await auth('/sign-up/email', credentialsOf('guest'), undefined, inviteOnlyService));

    const workspacesBefore = await call(inviteOnlyService, 'GET', '/api/me', { cookie });
    expect(workspacesBefore.json.workspaces).toEqual([]);
    expectProblem(await call(inviteOnlyService, 'GET', '/api/members', { cookie }), 403, 'insufficient_scope');
    const body = { token: await emailedToken(service, 'guest@example.com') };
    expect((await call(inviteOnlyService, 'POST', '/api/invitations/accept', { cookie, body })).status).toBe(200);
    const workspacesAfter = await call(inviteOnlyService, 'GET', '/api/me', { cookie });
    expect(workspacesAfter.json.workspaces).toMatchObject([{ name: 'Invited only', role: 'agent' }]);
  });

  it('invite rejects an expired invitation', async () => {
    const ann = await signUp(service);
    const invitation = { email: 'slow@example.com', role: 'agent' };
    await call(service, 'POST', '/api/invitations', { cookie: ann.cookie, body: invitation });
    await queryRows(`update invitations set expires_at = now() - interval '1 second' where email = 'slow@example.com'`);
    expectProblem(
      await auth('/sign-up/email', credentialsOf('slow'), undefined, inviteOnlyService),
      403,
      'signup_closed',
    );
  });
});

describe('other endpoints of better-auth', async () => {
  const { cookie } = await signUp(service);
  it.each([
    ['GET', '/api/auth/ok'],
    ['GET', '/api/auth/error'],
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/delete-user'],
    ['POST', '/api/auth/change-email'],
    ['POST', '/api/auth/send-verification-email'],
    ['POST', '/api/auth/sign-in/social'],
    ['POST', '/api/auth/two-factor/send-otp'],
    ['POST', '/api/auth/two-factor/generate-backup-codes'],
    ['GET', '/api/auth/reset-password/abc'],
    ['POST', '/api/v1/auth/sign-in/email'],
    ['POST', '/v1/auth/sign-in/email'],
  ])('%s %s is not found', async (method, path) => {
    const body = method === 'POST' ? { name: 'x', password: 'x' } : undefined;
    expectProblem(await call(service, method, path, { cookie, body }), 404, 'not_found');
  });
});
