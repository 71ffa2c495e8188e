import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CallOptions,
  call,
  createApiKey,
  createWorkspace,
  type HttpResponse,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import { CURRENT_VERSION } from './versions.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

let service: Service;
let liveKey: string;
let ownerCookie: string;
let conversationId: string;

beforeAll(async () => {
  service = await startService();
  const workspace = await createWorkspace(service);
  liveKey = workspace.key;
  ownerCookie = (await signUp(service)).cookie;
  conversationId = (await chat({ message: 'Hello' })).json.conversationId;
});

const chat = (body: unknown, headers: Record<string, string> = {}) =>
  call(service, 'POST', '/api/chat', { key: liveKey, body, headers });
const listConversations = (query: string) => call(service, 'GET', `/api/conversations?${query}`, { key: liveKey });
const errorPointers = ({ json }: HttpResponse) => json.errors.map(({ pointer }: { pointer: string }) => pointer).sort();

/** Checks everything that all problem responses have in common. */
function expectProblem(response: HttpResponse, status: number, code: string): void {
  expect({ status: response.status, code: response.json?.code, text: response.text }).toMatchObject({ status, code });
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.json).toMatchObject({
    type: `${service.config.publicUrl}/problems#${code}`,
    title: expect.stringMatching(/\S/),
    detail: expect.stringMatching(/\S/),
    status,
    requestId: response.headers.get('x-request-id'),
  });
  expectNoInternals(response.text);
}

const expectNoInternals = (text: string) =>
  expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d|select |insert into/i);

function expectClientError(response: HttpResponse): void {
  expect(response.status, response.text).toBeGreaterThanOrEqual(400);
  expect(response.status, response.text).toBeLessThan(500);
  expect(response.json.requestId).toBe(response.headers.get('x-request-id'));
  expectNoInternals(response.text);
}

/** Sends raw bytes, for requests that no client library would send. */
function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let response = '';
    socket.setTimeout(60_000, () => reject(new Error(`no end to: ${response}`)));
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(response));
  });
}

describe('a route', () => {
  it.for(['/api/chat', '/api/v1/chat', '/v1/chat', '/chat', '/chat/'])('accepts messages at %s', async (path) => {
    const response = await call(service, 'POST', path, { key: liveKey, body: { message: 'Hello' } });
    expect(response.status).toBe(200);
    expect(Object.keys(response.json).sort()).toEqual(Object.keys((await chat({ message: 'Hello' })).json).sort());
    expectProblem(await call(service, 'POST', path, { body: { message: 'Hello' } }), 401, 'missing_api_key');
    expectProblem(await call(service, 'POST', path, { key: liveKey, body: {} }), 422, 'validation_failed');
  });

  it('responds the same with all three prefixes', async () => {
    for (const path of [`/conversations/${conversationId}`, '/conversations?limit=2', '/health/live']) {
      const responses = await Promise.all(
        ['/api', '/api/v1', '/v1'].map((prefix) => call(service, 'GET', prefix + path, { key: liveKey })),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    }
  });

  it('is one endpoint for an Idempotency-Key, whatever the prefix', async () => {
    const headers = { 'idempotency-key': 'one endpoint' };
    const firstResponse = await chat({ message: 'Once' }, headers);
    for (const path of ['/v1/chat', '/api/v1/chat', '/chat']) {
      const replay = await call(service, 'POST', path, { key: liveKey, body: { message: 'Once' }, headers });
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      expect(replay.text).toBe(firstResponse.text);
    }
  });

  it('serves keys, auth and plans only at /api', async () => {
    for (const path of ['/keys', '/plan', '/plans', '/auth/get-session']) {
      expect((await call(service, 'GET', `/api${path}`, { cookie: ownerCookie })).status).toBe(200);
      for (const prefix of ['/api/v1', '/v1', '']) {
        expectProblem(await call(service, 'GET', prefix + path, { cookie: ownerCookie }), 404, 'not_found');
      }
    }
    expectProblem(await call(service, 'GET', '/conversations', { key: liveKey }), 404, 'not_found');
  });
});

describe('a problem', () => {
  it.for([
    ['GET', '/api/nothing'],
    ['POST', '/nothing'],
    ['DELETE', '/api/v1/nothing/at/all'],
    ['GET', '/api/conversations/conv_00000000000000000000000000'],
    ['GET', '/API/HEALTH'],
    ['GET', '//api/health'],
  ])('is 404 not_found for %s %s', async ([method, path]) => {
    expectProblem(await call(service, method!, path!, { key: liveKey }), 404, 'not_found');
  });

  it.for([
    ['GET', '/api/chat', ['POST']],
    ['DELETE', '/chat', ['POST']],
    ['PUT', '/api/conversations', ['GET', 'HEAD']],
    ['DELETE', '/v1/conversations/conv_00000000000000000000000000', ['GET', 'HEAD']],
    ['GET', '/api/keys/key_00000000000000000000000000/rotate', ['POST']],
    ['PATCH', '/api/keys/key_00000000000000000000000000', ['DELETE']],
    ['POST', '/api/health/', ['GET', 'HEAD']],
    ['POST', '/openapi.json?x=1', ['GET', 'HEAD']],
    ['POST', '/', ['GET', 'HEAD']],
  ] as const)('is 405 with Allow for %s %s', async ([method, path, allowedMethods]) => {
    const response = await call(service, method, path, { key: liveKey });
    expectProblem(response, 405, 'method_not_allowed');
    const allowHeaderMethods = response.headers.get('allow')!.split(', ');
    expect(allowHeaderMethods.filter((name) => name !== 'OPTIONS').sort()).toEqual([...allowedMethods].sort());
  });

  const createBodyOfSize = (bytes: number) => `{"message":"${'x'.repeat(bytes - 14)}"}`;

  it('is 413 from the first byte above 64 KiB, with or without a Content-Length', async () => {
    expect(Buffer.byteLength(createBodyOfSize(BODY_LIMIT_BYTES))).toBe(BODY_LIMIT_BYTES);
    const sendChunked = (text: string): Promise<HttpResponse> => {
      const body = new ReadableStream({
        start(controller) {
          for (let offset = 0; offset < text.length; offset += 10_000)
            controller.enqueue(Buffer.from(text.slice(offset, offset + 10_000)));
          controller.close();
        },
      });
      const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' };
      const options = { method: 'POST', headers, body, duplex: 'half' };
      return fetch(`${service.url}/api/chat`, options as RequestInit).then(async (response) => {
        const responseText = await response.text();
        return {
          status: response.status,
          headers: response.headers,
          text: responseText,
          json: JSON.parse(responseText),
        };
      });
    };
    for (const send of [chat, sendChunked]) {
      expectProblem(await send(createBodyOfSize(BODY_LIMIT_BYTES)), 422, 'validation_failed');
      expectProblem(await send(createBodyOfSize(BODY_LIMIT_BYTES + 1)), 413, 'body_too_large');
    }
    // Characters are not bytes.
    expectProblem(await chat({ message: 'é'.repeat(BODY_LIMIT_BYTES / 2) }), 413, 'body_too_large');
  });

  it.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    'text/json',
    'x',
  ])('is 415 for the content type %s', async (type) => {
    expectProblem(await chat('{"message":"Hello"}', { 'content-type': type }), 415, 'unsupported_media_type');
  });

  it.for(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="utf-8"'])(
    'is not caused by the content type %s',
    async (type) => {
      expect((await chat('{"message":"Hello"}', { 'content-type': type })).status).toBe(200);
    },
  );

  it('is 415 for a body without a content type', async () => {
    const body = new Uint8Array(Buffer.from('{"message":"Hello"}'));
    const response = await fetch(`${service.url}/api/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${liveKey}` },
      body,
    });
    expect({ status: response.status, json: await response.json() }).toMatchObject({
      status: 415,
      json: { code: 'unsupported_media_type' },
    });
  });

  it.for([
    '',
    ' ',
    '{',
    'nonsense',
    '{"message":"x"}}',
    "{'message':'x'}",
    '{"message":"x",}',
    '\0',
    'NaN',
    '{"message":"\n"}',
  ])('is 400 invalid_json for %j', async (body) => {
    expectProblem(await chat(body), 400, 'invalid_json');
  });

  it('is 400 invalid_json for invalid UTF-8, and nothing is stored', async () => {
    const bytes = Buffer.from('{"message":"my name is Ren\xe9"}', 'latin1');
    const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}/api/chat`, { method: 'POST', headers, body: bytes });
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 400,
      code: 'invalid_json',
      detail: 'The body must be UTF-8.',
    });
  });

  it.for(['/api/conversations?q=%00', '/api/conversations/conv_%00', '/api/v1/restaurant/dietary?avoid=a%00b'])(
    'is 400 for a URL with unstorable characters: %s',
    async (path) => {
      const response = await call(service, 'GET', path, { key: liveKey });
      expectProblem(response, 400, 'invalid_request');
      expect(response.text).not.toContain('\\u0000');
    },
  );

  it.for(['null', '[]', '"text"', '7', 'true', '[{"message":"x"}]'])('is 422 for the body %s', async (body) => {
    expectProblem(await chat(body), 422, 'validation_failed');
  });

  it('is not caused by a missing body if the action needs no fields', async () => {
    const body = { name: 'k', mode: 'test', kind: 'secret' };
    const { json } = await call(service, 'POST', '/api/keys', { cookie: ownerCookie, body });
    const rotate = (options: CallOptions) =>
      call(service, 'POST', `/api/keys/${json.id}/rotate`, { cookie: ownerCookie, ...options });
    const response = await rotate({ headers: { 'content-type': 'application/json' } });
    expect(response.status).toBe(201);
    expect((await call(service, 'POST', `/api/keys/${response.json.id}/rotate`, { cookie: ownerCookie })).status).toBe(
      201,
    );
  });

  it('names each unknown field by its pointer', async () => {
    const response = await chat({
      message: 'x',
      foo: 1,
      'a/b': 2,
      'c~d': 3,
      '': 4,
      customer: { nick: 'x' },
      dryRun: true,
    });
    expectProblem(response, 422, 'validation_failed');
    expect(errorPointers(response)).toEqual(['/', '/a~1b', '/customer/nick', '/c~0d', '/dryRun', '/foo']);
    for (const { detail } of response.json.errors) expect(detail).toBe('is not a known field');
  });

  it('reports all errors at once', async () => {
    const invalidBody = {
      businessType: 'bank',
      customer: { email: 'x', name: 7 },
      explain: 'yes',
      channel: null,
      metadata: [],
    };
    const response = await chat(invalidBody);
    expectProblem(response, 422, 'validation_failed');
    const expectedPointers = [
      '/businessType',
      '/channel',
      '/customer/email',
      '/customer/name',
      '/explain',
      '/message',
      '/metadata',
    ];
    expect([...new Set(errorPointers(response))]).toEqual(expectedPointers);
    const oversizedResponse = await chat({ message: ' \n ', metadata: { x: 'é'.repeat(2_048) } });
    expectProblem(oversizedResponse, 422, 'validation_failed');
    expect(errorPointers(oversizedResponse)).toEqual(['/message', '/metadata']);
  });

  it('counts characters as code points', async () => {
    expect((await chat({ message: '😀'.repeat(4_000) })).status).toBe(200);
    expect(errorPointers(await chat({ message: '😀'.repeat(4_001) }))).toEqual(['/message']);
  });

  it.for([
    ['limit=0', '/limit'],
    ['limit=101', '/limit'],
    ['limit=1.5', '/limit'],
    ['limit=', '/limit'],
    ['limit=ten', '/limit'],
    ['limit=1&limit=2', '/limit'],
    ['status=lost', '/status'],
    ['channel=fax', '/channel'],
    ['from=yesterday', '/from'],
    ['to=2026-02-30', '/to'],
    ['starting_after=conv_unknown', '/starting_after'],
    ['colour=red', '/colour'],
    ['__proto__=1', '/__proto__'],
  ])('is 400 invalid_request for ?%s', async ([query, pointer]) => {
    const response = await listConversations(query!);
    expectProblem(response, 400, 'invalid_request');
    expect(errorPointers(response)).toEqual([pointer]);
  });

  it('reports all errors of a query at once', async () => {
    expect(errorPointers(await listConversations('limit=0&status=lost&colour=red'))).toEqual([
      '/colour',
      '/limit',
      '/status',
    ]);
  });
});

describe('hostile input is rejected and never causes a 500', () => {
  const nestedJson = (levels: number, open: string, close: string, innermost = '1') =>
    open.repeat(levels) + innermost + close.repeat(levels);

  it.for([
    ['an array for the message', `{"message":${nestedJson(10_000, '[', ']')}}`],
    ['a nested object in metadata', `{"message":"x","metadata":${nestedJson(10_000, '{"a":', '}')}}`],
    ['an array as the body', nestedJson(10_000, '[', ']')],
    ['as many levels as the body limit allows', `{"message":"x","metadata":{"a":${nestedJson(32_000, '[', ']', '')}}}`],
    ['an unknown field', `{"message":"x","more":${nestedJson(10_000, '{"a":', '}')}}`],
    ['arrays that are never closed', '['.repeat(60_000)],
  ])('deeply nested JSON: %s', async ([, body]) => {
    expectClientError(await chat(body));
    expectClientError(await chat(body, { 'idempotency-key': `deep ${Math.random()}` }));
  });

  it.for([
    ['in the message', { message: 'a\0b' }, '/message'],
    ['in a nested value', { message: 'x', customer: { name: '\0' } }, '/customer/name'],
    ['in an array', { message: 'x', metadata: { list: ['a', '\0'] } }, '/metadata/list/1'],
    ['in a field name', { message: 'x', metadata: { 'a\0': 1 } }, '/metadata'],
    ['in an unknown field', { message: 'x', '\0': 1 }, ''],
  ] as const)('NUL %s', async ([, body, pointer]) => {
    const response = await chat(body);
    expectProblem(response, 422, 'validation_failed');
    expect(errorPointers(response)).toContain(pointer);
    expectProblem(await chat(body, { 'idempotency-key': `nul ${Math.random()}` }), 422, 'validation_failed');
  });

  it('NUL in a request without a key', async () => {
    const body = { name: 'a\0b', email: 'nul@example.com', password: 'Correct-horse-9' };
    expectProblem(await call(service, 'POST', '/api/auth/sign-up/email', { body }), 422, 'validation_failed');
  });

  it.for([
    '/api/conversations/conv_%00',
    '/api/conversations/%00',
    '/api/conversations?starting_after=%00',
    '/api/conversations?%00=1',
    '/api/%00',
    '/api/conversations?from=%00',
  ])('NUL in %s', async (path) => {
    expectClientError(await call(service, 'GET', path, { key: liveKey }));
  });

  it.for([
    ['message', '{"message":"half \\ud83d"}', '/message'],
    ['message, the second half', '{"message":"half \\ude00"}', '/message'],
    ['customer', '{"message":"x","customer":{"name":"\\ud800"}}', '/customer/name'],
    ['businessName', '{"message":"x","businessName":"\\udfff"}', '/businessName'],
    ['metadata', '{"message":"x","metadata":{"a":["\\ud800"]}}', '/metadata/a/0'],
    ['a field name of metadata', '{"message":"x","metadata":{"\\ud800":1}}', '/metadata'],
    ['conversationId', '{"message":"x","conversationId":"\\ud800"}', '/conversationId'],
  ] as const)('half a character in %s', async ([, body, pointer]) => {
    const listBefore = (await listConversations('limit=100')).json;
    const idempotencyHeaders = { 'idempotency-key': `half ${Math.random()}` };
    for (const headers of [undefined, idempotencyHeaders]) {
      const response = await chat(body, headers);
      expectProblem(response, 422, 'validation_failed');
      expect(response.json.errors).toEqual([{ pointer, detail: expect.stringContaining('half a surrogate pair') }]);
      expect(response.text.isWellFormed()).toBe(true);
    }
    expect((await listConversations('limit=100')).json).toEqual(listBefore);
  });

  it('accepts a surrogate pair written as two escapes', async () => {
    const { json } = await chat('{"message":"x","metadata":{"a":"\\ud83d\\ude00"}}');
    const conversationResponse = await call(service, 'GET', `/api/conversations/${json.conversationId}`, {
      key: liveKey,
    });
    expect(conversationResponse.json.metadata).toEqual({ a: '😀' });
  });

  it('a message whose preview ends in the middle of a character', async () => {
    expect((await chat({ message: `${'x'.repeat(139)}😀 and more` })).status).toBe(200);
  });

  it.for([
    '{"message":"x","__proto__":{"polluted":true}}',
    '{"message":"x","metadata":{"__proto__":{"polluted":true}}}',
    '{"message":"x","constructor":{"prototype":{"polluted":true}}}',
    '{"__proto__":{"message":"x"}}',
  ])('prototype pollution: %s', async (body) => {
    expectClientError(await chat(body));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.for(['message', 'toString', 'hasOwnProperty', 'valueOf'])(
    'a field named %s inside metadata is data',
    async (name) => {
      const { json } = await chat({ message: 'x', metadata: { [name]: 'kept' } });
      const conversationResponse = await call(service, 'GET', `/api/conversations/${json.conversationId}`, {
        key: liveKey,
      });
      expect(conversationResponse.json.metadata).toEqual({ [name]: 'kept' });
    },
  );

  it.for([
    'from=2016-12-31T23:59:60Z',
    'from=2026-01-01T00:00:00%2B02',
    'from=2026-01-01T00:00:00%2B0200',
    'from=0000-01-01T00:00:00Z',
    'to=9999-12-31T23:59:59.999999999-23:59',
    'from=%2B275760-09-13T00:00:00Z',
    'from=-271821-04-20T00:00:00Z',
    'from=2026-01-01T00:00:00Z&to=2025-01-01T00:00:00Z',
  ])('an odd time in ?%s', async (query) => {
    const response = await listConversations(query);
    expect(response.status, response.text).toBeLessThan(500);
  });

  it.for([
    ['/api/conversations/%zz'],
    ['/%E0%A4%A'],
    ['/api/conversations/%ff'],
    ['/api/conversations/%'],
    ['/api/conversations/..%2f..%2fetc'],
    [`/api/conversations/${'x'.repeat(201)}`],
    [`/${'x'.repeat(14_000)}`],
    [`/api/conversations?limit=${'9'.repeat(14_000)}`],
    ['/api/conversations?limit=%zz'],
  ])('the path %s', async ([path]) => {
    const response = await call(service, 'GET', path!, { key: liveKey });
    expectClientError(response);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.for([
    ['Basic dXNlcjpwYXNz'],
    ['Bearer'],
    ['Bearer  '],
    ['Bearer fd_sk_live_'],
    ['Bearer a b'],
    [`Bearer ${'x'.repeat(5_000)}`],
    ['Bearer \u00e9\u00ff'],
  ])('Authorization: %s', async ([authorization]) => {
    const response = await call(service, 'GET', '/api/conversations', { headers: { authorization: authorization! } });
    expectProblem(response, 401, 'invalid_api_key');
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.for(['', 'x'.repeat(256)])('an Idempotency-Key of %j', async (key) => {
    const response = await chat({ message: 'x' }, { 'idempotency-key': key });
    expectProblem(response, 400, 'invalid_request');
    expect(errorPointers(response)).toEqual(['/idempotency-key']);
  });

  const requestHead = (lines: string[]) => `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
  const requests: [name: string, status: number, request: () => string][] = [
    ['no HTTP at all', 400, () => 'nonsense\r\n\r\n'],
    [
      'a header that is too long',
      431,
      () => requestHead(['GET / HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`]),
    ],
    ['a URL that is too long', 431, () => requestHead([`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: x'])],
    [
      'two lengths',
      400,
      () => requestHead(['POST /chat HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Content-Length: 3']),
    ],
    [
      'a length and chunks',
      400,
      () => requestHead(['POST /chat HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Transfer-Encoding: chunked']),
    ],
    ['a negative length', 400, () => requestHead(['POST /chat HTTP/1.1', 'Host: x', 'Content-Length: -1'])],
    ['a NUL character in a header', 400, () => requestHead(['GET / HTTP/1.1', 'Host: x', 'X: a\0b'])],
    ['an unknown method', 405, () => requestHead(['BREW / HTTP/1.1', 'Host: x'])],
    ['no host', 400, () => requestHead(['GET /api/plans HTTP/1.1'])],
    [
      'two different keys',
      401,
      () =>
        requestHead([
          'GET /v1/conversations HTTP/1.1',
          'Host: x',
          'Authorization: Bearer a',
          'Authorization: Bearer b',
        ]),
    ],
  ];
  it.for(requests)('%s gets %i', async ([, status, request]) => {
    const response = await sendRaw(request());
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expectNoInternals(response);
    expect(response).toMatch(/^content-type: application\/problem\+json/im);
    const [, requestIdHeader] = /^x-request-id: (\S+)\r$/im.exec(response) ?? [];
    const problem = JSON.parse(response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1));
    expect(problem).toMatchObject({ status, requestId: requestIdHeader });
    expect(PROBLEMS[problem.code as ProblemCode][0]).toBe(status);
    expect(requestIdHeader).toBeDefined();
  });

  it('accepts an unknown Expect header', async () => {
    const response = await sendRaw(requestHead(['GET /api/plans HTTP/1.1', 'Host: x', 'Expect: everything']));
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toMatch(/^x-request-id: req_/im);
  });

  it('the service is healthy afterwards', async () => {
    expect((await call(service, 'GET', '/api/health')).json.status).toBe('pass');
    expect(service.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

describe('Api-Version', () => {
  const callWithVersion = (version: string, path = '/api/plans') =>
    call(service, 'GET', path, { headers: { 'api-version': version } });

  it('is on every response', async () => {
    for (const path of ['/api/plans', '/api/conversations', '/api/nothing', '/openapi.json'])
      expect((await call(service, 'GET', path)).headers.get('api-version')).toBe(CURRENT_VERSION);
    expect((await callWithVersion(CURRENT_VERSION)).status).toBe(200);
  });

  it.for(['2020-01-01', 'latest', ''])('is rejected if it is %j', async (version) => {
    const response = await callWithVersion(version);
    expectProblem(response, 400, 'invalid_request');
    expect(errorPointers(response)).toEqual(['/api-version']);
    expect(response.json.detail).toContain(CURRENT_VERSION);
  });
});

it('serves llms.txt, the API reference as YAML, and security.txt', async () => {
  const serviceWithContact = await startService(service.connection, {
    jobs: 'off',
    securityContact: 'mailto:security@example.com',
  });
  const get = (path: string, target: Service = serviceWithContact) => call(target, 'GET', path);
  const yamlResponse = await get('/openapi.yaml');
  expect(yamlResponse.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(yamlResponse.text).toContain('\n  /api/chat:\n');
  expect((await get('/llms.txt')).text).toContain('/openapi.json)');
  const securityTxt = await get('/.well-known/security.txt');
  expect([securityTxt.headers.get('content-type'), securityTxt.text]).toEqual([
    'text/plain; charset=utf-8',
    expect.stringContaining('Contact: mailto:security@example.com\n'),
  ]);
  expect((await get('/.well-known/security.txt', service)).status).toBe(404);
  await serviceWithContact.stop();
});

describe('X-Request-Id', () => {
  const callWithRequestId = (id: string, path = '/api/health/live') =>
    call(service, 'GET', path, { headers: { 'x-request-id': id } });

  it.for(['a', 'order-17_A.b:c', 'x'.repeat(100)])('is echoed if it is safe: %s', async (id) => {
    expect((await callWithRequestId(id)).headers.get('x-request-id')).toBe(id);
    expect((await callWithRequestId(id, '/api/nothing')).json.requestId).toBe(id);
  });

  it.for(['has space', '<script>', 'x'.repeat(101), 'é', 'a,b', '"', '%0a', '{}'])(
    'is replaced otherwise: %s',
    async (id) => {
      expect((await callWithRequestId(id)).headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    },
  );

  it('is replaced if there are two', async () => {
    const response = await sendRaw(
      'GET /api/nothing HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\nX-Request-Id: b\r\nConnection: close\r\n\r\n',
    );
    expect(response).toMatch(/^x-request-id: req_[0-9a-z]{26}\r$/im);
  });

  it('is different for every request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () =>
        (await call(service, 'GET', '/api/health/live')).headers.get('x-request-id'),
      ),
    );
    expect(new Set(ids).size).toBe(20);
  });
});

describe('every response', () => {
  it.for(['/api/health', '/api/plans', '/api/nothing', '/api/conversations', '/metrics', '/api/keys', '/%zz'])(
    'has security headers: %s',
    async (path) => {
      const { headers } = await call(service, 'GET', path);
      expect(headers.get('x-request-id')).toMatch(/\S/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  it('requires HTTPS in the future if the public URL is HTTPS', async () => {
    const httpsService = await startService(service.connection, { publicUrl: 'https://desk.example.com', jobs: 'off' });
    for (const path of ['/api/plans', '/api/nothing', '/']) {
      const { headers } = await call(httpsService, 'GET', path);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
    await httpsService.stop();
  });
});

describe('HEAD', () => {
  it.for([
    '/api/health/live',
    '/api/plans',
    '/api/conversations?limit=1',
    '/',
    '/openapi.json',
    '/metrics',
    '/api/nothing',
    '/api/conversations?limit=0',
  ])('is like GET without the body: %s', async (path) => {
    const [getResponse, headResponse] = await Promise.all(
      ['GET', 'HEAD'].map((method) => call(service, method, path, { key: liveKey })),
    );
    expect(headResponse!.status).toBe(getResponse!.status);
    expect(headResponse!.text).toBe('');
    for (const name of ['content-type', 'etag', 'cache-control', 'content-security-policy', 'x-ratelimit-limit']) {
      expect(headResponse!.headers.get(name), name).toBe(getResponse!.headers.get(name));
    }
  });
});

describe('a key with few scopes', () => {
  it('is rejected with the missing scope, before its body is read', async () => {
    const { key } = await createApiKey(service, (await createWorkspace(service)).id, { scopes: ['analytics:read'] });
    const response = await call(service, 'POST', '/api/chat', { key, body: '{' });
    expectProblem(response, 403, 'insufficient_scope');
    expect(response.json.detail).toContain('chat:write');
  });
});
