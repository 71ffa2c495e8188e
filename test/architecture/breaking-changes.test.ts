import { describe, expect, it } from 'vitest';
import { type Api, findBreakingChanges } from './breaking-changes.ts';

const jsonContent = (schema: object) => ({ content: { 'application/json': { schema } } });
const stringSchema = { type: 'string' };
const api = (requestBody: object, responseBody: object, parameters: object[] = []): Api =>
  ({
    paths: {
      '/x': {
        post: { parameters, requestBody: jsonContent(requestBody), responses: { 200: jsonContent(responseBody) } },
      },
    },
  }) as Api;
const objectSchema = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const emptySchema = objectSchema({});

describe('a change of a request', () => {
  it.for([
    ['a removed field', objectSchema({ a: stringSchema }), emptySchema, 'POST /x body/a was removed'],
    [
      'a field that is now required',
      objectSchema({ a: stringSchema }),
      objectSchema({ a: stringSchema }, ['a']),
      'POST /x body/a is now required',
    ],
    ['a new required field', emptySchema, objectSchema({ a: stringSchema }, ['a']), 'POST /x body/a is now required'],
    [
      'a removed value',
      objectSchema({ a: { enum: ['x', 'y'] } }),
      objectSchema({ a: { enum: ['x'] } }),
      'POST /x body/a no longer accepts "y"',
    ],
    [
      'a list of values where any text was accepted',
      objectSchema({ a: stringSchema }),
      objectSchema({ a: { ...stringSchema, enum: ['x'] } }),
      'POST /x body/a no longer accepts any text',
    ],
    [
      'a narrower type',
      objectSchema({ a: { type: ['string', 'null'] } }),
      objectSchema({ a: stringSchema }),
      'POST /x body/a no longer accepts null',
    ],
    [
      'a lower limit',
      objectSchema({ a: { ...stringSchema, maxLength: 9 } }),
      objectSchema({ a: { ...stringSchema, maxLength: 5 } }),
      'POST /x body/a has a stricter maxLength',
    ],
    [
      'array items of a narrower type',
      objectSchema({ a: { type: 'array', items: { type: 'number' } } }),
      objectSchema({ a: { type: 'array', items: { type: 'integer' } } }),
      'POST /x body/a[] no longer accepts number',
    ],
  ] as const)('breaks clients: %s', ([, before, after, expectedChange]) => {
    expect(findBreakingChanges(api(before, emptySchema), api(after, emptySchema))).toEqual([expectedChange]);
  });

  it.for([
    ['a new optional field', emptySchema, objectSchema({ a: stringSchema })],
    ['a new value', objectSchema({ a: { enum: ['x'] } }), objectSchema({ a: { enum: ['x', 'y'] } })],
    ['a wider type', objectSchema({ a: { type: 'integer' } }), objectSchema({ a: { type: ['number', 'null'] } })],
    ['a field that is now optional', objectSchema({ a: stringSchema }, ['a']), objectSchema({ a: stringSchema })],
  ] as const)('does not break clients: %s', ([, before, after]) => {
    expect(findBreakingChanges(api(before, emptySchema), api(after, emptySchema))).toEqual([]);
  });

  it('breaks clients if a query parameter is removed or becomes required', () => {
    const parameter = { in: 'query', name: 'q', schema: stringSchema };
    const apiWithQuery = (overrides: object = {}) => api(emptySchema, emptySchema, [{ ...parameter, ...overrides }]);
    expect(findBreakingChanges(apiWithQuery(), api(emptySchema, emptySchema))).toEqual(['POST /x ?q was removed']);
    expect(findBreakingChanges(api(emptySchema, emptySchema), apiWithQuery())).toEqual([]);
    expect(findBreakingChanges(apiWithQuery(), apiWithQuery({ required: true }))).toEqual([
      'POST /x ?q is now required',
    ]);
  });
});

describe('a change of a response', () => {
  it.for([
    ['a removed field', objectSchema({ a: stringSchema }), emptySchema, 'POST /x 200/a was removed'],
    [
      'a field that may be missing',
      objectSchema({ a: stringSchema }, ['a']),
      objectSchema({ a: stringSchema }),
      'POST /x 200/a may now be missing',
    ],
    [
      'a wider type',
      objectSchema({ a: stringSchema }),
      objectSchema({ a: { type: ['string', 'null'] } }),
      'POST /x 200/a may now be null',
    ],
    [
      'one more alternative',
      { anyOf: [stringSchema] },
      { anyOf: [stringSchema, emptySchema] },
      'POST /x 200 has other alternatives',
    ],
  ] as const)('breaks clients: %s', ([, before, after, expectedChange]) => {
    expect(findBreakingChanges(api(emptySchema, before), api(emptySchema, after))).toEqual([expectedChange]);
  });

  it.for([
    ['a new field', emptySchema, objectSchema({ a: stringSchema }, ['a'])],
    ['a new value', objectSchema({ a: { enum: ['x'] } }), objectSchema({ a: { enum: ['x', 'y'] } })],
    ['a narrower type', objectSchema({ a: { type: ['string', 'null'] } }), objectSchema({ a: stringSchema })],
  ] as const)('does not break clients: %s', ([, before, after]) => {
    expect(findBreakingChanges(api(emptySchema, before), api(emptySchema, after))).toEqual([]);
  });
});

it('a removed operation, status or event breaks clients', () => {
  const before = {
    ...api(emptySchema, emptySchema),
    webhooks: { ping: { post: { requestBody: jsonContent(objectSchema({ a: stringSchema })) } } },
  } as Api;
  expect(findBreakingChanges(before, before)).toEqual([]);
  expect(findBreakingChanges(before, { paths: {} })).toEqual(['POST /x was removed', 'the event ping was removed']);
  const operation = { requestBody: jsonContent(emptySchema), responses: { 201: jsonContent(emptySchema) } };
  expect(findBreakingChanges(api(emptySchema, emptySchema), { paths: { '/x': { post: operation } } } as Api)).toEqual([
    'POST /x no longer responds with 200',
  ]);
});
