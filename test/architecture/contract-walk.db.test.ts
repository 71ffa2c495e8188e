import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner, call, makeKey, makeWorkspace, type Service, signUp, startService } from '../harness.ts';

type Operation = {
  operationId: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { in: string; name: string; schema?: { enum?: string[] } }[];
  requestBody?: { content: Record<string, { schema: { additionalProperties?: boolean; type?: string } }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};

let service: Service;
let operations: { method: string; path: string; operation: Operation }[];
let mine: { id: string; key: string };
let powerless: string;
let owner: string;

beforeAll(async () => {
  service = await startService();
  const { json } = await call(service, 'GET', '/openapi.json');
  operations = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  mine = await makeWorkspace(service);
  powerless = (await makeKey(service, mine.id, { scopes: [] })).key;
  const walker = await signUp(service);
  owner = walker.cookie;
  await asOwner(service.connection, 'insert into operators (user_id) values ($1)', [walker.user.id]);
});

const security = ({ operation }: (typeof operations)[number]) => Object.keys(operation.security?.[0] ?? {})[0];
const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => `${name}_01k9z0v3w8e5r7t2y4u6i8o0pa`);
const named = ({ method, path }: (typeof operations)[number]) => `${method} ${path}`;

/** A check of every operation at once, so that a new route is walked without a line here. */
async function failing(
  chosen: typeof operations,
  check: (operation: (typeof operations)[number]) => Promise<boolean>,
): Promise<string[]> {
  expect(chosen.length).toBeGreaterThan(0);
  const failed: string[] = [];
  for (const operation of chosen) if (!(await check(operation))) failed.push(named(operation));
  return failed;
}

const isProblem = (reply: Awaited<ReturnType<typeof call>>, status: number, ...codes: string[]) =>
  reply.status === status &&
  reply.headers.get('content-type')?.startsWith('application/problem+json') === true &&
  codes.includes(reply.json.code) &&
  reply.json.requestId === reply.headers.get('x-request-id');

describe('every route', () => {
  it('is described: summary, tag, schemas, a problem as its other answer', async () => {
    const failed = await failing(operations, async ({ method, path, operation }) => {
      // A notification of the protocol gets no answer.
      const isBare = (status: string) => status === '204' || (path === '/mcp' && status === '202');
      const answers = Object.entries(operation.responses).filter(([status]) => /^2/.test(status) && !isBare(status));
      const described = answers.every(([, { content }]) => Object.values(content ?? {}).some(({ schema }) => schema));
      const problem = operation.responses.default?.content?.['application/problem+json'];
      const body = method === 'GET' || method === 'DELETE' || operation.requestBody !== undefined;
      return Boolean(operation.summary && operation.tags?.length && described && problem && body);
    });
    expect(failed).toEqual([]);
  });

  it('says what it is sent as in each format that can be asked for', async () => {
    const formats = ({ operation }: (typeof operations)[number]) =>
      operation.parameters?.find(({ name }) => name === 'format')?.schema?.enum ?? [];
    const failed = await failing(
      operations.filter((operation) => formats(operation).length > 0),
      async (described) => {
        const declared = Object.keys(described.operation.responses['200']!.content ?? {});
        const sent = formats(described).map(async (format) => {
          const reply = await call(service, described.method, `${described.path}?format=${format}`, { cookie: owner });
          return declared.includes(
            reply.headers.get('content-type')!.replace('application/json; charset=utf-8', 'application/json'),
          );
        });
        return (await Promise.all(sent)).every(Boolean);
      },
    );
    expect(failed).toEqual([]);
  });

  it('refuses unknown fields in its body', async () => {
    const failed = await failing(
      operations.filter(({ operation }) => operation.requestBody),
      async ({ operation }) =>
        operation.requestBody!.content['application/json']!.schema.additionalProperties === false,
    );
    expect(failed).toEqual([]);
  });

  it('asks for a key where it needs one', async () => {
    const failed = await failing(
      operations.filter((operation) => security(operation) === 'key'),
      async ({ method, path }) => {
        const reply = await call(service, method, fill(path), method === 'GET' ? {} : { body: {} });
        return isProblem(reply, 401, 'missing_api_key') && reply.headers.get('www-authenticate') === 'Bearer';
      },
    );
    expect(failed).toEqual([]);
  });

  it('asks for a session where it needs one', async () => {
    const failed = await failing(
      operations.filter((operation) => security(operation) === 'session'),
      async ({ method, path }) => {
        const bare = await call(service, method, fill(path), method === 'GET' ? {} : { body: {} });
        const withKey = await call(service, method, fill(path), {
          key: mine.key,
          ...(method === 'GET' ? {} : { body: {} }),
        });
        return isProblem(bare, 401, 'missing_session') && isProblem(withKey, 401, 'missing_session');
      },
    );
    expect(failed).toEqual([]);
  });

  it('refuses a key without its scope', async () => {
    const failed = await failing(
      operations.filter((operation) => security(operation) === 'key'),
      async ({ method, path }) => {
        const reply = await call(service, method, fill(path), {
          key: powerless,
          ...(method === 'GET' ? {} : { body: {} }),
        });
        return isProblem(reply, 403, 'insufficient_scope') && reply.headers.has('ratelimit');
      },
    );
    expect(failed).toEqual([]);
  });

  it('answers 422 to junk in its body', async () => {
    const failed = await failing(
      operations.filter(({ operation }) => operation.requestBody),
      async (operation) => {
        const auth = security(operation) === 'key' ? { key: mine.key } : { cookie: owner };
        const reply = await call(service, operation.method, fill(operation.path), { ...auth, body: { junk: 1 } });
        const pointers = reply.json?.errors?.map(({ pointer }: { pointer: string }) => pointer) ?? [];
        return isProblem(reply, 422, 'validation_failed') && pointers.includes('/junk');
      },
    );
    expect(failed).toEqual([]);
  });

  it('answers 400 to a query parameter that it does not know', async () => {
    const failed = await failing(
      operations.filter(({ operation }) => operation.parameters?.some((parameter) => parameter.in === 'query')),
      async (operation) => {
        const auth = security(operation) === 'key' ? { key: mine.key } : { cookie: owner };
        const reply = await call(service, operation.method, `${fill(operation.path)}?junk=1`, auth);
        return (
          isProblem(reply, 400, 'invalid_request') &&
          reply.json.errors.some(({ pointer }: { pointer: string }) => pointer === '/junk')
        );
      },
    );
    expect(failed).toEqual([]);
  });

  it('does not find an id that is not there', async () => {
    const chosen = operations.filter(({ path, operation }) => path.includes('{') && !operation.requestBody);
    const failed = await failing(chosen, async (operation) => {
      const auth = security(operation) === 'key' ? { key: mine.key } : { cookie: owner };
      return isProblem(await call(service, operation.method, fill(operation.path), auth), 404, 'not_found');
    });
    expect(failed).toEqual([]);
  });
});

describe('another workspace', () => {
  it('cannot read a conversation, a key or a member', async () => {
    const theirs = await makeWorkspace(service);
    const { json } = await call(service, 'POST', '/api/chat', { key: theirs.key, body: { message: 'hello' } });
    const conversation = `/api/conversations/${json.conversationId}`;
    expect((await call(service, 'GET', conversation, { key: theirs.key })).status).toBe(200);
    expect((await call(service, 'GET', conversation, { key: mine.key })).status).toBe(404);
    expect(
      (
        await call(service, 'POST', '/api/chat', {
          key: mine.key,
          body: { message: 'x', conversationId: json.conversationId },
        })
      ).status,
    ).toBe(404);
    expect((await call(service, 'DELETE', `/api/keys/${theirs.id}`, { cookie: owner })).status).toBe(404);
    const stranger = await signUp(service);
    expect((await call(service, 'DELETE', `/api/members/${stranger.user.id}`, { cookie: owner })).status).toBe(404);
  });

  it('is not the sandbox of the same workspace either', async () => {
    const test = (await makeKey(service, mine.id, { mode: 'test' })).key;
    const { json } = await call(service, 'POST', '/api/chat', { key: test, body: { message: 'hello' } });
    expect((await call(service, 'GET', `/api/conversations/${json.conversationId}`, { key: mine.key })).status).toBe(
      404,
    );
    expect((await call(service, 'GET', '/api/conversations', { key: mine.key })).json.data).toEqual([]);
  });
});
