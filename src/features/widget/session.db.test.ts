import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { asOwner, call, makeKey, makeWorkspace, type Service, startService } from '../../../test/harness.ts';
import { beginSession, fromPage, ORIGIN, type Page } from '../../../test/visitor.ts';
import { openKeyring } from '../../kernel/crypto.ts';

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
    .sign(openKeyring(Buffer.from(service.config.masterKey!, 'base64')).derive('visitor tokens'));
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

  it('keeps the business’s name, whatever the visitor calls it', async () => {
    const { token } = await beginSession(service, page, { businessName: 'Your Bank' });
    const body = { message: 'hello', businessName: 'Your Bank' };
    const first = await fromPage(service, page, 'POST', '/api/chat', { token, body });
    const { conversationId } = first.json;
    const second = await fromPage(service, page, 'POST', '/api/chat', { token, body: { ...body, conversationId } });
    for (const { status, json } of [first, second]) {
      expect(status).toBe(200);
      expect(json.reply).not.toContain('Your Bank');
    }
    const { json } = await call(service, 'GET', `/api/conversations/${conversationId}`, { key: secretKey });
    expect(json.businessName).toBeNull();
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
