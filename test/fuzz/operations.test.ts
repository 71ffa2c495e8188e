import { expect, it } from 'vitest';
import { createOperationFinder, listOperations, type OpenApiDocument } from './operations.ts';

const stringSchema = { type: 'string' };
const document: OpenApiDocument = {
  paths: {
    '/api/webhooks/{id}': {
      get: {
        security: [{ key: [] }],
        parameters: [
          { in: 'path', name: 'id', required: true, schema: stringSchema },
          { in: 'query', name: 'limit', schema: { type: 'integer' } },
          { in: 'query', name: 'from', required: true, schema: stringSchema },
        ],
        responses: { 200: { content: { 'text/csv; charset=utf-8': { schema: stringSchema } } }, 204: {}, default: {} },
      },
    },
    '/api/webhooks/deliveries': {
      get: { responses: {} },
      post: {
        requestBody: { content: { 'application/json': { schema: { properties: { a: stringSchema, dryRun: {} } } } } },
        responses: {},
      },
    },
    '/api/v1/setup': { post: { responses: {} } },
    '/api/chat': { post: { responses: {} } },
  },
  components: { schemas: { Problem: {} } },
};
const operations = listOperations(document);

it('reads the parameters and responses of an operation', () => {
  const [webhookOperation] = operations;
  expect(webhookOperation).toMatchObject({ name: 'GET /api/webhooks/{id}', security: 'key' });
  expect(webhookOperation!.query).toMatchObject({
    properties: { limit: { type: 'integer' }, from: stringSchema },
    required: ['from'],
  });
  expect([...webhookOperation!.responses].map(([status, types]) => [status, [...types.keys()]])).toEqual([
    [200, ['text/csv']],
    [204, []],
  ]);
  expect(operations[2]!.body).toEqual({ properties: { a: stringSchema } });
});

it.each([
  ['GET', '/api/webhooks/whk_1?limit=1', 'GET /api/webhooks/{id}'],
  ['HEAD', '/api/webhooks/whk_1/', 'GET /api/webhooks/{id}'],
  ['GET', '/api/webhooks/deliveries', 'GET /api/webhooks/deliveries'],
  ['GET', '/v1/webhooks/whk_1', 'GET /api/webhooks/{id}'],
  ['POST', '/v1/setup', 'POST /api/v1/setup'],
  ['POST', '/chat', 'POST /api/chat'],
  ['PUT', '/api/chat', undefined],
  ['GET', '/api/webhooks/a/b', undefined],
])('%s %s is answered by %s', (method, path, name) =>
  expect(createOperationFinder(operations)(method, path)?.name).toBe(name),
);
