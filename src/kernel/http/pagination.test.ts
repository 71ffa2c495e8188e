import { describe, expect, it } from 'vitest';
import { createPageLinks, requireValidCursor, restoreListOrder } from './pagination.ts';

const listBody = (ids: string[], has_more: boolean) => ({ object: 'list', data: ids.map((id) => ({ id })), has_more });

describe('the links of a page', () => {
  it.for([
    ['the only page', '/x', {}, listBody(['c', 'b'], false), undefined],
    ['the first', '/x?limit=2', {}, listBody(['d', 'c'], true), '</x?limit=2&starting_after=c>; rel="next"'],
    [
      'one in the middle',
      '/x?starting_after=e&q=a%20b',
      { starting_after: 'e' },
      listBody(['d', 'c'], true),
      '</x?q=a+b&starting_after=c>; rel="next", </x?q=a+b&ending_before=d>; rel="prev"',
    ],
    [
      'the last',
      '/x?starting_after=e',
      { starting_after: 'e' },
      listBody(['d'], false),
      '</x?ending_before=d>; rel="prev"',
    ],
    [
      'the first, read backwards',
      '/x?ending_before=b',
      { ending_before: 'b' },
      listBody(['c'], false),
      '</x?starting_after=c>; rel="next"',
    ],
    [
      'one whose cursor came with a time',
      '/x?starting_after=e&active_before=2026-11-18T10:00:00Z&due_after=2026-11-18T10:00:00Z',
      { starting_after: 'e' },
      listBody(['d'], true),
      '</x?starting_after=d>; rel="next", </x?ending_before=d>; rel="prev"',
    ],
    ['an empty one', '/x?starting_after=e', { starting_after: 'e' }, listBody([], false), undefined],
    ['a response that is not a list', '/x', {}, { id: 'a' }, undefined],
  ] as const)('%s', ([, url, query, body, expectedLinks]) => {
    expect(createPageLinks(url, query, body)).toBe(expectedLinks);
  });
});

it('puts rows that were read backwards in list order, with the extra row last', () => {
  expect(restoreListOrder([3, 4, 5], { limit: 2, ending_before: '2' })).toEqual([4, 3, 5]);
  expect(restoreListOrder([5, 4, 3], { limit: 2 })).toEqual([5, 4, 3]);
});

it('rejects two cursors, and a cursor that is not in the list', async () => {
  const findRow = async (id: string) => id === 'a' || undefined;
  expect(await requireValidCursor({ starting_after: 'a' }, findRow)).toBe('a');
  expect(await requireValidCursor({}, findRow)).toBeUndefined();
  await expect(requireValidCursor({ starting_after: 'a', ending_before: 'a' }, findRow)).rejects.toThrow(
    'cannot be combined',
  );
  await expect(requireValidCursor({ ending_before: 'b' }, findRow)).rejects.toThrow('ending_before is not the id');
});
