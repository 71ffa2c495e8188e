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
let workspaceId: string;
let secretKey: string;
let embeddingSite: WidgetSite;

const createPublishableKey = async (
  forWorkspace: string,
  mode: 'live' | 'test' = 'live',
  origins = [ORIGIN, OTHER_ORIGIN],
) => (await createApiKey(service, forWorkspace, { kind: 'publishable', mode, origins })).key;

beforeAll(async () => {
  service = await startService();
  ({ id: workspaceId, key: secretKey } = await createWorkspace(service));
  await call(service, 'POST', '/api/v1/setup', { key: secretKey, body: { industry: 'restaurant' } });
  embeddingSite = { key: await createPublishableKey(workspaceId) };
});

const startSession = (body: object = {}, site: WidgetSite = embeddingSite) =>
  callFromWidget(service, site, 'POST', '/api/widget/session', { body });
const sendMessage = (
  token: string | undefined,
  message: string,
  conversationId?: string,
  site: WidgetSite = embeddingSite,
) =>
  callFromWidget(service, site, 'POST', '/api/chat', { token, body: { message, conversationId, channel: 'widget' } });
/** A token with chosen claims, signed with the service's secret. */
const forgeToken = (claims: Record<string, unknown>, expires: Date) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(openKeyring(Buffer.from(service.config.masterKey!, 'base64')).derive('visitor tokens'));
const expireToken = (token: string, secondsAgo: number) =>
  forgeToken(decodeJwt(token), new Date(Date.now() - secondsAgo * 1000));

describe('a visitor’s session', () => {
  it.each(['/api', '/api/v1', '/v1'])('can be started under %s, with settings and no conversation', async (root) => {
    const response = await callFromWidget(service, embeddingSite, 'POST', `${root}/widget/session`, { body: {} });
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({
      token: expect.any(String),
      visitor: { id: expect.stringMatching(/^vis_/), verified: false },
      settings: { businessName: 'Bella Vista', industry: 'restaurant', color: expect.stringMatching(/^#/) },
      conversation: null,
    });
    const remainingMs = Date.parse(response.json.expiresAt) - Date.now();
    expect(remainingMs).toBeGreaterThan(3_590_000);
    expect(remainingMs).toBeLessThanOrEqual(3_600_000);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('ratelimit')).toMatch(/"burst"/);
  });

  it('allows its header in preflight requests', async () => {
    const response = await call(service, 'OPTIONS', '/api/widget/session', { headers: { origin: ORIGIN } });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toMatch(/X-Visitor-Token/);
    expect(response.headers.get('access-control-allow-headers')).not.toMatch(/frontdesk/i);
    // Scripts from before the header was renamed still send the old one.
    const headers = { origin: ORIGIN, 'access-control-request-headers': 'authorization,x-frontdesk-visitor' };
    const oldHeaderResponse = await call(service, 'OPTIONS', '/api/widget/session', { headers });
    expect(oldHeaderResponse.headers.get('access-control-allow-headers')).toContain('x-frontdesk-visitor');
  });

  it('is renewed with the same visitor and the current conversation', async () => {
    const firstSession = await startVisitorSession(service, embeddingSite);
    const { conversationId } = (await sendMessage(firstSession.token, 'Is there parking?')).json;
    const { json } = await startSession({ visitor: firstSession.token });
    expect(json.visitor.id).toBe(firstSession.id);
    expect(json.conversation).toMatchObject({ id: conversationId, status: 'open', channel: 'widget' });
    expect(json.conversation.messages.map(({ role }: { role: string }) => role)).toEqual(['customer', 'assistant']);
    await call(service, 'POST', `/api/conversations/${conversationId}/resolve`, { key: secretKey, body: {} });
    expect((await startSession({ visitor: firstSession.token })).json.conversation).toBeNull();
  });

  it('keeps the business’s name, whatever name the visitor sends', async () => {
    const { token } = await startVisitorSession(service, embeddingSite, { businessName: 'Your Bank' });
    const body = { message: 'hello', businessName: 'Your Bank' };
    const firstResponse = await callFromWidget(service, embeddingSite, 'POST', '/api/chat', { token, body });
    const { conversationId } = firstResponse.json;
    const secondResponse = await callFromWidget(service, embeddingSite, 'POST', '/api/chat', {
      token,
      body: { ...body, conversationId },
    });
    for (const { status, json } of [firstResponse, secondResponse]) {
      expect(status).toBe(200);
      expect(json.reply).not.toContain('Your Bank');
    }
    const { json } = await call(service, 'GET', `/api/conversations/${conversationId}`, { key: secretKey });
    expect(json.businessName).toBeNull();
  });

  it('can be renewed up to 30 days after it expired', async () => {
    const { token, id: visitorId } = await startVisitorSession(service, embeddingSite);
    expect((await startSession({ visitor: await expireToken(token, 29 * 86_400) })).json.visitor.id).toBe(visitorId);
    expect((await startSession({ visitor: await expireToken(token, 31 * 86_400) })).json.visitor.id).not.toBe(
      visitorId,
    );
  });

  it('gets a new visitor if the token is forged, invalid, or from another origin or key', async () => {
    const { token, id: visitorId } = await startVisitorSession(service, embeddingSite);
    const siteWithOtherKey = { key: await createPublishableKey(workspaceId) };
    const forgedToken = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32, 1));
    const unsignedToken = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
    const renewals = [
      await startSession({ visitor: token }, { ...embeddingSite, origin: OTHER_ORIGIN }),
      await startSession({ visitor: token }, siteWithOtherKey),
      await startSession({ visitor: forgedToken }),
      await startSession({ visitor: unsignedToken }),
      await startSession({ visitor: 'nonsense' }),
    ];
    expect(renewals.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(renewals.map(({ json }) => json.visitor.id)).not.toContain(visitorId);
  });

  it('does not count against the monthly quota, while a message does', async () => {
    const starterWorkspace = await createWorkspace(service, { plan: 'starter' });
    const starterSite = { key: await createPublishableKey(starterWorkspace.id) };
    const remainingCalls = (headers: Headers) => Number(/"monthly";r=(\d+)/.exec(headers.get('ratelimit')!)![1]);
    const callsBefore = remainingCalls((await startSession({}, starterSite)).headers);
    const { token } = await startVisitorSession(service, starterSite);
    expect(remainingCalls((await startSession({}, starterSite)).headers)).toBe(callsBefore);
    expect(remainingCalls((await sendMessage(token, 'hello', undefined, starterSite)).headers)).toBe(callsBefore - 1);
  });

  it('is rejected without a key, with an invalid body, from another origin, and with a secret or revoked key', async () => {
    expectProblem(await call(service, 'POST', '/api/widget/session', { body: {} }), 401, 'missing_api_key');
    expectProblem(await startSession({ visitor: 1 }), 422, 'validation_failed');
    expectProblem(
      await startSession({}, { ...embeddingSite, origin: 'https://evil.example' }),
      403,
      'origin_not_allowed',
    );
    expectProblem(
      await call(service, 'POST', '/api/widget/session', { key: secretKey, body: {} }),
      403,
      'insufficient_scope',
    );
    expectProblem(await startSession({ businessType: 'salon' }), 403, 'industry_not_active');
    const { key, keyId } = await createApiKey(service, workspaceId, { kind: 'publishable', origins: [ORIGIN] });
    const { token } = await startVisitorSession(service, { key });
    await queryAsDbOwner(service.connection, 'update api_keys set revoked_at = now() where id = $1', [keyId]);
    await expect.poll(async () => (await startSession({ visitor: token }, { key })).json?.code).toBe('revoked_api_key');
    expectProblem(await sendMessage(token, 'hello', undefined, { key }), 401, 'revoked_api_key');
  });

  it('can be used by the service’s own pages, which send no Origin when they read', async () => {
    const serviceSite = { key: await createPublishableKey(workspaceId, 'live', [service.url]), origin: service.url };
    const { token } = await startVisitorSession(service, serviceSite);
    const { conversationId } = (await sendMessage(token, 'hello', undefined, serviceSite)).json;
    const headers = { 'x-visitor-token': token };
    const readConversationWith = (extraHeaders: Record<string, string>) =>
      call(service, 'GET', `/api/conversations/${conversationId}`, {
        key: serviceSite.key,
        headers: { ...headers, ...extraHeaders },
      });
    expect((await readConversationWith({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const oldHeaders = { 'x-frontdesk-visitor': token, 'sec-fetch-site': 'same-origin' };
    const path = `/api/conversations/${conversationId}`;
    expect((await call(service, 'GET', path, { key: serviceSite.key, headers: oldHeaders })).status).toBe(200);
    expectProblem(await readConversationWith({}), 403, 'origin_not_allowed');
    expectProblem(await readConversationWith({ 'sec-fetch-site': 'cross-site' }), 403, 'origin_not_allowed');
  });
});

describe('a visitor’s conversation', () => {
  const conversationRequests = (conversationId: string): [string, string, object?][] => [
    ['GET', `/api/conversations/${conversationId}`],
    ['GET', `/api/conversations/${conversationId}/events`],
    ['POST', `/api/conversations/${conversationId}/feedback`, { rating: 5 }],
    ['POST', `/api/conversations/${conversationId}/handoff`, {}],
    ['POST', `/api/conversations/${conversationId}/transcript`, { email: 'dana@example.com' }],
    ['POST', '/api/chat', { message: 'hello', conversationId }],
  ];

  it('is hidden from other visitors, other workspaces and requests without a token', async () => {
    const ownSession = await startVisitorSession(service, embeddingSite);
    const otherSession = await startVisitorSession(service, embeddingSite);
    const { conversationId } = (await sendMessage(ownSession.token, 'hello')).json;
    const foreignWorkspace = await createWorkspace(service);
    const foreignSite = { key: await createPublishableKey(foreignWorkspace.id) };
    const foreignSession = await startVisitorSession(service, foreignSite);
    for (const [method, path, body] of conversationRequests(conversationId)) {
      expectProblem(
        await callFromWidget(service, embeddingSite, method, path, { body, token: otherSession.token }),
        404,
        'not_found',
      );
      expectProblem(await callFromWidget(service, embeddingSite, method, path, { body }), 404, 'not_found');
      expectProblem(
        await callFromWidget(service, foreignSite, method, path, { body, token: foreignSession.token }),
        404,
        'not_found',
      );
    }
    const ownResponse = await callFromWidget(service, embeddingSite, 'GET', `/api/conversations/${conversationId}`, {
      token: ownSession.token,
    });
    expect(ownResponse.status).toBe(200);
    expect((await call(service, 'GET', `/api/conversations/${conversationId}`, { key: secretKey })).status).toBe(200);
  });

  it('requires a valid token', async () => {
    const { token } = await startVisitorSession(service, embeddingSite);
    const { conversationId } = (await sendMessage(token, 'hello')).json;
    const expiredToken = await expireToken(token, 1);
    for (const [method, path, body] of conversationRequests(conversationId)) {
      const response = await callFromWidget(service, embeddingSite, method, path, { body, token: expiredToken });
      expectProblem(response, 401, 'expired_visitor');
      expect(response.json.detail).toMatch(/\/api\/widget\/session/);
      const siteAtOtherOrigin = { ...embeddingSite, origin: OTHER_ORIGIN };
      expectProblem(
        await callFromWidget(service, siteAtOtherOrigin, method, path, { body, token }),
        401,
        'invalid_visitor',
      );
    }
  });

  it('is readable with its id if no visitor started it', async () => {
    const { conversationId } = (await sendMessage(undefined, 'hello')).json;
    const { token } = await startVisitorSession(service, embeddingSite);
    const path = `/api/conversations/${conversationId}`;
    expect((await callFromWidget(service, embeddingSite, 'GET', path)).status).toBe(200);
    expect((await callFromWidget(service, embeddingSite, 'GET', path, { token })).status).toBe(200);
    const { json } = await call(service, 'POST', '/api/chat', { key: secretKey, body: { message: 'hello' } });
    expectProblem(
      await callFromWidget(service, embeddingSite, 'GET', `/api/conversations/${json.conversationId}`, { token }),
      404,
      'not_found',
    );
  });

  it('is listed for its visitor, page by page', async () => {
    const { token } = await startVisitorSession(service, embeddingSite);
    const otherSession = await startVisitorSession(service, embeddingSite);
    const conversationIds = [
      (await sendMessage(token, 'hello')).json.conversationId,
      (await sendMessage(token, 'hi')).json.conversationId,
    ];
    const otherConversationId = (await sendMessage(otherSession.token, 'hey')).json.conversationId;
    const listConversations = (query = '') =>
      callFromWidget(service, embeddingSite, 'GET', `/api/widget/conversations${query}`, { token });
    const firstPage = (await listConversations()).json;
    expect(firstPage).toMatchObject({ object: 'list', has_more: false });
    expect(firstPage.data.map((conversation: { id: string }) => conversation.id)).toEqual(conversationIds.reverse());
    expect((await listConversations('?limit=1')).json).toMatchObject({
      has_more: true,
      data: [{ id: conversationIds[0] }],
    });
    expect((await listConversations(`?starting_after=${conversationIds[0]}`)).json.data).toMatchObject([
      { id: conversationIds[1] },
    ]);
    expectProblem(await listConversations(`?starting_after=${otherConversationId}`), 400, 'invalid_request');
    expectProblem(await listConversations('?limit=0'), 400, 'invalid_request');
    expectProblem(
      await callFromWidget(service, embeddingSite, 'GET', '/api/widget/conversations'),
      401,
      'invalid_visitor',
    );
    expectProblem(
      await call(service, 'GET', '/api/widget/conversations', { key: secretKey }),
      403,
      'insufficient_scope',
    );
  });

  it('gets one reply per Idempotency-Key and visitor', async () => {
    const [ownSession, otherSession] = [
      await startVisitorSession(service, embeddingSite),
      await startVisitorSession(service, embeddingSite),
    ];
    const sendWithSameKey = (token: string) =>
      callFromWidget(service, embeddingSite, 'POST', '/api/chat', {
        token,
        body: { message: 'hello' },
        headers: { 'idempotency-key': 'the same' },
      });
    const firstResponse = await sendWithSameKey(ownSession.token);
    expect((await sendWithSameKey(ownSession.token)).json).toEqual(firstResponse.json);
    const otherResponse = await sendWithSameKey(otherSession.token);
    expect(otherResponse.status).toBe(200);
    expect(otherResponse.headers.get('idempotent-replayed')).toBeNull();
    expect(otherResponse.json.conversationId).not.toBe(firstResponse.json.conversationId);
  });
});
