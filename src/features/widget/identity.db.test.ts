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

const startSession = (body: object, site: WidgetSite) =>
  callFromWidget(service, site, 'POST', '/api/widget/session', { body });
const sendMessage = (token: string | undefined, message: string, site: WidgetSite) =>
  callFromWidget(service, site, 'POST', '/api/chat', { token, body: { message, channel: 'widget' } });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a verified visitor', () => {
  let secret: string;
  let cookie: string;
  let liveSite: WidgetSite;
  let key: string;
  let testSite: WidgetSite;

  beforeAll(async () => {
    ({ cookie } = await signUp(service));
    const createKey = async (body: object) =>
      (await call(service, 'POST', '/api/keys', { cookie, body: { name: 'k', mode: 'live', ...body } })).json.key;
    liveSite = { key: await createKey({ kind: 'publishable', origins: [ORIGIN, OTHER_ORIGIN] }) };
    testSite = { key: await createKey({ kind: 'publishable', origins: [ORIGIN], mode: 'test' }) };
    key = await createKey({ kind: 'secret' });
    await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } });
    const response = await call(service, 'POST', '/api/widget/identity-secret', { cookie, body: {} });
    expect(response.status).toBe(201);
    ({ secret } = response.json);
  });

  const signDana = (claims: object = {}) => signIdentity(secret, { sub: 'user-7', name: 'Dana Fox', ...claims });

  it('is the same person on every device, with the signed details', async () => {
    const claims = { email: 'dana@example.com', phone: '(212) 555-0142' };
    const firstSession = await startSession({ identity: await signDana(claims) }, liveSite);
    expect(firstSession.json.visitor).toMatchObject({ verified: true, name: 'Dana Fox' });
    const { conversationId } = (await sendMessage(firstSession.json.token, 'hello', liveSite)).json;
    const secondSession = await startSession({ identity: await signDana() }, { ...liveSite, origin: OTHER_ORIGIN });
    expect(secondSession.json.visitor.id).toBe(firstSession.json.visitor.id);
    expect(secondSession.json.conversation).toMatchObject({
      id: conversationId,
      customer: { name: 'Dana Fox', email: 'dana@example.com', phone: '+12125550142' },
    });
    const otherSession = await startSession({ identity: await signIdentity(secret, { sub: 'user-8' }) }, liveSite);
    expect(otherSession.json.visitor.id).not.toBe(firstSession.json.visitor.id);
    expect(otherSession.json.conversation).toBeNull();
    const sandboxSession = await startSession({ identity: await signDana() }, testSite);
    expect(sandboxSession.json.visitor.verified).toBe(true);
    expect(sandboxSession.json.visitor.id).not.toBe(firstSession.json.visitor.id);
  });

  it('is a different visitor before signing in and after signing out', async () => {
    const anonymousSession = await startVisitorSession(service, liveSite);
    const anonymousConversation = (await sendMessage(anonymousSession.token, 'hello', liveSite)).json.conversationId;
    const verifiedSession = (
      await startSession({ visitor: anonymousSession.token, identity: await signDana() }, liveSite)
    ).json;
    expect(verifiedSession.visitor.id).not.toBe(anonymousSession.id);
    const verifiedConversation = (await sendMessage(verifiedSession.token, 'hello', liveSite)).json.conversationId;
    const readConversation = (conversationId: string, token: string) =>
      callFromWidget(service, liveSite, 'GET', `/api/conversations/${conversationId}`, { token });
    expectProblem(await readConversation(anonymousConversation, verifiedSession.token), 404, 'not_found');
    expectProblem(await readConversation(verifiedConversation, anonymousSession.token), 404, 'not_found');
    const signedOutSession = (await startSession({ visitor: verifiedSession.token }, liveSite)).json;
    expect(signedOutSession.visitor).toMatchObject({ verified: false });
    expect(signedOutSession.visitor.id).not.toBe(verifiedSession.visitor.id);
    expectProblem(await readConversation(verifiedConversation, signedOutSession.token), 404, 'not_found');
  });

  it.each([
    ['another secret', () => signIdentity('fd_id_wrong', { sub: 'user-7' })],
    ['no subject', () => signIdentity(secret, {})],
    ['an empty subject', () => signIdentity(secret, { sub: ' ' })],
    ['an expired identity', () => signIdentity(secret, { sub: 'user-7' }, new Date(Date.now() - 120_000))],
    ['no expiry', () => new SignJWT({ sub: 'a' }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))],
    [
      'another algorithm',
      () =>
        new SignJWT({ sub: 'a' })
          .setProtectedHeader({ alg: 'HS512' })
          .setExpirationTime('1h')
          .sign(Buffer.from(secret)),
    ],
    [
      'the algorithm “none”',
      async () => `${base64({ alg: 'none' })}.${base64({ sub: 'user-7', exp: 9_999_999_999 })}.`,
    ],
    ['nonsense', async () => 'nonsense'],
  ])('is rejected with %s', async (_, identity) => {
    expectProblem(await startSession({ identity: await identity() }, liveSite), 401, 'invalid_identity');
  });

  it('is required if the business accepts only verified visitors', async () => {
    const { token } = await startVisitorSession(service, liveSite);
    await call(service, 'PUT', '/api/v1/config', { key, body: { widget: { requireIdentity: true } } });
    expectProblem(await startSession({}, liveSite), 403, 'identity_required');
    expectProblem(await sendMessage(token, 'hello', liveSite), 403, 'identity_required');
    expectProblem(await sendMessage(undefined, 'hello', liveSite), 403, 'identity_required');
    const verifiedSession = await startSession({ identity: await signDana() }, liveSite);
    expect((await sendMessage(verifiedSession.json.token, 'hello', liveSite)).status).toBe(200);
    expect((await call(service, 'POST', '/api/chat', { key, body: { message: 'hello' } })).status).toBe(200);
    await call(service, 'PUT', '/api/v1/config', { key, body: { widget: {} } });
    expect((await startSession({}, liveSite)).status).toBe(200);
  });

  it('needs the newest secret, and is rejected once verification is turned off', async () => {
    const outdatedIdentity = await signDana();
    const { json } = await call(service, 'POST', '/api/widget/identity-secret', { cookie, body: {} });
    expect(json.secret).not.toBe(secret);
    expectProblem(await startSession({ identity: outdatedIdentity }, liveSite), 401, 'invalid_identity');
    secret = json.secret;
    expect((await startSession({ identity: await signDana() }, liveSite)).status).toBe(200);
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select identity_secret::text as encrypted_secret from workspaces`,
    );
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
    expect((await call(service, 'DELETE', '/api/widget/identity-secret', { cookie })).status).toBe(204);
    expectProblem(await startSession({ identity: await signDana() }, liveSite), 401, 'invalid_identity');
  });

  it('needs a secret that only administrators can create or delete', async () => {
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
