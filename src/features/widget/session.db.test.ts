import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { callFromWidget, ORIGIN, startVisitorSession, type WidgetSite } from '../../../test/visitor.ts';
import { openKeyring } from '../../kernel/crypto.ts';

const OTHER_ORIGIN = 'https://shop.example.com';

let service: Service;
let id: string;
let secretKey: string;
let page: WidgetSite;

const publishable = async (workspaceId: string, mode: 'live' | 'test' = 'live', origins = [ORIGIN, OTHER_ORIGIN]) =>
  (await createApiKey(service, workspaceId, { kind: 'publishable', mode, origins })).key;

beforeAll(async () => {
  service = await startService();
  ({ id, key: secretKey } = await createWorkspace(service));
  await call(service, 'POST', '/api/v1/setup', { key: secretKey, body: { industry: 'restaurant' } });
  page = { key: await publishable(id) };
});

const session = (body: object = {}, sender: WidgetSite = page) =>
  callFromWidget(service, sender, 'POST', '/api/widget/session', { body });
const say = (token: string | undefined, message: string, conversationId?: string, sender: WidgetSite = page) =>
  callFromWidget(service, sender, 'POST', '/api/chat', { token, body: { message, conversationId, channel: 'widget' } });
/** A token signed with the service's secret, with claims that the test chooses. */
const forge = (claims: Record<string, unknown>, expires: Date) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(openKeyring(Buffer.from(service.config.masterKey!, 'base64')).derive('visitor tokens'));
const aged = (token: string, seconds: number) => forge(decodeJwt(token), new Date(Date.now() - seconds * 1000));

describe('a session', () => {
  it.each(['/api', '/api/v1', '/v1'])('can be started under %s, with settings and no conversation', async (root) => {
    const reply = await callFromWidget(service, page, 'POST', `${root}/widget/session`, { body: {} });
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({
      token: expect.any(String),
      visitor: { id: expect.stringMatching(/^vis_/), verified: false },
      settings: { businessName: 'Bella Vista', industry: 'restaurant', color: expect.stringMatching(/^#/) },
      conversation: null,
    });
    const remainingMs = Date.parse(reply.json.expiresAt) - Date.now();
    expect(remainingMs).toBeGreaterThan(3_590_000);
    expect(remainingMs).toBeLessThanOrEqual(3_600_000);
    expect(reply.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(reply.headers.get('ratelimit')).toMatch(/"burst"/);
  });

  it('answers the preflight request for its header', async () => {
    const reply = await call(service, 'OPTIONS', '/api/widget/session', { headers: { origin: ORIGIN } });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-headers')).toMatch(/X-Visitor-Token/);
    expect(reply.headers.get('access-control-allow-headers')).not.toMatch(/frontdesk/i);
    // Scripts from before the header had a neutral name.
    const headers = { origin: ORIGIN, 'access-control-request-headers': 'authorization,x-frontdesk-visitor' };
    const old = await call(service, 'OPTIONS', '/api/widget/session', { headers });
    expect(old.headers.get('access-control-allow-headers')).toContain('x-frontdesk-visitor');
  });

  it('is renewed with the same visitor and the current conversation', async () => {
    const first = await startVisitorSession(service, page);
    const { conversationId } = (await say(first.token, 'Is there parking?')).json;
    const { json } = await session({ visitor: first.token });
    expect(json.visitor.id).toBe(first.id);
    expect(json.conversation).toMatchObject({ id: conversationId, status: 'open', channel: 'widget' });
    expect(json.conversation.messages.map(({ role }: { role: string }) => role)).toEqual(['customer', 'assistant']);
    await call(service, 'POST', `/api/conversations/${conversationId}/resolve`, { key: secretKey, body: {} });
    expect((await session({ visitor: first.token })).json.conversation).toBeNull();
  });

  it('keeps the business’s name, whatever name the visitor sends', async () => {
    const { token } = await startVisitorSession(service, page, { businessName: 'Your Bank' });
    const body = { message: 'hello', businessName: 'Your Bank' };
    const first = await callFromWidget(service, page, 'POST', '/api/chat', { token, body });
    const { conversationId } = first.json;
    const second = await callFromWidget(service, page, 'POST', '/api/chat', {
      token,
      body: { ...body, conversationId },
    });
    for (const { status, json } of [first, second]) {
      expect(status).toBe(200);
      expect(json.reply).not.toContain('Your Bank');
    }
    const { json } = await call(service, 'GET', `/api/conversations/${conversationId}`, { key: secretKey });
    expect(json.businessName).toBeNull();
  });

  it('can be renewed up to 30 days after it expired', async () => {
    const { token, id: visitorId } = await startVisitorSession(service, page);
    expect((await session({ visitor: await aged(token, 29 * 86_400) })).json.visitor.id).toBe(visitorId);
    expect((await session({ visitor: await aged(token, 31 * 86_400) })).json.visitor.id).not.toBe(visitorId);
  });

  it('gets a new visitor if the token is from another page or key, forged or invalid', async () => {
    const { token, id: visitorId } = await startVisitorSession(service, page);
    const anotherKey = { key: await publishable(id) };
    const forged = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 1));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
    const renewed = [
      await session({ visitor: token }, { ...page, origin: OTHER_ORIGIN }),
      await session({ visitor: token }, anotherKey),
      await session({ visitor: forged }),
      await session({ visitor: unsigned }),
      await session({ visitor: 'nonsense' }),
    ];
    expect(renewed.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(renewed.map(({ json }) => json.visitor.id)).not.toContain(visitorId);
  });

  it('does not count against the monthly quota, while a message does', async () => {
    const starterWorkspace = await createWorkspace(service, { plan: 'starter' });
    const starterPage = { key: await publishable(starterWorkspace.id) };
    const remainingCalls = (headers: Headers) => Number(/"monthly";r=(\d+)/.exec(headers.get('ratelimit')!)![1]);
    const callsBefore = remainingCalls((await session({}, starterPage)).headers);
    const { token } = await startVisitorSession(service, starterPage);
    expect(remainingCalls((await session({}, starterPage)).headers)).toBe(callsBefore);
    expect(remainingCalls((await say(token, 'hello', undefined, starterPage)).headers)).toBe(callsBefore - 1);
  });

  it('is rejected without a key, with an invalid body, from another origin, and with a secret or revoked key', async () => {
    expectProblem(await call(service, 'POST', '/api/widget/session', { body: {} }), 401, 'missing_api_key');
    expectProblem(await session({ visitor: 1 }), 422, 'validation_failed');
    expectProblem(await session({}, { ...page, origin: 'https://evil.example' }), 403, 'origin_not_allowed');
    expectProblem(
      await call(service, 'POST', '/api/widget/session', { key: secretKey, body: {} }),
      403,
      'insufficient_scope',
    );
    expectProblem(await session({ businessType: 'salon' }), 403, 'industry_not_active');
    const { key, keyId } = await createApiKey(service, id, { kind: 'publishable', origins: [ORIGIN] });
    const { token } = await startVisitorSession(service, { key });
    await queryAsDbOwner(service.connection, 'update api_keys set revoked_at = now() where id = $1', [keyId]);
    await expect.poll(async () => (await session({ visitor: token }, { key })).json?.code).toBe('revoked_api_key');
    expectProblem(await say(token, 'hello', undefined, { key }), 401, 'revoked_api_key');
  });

  it('lets the service’s own pages read, which send no Origin', async () => {
    const servicePage = { key: await publishable(id, 'live', [service.url]), origin: service.url };
    const { token } = await startVisitorSession(service, servicePage);
    const { conversationId } = (await say(token, 'hello', undefined, servicePage)).json;
    const headers = { 'x-visitor-token': token };
    const readWith = (extraHeaders: Record<string, string>) =>
      call(service, 'GET', `/api/conversations/${conversationId}`, {
        key: servicePage.key,
        headers: { ...headers, ...extraHeaders },
      });
    expect((await readWith({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const oldName = { 'x-frontdesk-visitor': token, 'sec-fetch-site': 'same-origin' };
    const path = `/api/conversations/${conversationId}`;
    expect((await call(service, 'GET', path, { key: servicePage.key, headers: oldName })).status).toBe(200);
    expectProblem(await readWith({}), 403, 'origin_not_allowed');
    expectProblem(await readWith({ 'sec-fetch-site': 'cross-site' }), 403, 'origin_not_allowed');
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

  it('is hidden from other visitors, other workspaces and requests without a token', async () => {
    const ownSession = await startVisitorSession(service, page);
    const otherSession = await startVisitorSession(service, page);
    const { conversationId } = (await say(ownSession.token, 'hello')).json;
    const foreign = await createWorkspace(service);
    const foreignPage = { key: await publishable(foreign.id) };
    const foreignSession = await startVisitorSession(service, foreignPage);
    for (const [method, path, body] of paths(conversationId)) {
      expectProblem(
        await callFromWidget(service, page, method, path, { body, token: otherSession.token }),
        404,
        'not_found',
      );
      expectProblem(await callFromWidget(service, page, method, path, { body }), 404, 'not_found');
      expectProblem(
        await callFromWidget(service, foreignPage, method, path, { body, token: foreignSession.token }),
        404,
        'not_found',
      );
    }
    const ownRead = await callFromWidget(service, page, 'GET', `/api/conversations/${conversationId}`, {
      token: ownSession.token,
    });
    expect(ownRead.status).toBe(200);
    expect((await call(service, 'GET', `/api/conversations/${conversationId}`, { key: secretKey })).status).toBe(200);
  });

  it('requires a valid token', async () => {
    const { token } = await startVisitorSession(service, page);
    const { conversationId } = (await say(token, 'hello')).json;
    const expired = await aged(token, 1);
    for (const [method, path, body] of paths(conversationId)) {
      const reply = await callFromWidget(service, page, method, path, { body, token: expired });
      expectProblem(reply, 401, 'expired_visitor');
      expect(reply.json.detail).toMatch(/\/api\/widget\/session/);
      const elsewhere = { ...page, origin: OTHER_ORIGIN };
      expectProblem(await callFromWidget(service, elsewhere, method, path, { body, token }), 401, 'invalid_visitor');
    }
  });

  it('is readable with its id if no visitor started it', async () => {
    const { conversationId } = (await say(undefined, 'hello')).json;
    const { token } = await startVisitorSession(service, page);
    const path = `/api/conversations/${conversationId}`;
    expect((await callFromWidget(service, page, 'GET', path)).status).toBe(200);
    expect((await callFromWidget(service, page, 'GET', path, { token })).status).toBe(200);
    const { json } = await call(service, 'POST', '/api/chat', { key: secretKey, body: { message: 'hello' } });
    expectProblem(
      await callFromWidget(service, page, 'GET', `/api/conversations/${json.conversationId}`, { token }),
      404,
      'not_found',
    );
  });

  it('is listed for its visitor, page by page', async () => {
    const { token } = await startVisitorSession(service, page);
    const otherSession = await startVisitorSession(service, page);
    const ids = [(await say(token, 'hello')).json.conversationId, (await say(token, 'hi')).json.conversationId];
    const othersConversation = (await say(otherSession.token, 'hey')).json.conversationId;
    const list = (query = '') => callFromWidget(service, page, 'GET', `/api/widget/conversations${query}`, { token });
    const firstPage = (await list()).json;
    expect(firstPage).toMatchObject({ object: 'list', has_more: false });
    expect(firstPage.data.map((conversation: { id: string }) => conversation.id)).toEqual(ids.reverse());
    expect((await list('?limit=1')).json).toMatchObject({ has_more: true, data: [{ id: ids[0] }] });
    expect((await list(`?starting_after=${ids[0]}`)).json.data).toMatchObject([{ id: ids[1] }]);
    expectProblem(await list(`?starting_after=${othersConversation}`), 400, 'invalid_request');
    expectProblem(await list('?limit=0'), 400, 'invalid_request');
    expectProblem(await callFromWidget(service, page, 'GET', '/api/widget/conversations'), 401, 'invalid_visitor');
    expectProblem(
      await call(service, 'GET', '/api/widget/conversations', { key: secretKey }),
      403,
      'insufficient_scope',
    );
  });

  it('is answered once per Idempotency-Key and visitor', async () => {
    const [ownSession, otherSession] = [
      await startVisitorSession(service, page),
      await startVisitorSession(service, page),
    ];
    const send = (token: string) =>
      callFromWidget(service, page, 'POST', '/api/chat', {
        token,
        body: { message: 'hello' },
        headers: { 'idempotency-key': 'the same' },
      });
    const first = await send(ownSession.token);
    expect((await send(ownSession.token)).json).toEqual(first.json);
    const othersReply = await send(otherSession.token);
    expect(othersReply.status).toBe(200);
    expect(othersReply.headers.get('idempotent-replayed')).toBeNull();
    expect(othersReply.json.conversationId).not.toBe(first.json.conversationId);
  });
});
