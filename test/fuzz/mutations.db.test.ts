import { expect, it } from 'vitest';
import { createTaskRandom } from '../random.ts';
import { changeAt, listPaths } from './json-paths.ts';
import { BODY_MUTATIONS, HEADER_MUTATIONS, mutate, URL_MUTATIONS } from './mutations.ts';
import { createObservedValues } from './observed-values.ts';
import { listOperations } from './operations.ts';
import { type Draft, toHttpRequest } from './requests.ts';

const bookingIds = ['bkg_01k9z0v3w8e5r7t2y4u6i8o0pa', 'bkg_01k9z0v3w8e5r7t2y4u6i8o0pb'] as const;
const stringSchema = { type: 'string' };
const [operation] = listOperations({
  paths: {
    '/api/v1/bookings/{id}': {
      post: { parameters: [{ in: 'query', name: 'q', schema: stringSchema }], requestBody: {}, responses: {} },
    },
  },
  components: { schemas: { Problem: {} } },
});
const draft: Draft = {
  method: 'POST',
  path: `/api/v1/bookings/${bookingIds[0]}`,
  query: [['q', 'x y']],
  headers: { authorization: 'Bearer x', 'content-type': 'application/json', 'idempotency-key': 'k' },
  body: { customer: { name: 'Ada' }, sizes: [1, 2] },
};

function createContext(seed: number) {
  const [ownValues, foreignValues] = [createObservedValues(), createObservedValues()];
  ownValues.record('booking', bookingIds[0]);
  foreignValues.record('booking', [...bookingIds]);
  return {
    operation: operation!,
    random: createTaskRandom(seed, 'test'),
    ownValues,
    foreignValues,
    replayableRequests: [draft],
  };
}

it.each(Object.entries({ ...BODY_MUTATIONS, ...URL_MUTATIONS, ...HEADER_MUTATIONS }))(
  'mutates a request with %s',
  (name, mutation) => {
    const mutatedDrafts = Array.from({ length: 20 }, (_, seed) => mutation(draft, createContext(seed)));
    const httpRequests = mutatedDrafts.map((request) => request && toHttpRequest(request));
    const originalRequest = JSON.stringify(toHttpRequest(draft));
    // This operation has a body, and repeating a request does not change it.
    if (name === 'a body where none is expected') expect(mutatedDrafts).toEqual(Array(20).fill(undefined));
    else if (name === 'a replayed request' || name.startsWith('an idempotency key'))
      expect(mutatedDrafts).toContainEqual(draft);
    else expect(httpRequests.some((request) => request && JSON.stringify(request) !== originalRequest)).toBe(true);
  },
);

it('replaces the id in the path by another workspace’s, and marks the request', () => {
  const mutatedDraft = URL_MUTATIONS['another workspace’s id']!(draft, createContext(1))!;
  expect(mutatedDraft).toMatchObject({ path: `/api/v1/bookings/${bookingIds[1]}`, targetsOtherWorkspace: true });
});

it('does not use another workspace’s id if the request is for a different operation', () => {
  const otherDraft = { ...draft, path: '/api/webhooks/whk_1/test' };
  expect(URL_MUTATIONS['another workspace’s id']!(otherDraft, createContext(1))).toBeUndefined();
});

it('chooses the same mutations for the same seed', () => {
  const listMutationNames = (seed: number) => {
    const context = createContext(seed);
    return Array.from({ length: 50 }, () => mutate(draft, context).mutation);
  };
  expect(listMutationNames(1)).toEqual(listMutationNames(1));
  expect(listMutationNames(1)).not.toEqual(listMutationNames(2));
});

it('changes the value at one path only', () => {
  const value = { a: [{ b: 1 }, 2], c: 3 };
  expect(listPaths(value)).toEqual([['a'], ['a', 0], ['a', 0, 'b'], ['a', 1], ['c']]);
  expect(changeAt(value, ['a', 0, 'b'], () => 'x')).toEqual({ a: [{ b: 'x' }, 2], c: 3 });
  expect(changeAt(value, ['a', 0], () => undefined)).toEqual({ a: [2], c: 3 });
  expect(changeAt(value, ['c'], () => undefined)).toEqual({ a: [{ b: 1 }, 2] });
  expect(value).toEqual({ a: [{ b: 1 }, 2], c: 3 });
});
