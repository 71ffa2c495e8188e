import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { asOwner, call, makeKey, makeWorkspace, type Service, signUp, startService } from '../../../test/harness.ts';
import { beginSession, fromPage, ORIGIN, type Page, signIdentity } from '../../../test/visitor.ts';
import { openVault } from '../../kernel/crypto.ts';

const OTHER = 'https://shop.example.com';

let service: Service;
let id: string;
let secretKey: string;
let page: Page;

const publishable = async (workspaceId: string, mode: 'live' | 'test' = 'live', origins = [ORIGIN, OTHER]) =>
  (await makeKey(service, workspaceId, { kind: 'publishable', mode, origins })).key;

beforeAll(async () => {
  service = await startService();
  ({ id, key: secretKey } = await makeWorkspace(service));
  await call(service, 'POST', '/api/v1/setup', { key: secretKey, body: { industry: 'restaurant' } });
  page = { key: await publishable(id) };
});

const session = (body: object = {}, as: Page = page) => fromPage(service, as, 'POST', '/api/widget/session', { body });
const say = (token: string | undefined, message: string, conversationId?: string, as: Page = page) =>
  fromPage(service, as, 'POST', '/api/chat', { token, body: { message, conversationId, channel: 'widget' } });
/** Signed as the service signs, but as the test likes. */
const forge = (claims: Record<string, unknown>, expires: Date) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(openVault(Buffer.from(service.config.masterKey!, 'base64')).derive('visitor tokens'));
const aged = (token: string, seconds: number) => forge(decodeJwt(token), new Date(Date.now() - seconds * 1000));

describe('a session', () => {
  it.each(['/api', '/api/v1', '/v1'])('is begun under %s, with settings and no conversation', async (root) => {
    const reply = await fromPage(service, page, 'POST', `${root}/widget/session`, { body: {} });
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({
      token: expect.any(String),
      visitor: { id: expect.stringMatching(/^vis_/), verified: false },
      settings: { businessName: 'Bella Vista', industry: 'restaurant', color: expect.stringMatching(/^#/) },
      conversation: null,
    });
    const left = Date.parse(reply.json.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(3_590_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
    expect(reply.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(reply.headers.get('ratelimit')).toMatch(/"burst"/);
  });

  it('answers the preflight of its header', async () => {
    const reply = await call(service, 'OPTIONS', '/api/widget/session', { headers: { origin: ORIGIN } });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-headers')).toMatch(/X-Frontdesk-Visitor/);
  });

  it('is renewed with the same visitor, and the conversation that is under way', async () => {
    const first = await beginSession(service, page);
    const { conversationId } = (await say(first.token, 'Is there parking?')).json;
    const { json } = await session({ visitor: first.token });
    expect(json.visitor.id).toBe(first.id);
    expect(json.conversation).toMatchObject({ id: conversationId, status: 'open', channel: 'widget' });
    expect(json.conversation.messages.map(({ role }: { role: string }) => role)).toEqual(['customer', 'assistant']);
    await call(service, 'POST', `/api/conversations/${conversationId}/resolve`, { key: secretKey, body: {} });
    expect((await session({ visitor: first.token })).json.conversation).toBeNull();
  });

  it('is renewed up to 30 days after it ended', async () => {
    const { token, id: visitorId } = await beginSession(service, page);
    expect((await session({ visitor: await aged(token, 29 * 86_400) })).json.visitor.id).toBe(visitorId);
    expect((await session({ visitor: await aged(token, 31 * 86_400) })).json.visitor.id).not.toBe(visitorId);
  });

  it('is of a new visitor where the token is of another page, another key, forged or nonsense', async () => {
    const { token, id: visitorId } = await beginSession(service, page);
    const anotherKey = { key: await publishable(id) };
    const forged = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 1));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
    const renewed = [
      await session({ visitor: token }, { ...page, origin: OTHER }),
      await session({ visitor: token }, anotherKey),
      await session({ visitor: forged }),
      await session({ visitor: unsigned }),
      await session({ visitor: 'nonsense' }),
    ];
    expect(renewed.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(renewed.map(({ json }) => json.visitor.id)).not.toContain(visitorId);
  });

  it('does not count against the month; a message does', async () => {
    const small = await makeWorkspace(service, { plan: 'starter' });
    const own = { key: await publishable(small.id) };
    const left = (headers: Headers) => Number(/"monthly";r=(\d+)/.exec(headers.get('ratelimit')!)![1]);
    const before = left((await session({}, own)).headers);
    const { token } = await beginSession(service, own);
    expect(left((await session({}, own)).headers)).toBe(before);
    expect(left((await say(token, 'hello', undefined, own)).headers)).toBe(before - 1);
  });

  it('is refused without a key, with a wrong body, from elsewhere, with a secret or a revoked key', async () => {
    expectProblem(await call(service, 'POST', '/api/widget/session', { body: {} }), 401, 'missing_api_key');
    expectProblem(await session({ visitor: 1 }), 422, 'validation_failed');
    expectProblem(await session({}, { ...page, origin: 'https://evil.example' }), 403, 'origin_not_allowed');
    expectProblem(
      await call(service, 'POST', '/api/widget/session', { key: secretKey, body: {} }),
      403,
      'insufficient_scope',
    );
    expectProblem(await session({ businessType: 'salon' }), 403, 'industry_not_active');
    const { key, keyId } = await makeKey(service, id, { kind: 'publishable', origins: [ORIGIN] });
    const { token } = await beginSession(service, { key });
    await asOwner(service.connection, 'update api_keys set revoked_at = now() where id = $1', [keyId]);
    await expect.poll(async () => (await session({ visitor: token }, { key })).json?.code).toBe('revoked_api_key');
    expectProblem(await say(token, 'hello', undefined, { key }), 401, 'revoked_api_key');
  });

  it('lets a page of this very service read, which sends no Origin', async () => {
    const own = { key: await publishable(id, 'live', [service.url]), origin: service.url };
    const { token } = await beginSession(service, own);
    const { conversationId } = (await say(token, 'hello', undefined, own)).json;
    const headers = { 'x-frontdesk-visitor': token };
    const read = (more: Record<string, string>) =>
      call(service, 'GET', `/api/conversations/${conversationId}`, { key: own.key, headers: { ...headers, ...more } });
    expect((await read({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expectProblem(await read({}), 403, 'origin_not_allowed');
    expectProblem(await read({ 'sec-fetch-site': 'cross-site' }), 403, 'origin_not_allowed');
  });
});

describe('a visitor’s conversation', () => {
  const paths = (conversationId: string): [string, string, object?][] => [
    ['GET', `/api/conversations/${conversationId}`],
    ['GET', `/api/conversations/${conversationId}/events`],
    ['POST', `/api/conversations/${conversationId}/feedback`, { rating: 5 }],
    ['POST', `/api/conversations/${conversationId}/handoff`, {}],
    ['POST', `/api/conversations/${conversationId}/transcript`, { email: 'dana@example.com' }],
    ['POST', '/api/chat', { message: 'hello', conversationId }],
  ];

  it('is nobody else’s: not another visitor’s, not without a token, not another workspace’s', async () => {
    const mine = await beginSession(service, page);
    const other = await beginSession(service, page);
    const { conversationId } = (await say(mine.token, 'hello')).json;
    const foreign = await makeWorkspace(service);
    const foreignPage = { key: await publishable(foreign.id) };
    const theirs = await beginSession(service, foreignPage);
    for (const [method, path, body] of paths(conversationId)) {
      expectProblem(await fromPage(service, page, method, path, { body, token: other.token }), 404, 'not_found');
      expectProblem(await fromPage(service, page, method, path, { body }), 404, 'not_found');
      expectProblem(
        await fromPage(service, foreignPage, method, path, { body, token: theirs.token }),
        404,
        'not_found',
      );
    }
    const read = await fromPage(service, page, 'GET', `/api/conversations/${conversationId}`, { token: mine.token });
    expect(read.status).toBe(200);
    expect((await call(service, 'GET', `/api/conversations/${conversationId}`, { key: secretKey })).status).toBe(200);
  });

  it('needs a token that is good here and now', async () => {
    const { token } = await beginSession(service, page);
    const { conversationId } = (await say(token, 'hello')).json;
    const expired = await aged(token, 1);
    for (const [method, path, body] of paths(conversationId)) {
      const reply = await fromPage(service, page, method, path, { body, token: expired });
      expectProblem(reply, 401, 'expired_visitor');
      expect(reply.json.detail).toMatch(/\/api\/widget\/session/);
      const elsewhere = { ...page, origin: OTHER };
      expectProblem(await fromPage(service, elsewhere, method, path, { body, token }), 401, 'invalid_visitor');
    }
  });

  it('may be anybody’s who holds its id where no visitor began it, as before', async () => {
    const { conversationId } = (await say(undefined, 'hello')).json;
    const { token } = await beginSession(service, page);
    const path = `/api/conversations/${conversationId}`;
    expect((await fromPage(service, page, 'GET', path)).status).toBe(200);
    expect((await fromPage(service, page, 'GET', path, { token })).status).toBe(200);
    const { json } = await call(service, 'POST', '/api/chat', { key: secretKey, body: { message: 'hello' } });
    expectProblem(
      await fromPage(service, page, 'GET', `/api/conversations/${json.conversationId}`, { token }),
      404,
      'not_found',
    );
  });

  it('is among those that the visitor can list, page by page', async () => {
    const { token } = await beginSession(service, page);
    const other = await beginSession(service, page);
    const ids = [(await say(token, 'hello')).json.conversationId, (await say(token, 'hi')).json.conversationId];
    const theirs = (await say(other.token, 'hey')).json.conversationId;
    const list = (query = '') => fromPage(service, page, 'GET', `/api/widget/conversations${query}`, { token });
    const all = (await list()).json;
    expect(all).toMatchObject({ object: 'list', has_more: false });
    expect(all.data.map((each: { id: string }) => each.id)).toEqual(ids.reverse());
    expect((await list('?limit=1')).json).toMatchObject({ has_more: true, data: [{ id: ids[0] }] });
    expect((await list(`?starting_after=${ids[0]}`)).json.data).toMatchObject([{ id: ids[1] }]);
    expectProblem(await list(`?starting_after=${theirs}`), 400, 'invalid_request');
    expectProblem(await list('?limit=0'), 400, 'invalid_request');
    expectProblem(await fromPage(service, page, 'GET', '/api/widget/conversations'), 401, 'invalid_visitor');
    expectProblem(
      await call(service, 'GET', '/api/widget/conversations', { key: secretKey }),
      403,
      'insufficient_scope',
    );
  });

  it('is answered once for an Idempotency-Key of one visitor, and not for another’s', async () => {
    const [mine, other] = [await beginSession(service, page), await beginSession(service, page)];
    const send = (token: string) =>
      fromPage(service, page, 'POST', '/api/chat', {
        token,
        body: { message: 'hello' },
        headers: { 'idempotency-key': 'the same' },
      });
    const first = await send(mine.token);
    expect((await send(mine.token)).json).toEqual(first.json);
    const theirs = await send(other.token);
    expect(theirs.status).toBe(200);
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
    expect(theirs.json.conversationId).not.toBe(first.json.conversationId);
  });
});

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
    const { conversationId } = (await say(first.json.token, 'hello', undefined, verified)).json;
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
    const unverified = (await say(before.token, 'hello', undefined, verified)).json.conversationId;
    const known = (await session({ visitor: before.token, identity: await dana() }, verified)).json;
    expect(known.visitor.id).not.toBe(before.id);
    const theirs = (await say(known.token, 'hello', undefined, verified)).json.conversationId;
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
    [
      'none',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"a","exp":9999999999}').toString('base64url')}.`,
    ],
    ['nonsense', async () => 'nonsense'],
  ])('is not believed with %s', async (_, identity) => {
    expectProblem(await session({ identity: await identity() }, verified), 401, 'invalid_identity');
  });

  it('is asked for where the business wants nobody else', async () => {
    await call(service, 'PUT', '/api/v1/config', { key, body: { widget: { requireIdentity: true } } });
    expectProblem(await session({}, verified), 403, 'identity_required');
    expect((await session({ identity: await dana() }, verified)).status).toBe(200);
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
    const headers = { 'x-workspace': id };
    expectProblem(
      await call(service, 'POST', '/api/widget/identity-secret', { cookie: stranger.cookie, body: {}, headers }),
      404,
      'not_found',
    );
  });
});
