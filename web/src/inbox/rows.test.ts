import { describe, expect, it } from 'vitest';
import { getDisplayName, getHeadline } from './headline.ts';
import {
  collectRows,
  findNextPageCursor,
  formatStage,
  getCustomerName,
  type InboxFilter,
  type InboxItem,
  type InboxPages,
  mergeItems,
  putUrgentFirst,
} from './rows.ts';

const item = (id: string, updatedAt: string, overrides: Partial<InboxItem> = {}): InboxItem =>
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
    ...overrides,
  }) as unknown as InboxItem;
const pagesOf = (...pages: InboxItem[][]): InboxPages => ({
  pageParams: pages.map(() => undefined),
  pages: pages.map((data) => ({ object: 'list', data, has_more: false })),
});
const idsOf = (pages: InboxPages) => pages.pages.map(({ data }) => data.map(({ id }) => id));
const cachedPages = () => pagesOf([item('c', '3'), item('b', '2')], [item('a', '1')]);
const mergeIntoCachedPages = (changedItems: InboxItem[], filter: InboxFilter = {}) =>
  mergeItems(cachedPages(), changedItems, filter, 'me');

describe('a cached list', () => {
  it('moves new and updated conversations to the top', () => {
    expect(idsOf(mergeIntoCachedPages([item('d', '4')]))).toEqual([['d', 'c', 'b'], ['a']]);
    expect(idsOf(mergeIntoCachedPages([item('a', '4')]))).toEqual([['a', 'c', 'b'], []]);
  });

  it('updates a row in place if there is no new message', () => {
    const mergedPages = mergeIntoCachedPages([item('a', '1', { tags: ['vip'] })]);
    expect(idsOf(mergedPages)).toEqual([['c', 'b'], ['a']]);
    expect(mergedPages.pages[1]!.data[0]!.tags).toEqual(['vip']);
  });

  it.each<[string, InboxFilter, Partial<InboxItem>]>([
    ['stage', { stage: 'assistant' }, { stage: 'resolved' }],
    ['channel', { channel: 'web' }, { channel: 'email' } as Partial<InboxItem>],
    ['tag', { tag: 'vip' }, { tags: ['other'] }],
    ['urgency', { urgent: true }, { urgent: false }],
    ['person', { assignee: 'me' }, { assignee: { id: 'You' } } as Partial<InboxItem>],
  ])(
    'filtered by %s drops conversations that no longer match, and adds none that do not match',
    (_, filter, overrides) => {
      expect(idsOf(mergeIntoCachedPages([item('b', '4', overrides), item('e', '5', overrides)], filter))).toEqual([
        ['c'],
        ['a'],
      ]);
    },
  );

  it('filtered by assignee contains conversations assigned to me', () => {
    const myConversation = item('d', '4', { assignee: { id: 'me' } } as Partial<InboxItem>);
    expect(idsOf(mergeIntoCachedPages([myConversation], { assignee: 'me' }))[0]).toContain('d');
  });

  it('of search results adds no unknown conversations', () => {
    expect(idsOf(mergeIntoCachedPages([item('d', '4'), item('a', '5')], { q: 'cake' }))).toEqual([['a', 'c', 'b'], []]);
  });

  describe('sorted by due time, with another page to load', () => {
    const itemDueAt = (id: string, minute: number) =>
      item(id, '1', { due: { kind: 'resolution', at: `2026-11-17T09:0${minute}:00Z`, isMissed: false } });
    const itemNoLongerDue = (id: string) => item(id, '2', { due: null });
    const cached = pagesOf([itemDueAt('a', 1), itemDueAt('b', 3)], [itemDueAt('c', 5)]);
    cached.pages[1]!.has_more = true;
    const merge = (...changedItems: InboxItem[]) => mergeItems(cached, changedItems, { sort: 'due' }, 'me');

    it('adds conversations that are due before its end, and leaves later ones to the next page', () => {
      expect(collectRows(merge(itemDueAt('d', 2), itemDueAt('e', 7))).map(({ id }) => id)).toEqual([
        'a',
        'd',
        'b',
        'c',
      ]);
      expect(collectRows(merge(itemDueAt('b', 8))).map(({ id }) => id)).toEqual(['a', 'c']);
    });

    it('loads the next page after the last remaining conversation', () => {
      const { pages } = merge(itemNoLongerDue('c'));
      expect(findNextPageCursor(pages.at(-1)!, pages)?.id).toBe('b');
      expect(findNextPageCursor({ ...pages[1]!, has_more: false }, pages)).toBeUndefined();
    });
  });

  it('stays empty without pages', () => {
    expect(mergeItems(pagesOf(), [item('d', '4')], {}, 'me').pages).toEqual([]);
  });
});

describe('the rows of pages', () => {
  it('contain each conversation once, at its first position', () => {
    const pages = pagesOf([item('b', '3'), item('a', '2')], [item('b', '1')]);
    expect(collectRows(pages).map(({ id, updatedAt }) => id + updatedAt)).toEqual(['b3', 'a2']);
    expect(collectRows(pages)).toBe(collectRows(pages));
    expect(collectRows(undefined)).toEqual([]);
  });

  it('show the stage and the person who has the conversation', () => {
    const assignee = { id: 'me', name: 'Ann Owner' };
    const labels = [
      item('a', '1'),
      item('a', '1', { stage: 'waiting', personName: 'Rosa Marino' }),
      item('a', '1', { stage: 'person', personName: 'Rosa Marino' }),
      item('a', '1', { stage: 'person', personName: 'Rosa Marino', assignee }),
      item('a', '1', { stage: 'person' }),
      item('a', '1', { stage: 'resolved', assignee }),
    ].map(formatStage);
    expect(labels).toEqual(['Assistant', 'Waiting', 'With Rosa', 'With Ann', 'With team', 'Resolved']);
  });

  it('are named by the known contact details', () => {
    expect(getCustomerName(item('a', '1', { customer: { name: 'Dana', phone: '1' } } as Partial<InboxItem>))).toBe(
      'Dana',
    );
    const customer = { phone: '+12125550188', email: 'd@x' };
    expect(getCustomerName(item('a', '1', { customer }))).toBe('+12125550188');
    expect(getDisplayName(item('a', '1', { customer }))).toBe('+1 212 555 0188');
    expect(getCustomerName(item('a', '1'))).toBeUndefined();
  });

  it('have the preview as headline if the customer is unknown, unless the conversation is about health', () => {
    const preview = 'Is there parking nearby?';
    expect(getHeadline(item('a', '1', { preview, customer: { name: 'Dana' } }))).toBe('Dana');
    expect(getHeadline(item('a', '1', { preview }))).toBe(preview);
    expect(getHeadline(item('a', '1'))).toBe('Visitor');
    expect(getHeadline(item('a', '1', { sealed: true }))).toBe('Name hidden');
  });

  it('start with the emergencies, each once', () => {
    const rows = [item('c', '3'), item('b', '2', { urgent: true }), item('a', '1')];
    const urgentRows = [item('b', '2', { urgent: true }), item('z', '0', { urgent: true })];
    expect(putUrgentFirst(urgentRows, rows).map(({ id }) => id)).toEqual(['b', 'z', 'c', 'a']);
    expect(putUrgentFirst([], rows)).toBe(rows);
  });
});
