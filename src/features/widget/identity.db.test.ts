import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { asOwner, call, makeWorkspace, type Service, signUp, startService } from '../../../test/harness.ts';
import { beginSession, fromPage, ORIGIN, type Page, signIdentity } from '../../../test/visitor.ts';

const OTHER = 'https://shop.example.com';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

const session = (body: object, as: Page) => fromPage(service, as, 'POST', '/api/widget/session', { body });
const say = (token: string | undefined, message: string, as: Page) =>
  fromPage(service, as, 'POST', '/api/chat', { token, body: { message, channel: 'widget' } });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a verified visitor', () => {
  let secret: string;
  let cookie: string;
  let verified: Page;
  let key: string;
  let testPage: Page;

  beforeAll(async () => {
    ({ cookie } = await signUp(service));
    const make = async (body: object) =>
      (await call(service, 'POST', '/api/keys', { cookie, body: { name: 'k', mode: 'live', ...body } })).json.key;
    verified = { key: await make({ kind: 'publishable', origins: [ORIGIN, OTHER] }) };
    testPage = { key: await make({ kind: 'publishable', origins: [ORIGIN], mode: 'test' }) };
    key = await make({ kind: 'secret' });
    await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } });
    const reply = await call(service, 'POST', '/api/widget/identity-secret', { cookie, body: {} });
    expect(reply.status).toBe(201);
    ({ secret } = reply.json);
  });

  const dana = (more: object = {}) => signIdentity(secret, { sub: 'user-7', name: 'Dana Fox', ...more });

  it('is the same person on every device, with what the business says of them', async () => {
    const claims = { email: 'dana@example.com', phone: '(212) 555-0142' };
    const first = await session({ identity: await dana(claims) }, verified);
    expect(first.json.visitor).toMatchObject({ verified: true, name: 'Dana Fox' });
    const { conversationId } = (await say(first.json.token, 'hello', verified)).json;
    const second = await session({ identity: await dana() }, { ...verified, origin: OTHER });
    expect(second.json.visitor.id).toBe(first.json.visitor.id);
    expect(second.json.conversation).toMatchObject({
      id: conversationId,
      customer: { name: 'Dana Fox', email: 'dana@example.com', phone: '+12125550142' },
    });
    const somebody = await session({ identity: await signIdentity(secret, { sub: 'user-8' }) }, verified);
    expect(somebody.json.visitor.id).not.toBe(first.json.visitor.id);
    expect(somebody.json.conversation).toBeNull();
    const sandbox = await session({ identity: await dana() }, testPage);
    expect(sandbox.json.visitor.verified).toBe(true);
    expect(sandbox.json.visitor.id).not.toBe(first.json.visitor.id);
  });

  it('is not who they were before, nor after they have signed out', async () => {
    const before = await beginSession(service, verified);
    const unverified = (await say(before.token, 'hello', verified)).json.conversationId;
    const known = (await session({ visitor: before.token, identity: await dana() }, verified)).json;
    expect(known.visitor.id).not.toBe(before.id);
    const theirs = (await say(known.token, 'hello', verified)).json.conversationId;
    const read = (conversationId: string, token: string) =>
      fromPage(service, verified, 'GET', `/api/conversations/${conversationId}`, { token });
    expectProblem(await read(unverified, known.token), 404, 'not_found');
    expectProblem(await read(theirs, before.token), 404, 'not_found');
    const out = (await session({ visitor: known.token }, verified)).json;
    expect(out.visitor).toMatchObject({ verified: false });
    expect(out.visitor.id).not.toBe(known.visitor.id);
    expectProblem(await read(theirs, out.token), 404, 'not_found');
  });

  it.each([
    ['another secret', () => signIdentity('fd_id_wrong', { sub: 'user-7' })],
    ['no subject', () => signIdentity(secret, {})],
    ['an empty subject', () => signIdentity(secret, { sub: ' ' })],
    ['an old one', () => signIdentity(secret, { sub: 'user-7' }, new Date(Date.now() - 120_000))],
    ['no end', () => new SignJWT({ sub: 'a' }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))],
    [
      'another algorithm',
      () =>
        new SignJWT({ sub: 'a' })
          .setProtectedHeader({ alg: 'HS512' })
          .setExpirationTime('1h')
          .sign(Buffer.from(secret)),
    ],
    ['none', async () => `${base64({ alg: 'none' })}.${base64({ sub: 'user-7', exp: 9_999_999_999 })}.`],
    ['nonsense', async () => 'nonsense'],
  ])('is not believed with %s', async (_, identity) => {
    expectProblem(await session({ identity: await identity() }, verified), 401, 'invalid_identity');
  });

  it('is asked for where the business wants nobody else', async () => {
    const { token } = await beginSession(service, verified);
    await call(service, 'PUT', '/api/v1/config', { key, body: { widget: { requireIdentity: true } } });
    expectProblem(await session({}, verified), 403, 'identity_required');
    expectProblem(await say(token, 'hello', verified), 403, 'identity_required');
    expectProblem(await say(undefined, 'hello', verified), 403, 'identity_required');
    const known = await session({ identity: await dana() }, verified);
    expect((await say(known.json.token, 'hello', verified)).status).toBe(200);
    expect((await call(service, 'POST', '/api/chat', { key, body: { message: 'hello' } })).status).toBe(200);
    await call(service, 'PUT', '/api/v1/config', { key, body: { widget: {} } });
    expect((await session({}, verified)).status).toBe(200);
  });

  it('needs the newest secret, which nobody can read again, and none where it is turned off', async () => {
    const old = await dana();
    const { json } = await call(service, 'POST', '/api/widget/identity-secret', { cookie, body: {} });
    expect(json.secret).not.toBe(secret);
    expectProblem(await session({ identity: old }, verified), 401, 'invalid_identity');
    secret = json.secret;
    expect((await session({ identity: await dana() }, verified)).status).toBe(200);
    const { rows } = await asOwner(service.connection, `select identity_secret::text as kept from workspaces`);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
    expect((await call(service, 'DELETE', '/api/widget/identity-secret', { cookie })).status).toBe(204);
    expectProblem(await session({ identity: await dana() }, verified), 401, 'invalid_identity');
  });

  it('lets only administrators handle the secret', async () => {
    expectProblem(await call(service, 'POST', '/api/widget/identity-secret', { body: {} }), 401, 'missing_session');
    expectProblem(await call(service, 'DELETE', '/api/widget/identity-secret'), 401, 'missing_session');
    const stranger = await signUp(service);
    const headers = { 'x-workspace': (await makeWorkspace(service)).id };
    expectProblem(
      await call(service, 'POST', '/api/widget/identity-secret', { cookie: stranger.cookie, body: {}, headers }),
      404,
      'not_found',
    );
  });
});
