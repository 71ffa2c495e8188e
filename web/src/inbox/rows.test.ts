import { describe, expect, it } from 'vitest';
import { type Filter, type Item, merge, nameOf, type Pages, rowsOf } from './rows.ts';

const item = (id: string, updatedAt: string, more: Partial<Item> = {}): Item =>
  ({
    id,
    updatedAt,
    status: 'open',
    channel: 'web',
    tags: [],
    assignee: null,
    customer: {},
    ...more,
  }) as unknown as Item;
const pagesOf = (...pages: Item[][]): Pages => ({
  pageParams: pages.map(() => undefined),
  pages: pages.map((data) => ({ object: 'list', data, has_more: false })),
});
const idsOf = (pages: Pages) => pages.pages.map(({ data }) => data.map(({ id }) => id));
const known = () => pagesOf([item('c', '3'), item('b', '2')], [item('a', '1')]);
const after = (fresh: Item[], filter: Filter = {}) => merge(known(), fresh, filter, 'me');

describe('a list that is kept', () => {
  it('has whoever is new, or has written again, at its top', () => {
    expect(idsOf(after([item('d', '4')]))).toEqual([['d', 'c', 'b'], ['a']]);
    expect(idsOf(after([item('a', '4')]))).toEqual([['a', 'c', 'b'], []]);
  });

  it('changes a row where it stands when nothing was written', () => {
    const changed = after([item('a', '1', { tags: ['vip'] })]);
    expect(idsOf(changed)).toEqual([['c', 'b'], ['a']]);
    expect(changed.pages[1]!.data[0]!.tags).toEqual(['vip']);
  });

  it.each<[string, Filter, Partial<Item>]>([
    ['state', { status: 'open' }, { status: 'resolved' }],
    ['channel', { channel: 'web' }, { channel: 'email' } as Partial<Item>],
    ['tag', { tag: 'vip' }, { tags: ['other'] }],
    ['person', { assignee: 'me' }, { assignee: { id: 'You' } } as Partial<Item>],
  ])('loses what is no longer of its %s, and takes in nothing of another', (_, filter, more) => {
    expect(idsOf(after([item('b', '4', more), item('e', '5', more)], filter))).toEqual([['c'], ['a']]);
  });

  it('of mine has what is assigned to me', () => {
    const mine = item('d', '4', { assignee: { id: 'me' } } as Partial<Item>);
    expect(idsOf(after([mine], { assignee: 'me' }))[0]).toContain('d');
  });

  it('that was searched for takes in nobody of whom it is not known that they were found', () => {
    expect(idsOf(after([item('d', '4'), item('a', '5')], { q: 'cake' }))).toEqual([['a', 'c', 'b'], []]);
  });

  it('with no page has none after', () => {
    expect(merge(pagesOf(), [item('d', '4')], {}, 'me').pages).toEqual([]);
  });
});

describe('the rows of pages', () => {
  it('have each once, where it stands first', () => {
    const pages = pagesOf([item('b', '3'), item('a', '2')], [item('b', '1')]);
    expect(rowsOf(pages).map(({ id, updatedAt }) => id + updatedAt)).toEqual(['b3', 'a2']);
    expect(rowsOf(pages)).toBe(rowsOf(pages));
    expect(rowsOf(undefined)).toEqual([]);
  });

  it('are called by what is known of a customer', () => {
    expect(nameOf(item('a', '1', { customer: { name: 'Dana', phone: '1' } } as Partial<Item>))).toBe('Dana');
    expect(nameOf(item('a', '1', { customer: { phone: '1', email: 'd@x' } } as Partial<Item>))).toBe('1');
    expect(nameOf(item('a', '1'))).toBeUndefined();
  });
});
