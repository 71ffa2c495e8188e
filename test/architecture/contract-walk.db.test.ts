import { beforeAll, describe, expect, it } from 'vitest';
import { call, createApiKey, createWorkspace, queryAsDbOwner, type Service, signUp, startService } from '../harness.ts';

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
let workspace: { id: string; key: string };
let keyWithoutScopes: string;
let ownerCookie: string;

beforeAll(async () => {
  service = await startService();
  const { json } = await call(service, 'GET', '/openapi.json');
  operations = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  workspace = await createWorkspace(service);
  keyWithoutScopes = (await createApiKey(service, workspace.id, { scopes: [] })).key;
  const operator = await signUp(service);
  ownerCookie = operator.cookie;
  await queryAsDbOwner(service.connection, 'insert into operators (user_id) values ($1)', [operator.user.id]);
});

const getSecurityScheme = ({ operation }: (typeof operations)[number]) => Object.keys(operation.security?.[0] ?? {})[0];
const fillPath = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => `${name}_01k9z0v3w8e5r7t2y4u6i8o0pa`);
const formatOperation = ({ method, path }: (typeof operations)[number]) => `${method} ${path}`;

/** Runs a check on many operations and returns those that fail, so that new routes are covered automatically. */
async function findFailing(
  selectedOperations: typeof operations,
  check: (operation: (typeof operations)[number]) => Promise<boolean>,
): Promise<string[]> {
  expect(selectedOperations.length).toBeGreaterThan(0);
  const failedOperations: string[] = [];
  for (const operation of selectedOperations)
    if (!(await check(operation))) failedOperations.push(formatOperation(operation));
  return failedOperations;
}

const isProblem = (response: Awaited<ReturnType<typeof call>>, status: number, ...codes: string[]) =>
  response.status === status &&
  response.headers.get('content-type')?.startsWith('application/problem+json') === true &&
  codes.includes(response.json.code) &&
  response.json.requestId === response.headers.get('x-request-id');

describe('every route', () => {
  it('is documented with a summary, a tag, schemas and a problem document as its error response', async () => {
    const failed = await findFailing(operations, async ({ method, path, operation }) => {
      // An MCP notification gets a response without a body.
      const hasNoBody = (status: string) => status === '204' || (path === '/mcp' && status === '202');
      const successResponses = Object.entries(operation.responses).filter(
        ([status]) => /^2/.test(status) && !hasNoBody(status),
      );
      const hasSchemas = successResponses.every(([, { content }]) =>
        Object.values(content ?? {}).some(({ schema }) => schema),
      );
      const problemSchema = operation.responses.default?.content?.['application/problem+json'];
      const hasBodySchema = method === 'GET' || method === 'DELETE' || operation.requestBody !== undefined;
      return Boolean(operation.summary && operation.tags?.length && hasSchemas && problemSchema && hasBodySchema);
    });
    expect(failed).toEqual([]);
  });

  it('declares the content type of each format that can be requested', async () => {
    const listFormats = ({ operation }: (typeof operations)[number]) =>
      operation.parameters?.find(({ name }) => name === 'format')?.schema?.enum ?? [];
    const failed = await findFailing(
      operations.filter((operation) => listFormats(operation).length > 0),
      async (listed) => {
        const declaredTypes = Object.keys(listed.operation.responses['200']!.content ?? {});
        const checks = listFormats(listed).map(async (format) => {
          const response = await call(service, listed.method, `${listed.path}?format=${format}`, {
            cookie: ownerCookie,
          });
          return declaredTypes.includes(response.headers.get('content-type')!.replace('; charset=utf-8', ''));
        });
        return (await Promise.all(checks)).every(Boolean);
      },
    );
    expect(failed).toEqual([]);
  });

  it('declares that its body allows no unknown fields', async () => {
    const failed = await findFailing(
      operations.filter(({ operation }) => operation.requestBody),
      async ({ operation }) =>
        operation.requestBody!.content['application/json']!.schema.additionalProperties === false,
    );
    expect(failed).toEqual([]);
  });

  it('responds with 401 without a required key', async () => {
    const failed = await findFailing(
      operations.filter((operation) => getSecurityScheme(operation) === 'key'),
      async ({ method, path }) => {
        const response = await call(service, method, fillPath(path), method === 'GET' ? {} : { body: {} });
        return isProblem(response, 401, 'missing_api_key') && response.headers.get('www-authenticate') === 'Bearer';
      },
    );
    expect(failed).toEqual([]);
  });

  it('responds with 401 without a required session', async () => {
    const failed = await findFailing(
      operations.filter((operation) => getSecurityScheme(operation) === 'session'),
      async ({ method, path }) => {
        const withoutKey = await call(service, method, fillPath(path), method === 'GET' ? {} : { body: {} });
        const withKey = await call(service, method, fillPath(path), {
          key: workspace.key,
          ...(method === 'GET' ? {} : { body: {} }),
        });
        return isProblem(withoutKey, 401, 'missing_session') && isProblem(withKey, 401, 'missing_session');
      },
    );
    expect(failed).toEqual([]);
  });

  it('rejects a key that lacks its scope', async () => {
    const failed = await findFailing(
      operations.filter((operation) => getSecurityScheme(operation) === 'key'),
      async ({ method, path }) => {
        const response = await call(service, method, fillPath(path), {
          key: keyWithoutScopes,
          ...(method === 'GET' ? {} : { body: {} }),
        });
        return isProblem(response, 403, 'insufficient_scope') && response.headers.has('ratelimit');
      },
    );
    expect(failed).toEqual([]);
  });

  it('responds with 422 to an unknown field in its body', async () => {
    const failed = await findFailing(
      operations.filter(({ operation }) => operation.requestBody),
      async (operation) => {
        const credentials = getSecurityScheme(operation) === 'key' ? { key: workspace.key } : { cookie: ownerCookie };
        const response = await call(service, operation.method, fillPath(operation.path), {
          ...credentials,
          body: { junk: 1 },
        });
        const pointers = response.json?.errors?.map(({ pointer }: { pointer: string }) => pointer) ?? [];
        return isProblem(response, 422, 'validation_failed') && pointers.includes('/junk');
      },
    );
    expect(failed).toEqual([]);
  });

  it('responds with 400 to an unknown query parameter', async () => {
    const failed = await findFailing(
      operations.filter(({ operation }) => operation.parameters?.some((parameter) => parameter.in === 'query')),
      async (operation) => {
        const credentials = getSecurityScheme(operation) === 'key' ? { key: workspace.key } : { cookie: ownerCookie };
        const response = await call(service, operation.method, `${fillPath(operation.path)}?junk=1`, credentials);
        return (
          isProblem(response, 400, 'invalid_request') &&
          response.json.errors.some(({ pointer }: { pointer: string }) => pointer === '/junk')
        );
      },
    );
    expect(failed).toEqual([]);
  });

  it('responds with 404 for an id that does not exist', async () => {
    const selected = operations.filter(({ path, operation }) => path.includes('{') && !operation.requestBody);
    const failed = await findFailing(selected, async (operation) => {
      const credentials = getSecurityScheme(operation) === 'key' ? { key: workspace.key } : { cookie: ownerCookie };
      return isProblem(await call(service, operation.method, fillPath(operation.path), credentials), 404, 'not_found');
    });
    expect(failed).toEqual([]);
  });
});

describe('a workspace', () => {
  it('cannot read another workspace’s data: a conversation, a key or a member', async () => {
    const otherWorkspace = await createWorkspace(service);
    const { json } = await call(service, 'POST', '/api/chat', { key: otherWorkspace.key, body: { message: 'hello' } });
    const conversationPath = `/api/conversations/${json.conversationId}`;
    expect((await call(service, 'GET', conversationPath, { key: otherWorkspace.key })).status).toBe(200);
    expect((await call(service, 'GET', conversationPath, { key: workspace.key })).status).toBe(404);
    expect(
      (
        await call(service, 'POST', '/api/chat', {
          key: workspace.key,
          body: { message: 'x', conversationId: json.conversationId },
        })
      ).status,
    ).toBe(404);
    expect((await call(service, 'DELETE', `/api/keys/${otherWorkspace.id}`, { cookie: ownerCookie })).status).toBe(404);
    const stranger = await signUp(service);
    expect((await call(service, 'DELETE', `/api/members/${stranger.user.id}`, { cookie: ownerCookie })).status).toBe(
      404,
    );
  });

  it('does not share data with the sandbox of the same workspace', async () => {
    const testKey = (await createApiKey(service, workspace.id, { mode: 'test' })).key;
    const { json } = await call(service, 'POST', '/api/chat', { key: testKey, body: { message: 'hello' } });
    expect(
      (await call(service, 'GET', `/api/conversations/${json.conversationId}`, { key: workspace.key })).status,
    ).toBe(404);
    expect((await call(service, 'GET', '/api/conversations', { key: workspace.key })).json.data).toEqual([]);
  });
});
