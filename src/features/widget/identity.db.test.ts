import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { call, createWorkspace, queryAsDbOwner, type Service, signUp, startService } from '../../../test/harness.ts';
import { callFromWidget, ORIGIN, signIdentity, startVisitorSession, type WidgetSite } from '../../../test/visitor.ts';

const OTHER_ORIGIN = 'https://shop.example.com';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

const session = (body: object, sender: WidgetSite) =>
  callFromWidget(service, sender, 'POST', '/api/widget/session', { body });
const say = (token: string | undefined, message: string, sender: WidgetSite) =>
  callFromWidget(service, sender, 'POST', '/api/chat', { token, body: { message, channel: 'widget' } });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a verified visitor', () => {
  let secret: string;
  let cookie: string;
  let verified: WidgetSite;
  let key: string;
  let testPage: WidgetSite;

  beforeAll(async () => {
    ({ cookie } = await signUp(service));
    const createKey = async (body: object) =>
      (await call(service, 'POST', '/api/keys', { cookie, body: { name: 'k', mode: 'live', ...body } })).json.key;
    verified = { key: await createKey({ kind: 'publishable', origins: [ORIGIN, OTHER_ORIGIN] }) };
    testPage = { key: await createKey({ kind: 'publishable', origins: [ORIGIN], mode: 'test' }) };
    key = await createKey({ kind: 'secret' });
    await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } });
    const reply = await call(service, 'POST', '/api/widget/identity-secret', { cookie, body: {} });
    expect(reply.status).toBe(201);
    ({ secret } = reply.json);
  });

  const dana = (claims: object = {}) => signIdentity(secret, { sub: 'user-7', name: 'Dana Fox', ...claims });

  it('is the same person on every device, with the signed details', async () => {
    const claims = { email: 'dana@example.com', phone: '(212) 555-0142' };
    const first = await session({ identity: await dana(claims) }, verified);
    expect(first.json.visitor).toMatchObject({ verified: true, name: 'Dana Fox' });
    const { conversationId } = (await say(first.json.token, 'hello', verified)).json;
    const second = await session({ identity: await dana() }, { ...verified, origin: OTHER_ORIGIN });
    expect(second.json.visitor.id).toBe(first.json.visitor.id);
    expect(second.json.conversation).toMatchObject({
      id: conversationId,
      customer: { name: 'Dana Fox', email: 'dana@example.com', phone: '+12125550142' },
    });
    const otherPerson = await session({ identity: await signIdentity(secret, { sub: 'user-8' }) }, verified);
    expect(otherPerson.json.visitor.id).not.toBe(first.json.visitor.id);
    expect(otherPerson.json.conversation).toBeNull();
    const sandbox = await session({ identity: await dana() }, testPage);
    expect(sandbox.json.visitor.verified).toBe(true);
    expect(sandbox.json.visitor.id).not.toBe(first.json.visitor.id);
  });

  it('is a different visitor before signing in and after signing out', async () => {
    const anonymousSession = await startVisitorSession(service, verified);
    const unverified = (await say(anonymousSession.token, 'hello', verified)).json.conversationId;
    const verifiedSession = (await session({ visitor: anonymousSession.token, identity: await dana() }, verified)).json;
    expect(verifiedSession.visitor.id).not.toBe(anonymousSession.id);
    const verifiedConversation = (await say(verifiedSession.token, 'hello', verified)).json.conversationId;
    const readConversation = (conversationId: string, token: string) =>
      callFromWidget(service, verified, 'GET', `/api/conversations/${conversationId}`, { token });
    expectProblem(await readConversation(unverified, verifiedSession.token), 404, 'not_found');
    expectProblem(await readConversation(verifiedConversation, anonymousSession.token), 404, 'not_found');
    const out = (await session({ visitor: verifiedSession.token }, verified)).json;
    expect(out.visitor).toMatchObject({ verified: false });
    expect(out.visitor.id).not.toBe(verifiedSession.visitor.id);
    expectProblem(await readConversation(verifiedConversation, out.token), 404, 'not_found');
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
  ])('is rejected with %s', async (_, identity) => {
    expectProblem(await session({ identity: await identity() }, verified), 401, 'invalid_identity');
  });

  it('is required if the business accepts only verified visitors', async () => {
    const { token } = await startVisitorSession(service, verified);
    await call(service, 'PUT', '/api/v1/config', { key, body: { widget: { requireIdentity: true } } });
    expectProblem(await session({}, verified), 403, 'identity_required');
    expectProblem(await say(token, 'hello', verified), 403, 'identity_required');
    expectProblem(await say(undefined, 'hello', verified), 403, 'identity_required');
    const verifiedSession = await session({ identity: await dana() }, verified);
    expect((await say(verifiedSession.json.token, 'hello', verified)).status).toBe(200);
    expect((await call(service, 'POST', '/api/chat', { key, body: { message: 'hello' } })).status).toBe(200);
    await call(service, 'PUT', '/api/v1/config', { key, body: { widget: {} } });
    expect((await session({}, verified)).status).toBe(200);
  });

  it('needs the newest secret, and is rejected once verification is turned off', async () => {
    const outdatedIdentity = await dana();
    const { json } = await call(service, 'POST', '/api/widget/identity-secret', { cookie, body: {} });
    expect(json.secret).not.toBe(secret);
    expectProblem(await session({ identity: outdatedIdentity }, verified), 401, 'invalid_identity');
    secret = json.secret;
    expect((await session({ identity: await dana() }, verified)).status).toBe(200);
    const { rows } = await queryAsDbOwner(service.connection, `select identity_secret::text as kept from workspaces`);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
    expect((await call(service, 'DELETE', '/api/widget/identity-secret', { cookie })).status).toBe(204);
    expectProblem(await session({ identity: await dana() }, verified), 401, 'invalid_identity');
  });

  it('lets only administrators handle the secret', async () => {
    expectProblem(await call(service, 'POST', '/api/widget/identity-secret', { body: {} }), 401, 'missing_session');
    expectProblem(await call(service, 'DELETE', '/api/widget/identity-secret'), 401, 'missing_session');
    const stranger = await signUp(service);
    const headers = { 'x-workspace': (await createWorkspace(service)).id };
    expectProblem(
      await call(service, 'POST', '/api/widget/identity-secret', { cookie: stranger.cookie, body: {}, headers }),
      404,
      'not_found',
    );
  });
});
