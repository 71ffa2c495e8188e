import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectProblem, getErrorPointers } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  type HttpResponse,
  queryAsDbOwner,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { createApp } from '../../app.ts';
import { createLog } from '../../kernel/log.ts';
import { generateKey } from './format.ts';
import { SCOPES } from './scopes.ts';

const service = await startService();
const secondInstance = await startService(service.connection, { jobs: 'off' });
const ann = await signUp(service);
const bob = await signUp(service);
await queryAsDbOwner(service.connection, `update workspaces set plan = 'business'`);

type CreatedKeyResponse = HttpResponse & { json: { id: string; key: string } };
const SECRET_KEY_BODY = { name: 'server', mode: 'live', kind: 'secret' };
const WIDGET_KEY_BODY = { name: 'page', mode: 'live', kind: 'publishable', origins: ['https://shop.example.com'] };
const createKey = (body: object, cookie = ann.cookie): Promise<CreatedKeyResponse> =>
  call(service, 'POST', '/api/keys', { cookie, body });
const rotateKey = (id: string, body?: object): Promise<CreatedKeyResponse> =>
  call(service, 'POST', `/api/keys/${id}/rotate`, { cookie: ann.cookie, body });
const revokeKey = (id: string, cookie = ann.cookie) => call(service, 'DELETE', `/api/keys/${id}`, { cookie });
const listKeys = (query = '', cookie = ann.cookie) => call(service, 'GET', `/api/keys${query}`, { cookie });
const callWithKey = (key: string, instance: { url: string } = service) =>
  call(instance, 'GET', '/api/conversations', { key });
const statusAndCode = async (response: Promise<HttpResponse>) => {
  const { status, json } = await response;
  return `${status} ${json?.code ?? ''}`.trim();
};
const POLL_OPTIONS = { interval: 10 };
const chat = (key: string, origin?: string, body: object = {}, path = '/api/chat') =>
  call(service, 'POST', path, { key, body: { message: 'hello', ...body }, headers: origin ? { origin } : {} });
const readRow = async (id: string) =>
  (await queryAsDbOwner(service.connection, 'select *, xmin::text as version from api_keys where id = $1', [id]))
    .rows[0];

describe('creating a key', () => {
  it.each([
    ['live', 'secret', 'fd_sk_live_'],
    ['test', 'secret', 'fd_sk_test_'],
    ['live', 'publishable', 'fd_pk_live_'],
    ['test', 'publishable', 'fd_pk_test_'],
  ])('%s %s works', async (mode, kind, prefix) => {
    const origins = kind === 'publishable' ? WIDGET_KEY_BODY.origins : undefined;
    const response = await createKey({ name: 'mine', mode, kind, origins });
    expect(response.status).toBe(201);
    const { id, key, hint } = response.json;
    expect(response.json).toMatchObject({ name: 'mine', mode, kind, scopes: null, origins: origins ?? null });
    expect(response.json).toMatchObject({ expiresAt: null, revokedAt: null, lastUsedAt: null });
    expect(id).toMatch(/^key_/);
    expect(key.startsWith(prefix)).toBe(true);
    expect(hint).toBe(key.slice(-4));
    expect((await chat(key, origins?.[0])).status).toBe(200);
  });

  it('shows the key once and stores only its hash', async () => {
    const { id, key } = (await createKey(SECRET_KEY_BODY)).json;
    const listResponse = await listKeys();
    expect(listResponse.json.data[0]).toMatchObject({ id, hint: key.slice(-4) });
    expect(listResponse.text).not.toContain(key.slice(0, -4));
    expect(listResponse.json.data[0]).not.toHaveProperty('key');

    const row = await readRow(id);
    expect(row.hash).toEqual(createHash('sha256').update(key).digest());
    expect(JSON.stringify(row)).not.toContain(key.slice(11, 30));
  });

  it('does not log the key', async () => {
    const { key } = (await createKey(SECRET_KEY_BODY)).json;
    await callWithKey(key);
    expect(service.logLines.join('')).not.toContain(key.slice(11));
  });

  it.each([
    ['no name', { ...SECRET_KEY_BODY, name: '' }, ['/name']],
    ['no fields', {}, ['/kind', '/mode', '/name']],
    ['an unknown mode', { ...SECRET_KEY_BODY, mode: 'prod' }, ['/mode']],
    ['an unknown kind', { ...SECRET_KEY_BODY, kind: 'public' }, ['/kind']],
    ['an unknown scope', { ...SECRET_KEY_BODY, scopes: ['chat:write', 'root'] }, ['/scopes/1']],
    ['an unknown field', { ...SECRET_KEY_BODY, key: 'fd_sk_live_mine' }, ['/key']],
    ['an expiry in the past', { ...SECRET_KEY_BODY, expiresAt: '2020-01-01T00:00:00Z' }, ['/expiresAt']],
    ['an expiry that is no time', { ...SECRET_KEY_BODY, expiresAt: 'tomorrow' }, ['/expiresAt']],
    ['no origins', { ...WIDGET_KEY_BODY, origins: undefined }, ['/origins']],
    ['an empty list of origins', { ...WIDGET_KEY_BODY, origins: [] }, ['/origins']],
    ['any origin', { ...WIDGET_KEY_BODY, origins: ['*'] }, ['/origins/0']],
    ['the null origin', { ...WIDGET_KEY_BODY, origins: ['null'] }, ['/origins/0']],
    [
      'a page as origin',
      { ...WIDGET_KEY_BODY, origins: ['https://a.example', 'https://b.example/shop'] },
      ['/origins/1'],
    ],
    ['a file as origin', { ...WIDGET_KEY_BODY, origins: ['file://'] }, ['/origins/0']],
    ['origins of a secret key', { ...SECRET_KEY_BODY, origins: WIDGET_KEY_BODY.origins }, ['/origins']],
  ])('with %s is rejected with the field’s pointer', async (_what, body, pointers) => {
    const newestBefore = (await listKeys('?limit=1')).json.data[0]?.id;
    const response = await createKey(body);
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response).sort()).toEqual(pointers);
    expect((await listKeys('?limit=1')).json.data[0]?.id).toBe(newestBefore);
  });

  it.each(['/api/v1/keys', '/v1/keys', '/keys'])('is not possible at %s', async (path) => {
    expectProblem(await call(service, 'POST', path, { cookie: ann.cookie, body: SECRET_KEY_BODY }), 404, 'not_found');
  });

  it('needs a session, not a key', async () => {
    const { key } = (await createKey(SECRET_KEY_BODY)).json;
    expectProblem(await call(service, 'POST', '/api/keys', { key, body: SECRET_KEY_BODY }), 401, 'missing_session');
  });
});

describe('the list of keys', async () => {
  const eve = await signUp(service);
  const createdIds: string[] = [];
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    createdIds.unshift((await createKey({ ...SECRET_KEY_BODY, name }, eve.cookie)).json.id);
  }
  const collectIdsIn = (response: HttpResponse) => response.json.data.map(({ id }: { id: string }) => id);

  it('is sorted from newest to oldest, page by page', async () => {
    const fullList = await listKeys('', eve.cookie);
    expect({ object: fullList.json.object, ids: collectIdsIn(fullList), more: fullList.json.has_more }).toEqual({
      object: 'list',
      ids: createdIds,
      more: false,
    });
    const firstPage = await listKeys('?limit=2', eve.cookie);
    const nextPage = await listKeys(`?limit=2&starting_after=${createdIds[1]}`, eve.cookie);
    const lastPage = await listKeys(`?limit=2&starting_after=${createdIds[3]}`, eve.cookie);
    expect([firstPage, nextPage, lastPage].map((response) => [collectIdsIn(response), response.json.has_more])).toEqual(
      [
        [createdIds.slice(0, 2), true],
        [createdIds.slice(2, 4), true],
        [createdIds.slice(4), false],
      ],
    );
  });

  it.each([
    ['an unknown start', '?starting_after=key_00000000000000000000000000'],
    ['no rows at all', '?limit=0'],
    ['too many', '?limit=101'],
    ['half a row', '?limit=1.5'],
    ['no number', '?limit=ten'],
    ['an unknown parameter', '?page=2'],
  ])('with %s is a bad request', async (_what, query) => {
    expectProblem(await listKeys(query, eve.cookie), 400, 'invalid_request');
  });

  it('does not accept another workspace’s key as cursor', async () => {
    const otherKeyId = (await createKey(SECRET_KEY_BODY, bob.cookie)).json.id;
    expectProblem(await listKeys(`?starting_after=${otherKeyId}`, eve.cookie), 400, 'invalid_request');
  });
});

describe('a revoked key', () => {
  it('is rejected immediately here, and soon on another instance', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, key } = (await createKey(SECRET_KEY_BODY)).json;
      for (const instance of [service, secondInstance]) expect((await callWithKey(key, instance)).status).toBe(200);
      const revokeResponse = await revokeKey(id);
      expect({ status: revokeResponse.status, text: revokeResponse.text }).toEqual({ status: 204, text: '' });
      expectProblem(await callWithKey(key), 401, 'revoked_api_key');
      await expect
        .poll(() => statusAndCode(callWithKey(key, secondInstance)), POLL_OPTIONS)
        .toBe('401 revoked_api_key');
      expect((await listKeys('?limit=1')).json.data[0]).toMatchObject({ id, revokedAt: expect.any(String) });
    }
  });

  it('can be revoked again without effect', async () => {
    const { id } = (await createKey(SECRET_KEY_BODY)).json;
    await revokeKey(id);
    const { revoked_at } = await readRow(id);
    expect((await revokeKey(id)).status).toBe(204);
    expect((await readRow(id)).revoked_at).toEqual(revoked_at);
  });

  it('cannot be rotated', async () => {
    const { id } = (await createKey(SECRET_KEY_BODY)).json;
    await revokeKey(id);
    expectProblem(await rotateKey(id), 409, 'conflict');
  });

  it('is not found if it belongs to another workspace', async () => {
    const { id, key } = (await createKey(SECRET_KEY_BODY, bob.cookie)).json;
    expectProblem(await revokeKey(id), 404, 'not_found');
    expectProblem(await rotateKey(id, {}), 404, 'not_found');
    expectProblem(await revokeKey('key_00000000000000000000000000'), 404, 'not_found');
    expect((await callWithKey(key)).status).toBe(200);
  });
});

describe('rotating', () => {
  it('creates a key with the same permissions, and both work for a day', async () => {
    const startedAt = Date.now();
    const oldKey = (await createKey({ ...WIDGET_KEY_BODY, name: 'shop', scopes: ['chat:write'] })).json;
    const response = await rotateKey(oldKey.id);
    expect(response.status).toBe(201);
    expect(response.json).toMatchObject({ ...WIDGET_KEY_BODY, name: 'shop', scopes: ['chat:write'], expiresAt: null });
    expect([response.json.id === oldKey.id, response.json.key === oldKey.key]).toEqual([false, false]);
    for (const key of [oldKey.key, response.json.key])
      expect((await chat(key, WIDGET_KEY_BODY.origins[0])).status).toBe(200);
    const hoursUntilExpiry = ((await readRow(oldKey.id)).expires_at.getTime() - startedAt) / 3_600_000;
    expect(hoursUntilExpiry).toBeCloseTo(24, 1);
  });

  it('without overlap ends the old key immediately', async () => {
    for (let round = 0; round < 5; round++) {
      const oldKey = (await createKey(SECRET_KEY_BODY)).json;
      for (const instance of [service, secondInstance]) await callWithKey(oldKey.key, instance);
      const { key } = (await rotateKey(oldKey.id, { overlapHours: 0 })).json;
      expectProblem(await callWithKey(oldKey.key), 401, 'expired_api_key');
      expect((await callWithKey(key)).status).toBe(200);
      await expect
        .poll(() => statusAndCode(callWithKey(oldKey.key, secondInstance)), POLL_OPTIONS)
        .toBe('401 expired_api_key');
      expectProblem(await rotateKey(oldKey.id), 409, 'conflict');
    }
  });

  it('the same key twice is a conflict that names the new one', async () => {
    const oldKey = (await createKey(SECRET_KEY_BODY)).json;
    const responses = await Promise.all([rotateKey(oldKey.id), rotateKey(oldKey.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    const newKey = responses.find(({ status }) => status === 201)!.json;
    const secondRotation = await rotateKey(oldKey.id);
    expectProblem(secondRotation, 409, 'conflict');
    expect(secondRotation.json.detail).toContain(`already rotated to ${newKey.id}`);
    expect((await rotateKey(newKey.id)).status).toBe(201);
  });

  it('ends the old key after the overlap', async () => {
    const oldKey = (await createKey(SECRET_KEY_BODY)).json;
    await rotateKey(oldKey.id, { overlapHours: 0.5 });
    expect((await callWithKey(oldKey.key)).status).toBe(200);
    const expireSql = `update api_keys set expires_at = expires_at - interval '31 minutes' where id = $1`;
    await queryAsDbOwner(service.connection, expireSql, [oldKey.id]);
    await expect.poll(() => statusAndCode(callWithKey(oldKey.key)), POLL_OPTIONS).toBe('401 expired_api_key');
  });

  it('never extends the lifetime of a key', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const oldKey = (await createKey({ ...SECRET_KEY_BODY, expiresAt })).json;
    const { json } = await rotateKey(oldKey.id, { overlapHours: 48 });
    expect([json.expiresAt, (await readRow(oldKey.id)).expires_at.toISOString()]).toEqual([expiresAt, expiresAt]);
  });

  it.each([
    ['a negative overlap', { overlapHours: -1 }, '/overlapHours'],
    ['words', { overlapHours: 'long' }, '/overlapHours'],
    ['an unknown field', { hours: 1 }, '/hours'],
  ])('with %s is rejected, and the key stays valid', async (_what, body, pointer) => {
    const oldKey = (await createKey(SECRET_KEY_BODY)).json;
    const response = await rotateKey(oldKey.id, body);
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toEqual([pointer]);
    expect((await readRow(oldKey.id)).expires_at).toBeNull();
  });
});

describe('an invalid key', async () => {
  const workspace = await createWorkspace(service);
  const expiredKey = await createApiKey(service, workspace.id, { expiresAt: new Date(Date.now() - 1_000) });
  const keyWithTypo = workspace.key.slice(0, 20) + (workspace.key[20] === 'a' ? 'b' : 'a') + workspace.key.slice(21);
  it.each([
    ['nothing', undefined, 'missing_api_key'],
    ['an empty header', '', 'missing_api_key'],
    ['another scheme', `Basic ${workspace.key}`, 'invalid_api_key'],
    ['the bare key', workspace.key, 'invalid_api_key'],
    ['no key', 'Bearer', 'invalid_api_key'],
    ['a word', 'Bearer hunter2', 'invalid_api_key'],
    ['a typo', `Bearer ${keyWithTypo}`, 'invalid_api_key'],
    ['a well-formed key that was never created', `Bearer ${generateKey('secret', 'live')}`, 'invalid_api_key'],
    ['an expired key', `Bearer ${expiredKey.key}`, 'expired_api_key'],
  ])('is rejected: %s', async (_what, authorization, code) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const response = await call(service, 'GET', '/api/conversations', { headers });
    expectProblem(response, 401, code);
    expect(response.headers.get('ratelimit')).toBeNull();
  });

  it('is rejected after its expiry', async () => {
    const { key } = await createApiKey(service, workspace.id, { expiresAt: new Date(Date.now() + 2_000) });
    expect((await callWithKey(key)).status).toBe(200);
    await expect.poll(() => statusAndCode(callWithKey(key)), POLL_OPTIONS).toBe('401 expired_api_key');
  });

  it('accepts the scheme in upper or lower case', async () => {
    const headers = { authorization: `bearer ${workspace.key}` };
    expect((await call(service, 'GET', '/api/conversations', { headers })).status).toBe(200);
  });
});

describe('scopes', async () => {
  const { id: workspaceId } = await createWorkspace(service);
  const ROUTES = [
    ['POST', '/api/chat', 'chat:write'],
    ['POST', '/chat', 'chat:write'],
    ['POST', '/v1/chat', 'chat:write'],
    ['GET', '/api/conversations', 'conversations:read'],
    ['GET', '/api/v1/conversations', 'conversations:read'],
    ['GET', '/api/conversations/conv_1', 'conversations:read'],
  ] as const;

  it.each(ROUTES)('%s %s needs %s', async (method, path, scope) => {
    const body = method === 'POST' ? { message: 'hello' } : undefined;
    const keyWithoutScope = await createApiKey(service, workspaceId, {
      scopes: SCOPES.filter((otherScope) => otherScope !== scope),
    });
    const refusedResponse = await call(service, method, path, { key: keyWithoutScope.key, body });
    expectProblem(refusedResponse, 403, 'insufficient_scope');
    expect(refusedResponse.json.detail).toContain(scope);
    const keyWithScope = await createApiKey(service, workspaceId, { scopes: [scope] });
    const allowedResponse = await call(service, method, path, { key: keyWithScope.key, body });
    expect(allowedResponse.status).toBe(path.includes('conv_1') ? 404 : 200);
  });

  it('chosen when creating a key are stored and listed', async () => {
    const { json } = await createKey({ ...SECRET_KEY_BODY, scopes: ['conversations:read'] });
    expect(json.scopes).toEqual(['conversations:read']);
    expect((await callWithKey(json.key)).status).toBe(200);
    expectProblem(await chat(json.key), 403, 'insufficient_scope');
  });
});

describe('a publishable key', async () => {
  const SHOP = 'https://shop.example.com';
  const workspace = await createWorkspace(service);
  const { key, keyId } = await createApiKey(service, workspace.id, {
    kind: 'publishable',
    origins: [SHOP, 'http://localhost:8080'],
  });
  const corsHeaders = (response: HttpResponse) =>
    Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')));

  it.each([
    ['no origin', undefined],
    ['another origin', 'https://evil.example'],
    ['the null origin', 'null'],
    ['another scheme', 'http://shop.example.com'],
    ['another port', 'https://shop.example.com:8443'],
    ['a subdomain', 'https://www.shop.example.com'],
    ['a host that begins alike', 'https://shop.example.com.evil.example'],
  ])('is rejected with %s, and the page cannot read the response', async (_what, origin) => {
    const response = await chat(key, origin);
    expectProblem(response, 403, 'origin_not_allowed');
    expect(corsHeaders(response)).toEqual({});
  });

  it.each([SHOP, 'http://localhost:8080'])(
    'works from %s, and only that origin can read the response',
    async (origin) => {
      const response = await chat(key, origin);
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(response.headers.get('access-control-expose-headers')).toMatch(/\bX-Request-Id\b.*\bRetry-After\b/);
      expect(response.headers.get('vary')).toMatch(/\borigin\b/i);
    },
  );

  it.each([
    ['a wrong body', { message: '' }, 422],
    ['an unknown conversation', { message: 'hi', conversationId: 'conv_1' }, 404],
  ])('lets its page read the rejection of %s', async (_what, body, status) => {
    const response = await chat(key, SHOP, body);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, SHOP]);
  });

  it('can only read its own conversation', async () => {
    const conversationId = (await chat(key, SHOP)).json.conversationId;
    const otherConversationId = (await chat(workspace.key)).json.conversationId;
    const readConversation = (id: string, origin?: string) =>
      call(service, 'GET', `/api/conversations/${id}`, { key, headers: origin ? { origin } : {} });
    const ownConversation = await readConversation(conversationId, SHOP);
    expect(ownConversation.json.messages).toMatchObject([{ role: 'customer', text: 'hello' }, { role: 'assistant' }]);
    expect(ownConversation.headers.get('access-control-allow-origin')).toBe(SHOP);
    expectProblem(await readConversation(conversationId), 403, 'origin_not_allowed');
    expectProblem(await readConversation(otherConversationId, SHOP), 404, 'not_found');
    expectProblem(await chat(key, SHOP, { conversationId: otherConversationId }), 404, 'not_found');
    expect((await chat(key, SHOP, { conversationId })).json.conversationId).toBe(conversationId);
    expectProblem(
      await call(service, 'GET', '/api/conversations', { key, headers: { origin: SHOP } }),
      403,
      'insufficient_scope',
    );
    const secretKeyResponse = await call(service, 'GET', `/api/conversations/${conversationId}`, {
      key: workspace.key,
    });
    expect(secretKeyResponse.status).toBe(200);
  });

  it('that has expired is only reported as such to its own pages', async () => {
    const expiredKey = await createApiKey(service, workspace.id, {
      kind: 'publishable',
      origins: [SHOP],
      expiresAt: new Date(Date.now() - 1_000),
    });
    const ownPageResponse = await chat(expiredKey.key, SHOP);
    expectProblem(ownPageResponse, 401, 'expired_api_key');
    expect(ownPageResponse.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(corsHeaders(await chat(expiredKey.key, 'https://evil.example'))).toEqual({});
  });

  it('uses changed origins immediately', async () => {
    const updateSql = 'update api_keys set origins = $1 where id = $2';
    await queryAsDbOwner(service.connection, updateSql, [[SHOP, 'https://new.example'], keyId]);
    await expect.poll(() => statusAndCode(chat(key, 'https://new.example')), POLL_OPTIONS).toBe('200');
  });

  it('does not enable CORS for secret keys', async () => {
    const response = await chat(workspace.key, SHOP);
    expect([response.status, corsHeaders(response)]).toEqual([200, {}]);
  });

  const preflight = (path: string, method: string) =>
    call(service, 'OPTIONS', path, {
      headers: {
        origin: SHOP,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it.each([
    ...['/chat', '/api/chat', '/api/v1/chat', '/v1/chat'].map((path) => ['POST', path]),
    ...['/api', '/api/v1', '/v1'].map((prefix) => ['GET', `${prefix}/conversations/conv_1`]),
  ])('answers the preflight for %s %s', async (method, path) => {
    const response = await preflight(path!, method!);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(response.headers.get('access-control-allow-methods')!.split(', ')).toContain(method);
    const allowedHeaders = response.headers.get('access-control-allow-headers')!.toLowerCase().split(', ');
    expect(allowedHeaders).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']));
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([
    ['POST', '/api/keys'],
    ['PUT', '/api/plan'],
    ['GET', '/api/plans'],
    ['POST', '/api/auth/sign-in/email'],
    ['GET', '/api/health'],
    ['GET', '/metrics'],
  ])('does not answer a preflight for %s %s', async (method, path) => {
    expect(corsHeaders(await preflight(path, method))).toEqual({});
    const body = method === 'GET' ? undefined : {};
    expect(corsHeaders(await call(service, method, path, { headers: { origin: SHOP }, body }))).toEqual({});
  });
});

describe('the last use of a key', () => {
  it('is written in batches, at the latest when the instance stops', async () => {
    const { key, keyId } = await createWorkspace(service);
    const config = { ...service.config, jobs: 'off' as const };
    const app = await createApp({ config, log: createLog('silent'), connection: service.connection });
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    const instance = { url: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}` };
    const startedAt = Date.now();
    const rowBefore = await readRow(keyId);
    for (let n = 0; n < 5; n++) await callWithKey(key, instance);
    expect((await readRow(keyId)).version).toBe(rowBefore.version);
    const lastUseStartedAt = Date.now();
    await callWithKey(key, instance);
    await app.stop();
    const { last_used_at } = await readRow(keyId);
    expect(last_used_at.getTime()).toBeGreaterThanOrEqual(Math.max(startedAt, lastUseStartedAt));
    expect(last_used_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect((await callWithKey(key)).status).toBe(200);
  });
});
