import { describe, expect, it } from 'vitest';
import { type Api, findBreakingChanges } from './breaking-changes.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const api = (body: object, answer: object, parameters: object[] = []): Api =>
  ({ paths: { '/x': { post: { parameters, requestBody: json(body), responses: { 200: json(answer) } } } } }) as Api;
const object = (properties: object, required: string[] = []) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const none = object({});

describe('a request', () => {
  it.for([
    ['a field fewer', object({ a: text }), none, 'POST /x body/a was removed'],
    ['a field that is now required', object({ a: text }), object({ a: text }, ['a']), 'POST /x body/a is now required'],
    ['a new required field', none, object({ a: text }, ['a']), 'POST /x body/a is now required'],
    [
      'a value fewer',
      object({ a: { enum: ['x', 'y'] } }),
      object({ a: { enum: ['x'] } }),
      'POST /x body/a no longer takes "y"',
    ],
    [
      'values where any text was taken',
      object({ a: text }),
      object({ a: { ...text, enum: ['x'] } }),
      'POST /x body/a no longer takes any text',
    ],
    [
      'a narrower type',
      object({ a: { type: ['string', 'null'] } }),
      object({ a: text }),
      'POST /x body/a no longer takes null',
    ],
    [
      'a lower limit',
      object({ a: { ...text, maxLength: 9 } }),
      object({ a: { ...text, maxLength: 5 } }),
      'POST /x body/a has a stricter maxLength',
    ],
    [
      'entries of a narrower type',
      object({ a: { type: 'array', items: { type: 'number' } } }),
      object({ a: { type: 'array', items: { type: 'integer' } } }),
      'POST /x body/a[] no longer takes number',
    ],
  ] as const)('breaks by %s', ([, before, after, found]) => {
    expect(findBreakingChanges(api(before, none), api(after, none))).toEqual([found]);
  });

  it.for([
    ['a new optional field', none, object({ a: text })],
    ['a value more', object({ a: { enum: ['x'] } }), object({ a: { enum: ['x', 'y'] } })],
    ['a wider type', object({ a: { type: 'integer' } }), object({ a: { type: ['number', 'null'] } })],
    ['a field that is now optional', object({ a: text }, ['a']), object({ a: text })],
  ] as const)('does not break by %s', ([, before, after]) => {
    expect(findBreakingChanges(api(before, none), api(after, none))).toEqual([]);
  });

  it('breaks by parameters', () => {
    const parameter = { in: 'query', name: 'q', schema: text };
    const withQ = (more: object = {}) => api(none, none, [{ ...parameter, ...more }]);
    expect(findBreakingChanges(withQ(), api(none, none))).toEqual(['POST /x ?q was removed']);
    expect(findBreakingChanges(api(none, none), withQ())).toEqual([]);
    expect(findBreakingChanges(withQ(), withQ({ required: true }))).toEqual(['POST /x ?q is now required']);
  });
});

describe('an answer', () => {
  it.for([
    ['a field fewer', object({ a: text }), none, 'POST /x 200/a was removed'],
    [
      'a field that may be missing',
      object({ a: text }, ['a']),
      object({ a: text }),
      'POST /x 200/a may now be missing',
    ],
    ['a wider type', object({ a: text }), object({ a: { type: ['string', 'null'] } }), 'POST /x 200/a may now be null'],
    ['another alternative', { anyOf: [text] }, { anyOf: [text, none] }, 'POST /x 200 has other alternatives'],
  ] as const)('breaks by %s', ([, before, after, found]) => {
    expect(findBreakingChanges(api(none, before), api(none, after))).toEqual([found]);
  });

  it.for([
    ['a new field', none, object({ a: text }, ['a'])],
    ['a new value', object({ a: { enum: ['x'] } }), object({ a: { enum: ['x', 'y'] } })],
    ['a narrower type', object({ a: { type: ['string', 'null'] } }), object({ a: text })],
  ] as const)('does not break by %s', ([, before, after]) => {
    expect(findBreakingChanges(api(none, before), api(none, after))).toEqual([]);
  });
});

it('breaks by a removed operation, status, content type or event', () => {
  const before = {
    ...api(none, none),
    webhooks: { ping: { post: { requestBody: json(object({ a: text })) } } },
  } as Api;
  expect(findBreakingChanges(before, before)).toEqual([]);
  expect(findBreakingChanges(before, { paths: {} })).toEqual(['POST /x was removed', 'the event ping was removed']);
  const operation = { requestBody: json(none), responses: { 201: json(none) } };
  expect(findBreakingChanges(api(none, none), { paths: { '/x': { post: operation } } } as Api)).toEqual([
    'POST /x no longer answers 200',
  ]);
});
