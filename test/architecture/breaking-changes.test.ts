import { describe, expect, it } from 'vitest';
import { type Api, findBreakingChanges } from './breaking-changes.ts';

const createJsonContent = (schema: object) => ({ content: { 'application/json': { schema } } });
const stringSchema = { type: 'string' };
const createApi = (requestBody: object, responseBody: object, parameters: object[] = []): Api =>
  ({
    paths: {
      '/x': {
        post: {
          parameters,
          requestBody: createJsonContent(requestBody),
          responses: { 200: createJsonContent(responseBody) },
        },
      },
    },
  }) as Api;
const createObjectSchema = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const emptySchema = createObjectSchema({});

describe('a change of a request', () => {
  it.for([
    ['a removed field', createObjectSchema({ a: stringSchema }), emptySchema, 'POST /x body/a was removed'],
    [
      'a field that is now required',
      createObjectSchema({ a: stringSchema }),
      createObjectSchema({ a: stringSchema }, ['a']),
      'POST /x body/a is now required',
    ],
    [
      'a new required field',
      emptySchema,
      createObjectSchema({ a: stringSchema }, ['a']),
      'POST /x body/a is now required',
    ],
    [
      'a removed value',
      createObjectSchema({ a: { enum: ['x', 'y'] } }),
      createObjectSchema({ a: { enum: ['x'] } }),
      'POST /x body/a no longer accepts "y"',
    ],
    [
      'a list of values where any text was accepted',
      createObjectSchema({ a: stringSchema }),
      createObjectSchema({ a: { ...stringSchema, enum: ['x'] } }),
      'POST /x body/a no longer accepts any text',
    ],
    [
      'a narrower type',
      createObjectSchema({ a: { type: ['string', 'null'] } }),
      createObjectSchema({ a: stringSchema }),
      'POST /x body/a no longer accepts null',
    ],
    [
      'a lower limit',
      createObjectSchema({ a: { ...stringSchema, maxLength: 9 } }),
      createObjectSchema({ a: { ...stringSchema, maxLength: 5 } }),
      'POST /x body/a has a stricter maxLength',
    ],
    [
      'array items of a narrower type',
      createObjectSchema({ a: { type: 'array', items: { type: 'number' } } }),
      createObjectSchema({ a: { type: 'array', items: { type: 'integer' } } }),
      'POST /x body/a[] no longer accepts number',
    ],
  ] as const)('breaks clients: %s', ([, before, after, expectedChange]) => {
    expect(findBreakingChanges(createApi(before, emptySchema), createApi(after, emptySchema))).toEqual([
      expectedChange,
    ]);
  });

  it.for([
    ['a new optional field', emptySchema, createObjectSchema({ a: stringSchema })],
    ['a new value', createObjectSchema({ a: { enum: ['x'] } }), createObjectSchema({ a: { enum: ['x', 'y'] } })],
    [
      'a wider type',
      createObjectSchema({ a: { type: 'integer' } }),
      createObjectSchema({ a: { type: ['number', 'null'] } }),
    ],
    [
      'a field that is now optional',
      createObjectSchema({ a: stringSchema }, ['a']),
      createObjectSchema({ a: stringSchema }),
    ],
  ] as const)('does not break clients: %s', ([, before, after]) => {
    expect(findBreakingChanges(createApi(before, emptySchema), createApi(after, emptySchema))).toEqual([]);
  });

  it('breaks clients if a query parameter is removed or becomes required', () => {
    const parameter = { in: 'query', name: 'q', schema: stringSchema };
    const createApiWithQuery = (overrides: object = {}) =>
      createApi(emptySchema, emptySchema, [{ ...parameter, ...overrides }]);
    expect(findBreakingChanges(createApiWithQuery(), createApi(emptySchema, emptySchema))).toEqual([
      'POST /x ?q was removed',
    ]);
    expect(findBreakingChanges(createApi(emptySchema, emptySchema), createApiWithQuery())).toEqual([]);
    expect(findBreakingChanges(createApiWithQuery(), createApiWithQuery({ required: true }))).toEqual([
      'POST /x ?q is now required',
    ]);
  });
});

describe('a change of a response', () => {
  it.for([
    ['a removed field', createObjectSchema({ a: stringSchema }), emptySchema, 'POST /x 200/a was removed'],
    [
      'a field that may be missing',
      createObjectSchema({ a: stringSchema }, ['a']),
      createObjectSchema({ a: stringSchema }),
      'POST /x 200/a may now be missing',
    ],
    [
      'a wider type',
      createObjectSchema({ a: stringSchema }),
      createObjectSchema({ a: { type: ['string', 'null'] } }),
      'POST /x 200/a may now be null',
    ],
    [
      'one more alternative',
      { anyOf: [stringSchema] },
      { anyOf: [stringSchema, emptySchema] },
      'POST /x 200 has other alternatives',
    ],
  ] as const)('breaks clients: %s', ([, before, after, expectedChange]) => {
    expect(findBreakingChanges(createApi(emptySchema, before), createApi(emptySchema, after))).toEqual([
      expectedChange,
    ]);
  });

  it.for([
    ['a new field', emptySchema, createObjectSchema({ a: stringSchema }, ['a'])],
    ['a new value', createObjectSchema({ a: { enum: ['x'] } }), createObjectSchema({ a: { enum: ['x', 'y'] } })],
    [
      'a narrower type',
      createObjectSchema({ a: { type: ['string', 'null'] } }),
      createObjectSchema({ a: stringSchema }),
    ],
  ] as const)('does not break clients: %s', ([, before, after]) => {
    expect(findBreakingChanges(createApi(emptySchema, before), createApi(emptySchema, after))).toEqual([]);
  });
});

it('a removed operation, status or event breaks clients', () => {
  const before = {
    ...createApi(emptySchema, emptySchema),
    webhooks: { ping: { post: { requestBody: createJsonContent(createObjectSchema({ a: stringSchema })) } } },
  } as Api;
  expect(findBreakingChanges(before, before)).toEqual([]);
  expect(findBreakingChanges(before, { paths: {} })).toEqual(['POST /x was removed', 'the event ping was removed']);
  const operation = { requestBody: createJsonContent(emptySchema), responses: { 201: createJsonContent(emptySchema) } };
  expect(
    findBreakingChanges(createApi(emptySchema, emptySchema), { paths: { '/x': { post: operation } } } as Api),
  ).toEqual(['POST /x no longer responds with 200']);
});
