import { describe, expect, it } from 'vitest';
import { findCursor, inListOrder, pageLinks } from './pages.ts';

const list = (ids: string[], has_more: boolean) => ({ object: 'list', data: ids.map((id) => ({ id })), has_more });

describe('the links of a page', () => {
  it.for([
    ['the only page', '/x', {}, list(['c', 'b'], false), undefined],
    ['the first', '/x?limit=2', {}, list(['d', 'c'], true), '</x?limit=2&starting_after=c>; rel="next"'],
    [
      'one in the middle',
      '/x?starting_after=e&q=a%20b',
      { starting_after: 'e' },
      list(['d', 'c'], true),
      '</x?q=a+b&starting_after=c>; rel="next", </x?q=a+b&ending_before=d>; rel="prev"',
    ],
    [
      'the last',
      '/x?starting_after=e',
      { starting_after: 'e' },
      list(['d'], false),
      '</x?ending_before=d>; rel="prev"',
    ],
    [
      'the first, read backwards',
      '/x?ending_before=b',
      { ending_before: 'b' },
      list(['c'], false),
      '</x?starting_after=c>; rel="next"',
    ],
    [
      'one whose place was told by its time',
      '/x?starting_after=e&active_before=2026-11-18T10:00:00Z&due_after=2026-11-18T10:00:00Z',
      { starting_after: 'e' },
      list(['d'], true),
      '</x?starting_after=d>; rel="next", </x?ending_before=d>; rel="prev"',
    ],
    ['an empty one', '/x?starting_after=e', { starting_after: 'e' }, list([], false), undefined],
    ['no list', '/x', {}, { id: 'a' }, undefined],
  ] as const)('%s', ([, url, query, body, links]) => {
    expect(pageLinks(url, query, body)).toBe(links);
  });
});

it('puts rows that were read backwards in order, the extra one last', () => {
  expect(inListOrder([3, 4, 5], { limit: 2, ending_before: '2' })).toEqual([4, 3, 5]);
  expect(inListOrder([5, 4, 3], { limit: 2 })).toEqual([5, 4, 3]);
});

it('refuses both cursors, and one that is not in the list', async () => {
  const find = async (id: string) => id === 'a' || undefined;
  expect(await findCursor({ starting_after: 'a' }, find)).toBe('a');
  expect(await findCursor({}, find)).toBeUndefined();
  await expect(findCursor({ starting_after: 'a', ending_before: 'a' }, find)).rejects.toThrow('cannot be combined');
  await expect(findCursor({ ending_before: 'b' }, find)).rejects.toThrow('ending_before is not the id');
});
