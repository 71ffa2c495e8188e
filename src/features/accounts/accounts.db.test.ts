import { describe, expect, it, vi } from 'vitest';
import { expectProblem, mailedToken, mailsTo, pointers } from '../../../test/expect.ts';
import {
  asOwner,
  call,
  cookies,
  createDatabase,
  type Reply,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { totpCode } from '../../../test/totp.ts';

const service = await startService();
const second = await startService(service.connection, { jobs: 'off' });

const auth = (path: string, body: unknown, cookie?: string, on: Service = service) =>
  call(on, 'POST', `/api/auth${path}`, { body, cookie });
const signIn = (person: { email: string; password: string }, on: Service = service) =>
  auth('/sign-in/email', { email: person.email, password: person.password }, undefined, on);
const isSignedIn = async (cookie: string) => (await call(service, 'GET', '/api/keys', { cookie })).status === 200;
const rows = async (sql: string, values: unknown[] = [], on: Service = service) =>
  (await asOwner(on.connection, sql, values)).rows;
const person = (name: string) => ({ name: 'Ann', email: `${name}@example.com`, password: 'Correct-horse-9' });

describe('signing up', () => {
  it('makes a workspace on Starter and its sandbox', async () => {
    const { cookie, user } = await signUp(service, { businessName: 'Bella Vista' });
    const me = await call(service, 'GET', '/api/me', { cookie });
    expect(me.json.user.id).toBe(user.id);
    expect(me.json.workspaces).toEqual([
      { id: expect.stringMatching(/^ws_/), name: 'Bella Vista', plan: 'starter', role: 'owner', deletesAt: null },
    ]);
    const both = await rows('select mode, plan, name from workspaces where live_id = $1 order by mode', [
      me.json.workspaces[0].id,
    ]);
    expect(both).toEqual([
      { mode: 'live', plan: 'starter', name: 'Bella Vista' },
      { mode: 'test', plan: 'starter', name: 'Bella Vista' },
    ]);
  });

  it('sets a cookie that scripts cannot read, and tells nobody its token', async () => {
    const reply = await auth('/sign-up/email', person('cookie'));
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
    ['an address that only the schema takes', { email: 'a!b@example.com' }, ['/email']],
    ['a long password', { password: '🐴'.repeat(129) }, ['/password']],
    ['a line break in the name', { name: 'Ann\nClick here' }, ['/name']],
    ['a control character in the business', { businessName: 'Bella\u0085Vista' }, ['/businessName']],
    ['a blank name', { name: '   ' }, ['/name']],
    ['a blank business', { businessName: '   ' }, ['/businessName']],
    ['long names', { name: 'n'.repeat(101), businessName: 'b'.repeat(101) }, ['/businessName', '/name']],
    ['an unknown field', { plan: 'business' }, ['/plan']],
    ['no name', { name: undefined }, ['/name']],
    ['two wrong fields', { name: '', email: 7 }, ['/email', '/name']],
  ])('with %s is refused, naming it', async (_what, change, named) => {
    const reply = await auth('/sign-up/email', { ...person('refused'), ...change });
    expectProblem(reply, 422, 'validation_failed');
    expect([...new Set(pointers(reply))].sort()).toEqual(named);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await rows(`select from auth_users where email = 'refused@example.com'`)).toHaveLength(0);
  });

  it.each([
    ['no JSON', '{"name":', {}, 400, 'invalid_json'],
    ['an empty body', '', { 'content-type': 'application/json' }, 400, 'invalid_json'],
    ['a form', 'name=Ann', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
  ])('with %s is refused', async (_what, body, headers, status, code) => {
    expectProblem(await call(service, 'POST', '/api/auth/sign-up/email', { body, headers }), status, code);
  });

  it('takes 128 characters of any kind as password, and names of any script', async () => {
    const long = { ...person('long'), name: 'Ánn 王 👩‍🍳', password: '🐴'.repeat(128) };
    expect((await auth('/sign-up/email', long)).status).toBe(200);
    expect((await signIn(long)).status).toBe(200);
  });

  it('keeps of a password what better-auth makes of it', async () => {
    const careful = await startService(service.connection, { jobs: 'off' }, { passwords: undefined });
    const own = person('careful');
    expect((await auth('/sign-up/email', own, undefined, careful)).status).toBe(200);
    const { rows } = await asOwner(
      service.connection,
      `select a.password from auth_accounts a join auth_users u on u.id = a."userId" where u.email = $1`,
      [own.email],
    );
    expect(rows[0].password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect((await signIn(own, careful)).status).toBe(200);
    expectProblem(await signIn({ ...own, password: 'Wrong-horse-9' }, careful), 401, 'invalid_credentials');
  });

  it('with a known address and its password is signing in, and with another password no more than a wrong one', async () => {
    await auth('/sign-up/email', person('twice'));
    const again = await auth('/sign-up/email', { ...person('x'), email: 'TWICE@example.com' });
    expect([again.status, again.json.user.email]).toEqual([200, 'twice@example.com']);
    expect(await isSignedIn(cookies(again))).toBe(true);
    const wrong = { email: 'twice@example.com', password: 'Wrong-horse-9' };
    const refused = await auth('/sign-up/email', { ...wrong, name: 'Eve' });
    const atSignIn = await auth('/sign-in/email', wrong);
    expectProblem(refused, 401, 'invalid_credentials');
    expect(refused.json.detail).toBe(atSignIn.json.detail);
    expect(refused.headers.getSetCookie()).toEqual([]);
    const [{ n }] = await rows(
      `select count(*)::int as n from members m join auth_users u on u.id = user_id where email = 'twice@example.com'`,
    );
    expect(n).toBe(1);
  });

  it('twice at the same moment makes one account', async () => {
    const replies = await Promise.all(
      [service, second, service, second].map((on) => auth('/sign-up/email', person('race'), undefined, on)),
    );
    expect(new Set(replies.map(({ status, json }) => `${status} ${json.user.id}`)).size).toBe(1);
    expect(await rows(`select from auth_users where email = 'race@example.com'`)).toHaveLength(1);
    expect(
      await rows(`select from members m join auth_users u on u.id = user_id where email = 'race@example.com'`),
    ).toHaveLength(1);
  });

  it('that got no workspace gets one later, however many requests ask at once', async () => {
    const { cookie, user } = await signUp(service);
    await rows('delete from members where user_id = $1', [user.id]);
    const asked = Array.from({ length: 10 }, (_, n) => call(n % 2 ? second : service, 'GET', '/api/keys', { cookie }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await rows('select from members where user_id = $1', [user.id])).toHaveLength(1);
  });
});

describe('signing up where mail goes out', async () => {
  // Its jobs are done by the first service, which writes the mails to files.
  const mailing = await startService(service.connection, { smtpUrl: 'smtp://127.0.0.1:1', jobs: 'off' });
  const join = (body: object) => auth('/sign-up/email', body, undefined, mailing);
  const mails = async (email: string, count: number) =>
    vi.waitFor(
      async () => {
        const found = await mailsTo(service, email);
        expect(found).toHaveLength(count);
        return found.at(-1)!;
      },
      { timeout: 60_000, interval: 25 },
    );
  const tokenIn = (mail: string) => /\/verify-email\?token=([\w.-]+)/.exec(mail)?.[1];

  it('does not tell by its answer whether the address has an account', async () => {
    const old = await signUp(service, { name: 'Old Owner' });
    const fresh = person('fresh');
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
    const timed = async (body: { email: string }) => {
      const start = performance.now();
      const shape = shapeOf(await join(body));
      return { shape, ms: performance.now() - start };
    };
    const unknown = await timed(fresh);
    const known = await timed({ ...fresh, email: old.email });
    expect(known.shape).toEqual(unknown.shape);
    expect(known.shape).toMatchObject({ status: 200, cookies: [] });
    // Neither is answered before both can be.
    for (const { ms } of [unknown, known]) expect(ms).toBeGreaterThanOrEqual(995);
    const withItsPassword = await join({ ...fresh, email: old.email, password: old.password });
    expect(shapeOf(withItsPassword)).toEqual(unknown.shape);

    const told = await mails(old.email, 2);
    expect(told).toContain('You already have a Frontdesk account');
    for (const part of ['Hi Old Owner', '/login', '/forgot']) expect(told).toContain(part);
    expect(tokenIn(told)).toBeUndefined();
    expect((await signIn(old)).status).toBe(200);
    expect(await rows('select from members where user_id = $1', [old.user.id])).toHaveLength(1);
    expect(await rows('select from auth_users where name = $1 and email = $2', [fresh.name, old.email])).toEqual([]);
  });

  it('opens the account by the mailed link, and not before', async () => {
    const eve = { ...person('eve'), name: 'Visit http://evil.example', businessName: 'Eve’s' };
    await join(eve);
    const mail = await mails(eve.email, 1);
    expect(mail).not.toContain('evil');
    expectProblem(await signIn(eve, mailing), 403, 'email_not_verified');
    expectProblem(await signIn({ ...eve, password: 'Wrong-horse-9' }, mailing), 401, 'invalid_credentials');
    await mails(eve.email, 2);
    const verify = (token: string) => auth('/verify-email', { token }, undefined, mailing);
    const token = tokenIn(mail)!;
    expect(pointers(await verify(`${token.slice(0, -5)}AAAAA`))).toEqual(['/token']);
    const opened = await verify(token);
    expect([opened.status, opened.json]).toEqual([200, { status: true }]);
    const { json } = await call(mailing, 'GET', '/api/me', { cookie: cookies(opened) });
    expect(json.workspaces).toMatchObject([{ name: 'Eve’s', plan: 'starter', role: 'owner' }]);
    expect((await verify(token)).headers.getSetCookie()).toEqual([]);
    expect((await signIn(eve, mailing)).status).toBe(200);
  });

  it('mails an address five times an hour at most, and answers alike beyond', async () => {
    const dan = person('dan');
    const answers = new Set<string>();
    for (let n = 0; n < 4; n++) answers.add(Object.keys((await join(dan)).json).join());
    for (let n = 0; n < 3; n++) expectProblem(await signIn(dan, mailing), 403, 'email_not_verified');
    expect(answers.size).toBe(1);
    await vi.waitFor(async () => expect(await rows('select from graphile_worker.jobs')).toEqual([]), {
      timeout: 60_000,
      interval: 25,
    });
    expect(await mailsTo(service, dan.email)).toHaveLength(5);
  });

  it('makes one account where several ask at once', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => join(person('crowd'))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rows(`select from auth_users where email = 'crowd@example.com'`)).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('opens the dashboard until signing out', async () => {
    const ann = await signUp(service);
    const cookie = cookies(await signIn(ann));
    expect(await isSignedIn(cookie)).toBe(true);
    expect((await call(second, 'GET', '/api/auth/get-session', { cookie })).json.user.email).toBe(ann.email);
    expect((await auth('/sign-out', {}, cookie)).status).toBe(200);
    expectProblem(await call(service, 'GET', '/api/keys', { cookie }), 401, 'missing_session');
    expect(await isSignedIn(ann.cookie)).toBe(true);
  });

  it.each([
    ['no cookie', undefined],
    ['a made-up cookie', 'frontdesk.session_token=abc.def'],
  ])('is missing with %s', async (_what, cookie) => {
    expectProblem(await call(service, 'GET', '/api/keys', { cookie }), 401, 'missing_session');
    expectProblem(await call(service, 'GET', '/api/me', { cookie }), 401, 'missing_session');
    const session = await call(service, 'GET', '/api/auth/get-session', { cookie });
    expect({ status: session.status, text: session.text }).toEqual({ status: 200, text: 'null' });
  });

  it('with a wrong password or address is refused alike', async () => {
    const { email } = await signUp(service);
    const wrong = await signIn({ email, password: 'Wrong-horse-9' });
    const unknown = await signIn({ email: 'nobody@example.com', password: 'Wrong-horse-9' });
    for (const reply of [wrong, unknown]) expectProblem(reply, 401, 'invalid_credentials');
    expect({ ...unknown.json, requestId: '' }).toEqual({ ...wrong.json, requestId: '' });
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('with an unknown field is refused, naming it', async () => {
    const reply = await auth('/sign-in/email', { email: 'a@example.com', password: 'x', callbackURL: '/' });
    expectProblem(reply, 422, 'validation_failed');
    expect(pointers(reply)).toEqual(['/callbackURL']);
  });
});

describe('sessions', () => {
  it('are listed, and each can be ended', async () => {
    const ann = await signUp(service);
    const bob = await signUp(service);
    const [phone, laptop] = [cookies(await signIn(ann)), cookies(await signIn(ann))];
    const listed = await call(service, 'GET', '/api/auth/list-sessions', { cookie: phone });
    expect(listed.json).toHaveLength(3);
    const lost = listed.json.find(({ token }: { token: string }) => laptop.includes(token));

    await auth('/revoke-session', { token: lost.token }, bob.cookie);
    expect(await isSignedIn(laptop)).toBe(true);
    expect((await auth('/revoke-session', { token: lost.token }, phone)).status).toBe(200);
    expect(await isSignedIn(laptop)).toBe(false);
    expect((await auth('/revoke-other-sessions', {}, phone)).status).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(ann.cookie), await isSignedIn(bob.cookie)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('end with a change of the password, where that is wished', async () => {
    const ann = await signUp(service);
    const other = cookies(await signIn(ann));
    const change = { currentPassword: ann.password, newPassword: 'Another-horse-9', revokeOtherSessions: true };
    const wrong = await auth('/change-password', { ...change, currentPassword: 'Wrong-horse-9' }, ann.cookie);
    expectProblem(wrong, 401, 'invalid_credentials');
    const changed = await auth('/change-password', change, ann.cookie);
    expect(changed.status).toBe(200);
    expect([await isSignedIn(cookies(changed)), await isSignedIn(other)]).toEqual([true, false]);
    expectProblem(await signIn(ann), 401, 'invalid_credentials');
  });

  it('that are over no longer open anything', async () => {
    const ann = await signUp(service);
    await rows(`update auth_sessions set "expiresAt" = now() - interval '1 second' where "userId" = $1`, [ann.user.id]);
    expectProblem(await call(service, 'GET', '/api/keys', { cookie: ann.cookie }), 401, 'missing_session');
  });
});

describe('a password reset', () => {
  it('by the mailed token ends every session, and works once', async () => {
    const ann = await signUp(service);
    const asked = await auth('/request-password-reset', { email: ann.email });
    expect(asked.status).toBe(200);
    const token = await mailedToken(service, ann.email);
    const reset = { token, newPassword: 'Brand-new-horse-9' };

    expectProblem(await auth('/reset-password', { token, newPassword: 'short' }), 422, 'validation_failed');
    expect((await auth('/reset-password', reset)).status).toBe(200);
    expect(await isSignedIn(ann.cookie)).toBe(false);
    expectProblem(await signIn(ann), 401, 'invalid_credentials');
    expect((await signIn({ email: ann.email, password: reset.newPassword })).status).toBe(200);

    const again = await auth('/reset-password', { token, newPassword: 'Thieving-horse-9' });
    expectProblem(again, 422, 'validation_failed');
    expect(pointers(again)).toEqual(['/token']);
  });

  it('ends the tokens of the mails before', async () => {
    const ann = await signUp(service);
    const ask = async (count: number) => {
      await auth('/request-password-reset', { email: ann.email });
      return mailedToken(service, ann.email, count);
    };
    const use = (token: string, newPassword: string) => auth('/reset-password', { token, newPassword });
    const [first, next] = [await ask(1), await ask(2)];
    expect((await use(next, 'Brand-new-horse-9')).status).toBe(200);
    expect(pointers(await use(first, 'Thieving-horse-9'))).toEqual(['/token']);

    const third = await ask(3);
    const cookie = cookies(await signIn({ ...ann, password: 'Brand-new-horse-9' }));
    const change = { currentPassword: 'Brand-new-horse-9', newPassword: 'Changed-horse-9' };
    const wrong = await auth('/change-password', { ...change, currentPassword: 'Wrong-horse-9' }, cookie);
    expectProblem(wrong, 401, 'invalid_credentials');
    const open = `select from auth_verifications where identifier = 'reset-password:' || $1`;
    expect(await rows(open, [third])).toHaveLength(1);
    expect((await auth('/change-password', change, cookie)).status).toBe(200);
    expect(pointers(await use(third, 'Thieving-horse-9'))).toEqual(['/token']);
    expect((await signIn({ ...ann, password: change.newPassword })).status).toBe(200);
  });

  it('is mailed five times an hour, and answered alike beyond', async () => {
    const ann = await signUp(service);
    const ask = async () => {
      const { status, text } = await auth('/request-password-reset', { email: ann.email });
      return `${status} ${text}`;
    };
    const answers = [];
    for (let n = 0; n < 7; n++) answers.push(await ask());
    expect(new Set(answers).size).toBe(1);
    await mailedToken(service, ann.email, 5);
    await rows(`update attempt_counters set window_start = window_start - interval '61 minutes'`);
    await ask();
    await mailedToken(service, ann.email, 6);
  });

  it('is answered alike for an unknown address, and mails it nothing', async () => {
    const ann = await signUp(service);
    const unknown = await auth('/request-password-reset', { email: 'stranger@example.com' });
    const known = await auth('/request-password-reset', { email: ann.email });
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await mailedToken(service, ann.email);
    expect(await mailsTo(service, 'stranger@example.com')).toEqual([]);
  });

  it('with a token that is too old is refused', async () => {
    const ann = await signUp(service);
    await auth('/request-password-reset', { email: ann.email });
    const token = await mailedToken(service, ann.email);
    await rows(`update auth_verifications set "expiresAt" = now() - interval '1 second' where value = $1`, [
      ann.user.id,
    ]);
    expectProblem(await auth('/reset-password', { token, newPassword: 'Late-horse-99' }), 422, 'validation_failed');
    expect((await signIn(ann)).status).toBe(200);
  });
});

describe('a second factor', () => {
  async function withSecondFactor() {
    const ann = await signUp(service);
    const begun = await auth('/two-factor/enable', { password: ann.password }, ann.cookie);
    expect(begun.status).toBe(200);
    const { totpURI, backupCodes } = begun.json;
    const verified = await auth('/two-factor/verify-totp', { code: totpCode(totpURI) }, ann.cookie);
    expect(verified.status).toBe(200);
    return { ...ann, totpURI, backupCodes, cookie: cookies(verified) || ann.cookie };
  }
  /** The code of now was used to set it up; that of the next half minute is taken already. */
  const nextCode = (totpURI: string) => totpCode(totpURI, Date.now() + 30_000);
  const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('is asked for at signing in, and its code opens', async () => {
    const ann = await withSecondFactor();
    const half = await signIn(ann);
    expect({ status: half.status, json: half.json }).toEqual({ status: 200, json: { twoFactorRedirect: true } });
    expect(await isSignedIn(cookies(half))).toBe(false);
    const far = totpCode(ann.totpURI, Date.now() - 600_000);
    for (const code of [far, wrongCode(totpCode(ann.totpURI, Date.now() + 300_000))]) {
      expectProblem(await auth('/two-factor/verify-totp', { code }, cookies(half)), 401, 'invalid_credentials');
    }
    const whole = await auth('/two-factor/verify-totp', { code: nextCode(ann.totpURI) }, cookies(half));
    expect(whole.status).toBe(200);
    expect(await isSignedIn(cookies(whole))).toBe(true);
    // The password alone has opened nothing.
    const told = await rows('select action, reason from audit_entries where subject = $1 order by sequence', [
      ann.user.id,
    ]);
    expect(told).toEqual([
      { action: 'member.second_factor', reason: 'verify-totp' },
      { action: 'member.sign_in', reason: 'verify-totp' },
    ]);
  });

  it('takes each code once', async () => {
    const ann = await withSecondFactor();
    const code = nextCode(ann.totpURI);
    const sessions = () => rows('select from auth_sessions where "userId" = $1', [ann.user.id]);
    const halves = [cookies(await signIn(ann)), cookies(await signIn(ann)), cookies(await signIn(ann))];
    const before = (await sessions()).length;
    const [one, other] = await Promise.all(
      halves.slice(1).map((half) => auth('/two-factor/verify-totp', { code }, half)),
    );
    expect([one!.status, other!.status].sort()).toEqual([200, 401]);
    const again = await auth('/two-factor/verify-totp', { code }, halves[0]);
    expectProblem(again, 401, 'invalid_credentials');
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(await sessions()).toHaveLength(before + 1);
  });

  it('limits wrong codes', async () => {
    const ann = await withSecondFactor();
    const half = cookies(await signIn(ann));
    const verify = () => auth('/two-factor/verify-totp', { code: 'wrong' }, half);
    for (let n = 0; n < 5; n++) expectProblem(await verify(), 401, 'invalid_credentials');
    expectProblem(await verify(), 429, 'rate_limited');
    await rows(`update auth_two_factors set "lockedUntil" = now() + interval '1 minute' where "userId" = $1`, [
      ann.user.id,
    ]);
    const locked = await auth('/two-factor/verify-totp', { code: nextCode(ann.totpURI) }, cookies(await signIn(ann)));
    expectProblem(locked, 429, 'rate_limited');
  });

  it('looks at ten codes at most, however many come at once', async () => {
    const ann = await withSecondFactor();
    const halves = await Promise.all(Array.from({ length: 16 }, async () => cookies(await signIn(ann))));
    const tried = await Promise.all(
      halves.map((half, n) => auth('/two-factor/verify-totp', { code: 'wrong' }, half, n % 2 ? service : second)),
    );
    const statuses = tried.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    const right = await auth(
      '/two-factor/verify-backup-code',
      { code: ann.backupCodes[0] },
      cookies(await signIn(ann)),
    );
    expectProblem(right, 429, 'rate_limited');
  });

  it('does not count codes that were right', async () => {
    const ann = await withSecondFactor();
    const statuses: number[] = [];
    for (const code of [...ann.backupCodes, nextCode(ann.totpURI)]) {
      const path = code.includes('-') ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp';
      statuses.push((await auth(path, { code }, cookies(await signIn(ann)))).status);
    }
    expect(statuses).toEqual(Array(11).fill(200));
  });

  it('takes each backup code once, also where it comes several times at once, and only its owner’s', async () => {
    const [ann, bob] = [await withSecondFactor(), await withSecondFactor()];
    const [code] = ann.backupCodes;
    const verify = async (own = ann, on = service) =>
      auth('/two-factor/verify-backup-code', { code }, cookies(await signIn(own)), on);
    expectProblem(await verify(bob), 401, 'invalid_credentials');
    const tried = await Promise.all([service, second, service, second].map((on) => verify(ann, on)));
    const [opened, ...more] = tried.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(await isSignedIn(cookies(opened!))).toBe(true);
    expectProblem(await verify(), 401, 'invalid_credentials');
  });

  it('knows no device and no code from before it was turned off, or from before a new password', async () => {
    const ann = await withSecondFactor();
    const whole = await auth(
      '/two-factor/verify-totp',
      { code: nextCode(ann.totpURI), trustDevice: true },
      cookies(await signIn(ann)),
    );
    const of = (reply: Reply, name: string) =>
      cookies(reply)
        .split('; ')
        .filter((each) => each.includes(name))
        .join('');
    const onDevice = (device: string, password = ann.password) =>
      auth('/sign-in/email', { email: ann.email, password }, device);
    const known = await onDevice(of(whole, 'trust_device'));
    expect(known.json.twoFactorRedirect).toBeUndefined();
    const off = await auth('/two-factor/disable', { password: ann.password }, of(whole, 'session_token'));
    const begun = await auth('/two-factor/enable', { password: ann.password }, cookies(off));
    const on = await auth('/two-factor/verify-totp', { code: totpCode(begun.json.totpURI) }, cookies(off));
    expect(on.status).toBe(200);
    expect((await onDevice(of(known, 'trust_device'))).json).toEqual({ twoFactorRedirect: true });
    const half = cookies(await signIn(ann));
    const old = { code: ann.backupCodes[0] };
    expectProblem(await auth('/two-factor/verify-backup-code', old, half), 401, 'invalid_credentials');

    const { backupCodes } = begun.json;
    const change = { currentPassword: ann.password, newPassword: 'Another-horse-9' };
    expect((await auth('/change-password', change, cookies(on))).status).toBe(200);
    const late = await auth('/two-factor/verify-backup-code', { code: backupCodes[0] }, half);
    expectProblem(late, 401, 'missing_session');
  });

  it('holds only once a code was verified, and needs the password', async () => {
    const ann = await signUp(service);
    const refused = await auth('/two-factor/enable', { password: 'Wrong-horse-9' }, ann.cookie);
    expectProblem(refused, 401, 'invalid_credentials');
    await auth('/two-factor/enable', { password: ann.password }, ann.cookie);
    expect(await isSignedIn(cookies(await signIn(ann)))).toBe(true);
  });

  it('can be turned off with the password', async () => {
    const ann = await withSecondFactor();
    expect((await auth('/two-factor/disable', { password: ann.password }, ann.cookie)).status).toBe(200);
    const told = await rows('select action from audit_entries where subject = $1 order by sequence', [ann.user.id]);
    expect(told.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member.second_factor', 'member.second_factor_off']),
    );
    expect(await isSignedIn(cookies(await signIn(ann)))).toBe(true);
  });

  it('is not readable in the database', async () => {
    const ann = await withSecondFactor();
    const stored = JSON.stringify(await rows('select * from auth_two_factors where "userId" = $1', [ann.user.id]));
    expect(stored).not.toContain(new URL(ann.totpURI).searchParams.get('secret'));
    for (const code of ann.backupCodes) expect(stored).not.toContain(code);
  });
});

describe('requests from pages', async () => {
  const ann = await signUp(service);
  const { port } = new URL(service.url);
  const attempts = [
    ['signing in', '/api/auth/sign-in/email', { email: ann.email, password: ann.password }, 200],
    ['making a key', '/api/keys', { name: 'k', mode: 'test', kind: 'secret' }, 201],
  ] as const;
  const foreign: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another port', { origin: `http://127.0.0.1:${Number(port) + 1}` }],
    ['a host that begins alike', { origin: `${service.url}.evil.example` }],
    ['another site that sends no origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site that sends no origin', { 'sec-fetch-site': 'same-site' }],
  ];
  const own: [string, Record<string, string>][] = [
    ['no page', {}],
    ['its own page', { origin: service.url, 'sec-fetch-site': 'same-origin' }],
    ['the public address', { origin: service.config.publicUrl }],
  ];
  for (const [what, path, body, status] of attempts) {
    it.each(foreign)(`refuse ${what} from %s`, async (_from, headers) => {
      const reply = await call(service, 'POST', path, { body, headers, cookie: ann.cookie });
      expectProblem(reply, 403, 'origin_not_allowed');
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    });

    it.each(own)(`allow ${what} from %s`, async (_from, headers) => {
      expect((await call(service, 'POST', path, { body, headers, cookie: ann.cookie })).status).toBe(status);
    });
  }

  it.each([
    ['POST', '/api/auth/sign-out'],
    ['PUT', '/api/plan'],
    ['DELETE', '/api/keys/key_1'],
    ['POST', '/api/invitations/accept'],
  ])('refuse %s %s from another site', async (method, path) => {
    const headers = { origin: 'https://evil.example' };
    const reply = await call(service, method, path, { cookie: ann.cookie, headers });
    expectProblem(reply, 403, 'origin_not_allowed');
    expect(await isSignedIn(ann.cookie)).toBe(true);
  });
});

describe('attempts', async () => {
  const connection = await createDatabase();
  const one = await startService(connection, { authAttemptsPerMinute: 5 });
  const other = await startService(connection, { authAttemptsPerMinute: 5 });

  it('are counted over all instances and refused beyond the setting', async () => {
    const wrong = { email: 'nobody@example.com', password: 'Wrong-horse-9' };
    const tries = [
      () => auth('/sign-up/email', person('limited'), undefined, one),
      () => signIn(wrong, other),
      () => auth('/request-password-reset', { email: wrong.email }, undefined, one),
      () => auth('/reset-password', { token: 'x', newPassword: wrong.password }, undefined, other),
      () => auth('/two-factor/verify-totp', { code: '123456' }, undefined, one),
    ];
    for (const attempt of tries) expect((await attempt()).status).not.toBe(429);
    for (const on of [one, other]) {
      for (const reply of [await signIn(wrong, on), await auth('/sign-up/email', person('more'), undefined, on)]) {
        expectProblem(reply, 429, 'rate_limited');
        expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
    }
    expect((await call(one, 'GET', '/api/auth/get-session')).status).toBe(200);

    await asOwner(connection, `update attempt_counters set window_start = window_start - interval '61 seconds'`);
    expect((await signIn(person('limited'), other)).status).toBe(200);
  });

  it('do not store addresses', async () => {
    const { rows: counters } = await asOwner(connection, 'select address from attempt_counters');
    expect(counters.map(({ address }) => address.length)).toEqual([32]);
  });
});

describe('SIGNUP', async () => {
  const invite = await startService(service.connection, { signup: 'invite', jobs: 'off' });
  const closed = await startService(service.connection, { signup: 'closed', jobs: 'off' });

  it('closed refuses new accounts and lets the old ones in', async () => {
    expectProblem(await auth('/sign-up/email', person('late'), undefined, closed), 403, 'signup_closed');
    const ann = await signUp(service);
    expect((await signIn(ann, closed)).status).toBe(200);
    const invitation = { email: 'asked@example.com', role: 'agent' };
    await call(service, 'POST', '/api/invitations', { cookie: ann.cookie, body: invitation });
    expectProblem(await auth('/sign-up/email', person('asked'), undefined, closed), 403, 'signup_closed');
  });

  it('invite takes those who are invited, into that workspace alone', async () => {
    const ann = await signUp(service, { businessName: 'Invited only' });
    expectProblem(await auth('/sign-up/email', person('guest'), undefined, invite), 403, 'signup_closed');
    const invitation = { email: 'Guest@example.com', role: 'agent' };
    await call(service, 'POST', '/api/invitations', { cookie: ann.cookie, body: invitation });
    const cookie = cookies(await auth('/sign-up/email', person('guest'), undefined, invite));

    const before = await call(invite, 'GET', '/api/me', { cookie });
    expect(before.json.workspaces).toEqual([]);
    expectProblem(await call(invite, 'GET', '/api/members', { cookie }), 403, 'insufficient_scope');
    const body = { token: await mailedToken(service, 'guest@example.com') };
    expect((await call(invite, 'POST', '/api/invitations/accept', { cookie, body })).status).toBe(200);
    const after = await call(invite, 'GET', '/api/me', { cookie });
    expect(after.json.workspaces).toMatchObject([{ name: 'Invited only', role: 'agent' }]);
  });

  it('invite refuses once the invitation has lapsed', async () => {
    const ann = await signUp(service);
    const invitation = { email: 'slow@example.com', role: 'agent' };
    await call(service, 'POST', '/api/invitations', { cookie: ann.cookie, body: invitation });
    await rows(`update invitations set expires_at = now() - interval '1 second' where email = 'slow@example.com'`);
    expectProblem(await auth('/sign-up/email', person('slow'), undefined, invite), 403, 'signup_closed');
  });
});

describe('what else there is of better-auth', async () => {
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
  ])('%s %s is not there', async (method, path) => {
    const body = method === 'POST' ? { name: 'x', password: 'x' } : undefined;
    expectProblem(await call(service, method, path, { cookie, body }), 404, 'not_found');
  });
});
