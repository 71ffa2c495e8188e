import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { describeProblems, listProblems } from './documented-problems.ts';
import { type Gate, ok, publicGate, type Route, route } from './route.ts';
import { Strict } from './schema.ts';

const keyGate: Gate = { ...publicGate, security: 'key', problems: ['missing_api_key', 'rate_limited'] };
const createRoute = (overrides: Partial<Route>): Route =>
  route({
    method: 'GET',
    pathPrefixSet: 'all',
    path: '/x',
    gate: publicGate,
    tag: 'Test',
    summary: 'A test',
    responses: { 200: Type.Object({}) },
    handle: async () => ok({}),
    ...overrides,
  });

describe('the problems of a route', () => {
  it('follow from its declaration', () => {
    expect(listProblems(createRoute({}))).toEqual(['invalid_request', 'internal_error', 'unavailable']);
    const declaredRoute = createRoute({
      method: 'POST',
      gate: keyGate,
      params: Strict({ id: Type.String() }),
      body: Strict({}),
      problems: ['slot_unavailable'],
    });
    expect(listProblems(declaredRoute)).toEqual([
      'invalid_json',
      'invalid_request',
      'missing_api_key',
      'not_found',
      'slot_unavailable',
      'idempotency_in_progress',
      'body_too_large',
      'unsupported_media_type',
      'validation_failed',
      'idempotency_mismatch',
      'rate_limited',
      'internal_error',
      'unavailable',
    ]);
  });

  it('are described once per status and set of codes', () => {
    const problemCodes = listProblems(createRoute({ gate: keyGate }));
    const operations = {
      get: { responses: { 503: {} }, 'x-problems': problemCodes },
      put: { responses: {}, 'x-problems': problemCodes },
    };
    const sharedResponses = describeProblems({ '/x': operations });
    expect(operations.put).toEqual({
      responses: {
        400: { $ref: '#/components/responses/InvalidRequest' },
        401: { $ref: '#/components/responses/MissingApiKey' },
        429: { $ref: '#/components/responses/RateLimited' },
        500: { $ref: '#/components/responses/InternalError' },
        503: { $ref: '#/components/responses/Unavailable' },
      },
    });
    expect(operations.get.responses[503]).toEqual({});
    expect(Object.keys(sharedResponses)).toHaveLength(5);
    expect(JSON.stringify(sharedResponses.MissingApiKey)).toContain('"enum":["missing_api_key"]');
  });
});
