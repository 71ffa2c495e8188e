import { describe, expect, it } from 'vitest';
import { ProblemDocument } from '../../src/kernel/http/schema.ts';
import { type Operation, operationsOf, type Schema } from './operations.ts';
import { createResponseChecker } from './response-checker.ts';

const { judge } = createResponseChecker(ProblemDocument as Schema);
const entry: Schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const [operation] = operationsOf({
  paths: {
    '/api/entries': {
      get: {
        responses: {
          200: {
            content: { 'application/json': { schema: entry }, 'application/x-ndjson': { schema: { type: 'string' } } },
          },
          204: {},
        },
      },
    },
  },
  components: { schemas: { Problem: {} } },
}) as [Operation];
const answer = (status: number, body: unknown = '', type = 'application/json; charset=utf-8', headers = {}) => ({
  status,
  headers: { 'x-request-id': 'req_1', 'content-type': type, ...headers },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const problem = (code: string, status: number, more = {}) => ({
  type: `https://x.example/problems#${code}`,
  title: 'No',
  status,
  detail: 'No',
  code,
  requestId: 'req_1',
  ...more,
});
const refusal = (code: string, status: number, headers = {}, more = {}) =>
  answer(status, problem(code, status, more), 'application/problem+json', headers);

describe('nothing is wrong with', () => {
  it.each([
    ['what the schema allows', answer(200, { id: 'a' })],
    ['lines of JSON', answer(200, '{"id":1}\n{"id":2}\n', 'application/x-ndjson')],
    ['no body', answer(204)],
    ['a refusal', refusal('not_found', 404)],
    [
      'a refusal that is told again',
      refusal('conflict', 409, { 'idempotent-replayed': 'true', 'x-request-id': 'req_2' }),
    ],
  ])('%s', (_, given) => expect(judge(given, 'GET', operation)).toBeUndefined());

  it('the answer to HEAD, which has no body', () => {
    expect(judge(answer(200), 'HEAD', operation)).toBeUndefined();
    expect(judge(answer(404, '', 'application/problem+json'), 'HEAD', operation)).toBeUndefined();
  });
});

describe('it finds', () => {
  it.each([
    ['a failure', answer(500, problem('internal_error', 500), 'application/problem+json'), /failure/],
    ['a redirect', answer(302), /302/],
    ['a status that is not declared', answer(201, { id: 'a' }), /201/],
    ['a type that is not declared', answer(200, 'id', 'text/csv'), /text\/csv/],
    ['a body that does not match', answer(200, { id: 1 }), /\/id must be string/],
    ['a body that is not JSON', answer(200, '{'), /not JSON/],
    ['a line that is not JSON', answer(200, '{"id":1}\n{"id"\n', 'application/x-ndjson'), /line/],
    ['a body where there is none', answer(204, 'x'), /none/],
    ['a refusal in another form', answer(404, { error: 'no' }), /no problem document/],
    ['a problem without its members', answer(404, { code: 'not_found' }, 'application/problem+json'), /schema/],
    ['a code of another status', refusal('conflict', 404), /conflict/],
    ['a code that is unknown', refusal('nonsense', 404), /nonsense/],
    ['401 without a challenge', refusal('missing_api_key', 401), /WWW-Authenticate/],
    ['405 without what is allowed', refusal('method_not_allowed', 405), /Allow/],
    ['429 without a time', refusal('rate_limited', 429), /Retry-After/],
    ['another request’s id', refusal('not_found', 404, { 'x-request-id': 'req_2' }), /requestId/],
  ])('%s', (_, given, wrong) => expect(judge(given, 'GET', operation)).toMatch(wrong));

  it('a success that nobody has described', () =>
    expect(judge(answer(200, { id: 'a' }), 'GET', undefined)).toMatch(/not described/));
});
