import { describe, expect, it } from 'vitest';
import { ProblemDocument } from '../../src/kernel/http/schema.ts';
import { listOperations, type Operation, type Schema } from './operations.ts';
import { createResponseChecker } from './response-checker.ts';

const { check } = createResponseChecker(ProblemDocument as Schema);
const entrySchema: Schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const [operation] = listOperations({
  paths: {
    '/api/entries': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': { schema: entrySchema },
              'application/x-ndjson': { schema: { type: 'string' } },
            },
          },
          204: {},
        },
      },
    },
  },
  components: { schemas: { Problem: {} } },
}) as [Operation];
const createResponse = (
  status: number,
  body: unknown = '',
  type = 'application/json; charset=utf-8',
  headers = {},
) => ({
  status,
  headers: { 'x-request-id': 'req_1', 'content-type': type, ...headers },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const createProblemDocument = (code: string, status: number, extra = {}) => ({
  type: `https://x.example/problems#${code}`,
  title: 'No',
  status,
  detail: 'No',
  code,
  requestId: 'req_1',
  ...extra,
});
const createProblemResponse = (code: string, status: number, headers = {}, extra = {}) =>
  createResponse(status, createProblemDocument(code, status, extra), 'application/problem+json', headers);

describe('accepts', () => {
  it.each([
    ['a body that matches the schema', createResponse(200, { id: 'a' })],
    ['lines of JSON', createResponse(200, '{"id":1}\n{"id":2}\n', 'application/x-ndjson')],
    ['no body', createResponse(204)],
    ['a refusal', createProblemResponse('not_found', 404)],
    [
      'a replayed refusal',
      createProblemResponse('conflict', 409, { 'idempotent-replayed': 'true', 'x-request-id': 'req_2' }),
    ],
  ])('%s', (_, response) => expect(check(response, 'GET', operation)).toBeUndefined());

  it('a response to HEAD without a body', () => {
    expect(check(createResponse(200), 'HEAD', operation)).toBeUndefined();
    expect(check(createResponse(404, '', 'application/problem+json'), 'HEAD', operation)).toBeUndefined();
  });
});

describe('reports', () => {
  it.each([
    [
      'a failure',
      createResponse(500, createProblemDocument('internal_error', 500), 'application/problem+json'),
      /failure/,
    ],
    ['a redirect', createResponse(302), /302/],
    ['a status that is not declared', createResponse(201, { id: 'a' }), /201/],
    ['a type that is not declared', createResponse(200, 'id', 'text/csv'), /text\/csv/],
    ['a body that does not match', createResponse(200, { id: 1 }), /\/id must be string/],
    ['a body that is not JSON', createResponse(200, '{'), /not JSON/],
    ['a line that is not JSON', createResponse(200, '{"id":1}\n{"id"\n', 'application/x-ndjson'), /line/],
    ['a body where there is none', createResponse(204, 'x'), /none/],
    ['a refusal in another form', createResponse(404, { error: 'no' }), /no problem document/],
    ['a problem without its members', createResponse(404, { code: 'not_found' }, 'application/problem+json'), /schema/],
    ['a code of another status', createProblemResponse('conflict', 404), /conflict/],
    ['a code that is unknown', createProblemResponse('nonsense', 404), /nonsense/],
    ['401 without a challenge', createProblemResponse('missing_api_key', 401), /WWW-Authenticate/],
    ['405 without the allowed methods', createProblemResponse('method_not_allowed', 405), /Allow/],
    ['429 without a time to retry', createProblemResponse('rate_limited', 429), /Retry-After/],
    ['another request’s id', createProblemResponse('not_found', 404, { 'x-request-id': 'req_2' }), /requestId/],
  ])('%s', (_, response, expectedProblem) => expect(check(response, 'GET', operation)).toMatch(expectedProblem));

  it('a success of an undocumented operation', () =>
    expect(check(createResponse(200, { id: 'a' }), 'GET', undefined)).toMatch(/not described/));
});
