import { describe, expect, it } from 'vitest';
import { displayNameOf, headlineOf } from './headline.ts';
import {
  customerNameOf,
  type Filter,
  type Item,
  mergeItems,
  nextPageCursor,
  type Pages,
  rowsOf,
  stageLabel,
  withUrgentFirst,
} from './rows.ts';

const item = (id: string, updatedAt: string, more: Partial<Item> = {}): Item =>
  ({
    id,
    updatedAt,
    status: 'open',
    stage: 'assistant',
    personName: null,
    channel: 'web',
    tags: [],
    assignee: null,
    customer: {},
    preview: '',
    sealed: false,
    urgent: false,
    ...more,
  }) as unknown as Item;
const pagesOf = (...pages: Item[][]): Pages => ({
  pageParams: pages.map(() => undefined),
  pages: pages.map((data) => ({ object: 'list', data, has_more: false })),
});
const idsOf = (pages: Pages) => pages.pages.map(({ data }) => data.map(({ id }) => id));
const cachedPages = () => pagesOf([item('c', '3'), item('b', '2')], [item('a', '1')]);
const mergedWith = (fresh: Item[], filter: Filter = {}) => mergeItems(cachedPages(), fresh, filter, 'me');

describe('a cached list', () => {
  it('moves new and updated conversations to the top', () => {
    expect(idsOf(mergedWith([item('d', '4')]))).toEqual([['d', 'c', 'b'], ['a']]);
    expect(idsOf(mergedWith([item('a', '4')]))).toEqual([['a', 'c', 'b'], []]);
  });

  it('updates a row in place if there is no new message', () => {
    const changed = mergedWith([item('a', '1', { tags: ['vip'] })]);
    expect(idsOf(changed)).toEqual([['c', 'b'], ['a']]);
    expect(changed.pages[1]!.data[0]!.tags).toEqual(['vip']);
  });

  it.each<[string, Filter, Partial<Item>]>([
    ['stage', { stage: 'assistant' }, { stage: 'resolved' }],
    ['channel', { channel: 'web' }, { channel: 'email' } as Partial<Item>],
    ['tag', { tag: 'vip' }, { tags: ['other'] }],
    ['urgency', { urgent: true }, { urgent: false }],
    ['person', { assignee: 'me' }, { assignee: { id: 'You' } } as Partial<Item>],
  ])('loses what is no longer of its %s, and takes in nothing of another', (_, filter, more) => {
    expect(idsOf(mergedWith([item('b', '4', more), item('e', '5', more)], filter))).toEqual([['c'], ['a']]);
  });

  it('of mine contains conversations assigned to me', () => {
    const mine = item('d', '4', { assignee: { id: 'me' } } as Partial<Item>);
    expect(idsOf(mergedWith([mine], { assignee: 'me' }))[0]).toContain('d');
  });

  it('of search results adds no unknown conversations', () => {
    expect(idsOf(mergedWith([item('d', '4'), item('a', '5')], { q: 'cake' }))).toEqual([['a', 'c', 'b'], []]);
  });

  describe('by due time, with more to read', () => {
    const dueAt = (id: string, minute: number) =>
      item(id, '1', { due: { kind: 'resolution', at: `2026-11-17T09:0${minute}:00Z`, isMissed: false } });
    const noLongerDue = (id: string) => item(id, '2', { due: null });
    const cached = pagesOf([dueAt('a', 1), dueAt('b', 3)], [dueAt('c', 5)]);
    cached.pages[1]!.has_more = true;
    const merge = (...changed: Item[]) => mergeItems(cached, changed, { sort: 'due' }, 'me');

    it('takes in what is due before its end, and leaves the rest to the next page', () => {
      expect(rowsOf(merge(dueAt('d', 2), dueAt('e', 7))).map(({ id }) => id)).toEqual(['a', 'd', 'b', 'c']);
      expect(rowsOf(merge(dueAt('b', 8))).map(({ id }) => id)).toEqual(['a', 'c']);
    });

    it('goes on after the last one that is left', () => {
      const { pages } = merge(noLongerDue('c'));
      expect(nextPageCursor(pages.at(-1)!, pages)?.id).toBe('b');
      expect(nextPageCursor({ ...pages[1]!, has_more: false }, pages)).toBeUndefined();
    });
  });

  it('stays empty without pages', () => {
    expect(mergeItems(pagesOf(), [item('d', '4')], {}, 'me').pages).toEqual([]);
  });
});

describe('the rows of pages', () => {
  it('contain each conversation once, at its first position', () => {
    const pages = pagesOf([item('b', '3'), item('a', '2')], [item('b', '1')]);
    expect(rowsOf(pages).map(({ id, updatedAt }) => id + updatedAt)).toEqual(['b3', 'a2']);
    expect(rowsOf(pages)).toBe(rowsOf(pages));
    expect(rowsOf(undefined)).toEqual([]);
  });

  it('say who has the conversation', () => {
    const assignee = { id: 'me', name: 'Ann Owner' };
    const labels = [
      item('a', '1'),
      item('a', '1', { stage: 'waiting', personName: 'Rosa Marino' }),
      item('a', '1', { stage: 'person', personName: 'Rosa Marino' }),
      item('a', '1', { stage: 'person', personName: 'Rosa Marino', assignee }),
      item('a', '1', { stage: 'person' }),
      item('a', '1', { stage: 'resolved', assignee }),
    ].map(stageLabel);
    expect(labels).toEqual(['Assistant', 'Waiting', 'With Rosa', 'With Ann', 'With team', 'Resolved']);
  });

  it('are named by the known contact details', () => {
    expect(customerNameOf(item('a', '1', { customer: { name: 'Dana', phone: '1' } } as Partial<Item>))).toBe('Dana');
    const customer = { phone: '+12125550188', email: 'd@x' };
    expect(customerNameOf(item('a', '1', { customer }))).toBe('+12125550188');
    expect(displayNameOf(item('a', '1', { customer }))).toBe('+1 212 555 0188');
    expect(customerNameOf(item('a', '1'))).toBeUndefined();
  });

  it('are headed by what was said where nobody is known, and of health by neither', () => {
    const preview = 'Is there parking nearby?';
    expect(headlineOf(item('a', '1', { preview, customer: { name: 'Dana' } }))).toBe('Dana');
    expect(headlineOf(item('a', '1', { preview }))).toBe(preview);
    expect(headlineOf(item('a', '1'))).toBe('Visitor');
    expect(headlineOf(item('a', '1', { sealed: true }))).toBe('Name hidden');
  });

  it('start with the emergencies, each once', () => {
    const rows = [item('c', '3'), item('b', '2', { urgent: true }), item('a', '1')];
    const urgent = [item('b', '2', { urgent: true }), item('z', '0', { urgent: true })];
    expect(withUrgentFirst(urgent, rows).map(({ id }) => id)).toEqual(['b', 'z', 'c', 'a']);
    expect(withUrgentFirst([], rows)).toBe(rows);
  });
});
