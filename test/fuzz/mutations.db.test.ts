import { expect, it } from 'vitest';
import { taskRandom } from '../random.ts';
import { changeAt, pathsIn } from './json-paths.ts';
import { BODY_MUTATIONS, HEADER_MUTATIONS, mutate, URL_MUTATIONS } from './mutations.ts';
import { createObservedValues } from './observed-values.ts';
import { operationsOf } from './operations.ts';
import { type Draft, toHttpRequest } from './requests.ts';

const ids = ['bkg_01k9z0v3w8e5r7t2y4u6i8o0pa', 'bkg_01k9z0v3w8e5r7t2y4u6i8o0pb'] as const;
const stringSchema = { type: 'string' };
const [operation] = operationsOf({
  paths: {
    '/api/v1/bookings/{id}': {
      post: { parameters: [{ in: 'query', name: 'q', schema: stringSchema }], requestBody: {}, responses: {} },
    },
  },
  components: { schemas: { Problem: {} } },
});
const draft: Draft = {
  method: 'POST',
  path: `/api/v1/bookings/${ids[0]}`,
  query: [['q', 'x y']],
  headers: { authorization: 'Bearer x', 'content-type': 'application/json', 'idempotency-key': 'k' },
  body: { customer: { name: 'Ada' }, sizes: [1, 2] },
};

function mutationContext(seed: number) {
  const [ownValues, foreignValues] = [createObservedValues(), createObservedValues()];
  ownValues.record('booking', ids[0]);
  foreignValues.record('booking', [...ids]);
  return {
    operation: operation!,
    random: taskRandom(seed, 'test'),
    ownValues,
    foreignValues,
    replayableRequests: [draft],
  };
}

it.each(Object.entries({ ...BODY_MUTATIONS, ...URL_MUTATIONS, ...HEADER_MUTATIONS }))(
  'mutates a request with %s',
  (name, mutation) => {
    const mutated = Array.from({ length: 20 }, (_, seed) => mutation(draft, mutationContext(seed)));
    const httpRequests = mutated.map((request) => request && toHttpRequest(request));
    const original = JSON.stringify(toHttpRequest(draft));
    // This operation has a body, and repeating a request does not change it.
    if (name === 'a body where none is expected') expect(mutated).toEqual(Array(20).fill(undefined));
    else if (name === 'a replayed request' || name.startsWith('an idempotency key'))
      expect(mutated).toContainEqual(draft);
    else expect(httpRequests.some((request) => request && JSON.stringify(request) !== original)).toBe(true);
  },
);

it('replaces the id in the path by another workspace’s, and marks the request', () => {
  const mutated = URL_MUTATIONS['another workspace’s id']!(draft, mutationContext(1))!;
  expect(mutated).toMatchObject({ path: `/api/v1/bookings/${ids[1]}`, targetsOtherWorkspace: true });
});

it('does not use another workspace’s id if the request is for a different operation', () => {
  const otherDraft = { ...draft, path: '/api/webhooks/whk_1/test' };
  expect(URL_MUTATIONS['another workspace’s id']!(otherDraft, mutationContext(1))).toBeUndefined();
});

it('chooses the same mutations for the same seed', () => {
  const mutationNames = (seed: number) => {
    const context = mutationContext(seed);
    return Array.from({ length: 50 }, () => mutate(draft, context).mutation);
  };
  expect(mutationNames(1)).toEqual(mutationNames(1));
  expect(mutationNames(1)).not.toEqual(mutationNames(2));
});

it('changes the value at one path only', () => {
  const value = { a: [{ b: 1 }, 2], c: 3 };
  expect(pathsIn(value)).toEqual([['a'], ['a', 0], ['a', 0, 'b'], ['a', 1], ['c']]);
  expect(changeAt(value, ['a', 0, 'b'], () => 'x')).toEqual({ a: [{ b: 'x' }, 2], c: 3 });
  expect(changeAt(value, ['a', 0], () => undefined)).toEqual({ a: [2], c: 3 });
  expect(changeAt(value, ['c'], () => undefined)).toEqual({ a: [{ b: 1 }, 2] });
  expect(value).toEqual({ a: [{ b: 1 }, 2], c: 3 });
});
