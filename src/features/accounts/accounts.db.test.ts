import { describe, expect, it, vi } from 'vitest';
import { expectProblem, findEmailedToken, findEmailsTo, getErrorPointers } from '../../../test/expect.ts';
import {
  call,
  createDatabase,
  getCookieHeader,
  type HttpResponse,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { createTotpCode } from '../../../test/totp.ts';

const service = await startService();
const secondInstance = await startService(service.connection, { jobs: 'off' });

const postAuth = (path: string, body: unknown, cookie?: string, instance: Service = service) =>
  call(instance, 'POST', `/api/auth${path}`, { body, cookie });
const signIn = (person: { email: string; password: string }, instance: Service = service) =>
  postAuth('/sign-in/email', { email: person.email, password: person.password }, undefined, instance);
const isSignedIn = async (cookie: string) => (await call(service, 'GET', '/api/keys', { cookie })).status === 200;
const runSql = async (sql: string, values: unknown[] = [], instance: Service = service) =>
  (await queryAsDbOwner(instance.connection, sql, values)).rows;
const newCredentials = (emailName: string) => ({
  name: 'Ann',
  email: `${emailName}@example.com`,
  password: 'Correct-horse-9',
});

describe('signing up', () => {
  it('creates a workspace on Starter and its sandbox', async () => {
    const { cookie, user } = await signUp(service, { businessName: 'Bella Vista' });
    const me = await call(service, 'GET', '/api/me', { cookie });
    expect(me.json.user.id).toBe(user.id);
    expect(me.json.workspaces).toEqual([
      { id: expect.stringMatching(/^ws_/), name: 'Bella Vista', plan: 'starter', role: 'owner', deletesAt: null },
    ]);
    const workspaces = await runSql('select mode, plan, name from workspaces where live_id = $1 order by mode', [
      me.json.workspaces[0].id,
    ]);
    expect(workspaces).toEqual([
      { mode: 'live', plan: 'starter', name: 'Bella Vista' },
      { mode: 'test', plan: 'starter', name: 'Bella Vista' },
    ]);
  });

  it('sets an HTTP-only cookie and does not reveal its token', async () => {
    const response = await postAuth('/sign-up/email', newCredentials('cookie'));
    const [cookie] = response.headers.getSetCookie().filter((text) => text.includes('session_token='));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\//i);
    const token = decodeURIComponent(cookie!.split(/[=;]/)[1]!).split('.')[0]!;
    expect(token.length).toBeGreaterThan(20);
    expect(response.text).not.toContain(token);
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
    const response = await postAuth('/sign-up/email', { ...newCredentials('refused'), ...invalidFields });
    expectProblem(response, 422, 'validation_failed');
    expect([...new Set(getErrorPointers(response))].sort()).toEqual(pointers);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await runSql(`select from auth_users where email = 'refused@example.com'`)).toHaveLength(0);
  });

  it.each([
    ['no JSON', '{"name":', {}, 400, 'invalid_json'],
    ['an empty body', '', { 'content-type': 'application/json' }, 400, 'invalid_json'],
    ['a form', 'name=Ann', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
  ])('rejects %s', async (_what, body, headers, status, code) => {
    expectProblem(await call(service, 'POST', '/api/auth/sign-up/email', { body, headers }), status, code);
  });

  it('accepts passwords of 128 characters of any kind, and names in any script', async () => {
    const longCredentials = { ...newCredentials('long'), name: 'Ánn 王 👩‍🍳', password: '🐴'.repeat(128) };
    expect((await postAuth('/sign-up/email', longCredentials)).status).toBe(200);
    expect((await signIn(longCredentials)).status).toBe(200);
  });

  it('stores the password as better-auth hashes it', async () => {
    const hashingService = await startService(service.connection, { jobs: 'off' }, { passwordHasher: undefined });
    const credentials = newCredentials('careful');
    expect((await postAuth('/sign-up/email', credentials, undefined, hashingService)).status).toBe(200);
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
    await postAuth('/sign-up/email', newCredentials('twice'));
    const secondSignUp = await postAuth('/sign-up/email', { ...newCredentials('x'), email: 'TWICE@example.com' });
    expect([secondSignUp.status, secondSignUp.json.user.email]).toEqual([200, 'twice@example.com']);
    expect(await isSignedIn(getCookieHeader(secondSignUp))).toBe(true);
    const wrongCredentials = { email: 'twice@example.com', password: 'Wrong-horse-9' };
    const rejectedResponse = await postAuth('/sign-up/email', { ...wrongCredentials, name: 'Eve' });
    const signInResponse = await postAuth('/sign-in/email', wrongCredentials);
    expectProblem(rejectedResponse, 401, 'invalid_credentials');
    expect(rejectedResponse.json.detail).toBe(signInResponse.json.detail);
    expect(rejectedResponse.headers.getSetCookie()).toEqual([]);
    const [{ n }] = await runSql(
      `select count(*)::int as n from members m join auth_users u on u.id = user_id where email = 'twice@example.com'`,
    );
    expect(n).toBe(1);
  });

  it('concurrently with one address creates one account', async () => {
    const responses = await Promise.all(
      [service, secondInstance, service, secondInstance].map((instance) =>
        postAuth('/sign-up/email', newCredentials('race'), undefined, instance),
      ),
    );
    expect(new Set(responses.map(({ status, json }) => `${status} ${json.user.id}`)).size).toBe(1);
    expect(await runSql(`select from auth_users where email = 'race@example.com'`)).toHaveLength(1);
    expect(
      await runSql(`select from members m join auth_users u on u.id = user_id where email = 'race@example.com'`),
    ).toHaveLength(1);
  });

  it('without getting a workspace gets one at the next request, even at concurrent ones', async () => {
    const { cookie, user } = await signUp(service);
    await runSql('delete from members where user_id = $1', [user.id]);
    const requests = Array.from({ length: 10 }, (_, n) =>
      call(n % 2 ? secondInstance : service, 'GET', '/api/keys', { cookie }),
    );
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await runSql('select from members where user_id = $1', [user.id])).toHaveLength(1);
  });
});

describe('signing up with confirmation by email', async () => {
  // The first service runs its jobs and writes the emails to files.
  const mailingService = await startService(service.connection, { smtpUrl: 'smtp://127.0.0.1:1', jobs: 'off' });
  const signUpWithEmail = (body: object) => postAuth('/sign-up/email', body, undefined, mailingService);
  const waitForEmails = async (email: string, count: number) =>
    vi.waitFor(
      async () => {
        const receivedEmails = await findEmailsTo(service, email);
        expect(receivedEmails).toHaveLength(count);
        return receivedEmails.at(-1)!;
      },
      { timeout: 60_000, interval: 25 },
    );
  const readTokenInEmail = (email: string) => /\/verify-email\?token=([\w.-]+)/.exec(email)?.[1];

  it('does not reveal whether the address has an account', async () => {
    const existingUser = await signUp(service, { name: 'Old Owner' });
    const newUser = newCredentials('fresh');
    const describeShape = ({ status, json, headers }: Awaited<ReturnType<typeof signUpWithEmail>>) => ({
      status,
      keys: Object.keys(json).sort(),
      user: Object.entries(json.user)
        .map(([name, value]) => `${name} ${value === null ? 'null' : typeof value}`)
        .sort(),
      values: [json.confirmEmail, json.user.name, json.user.emailVerified, /^usr_\w{26}$/.test(json.user.id)],
      cookies: headers.getSetCookie(),
      headers: [...headers.keys()].filter((name) => name !== 'content-length').sort(),
    });
    const timeSignUp = async (body: { email: string }) => {
      const startedAt = performance.now();
      const shape = describeShape(await signUpWithEmail(body));
      return { shape, ms: performance.now() - startedAt };
    };
    const newAddressResult = await timeSignUp(newUser);
    const knownAddressResult = await timeSignUp({ ...newUser, email: existingUser.email });
    expect(knownAddressResult.shape).toEqual(newAddressResult.shape);
    expect(knownAddressResult.shape).toMatchObject({ status: 200, cookies: [] });
    // Both take at least the same minimum time.
    for (const { ms } of [newAddressResult, knownAddressResult]) expect(ms).toBeGreaterThanOrEqual(995);
    const correctPasswordResponse = await signUpWithEmail({
      ...newUser,
      email: existingUser.email,
      password: existingUser.password,
    });
    expect(describeShape(correctPasswordResponse)).toEqual(newAddressResult.shape);

    const emailToOwner = await waitForEmails(existingUser.email, 2);
    expect(emailToOwner).toContain('You already have an account with Frontdesk');
    for (const part of ['Hi Old Owner', '/login', '/forgot']) expect(emailToOwner).toContain(part);
    expect(readTokenInEmail(emailToOwner)).toBeUndefined();
    expect((await signIn(existingUser)).status).toBe(200);
    expect(await runSql('select from members where user_id = $1', [existingUser.user.id])).toHaveLength(1);
    expect(
      await runSql('select from auth_users where name = $1 and email = $2', [newUser.name, existingUser.email]),
    ).toEqual([]);
  });

  it('opens the account only with the emailed link', async () => {
    const eve = { ...newCredentials('eve'), name: 'Visit http://evil.example', businessName: 'Eve’s' };
    await signUpWithEmail(eve);
    const email = await waitForEmails(eve.email, 1);
    expect(email).not.toContain('evil');
    expectProblem(await signIn(eve, mailingService), 403, 'email_not_verified');
    expectProblem(await signIn({ ...eve, password: 'Wrong-horse-9' }, mailingService), 401, 'invalid_credentials');
    await waitForEmails(eve.email, 2);
    const verify = (token: string) => postAuth('/verify-email', { token }, undefined, mailingService);
    const token = readTokenInEmail(email)!;
    expect(getErrorPointers(await verify(`${token.slice(0, -5)}AAAAA`))).toEqual(['/token']);
    const verifyResponse = await verify(token);
    expect([verifyResponse.status, verifyResponse.json]).toEqual([200, { status: true }]);
    const { json } = await call(mailingService, 'GET', '/api/me', { cookie: getCookieHeader(verifyResponse) });
    expect(json.workspaces).toMatchObject([{ name: 'Eve’s', plan: 'starter', role: 'owner' }]);
    expect((await verify(token)).headers.getSetCookie()).toEqual([]);
    expect((await signIn(eve, mailingService)).status).toBe(200);
  });

  it('emails an address at most five times an hour, and then responds the same without an email', async () => {
    const dan = newCredentials('dan');
    const responseShapes = new Set<string>();
    for (let n = 0; n < 4; n++) responseShapes.add(Object.keys((await signUpWithEmail(dan)).json).join());
    for (let n = 0; n < 3; n++) expectProblem(await signIn(dan, mailingService), 403, 'email_not_verified');
    expect(responseShapes.size).toBe(1);
    await vi.waitFor(async () => expect(await runSql('select from graphile_worker.jobs')).toEqual([]), {
      timeout: 60_000,
      interval: 25,
    });
    expect(await findEmailsTo(service, dan.email)).toHaveLength(5);
  });

  it('creates one account for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, () => signUpWithEmail(newCredentials('crowd'))));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await runSql(`select from auth_users where email = 'crowd@example.com'`)).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('opens the dashboard until signing out', async () => {
    const ann = await signUp(service);
    const cookie = getCookieHeader(await signIn(ann));
    expect(await isSignedIn(cookie)).toBe(true);
    expect((await call(secondInstance, 'GET', '/api/auth/get-session', { cookie })).json.user.email).toBe(ann.email);
    expect((await postAuth('/sign-out', {}, cookie)).status).toBe(200);
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
    expect((await postAuth('/sign-out', {}, oldCookie)).status).toBe(200);
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
    const wrongPasswordResponse = await signIn({ email, password: 'Wrong-horse-9' });
    const unknownAddressResponse = await signIn({ email: 'nobody@example.com', password: 'Wrong-horse-9' });
    for (const response of [wrongPasswordResponse, unknownAddressResponse])
      expectProblem(response, 401, 'invalid_credentials');
    expect({ ...unknownAddressResponse.json, requestId: '' }).toEqual({ ...wrongPasswordResponse.json, requestId: '' });
    expect(wrongPasswordResponse.headers.getSetCookie()).toEqual([]);
  });

  it('rejects an unknown field, naming it', async () => {
    const response = await postAuth('/sign-in/email', { email: 'a@example.com', password: 'x', callbackURL: '/' });
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toEqual(['/callbackURL']);
  });
});

describe('sessions', () => {
  it('can be listed and ended', async () => {
    const ann = await signUp(service);
    const bob = await signUp(service);
    const [phoneCookie, laptopCookie] = [getCookieHeader(await signIn(ann)), getCookieHeader(await signIn(ann))];
    const listResponse = await call(service, 'GET', '/api/auth/list-sessions', { cookie: phoneCookie });
    expect(listResponse.json).toHaveLength(3);
    const laptopSession = listResponse.json.find(({ token }: { token: string }) => laptopCookie.includes(token));

    await postAuth('/revoke-session', { token: laptopSession.token }, bob.cookie);
    expect(await isSignedIn(laptopCookie)).toBe(true);
    expect((await postAuth('/revoke-session', { token: laptopSession.token }, phoneCookie)).status).toBe(200);
    expect(await isSignedIn(laptopCookie)).toBe(false);
    expect((await postAuth('/revoke-other-sessions', {}, phoneCookie)).status).toBe(200);
    expect([await isSignedIn(phoneCookie), await isSignedIn(ann.cookie), await isSignedIn(bob.cookie)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('end with a change of the password, if requested', async () => {
    const ann = await signUp(service);
    const otherCookie = getCookieHeader(await signIn(ann));
    const passwordChange = { currentPassword: ann.password, newPassword: 'Another-horse-9', revokeOtherSessions: true };
    const wrongPasswordResponse = await postAuth(
      '/change-password',
      { ...passwordChange, currentPassword: 'Wrong-horse-9' },
      ann.cookie,
    );
    expectProblem(wrongPasswordResponse, 401, 'invalid_credentials');
    for (const newPassword of ['password', ann.email])
      expectProblem(
        await postAuth('/change-password', { ...passwordChange, newPassword }, ann.cookie),
        422,
        'validation_failed',
      );
    const changeResponse = await postAuth('/change-password', passwordChange, ann.cookie);
    expect(changeResponse.status).toBe(200);
    expect([await isSignedIn(getCookieHeader(changeResponse)), await isSignedIn(otherCookie)]).toEqual([true, false]);
    expectProblem(await signIn(ann), 401, 'invalid_credentials');
  });

  it('are rejected once expired', async () => {
    const ann = await signUp(service);
    await runSql(`update auth_sessions set "expiresAt" = now() - interval '1 second' where "userId" = $1`, [
      ann.user.id,
    ]);
    expectProblem(await call(service, 'GET', '/api/keys', { cookie: ann.cookie }), 401, 'missing_session');
  });
});

describe('a password reset', () => {
  it('with the emailed token ends every session and works once', async () => {
    const ann = await signUp(service);
    const resetResponse = await postAuth('/request-password-reset', { email: ann.email });
    expect(resetResponse.status).toBe(200);
    const token = await findEmailedToken(service, ann.email);
    const resetBody = { token, newPassword: 'Brand-new-horse-9' };
    const isLinkOpen = async () => (await postAuth('/check-reset-link', { token })).json.isOpen;
    expect(await isLinkOpen()).toBe(true);

    for (const newPassword of ['short', '12345678'])
      expectProblem(await postAuth('/reset-password', { token, newPassword }), 422, 'validation_failed');
    expect((await postAuth('/reset-password', resetBody)).status).toBe(200);
    expect(await isSignedIn(ann.cookie)).toBe(false);
    expectProblem(await signIn(ann), 401, 'invalid_credentials');
    expect((await signIn({ email: ann.email, password: resetBody.newPassword })).status).toBe(200);

    expect(await isLinkOpen()).toBe(false);
    const reusedResponse = await postAuth('/reset-password', { token, newPassword: 'Thieving-horse-9' });
    expectProblem(reusedResponse, 422, 'validation_failed');
    expect(getErrorPointers(reusedResponse)).toEqual(['/token']);
  });

  it('invalidates the tokens of earlier emails', async () => {
    const ann = await signUp(service);
    const requestToken = async ({ expectedEmailCount }: { expectedEmailCount: number }) => {
      await postAuth('/request-password-reset', { email: ann.email });
      return findEmailedToken(service, ann.email, expectedEmailCount);
    };
    const resetPassword = (token: string, newPassword: string) => postAuth('/reset-password', { token, newPassword });
    const firstToken = await requestToken({ expectedEmailCount: 1 });
    const nextToken = await requestToken({ expectedEmailCount: 2 });
    expect((await resetPassword(nextToken, 'Brand-new-horse-9')).status).toBe(200);
    expect(getErrorPointers(await resetPassword(firstToken, 'Thieving-horse-9'))).toEqual(['/token']);

    const thirdToken = await requestToken({ expectedEmailCount: 3 });
    const cookie = getCookieHeader(await signIn({ ...ann, password: 'Brand-new-horse-9' }));
    const passwordChange = { currentPassword: 'Brand-new-horse-9', newPassword: 'Changed-horse-9' };
    const wrongPasswordResponse = await postAuth(
      '/change-password',
      { ...passwordChange, currentPassword: 'Wrong-horse-9' },
      cookie,
    );
    expectProblem(wrongPasswordResponse, 401, 'invalid_credentials');
    const openTokenSql = `select from auth_verifications where identifier = 'reset-password:' || $1`;
    expect(await runSql(openTokenSql, [thirdToken])).toHaveLength(1);
    expect((await postAuth('/change-password', passwordChange, cookie)).status).toBe(200);
    expect(getErrorPointers(await resetPassword(thirdToken, 'Thieving-horse-9'))).toEqual(['/token']);
    expect((await signIn({ ...ann, password: passwordChange.newPassword })).status).toBe(200);
  });

  it('is emailed at most five times an hour, and then gets the same response without an email', async () => {
    const ann = await signUp(service);
    const requestReset = async () => {
      const { status, text } = await postAuth('/request-password-reset', { email: ann.email });
      return `${status} ${text}`;
    };
    const responses = [];
    for (let n = 0; n < 7; n++) responses.push(await requestReset());
    expect(new Set(responses).size).toBe(1);
    await findEmailedToken(service, ann.email, 5);
    await runSql(`update attempt_counters set window_start = window_start - interval '61 minutes'`);
    await requestReset();
    await findEmailedToken(service, ann.email, 6);
  });

  it('gives the same response for an unknown address, and sends no email', async () => {
    const ann = await signUp(service);
    const unknownAddressResponse = await postAuth('/request-password-reset', { email: 'stranger@example.com' });
    const knownAddressResponse = await postAuth('/request-password-reset', { email: ann.email });
    expect([unknownAddressResponse.status, unknownAddressResponse.text]).toEqual([
      knownAddressResponse.status,
      knownAddressResponse.text,
    ]);
    await findEmailedToken(service, ann.email);
    expect(await findEmailsTo(service, 'stranger@example.com')).toEqual([]);
  });

  it('rejects an expired token', async () => {
    const ann = await signUp(service);
    await postAuth('/request-password-reset', { email: ann.email });
    const token = await findEmailedToken(service, ann.email);
    await runSql(`update auth_verifications set "expiresAt" = now() - interval '1 second' where value = $1`, [
      ann.user.id,
    ]);
    expectProblem(await postAuth('/reset-password', { token, newPassword: 'Late-horse-99' }), 422, 'validation_failed');
    expect((await signIn(ann)).status).toBe(200);
  });
});

describe('a second factor', () => {
  async function signUpWithSecondFactor() {
    const ann = await signUp(service);
    const enableResponse = await postAuth('/two-factor/enable', { password: ann.password }, ann.cookie);
    expect(enableResponse.status).toBe(200);
    const { totpURI, backupCodes } = enableResponse.json;
    const verifyResponse = await postAuth('/two-factor/verify-totp', { code: createTotpCode(totpURI) }, ann.cookie);
    expect(verifyResponse.status).toBe(200);
    return { ...ann, totpURI, backupCodes, cookie: getCookieHeader(verifyResponse) || ann.cookie };
  }
  /** The current code was used for the setup, so this is the next one, which is accepted half a minute early. */
  const createNextCode = (totpURI: string) => createTotpCode(totpURI, Date.now() + 30_000);
  const createWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('is required at sign-in, and its code completes it', async () => {
    const ann = await signUpWithSecondFactor();
    const passwordResponse = await signIn(ann);
    expect({ status: passwordResponse.status, json: passwordResponse.json }).toEqual({
      status: 200,
      json: { twoFactorRedirect: true },
    });
    expect(await isSignedIn(getCookieHeader(passwordResponse))).toBe(false);
    const oldCode = createTotpCode(ann.totpURI, Date.now() - 600_000);
    for (const code of [oldCode, createWrongCode(createTotpCode(ann.totpURI, Date.now() + 300_000))]) {
      expectProblem(
        await postAuth('/two-factor/verify-totp', { code }, getCookieHeader(passwordResponse)),
        401,
        'invalid_credentials',
      );
    }
    const verifiedResponse = await postAuth(
      '/two-factor/verify-totp',
      { code: createNextCode(ann.totpURI) },
      getCookieHeader(passwordResponse),
    );
    expect(verifiedResponse.status).toBe(200);
    expect(await isSignedIn(getCookieHeader(verifiedResponse))).toBe(true);
    // The password alone was not recorded as a sign-in.
    const auditEntries = await runSql('select action, reason from audit_entries where subject = $1 order by sequence', [
      ann.user.id,
    ]);
    expect(auditEntries).toEqual([
      { action: 'member.second_factor', reason: 'verify-totp' },
      { action: 'member.sign_in', reason: 'verify-totp' },
    ]);
  });

  it('accepts each code once', async () => {
    const ann = await signUpWithSecondFactor();
    const code = createNextCode(ann.totpURI);
    const readSessions = () => runSql('select from auth_sessions where "userId" = $1', [ann.user.id]);
    const cookiesBeforeCode = [
      getCookieHeader(await signIn(ann)),
      getCookieHeader(await signIn(ann)),
      getCookieHeader(await signIn(ann)),
    ];
    const sessionsBefore = (await readSessions()).length;
    const [firstResponse, secondResponse] = await Promise.all(
      cookiesBeforeCode
        .slice(1)
        .map((cookieBeforeCode) => postAuth('/two-factor/verify-totp', { code }, cookieBeforeCode)),
    );
    expect([firstResponse!.status, secondResponse!.status].sort()).toEqual([200, 401]);
    const reusedCodeResponse = await postAuth('/two-factor/verify-totp', { code }, cookiesBeforeCode[0]);
    expectProblem(reusedCodeResponse, 401, 'invalid_credentials');
    expect(reusedCodeResponse.headers.getSetCookie()).toEqual([]);
    expect(await readSessions()).toHaveLength(sessionsBefore + 1);
  });

  it('limits wrong codes', async () => {
    const ann = await signUpWithSecondFactor();
    const cookieBeforeCode = getCookieHeader(await signIn(ann));
    const verify = () => postAuth('/two-factor/verify-totp', { code: 'wrong' }, cookieBeforeCode);
    for (let n = 0; n < 5; n++) expectProblem(await verify(), 401, 'invalid_credentials');
    expectProblem(await verify(), 429, 'rate_limited');
    await runSql(`update auth_two_factors set "lockedUntil" = now() + interval '1 minute' where "userId" = $1`, [
      ann.user.id,
    ]);
    const lockedResponse = await postAuth(
      '/two-factor/verify-totp',
      { code: createNextCode(ann.totpURI) },
      getCookieHeader(await signIn(ann)),
    );
    expectProblem(lockedResponse, 429, 'rate_limited');
  });

  it('checks at most ten codes, even with concurrent requests', async () => {
    const ann = await signUpWithSecondFactor();
    const cookiesBeforeCode = await Promise.all(
      Array.from({ length: 16 }, async () => getCookieHeader(await signIn(ann))),
    );
    const responses = await Promise.all(
      cookiesBeforeCode.map((cookieBeforeCode, n) =>
        postAuth('/two-factor/verify-totp', { code: 'wrong' }, cookieBeforeCode, n % 2 ? service : secondInstance),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    const correctCodeResponse = await postAuth(
      '/two-factor/verify-backup-code',
      { code: ann.backupCodes[0] },
      getCookieHeader(await signIn(ann)),
    );
    expectProblem(correctCodeResponse, 429, 'rate_limited');
  });

  it('does not count correct codes', async () => {
    const ann = await signUpWithSecondFactor();
    const statuses: number[] = [];
    for (const code of [...ann.backupCodes, createNextCode(ann.totpURI)]) {
      const path = code.includes('-') ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp';
      statuses.push((await postAuth(path, { code }, getCookieHeader(await signIn(ann)))).status);
    }
    expect(statuses).toEqual(Array(11).fill(200));
  });

  it('accepts each backup code once, even concurrently, and only its owner’s', async () => {
    const [ann, bob] = [await signUpWithSecondFactor(), await signUpWithSecondFactor()];
    const [code] = ann.backupCodes;
    const verify = async (user = ann, instance = service) =>
      postAuth('/two-factor/verify-backup-code', { code }, getCookieHeader(await signIn(user)), instance);
    expectProblem(await verify(bob), 401, 'invalid_credentials');
    const responses = await Promise.all(
      [service, secondInstance, service, secondInstance].map((instance) => verify(ann, instance)),
    );
    const [successful, ...otherSuccesses] = responses.filter(({ status }) => status === 200);
    expect(otherSuccesses).toEqual([]);
    expect(await isSignedIn(getCookieHeader(successful!))).toBe(true);
    expectProblem(await verify(), 401, 'invalid_credentials');
  });

  it('forgets trusted devices and codes when it is turned off or the password changes', async () => {
    const ann = await signUpWithSecondFactor();
    const verifiedResponse = await postAuth(
      '/two-factor/verify-totp',
      { code: createNextCode(ann.totpURI), trustDevice: true },
      getCookieHeader(await signIn(ann)),
    );
    const cookieOf = (response: HttpResponse, name: string) =>
      getCookieHeader(response)
        .split('; ')
        .filter((part) => part.includes(name))
        .join('');
    const signInOnDevice = (deviceCookie: string, password = ann.password) =>
      postAuth('/sign-in/email', { email: ann.email, password }, deviceCookie);
    const trustedDeviceResponse = await signInOnDevice(cookieOf(verifiedResponse, 'trust_device'));
    expect(trustedDeviceResponse.json.twoFactorRedirect).toBeUndefined();
    const disableResponse = await postAuth(
      '/two-factor/disable',
      { password: ann.password },
      cookieOf(verifiedResponse, 'session_token'),
    );
    const enableResponse = await postAuth(
      '/two-factor/enable',
      { password: ann.password },
      getCookieHeader(disableResponse),
    );
    const secondSetupResponse = await postAuth(
      '/two-factor/verify-totp',
      { code: createTotpCode(enableResponse.json.totpURI) },
      getCookieHeader(disableResponse),
    );
    expect(secondSetupResponse.status).toBe(200);
    expect((await signInOnDevice(cookieOf(trustedDeviceResponse, 'trust_device'))).json).toEqual({
      twoFactorRedirect: true,
    });
    const cookieBeforeCode = getCookieHeader(await signIn(ann));
    const oldBackupCode = { code: ann.backupCodes[0] };
    expectProblem(
      await postAuth('/two-factor/verify-backup-code', oldBackupCode, cookieBeforeCode),
      401,
      'invalid_credentials',
    );

    const { backupCodes } = enableResponse.json;
    const passwordChange = { currentPassword: ann.password, newPassword: 'Another-horse-9' };
    expect((await postAuth('/change-password', passwordChange, getCookieHeader(secondSetupResponse))).status).toBe(200);
    const lateResponse = await postAuth('/two-factor/verify-backup-code', { code: backupCodes[0] }, cookieBeforeCode);
    expectProblem(lateResponse, 401, 'missing_session');
  });

  it('is active only after a verified code, and requires the password', async () => {
    const ann = await signUp(service);
    const wrongPasswordResponse = await postAuth('/two-factor/enable', { password: 'Wrong-horse-9' }, ann.cookie);
    expectProblem(wrongPasswordResponse, 401, 'invalid_credentials');
    await postAuth('/two-factor/enable', { password: ann.password }, ann.cookie);
    expect(await isSignedIn(getCookieHeader(await signIn(ann)))).toBe(true);
  });

  it('can be turned off with the password', async () => {
    const ann = await signUpWithSecondFactor();
    expect((await postAuth('/two-factor/disable', { password: ann.password }, ann.cookie)).status).toBe(200);
    const auditEntries = await runSql('select action from audit_entries where subject = $1 order by sequence', [
      ann.user.id,
    ]);
    expect(auditEntries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member.second_factor', 'member.second_factor_off']),
    );
    expect(await isSignedIn(getCookieHeader(await signIn(ann)))).toBe(true);
  });

  it('is not readable in the database', async () => {
    const ann = await signUpWithSecondFactor();
    const storedJson = JSON.stringify(
      await runSql('select * from auth_two_factors where "userId" = $1', [ann.user.id]),
    );
    expect(storedJson).not.toContain(new URL(ann.totpURI).searchParams.get('secret'));
    for (const code of ann.backupCodes) expect(storedJson).not.toContain(code);
  });
});

describe('requests from websites', async () => {
  const ann = await signUp(service);
  const { port } = new URL(service.url);
  const requests = [
    ['signing in', '/api/auth/sign-in/email', { email: ann.email, password: ann.password }, 200],
    ['creating a key', '/api/keys', { name: 'k', mode: 'test', kind: 'secret' }, 201],
  ] as const;
  const foreignOrigins: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['a website without an origin', { origin: 'null' }],
    ['another port', { origin: `http://127.0.0.1:${Number(port) + 1}` }],
    ['a host that begins alike', { origin: `${service.url}.evil.example` }],
    ['another site that sends no origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site that sends no origin', { 'sec-fetch-site': 'same-site' }],
  ];
  const ownOrigins: [string, Record<string, string>][] = [
    ['no website', {}],
    ['its own website', { origin: service.url, 'sec-fetch-site': 'same-origin' }],
    ['the public URL', { origin: service.config.publicUrl }],
  ];
  for (const [action, path, body, status] of requests) {
    it.each(foreignOrigins)(`are rejected for ${action} from %s`, async (_from, headers) => {
      const response = await call(service, 'POST', path, { body, headers, cookie: ann.cookie });
      expectProblem(response, 403, 'origin_not_allowed');
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
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
    const response = await call(service, method, path, { cookie: ann.cookie, headers });
    expectProblem(response, 403, 'origin_not_allowed');
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
      () => postAuth('/sign-up/email', newCredentials('limited'), undefined, firstInstance),
      () => signIn(wrongCredentials, otherInstance),
      () => postAuth('/request-password-reset', { email: wrongCredentials.email }, undefined, firstInstance),
      () =>
        postAuth('/reset-password', { token: 'x', newPassword: wrongCredentials.password }, undefined, otherInstance),
      () => postAuth('/two-factor/verify-totp', { code: '123456' }, undefined, firstInstance),
    ];
    for (const attempt of tries) expect((await attempt()).status).not.toBe(429);
    for (const instance of [firstInstance, otherInstance]) {
      for (const response of [
        await signIn(wrongCredentials, instance),
        await postAuth('/sign-up/email', newCredentials('more'), undefined, instance),
      ]) {
        expectProblem(response, 429, 'rate_limited');
        expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
    }
    expect((await call(firstInstance, 'GET', '/api/auth/get-session')).status).toBe(200);

    await queryAsDbOwner(connection, `update attempt_counters set window_start = window_start - interval '61 seconds'`);
    expect((await signIn(newCredentials('limited'), otherInstance)).status).toBe(200);
  });

  it('do not store IP addresses', async () => {
    const { rows: counters } = await queryAsDbOwner(connection, 'select address from attempt_counters');
    expect(counters.map(({ address }) => address.length)).toEqual([32]);
  });
});

describe('SIGNUP', async () => {
  const inviteOnlyService = await startService(service.connection, { signup: 'invite', jobs: 'off' });
  const closedService = await startService(service.connection, { signup: 'closed', jobs: 'off' });

  it('set to closed rejects new accounts and lets existing ones sign in', async () => {
    expectProblem(
      await postAuth('/sign-up/email', newCredentials('late'), undefined, closedService),
      403,
      'signup_closed',
    );
    const ann = await signUp(service);
    expect((await signIn(ann, closedService)).status).toBe(200);
    const invitation = { email: 'invitee@example.com', role: 'agent' };
    await call(service, 'POST', '/api/invitations', { cookie: ann.cookie, body: invitation });
    expectProblem(
      await postAuth('/sign-up/email', newCredentials('invitee'), undefined, closedService),
      403,
      'signup_closed',
    );
  });

  it('set to invite accepts invited people, into that workspace only', async () => {
    const ann = await signUp(service, { businessName: 'Invited only' });
    expectProblem(
      await postAuth('/sign-up/email', newCredentials('guest'), undefined, inviteOnlyService),
      403,
      'signup_closed',
    );
    const invitation = { email: 'Guest@example.com', role: 'agent' };
    await call(service, 'POST', '/api/invitations', { cookie: ann.cookie, body: invitation });
    const cookie = getCookieHeader(
      await postAuth('/sign-up/email', newCredentials('guest'), undefined, inviteOnlyService),
    );

    const responseBeforeAccepting = await call(inviteOnlyService, 'GET', '/api/me', { cookie });
    expect(responseBeforeAccepting.json.workspaces).toEqual([]);
    expectProblem(await call(inviteOnlyService, 'GET', '/api/members', { cookie }), 403, 'insufficient_scope');
    const body = { token: await findEmailedToken(service, 'guest@example.com') };
    expect((await call(inviteOnlyService, 'POST', '/api/invitations/accept', { cookie, body })).status).toBe(200);
    const responseAfterAccepting = await call(inviteOnlyService, 'GET', '/api/me', { cookie });
    expect(responseAfterAccepting.json.workspaces).toMatchObject([{ name: 'Invited only', role: 'agent' }]);
  });

  it('set to invite rejects an expired invitation', async () => {
    const ann = await signUp(service);
    const invitation = { email: 'slow@example.com', role: 'agent' };
    await call(service, 'POST', '/api/invitations', { cookie: ann.cookie, body: invitation });
    await runSql(`update invitations set expires_at = now() - interval '1 second' where email = 'slow@example.com'`);
    expectProblem(
      await postAuth('/sign-up/email', newCredentials('slow'), undefined, inviteOnlyService),
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
