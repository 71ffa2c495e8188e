import { expect, it } from 'vitest';
import { choicesOf } from '../random.ts';
import { createMemory } from './memory.ts';
import { ADDRESS, BODY, HEADERS, spoil } from './mutations.ts';
import { operationsOf } from './operations.ts';
import { changed, placesIn } from './places.ts';
import { type Draft, toBytes } from './requests.ts';

const ids = ['bkg_01k9z0v3w8e5r7t2y4u6i8o0pa', 'bkg_01k9z0v3w8e5r7t2y4u6i8o0pb'] as const;
const text = { type: 'string' };
const [operation] = operationsOf({
  paths: {
    '/api/v1/bookings/{id}': {
      post: { parameters: [{ in: 'query', name: 'q', schema: text }], requestBody: {}, responses: {} },
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

function spoiling(seed: number) {
  const [mine, theirs] = [createMemory(), createMemory()];
  mine.learn('booking', ids[0]);
  theirs.learn('booking', [...ids]);
  return { operation: operation!, random: choicesOf(seed, 'test'), mine, theirs, repeatable: [draft] };
}

it.each(Object.entries({ ...BODY, ...ADDRESS, ...HEADERS }))('spoils it with %s', (how, mutation) => {
  const spoilt = Array.from({ length: 20 }, (_, seed) => mutation(draft, spoiling(seed)));
  const sent = spoilt.map((each) => each && toBytes(each));
  const before = JSON.stringify(toBytes(draft));
  // A body belongs here; and what is sent again is the same.
  if (how === 'a body where none belongs') expect(spoilt).toEqual(Array(20).fill(undefined));
  else if (how === 'the same again' || how.startsWith('an idempotency key')) expect(spoilt).toContainEqual(draft);
  else expect(sent.some((each) => each && JSON.stringify(each) !== before)).toBe(true);
});

it('names what is another’s, and says so', () => {
  const spoilt = ADDRESS['something of another workspace']!(draft, spoiling(1))!;
  expect(spoilt).toMatchObject({ path: `/api/v1/bookings/${ids[1]}`, isTrespass: true });
});

it('names nothing of another’s in a request for something else', () => {
  const other = { ...draft, path: '/api/webhooks/whk_1/test' };
  expect(ADDRESS['something of another workspace']!(other, spoiling(1))).toBeUndefined();
});

it('is the same for the same seed', () => {
  const story = (seed: number) => {
    const given = spoiling(seed);
    return Array.from({ length: 50 }, () => spoil(draft, given).how);
  };
  expect(story(1)).toEqual(story(1));
  expect(story(1)).not.toEqual(story(2));
});

it('changes one place and leaves the rest', () => {
  const value = { a: [{ b: 1 }, 2], c: 3 };
  expect(placesIn(value)).toEqual([['a'], ['a', 0], ['a', 0, 'b'], ['a', 1], ['c']]);
  expect(changed(value, ['a', 0, 'b'], () => 'x')).toEqual({ a: [{ b: 'x' }, 2], c: 3 });
  expect(changed(value, ['a', 0], () => undefined)).toEqual({ a: [2], c: 3 });
  expect(changed(value, ['c'], () => undefined)).toEqual({ a: [{ b: 1 }, 2] });
  expect(value).toEqual({ a: [{ b: 1 }, 2], c: 3 });
});
