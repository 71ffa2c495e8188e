import { beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createApiKey,
  createWorkspace,
  type HttpResponse,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';

let service: Service;
let key: string;
let strangerKey: string;

beforeAll(async () => {
  // The dispatcher is off, so deliveries stay as inserted.
  service = await startService(undefined, { jobs: 'off' });
  key = (await createWorkspace(service)).key;
  strangerKey = (await createWorkspace(service)).key;
});

const url = 'https://example.com/hooks/frontdesk';
const post = (body: object, apiKey = key) => call(service, 'POST', '/api/webhooks', { key: apiKey, body });
const get = (path: string, apiKey = key) => call(service, 'GET', `/api/webhooks${path}`, { key: apiKey });
const patch = (id: string, body: object) => call(service, 'PATCH', `/api/webhooks/${id}`, { key, body });
const createEndpoint = async (apiKey = key): Promise<string> => (await post({ url, events: ['*'] }, apiKey)).json.id;
const listIds = ({ json }: HttpResponse): string[] => json.data.map(({ id }: { id: string }) => id);
const queryRows = async (text: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, text, values)).rows;

function expectRefused(response: HttpResponse, status: number, code: string, ...pointers: string[]): void {
  expect({ status: response.status, code: response.json.code }).toEqual({ status, code });
  if (pointers.length) {
    const invalidPointers = new Set(response.json.errors.map(({ pointer }: { pointer: string }) => pointer));
    expect([...invalidPointers].sort()).toEqual(pointers);
  }
}

describe('POST /api/webhooks', () => {
  it('registers an endpoint and shows its secret once', async () => {
    const response = await post({ url, events: ['booking.created', 'conversation.*'], description: 'To the till' });
    expect(response.status).toBe(201);
    const { secret, ...endpoint } = response.json;
    expect(secret).toMatch(/^whsec_/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      url,
      events: ['booking.created', 'conversation.*'],
      description: 'To the till',
      status: 'enabled',
      disabledBecause: null,
      failingSince: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: endpoint.createdAt,
    });
    expect((await get(`/${endpoint.id}`)).json).toEqual(endpoint);
    expect((await get('')).json.data[0]).toEqual(endpoint);
    const [{ secrets }] = await queryRows('select secrets from webhook_endpoints where id = $1', [endpoint.id]);
    expect(secrets.toString('latin1')).not.toContain(secret);
    expect(service.logLines.join('')).not.toContain(secret);
  });

  it('repeats the secret for the same Idempotency-Key', async () => {
    const createWithSameKey = () =>
      call(service, 'POST', '/api/webhooks', {
        key,
        body: { url, events: ['*'] },
        headers: { 'idempotency-key': 'hook' },
      });
    const [firstResponse, repeatedResponse] = [await createWithSameKey(), await createWithSameKey()];
    expect(repeatedResponse.json).toEqual(firstResponse.json);
    expect(repeatedResponse.headers.get('idempotent-replayed')).toBe('true');
  });

  it.for([
    ['http://example.com/'],
    ['https://user:password@example.com/'],
    ['https://127.0.0.1/'],
    ['https://2130706433/'],
    ['https://0177.1/'],
    ['https://[::ffff:169.254.169.254]/'],
    ['https://localhost/'],
    ['https://metadata.google.internal/'],
    ['ftp://example.com/'],
    ['example.com'],
    [''],
    [`https://example.com/${'x'.repeat(2_000)}`],
  ])('rejects %s', async ([invalidUrl]) => {
    expectRefused(await post({ url: invalidUrl, events: ['*'] }), 422, 'validation_failed', '/url');
    const id = await createEndpoint();
    expectRefused(await patch(id, { url: invalidUrl }), 422, 'validation_failed', '/url');
    expect((await get(`/${id}`)).json.url).toBe(url);
  });

  it.for([[[]], [['booking']], [['booking.*', 'nothing.*']], [['*', '*']], ['*'], [['ping.*']], [['Booking.created']]])(
    'refuses to listen to %j',
    async ([events]) => {
      const response = await post({ url, events: events as unknown as string[] });
      expectRefused(response, 422, 'validation_failed');
      expect(response.json.errors[0].pointer).toMatch(/^\/events/);
    },
  );

  it('lists all missing and unknown fields', async () => {
    expectRefused(await post({ secret: 'x' }), 422, 'validation_failed', '/events', '/secret', '/url');
  });

  it('registers nothing on a dry run', async () => {
    const { id } = await createWorkspace(service);
    const testKey = (await createApiKey(service, id, { mode: 'test' })).key;
    expect((await post({ url, events: ['*'], dryRun: true }, testKey)).status).toBe(201);
    expect((await get('', testKey)).json.data).toEqual([]);
  });

  it('allows a hundred endpoints', async () => {
    const { key: workspaceKey, id } = await createWorkspace(service);
    await createEndpoint(workspaceKey);
    await queryRows(
      `insert into webhook_endpoints (workspace_id, id, url, events, secrets, created_at, updated_at)
       select $1, 'whk_' || lpad(n::text, 26, '0'), 'https://example.com', '{ping}', '', now(), now()
       from generate_series(1, 99) n`,
      [id],
    );
    expectRefused(await post({ url, events: ['*'] }, workspaceKey), 409, 'conflict');
  });
});

describe('an endpoint', () => {
  it('is not found from another workspace or mode', async () => {
    const { id: workspaceId, key: liveKey } = await createWorkspace(service);
    const testKey = (await createApiKey(service, workspaceId, { mode: 'test' })).key;
    const id = await createEndpoint(liveKey);
    const deliveryId = (await call(service, 'POST', `/api/webhooks/${id}/test`, { key: liveKey })).json.id;
    for (const foreignKey of [strangerKey, testKey]) {
      expect(listIds(await get('', foreignKey))).not.toContain(id);
      const foreignRequests: [string, string, object?][] = [
        ['GET', `/${id}`],
        ['PATCH', `/${id}`, { status: 'disabled' }],
        ['DELETE', `/${id}`],
        ['POST', `/${id}/test`],
        ['POST', `/${id}/rotate`],
        ['POST', `/${id}/replay`, { since: '2026-01-01' }],
        ['GET', `/${id}/deliveries`],
        ['GET', `/deliveries/${deliveryId}`],
        ['POST', `/deliveries/${deliveryId}/replay`],
      ];
      for (const [method, path, body] of foreignRequests) {
        const response = await call(service, method, `/api/webhooks${path}`, { key: foreignKey, body });
        expectRefused(response, 404, 'not_found');
      }
    }
    expect((await get(`/${id}`, liveKey)).json.status).toBe('enabled');
  });

  it('requires the scope for reading or writing', async () => {
    const { id: workspaceId, key: workspaceKey } = await createWorkspace(service);
    const readerKey = (await createApiKey(service, workspaceId, { scopes: ['webhooks:read'] })).key;
    const writerKey = (await createApiKey(service, workspaceId, { scopes: ['webhooks:write'] })).key;
    const id = await createEndpoint(workspaceKey);
    expect((await get(`/${id}`, readerKey)).status).toBe(200);
    expectRefused(await post({ url, events: ['*'] }, readerKey), 403, 'insufficient_scope');
    expect((await post({ url, events: ['*'] }, writerKey)).status).toBe(201);
    expectRefused(await get(`/${id}`, writerKey), 403, 'insufficient_scope');
  });

  it('can be changed, disabled, enabled and deleted', async () => {
    const id = await createEndpoint();
    const changedResponse = await patch(id, { url: 'https://example.org/', events: ['ping'], description: 'New' });
    expect(changedResponse.json).toMatchObject({ url: 'https://example.org/', events: ['ping'], description: 'New' });
    const disabledEvents = `select type, data from events where type = 'webhook.disabled' and data ->> 'id' = $1`;
    for (let n = 0; n < 2; n++) {
      const disabledResponse = await patch(id, { status: 'disabled', description: null });
      expect(disabledResponse.json).toMatchObject({ status: 'disabled', disabledBecause: 'asked', description: null });
    }
    expect(await queryRows(disabledEvents, [id])).toHaveLength(1);
    expect((await patch(id, { status: 'enabled' })).json).toMatchObject({ status: 'enabled', disabledBecause: null });
    expect((await patch(id, {})).status).toBe(200);
    const deleteEndpoint = () => call(service, 'DELETE', `/api/webhooks/${id}`, { key });
    expect((await deleteEndpoint()).status).toBe(204);
    expectRefused(await deleteEndpoint(), 404, 'not_found');
    expectRefused(await get(`/${id}`), 404, 'not_found');
  });

  it('can be neither tested nor replayed while disabled', async () => {
    const id = await createEndpoint();
    const { json } = await call(service, 'POST', `/api/webhooks/${id}/test`, { key });
    expect(json).toMatchObject({ type: 'ping', status: 'pending', attempts: [] });
    await patch(id, { status: 'disabled' });
    expect((await get(`/deliveries/${json.id}`)).json.status).toBe('failed');
    for (const path of [`/${id}/test`, `/deliveries/${json.id}/replay`]) {
      expectRefused(await call(service, 'POST', `/api/webhooks${path}`, { key }), 409, 'conflict');
    }
    const replayResponse = await call(service, 'POST', `/api/webhooks/${id}/replay`, {
      key,
      body: { since: '2026-01-01' },
    });
    expectRefused(replayResponse, 409, 'conflict');
  });

  it('is listed newest first, page by page', async () => {
    const { key: workspaceKey } = await createWorkspace(service);
    const endpointIds = [
      await createEndpoint(workspaceKey),
      await createEndpoint(workspaceKey),
      await createEndpoint(workspaceKey),
    ].reverse();
    const firstPage = await get('?limit=2', workspaceKey);
    expect(listIds(firstPage)).toEqual(endpointIds.slice(0, 2));
    expect(firstPage.json.has_more).toBe(true);
    const nextPage = await get(`?limit=2&starting_after=${endpointIds[1]}`, workspaceKey);
    expect({ ids: listIds(nextPage), more: nextPage.json.has_more }).toEqual({
      ids: endpointIds.slice(2),
      more: false,
    });
    expectRefused(await get('?starting_after=whk_1', workspaceKey), 400, 'invalid_request', '/starting_after');
  });
});

describe('deliveries', () => {
  let workspaceKey: string;
  let id: string;
  let deliveryIds: string[];

  beforeAll(async () => {
    workspaceKey = (await createWorkspace(service)).key;
    id = await createEndpoint(workspaceKey);
    await call(service, 'POST', '/api/chat', { key: workspaceKey, body: { message: 'Hello' } });
    await call(service, 'POST', `/api/webhooks/${id}/test`, { key: workspaceKey });
    deliveryIds = listIds(await get(`/${id}/deliveries`, workspaceKey));
    await queryRows(
      `update webhook_deliveries set status = 'failed', created_at = '2026-01-02T12:00:00Z' where id = any($1)`,
      [deliveryIds.slice(2)],
    );
  });

  const listDeliveries = (query: string) => get(`/${id}/deliveries?${query}`, workspaceKey);

  it('are listed newest first, and filtered', async () => {
    expect(deliveryIds).toHaveLength(4);
    expect((await listDeliveries('')).json.data.map(({ type }: { type: string }) => type)).toEqual([
      'ping',
      'message.replied',
      'message.received',
      'conversation.created',
    ]);
    expect(listIds(await listDeliveries('status=failed'))).toEqual(deliveryIds.slice(2));
    expect(listIds(await listDeliveries('status=pending'))).toEqual(deliveryIds.slice(0, 2));
    expect(listIds(await listDeliveries('type=message.replied'))).toEqual([deliveryIds[1]]);
    expect(listIds(await listDeliveries('from=2026-01-02&to=2026-01-03'))).toEqual(deliveryIds.slice(2));
    expect(listIds(await listDeliveries('to=2026-01-02T12:00:00Z'))).toEqual([]);
    expect(listIds(await listDeliveries(`limit=2&starting_after=${deliveryIds[0]}`))).toEqual(deliveryIds.slice(1, 3));
  });

  it.for([
    ['status=lost', '/status'],
    ['type=nothing', '/type'],
    ['from=yesterday', '/from'],
    ['to=', '/to'],
    ['starting_after=dlv_1', '/starting_after'],
    ['limit=0', '/limit'],
  ] as const)('reject the query ?%s', async ([query, pointer]) => {
    expectRefused(await listDeliveries(query), 400, 'invalid_request', pointer);
  });

  it('of another endpoint are rejected as the start of a page', async () => {
    const otherEndpointId = await createEndpoint(workspaceKey);
    expectRefused(
      await get(`/${otherEndpointId}/deliveries?starting_after=${deliveryIds[0]}`, workspaceKey),
      400,
      'invalid_request',
    );
  });

  it('that failed since a given time are replayed', async () => {
    const replaySince = (since: string) =>
      call(service, 'POST', `/api/webhooks/${id}/replay`, { key: workspaceKey, body: { since } });
    expectRefused(await replaySince('soon'), 422, 'validation_failed', '/since');
    expect((await replaySince('2026-01-03')).json).toEqual({ count: 0 });
    const { status, json } = await replaySince('2026-01-02T12:00:00Z');
    expect({ status, json }).toEqual({ status: 202, json: { count: 2 } });
    expect(listIds(await listDeliveries('status=failed'))).toEqual([]);
  });
});
