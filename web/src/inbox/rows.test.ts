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

const createItem = (id: string, updatedAt: string, overrides: Partial<InboxItem> = {}): InboxItem =>
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
const createPages = (...pages: InboxItem[][]): InboxPages => ({
  pageParams: pages.map(() => undefined),
  pages: pages.map((data) => ({ object: 'list', data, has_more: false })),
});
const listIds = (pages: InboxPages) => pages.pages.map(({ data }) => data.map(({ id }) => id));
const createCachedPages = () => createPages([createItem('c', '3'), createItem('b', '2')], [createItem('a', '1')]);
const mergeIntoCachedPages = (changedItems: InboxItem[], filter: InboxFilter = {}) =>
  mergeItems(createCachedPages(), changedItems, filter, 'me');

describe('a cached list', () => {
  it('moves new and updated conversations to the top', () => {
    expect(listIds(mergeIntoCachedPages([createItem('d', '4')]))).toEqual([['d', 'c', 'b'], ['a']]);
    expect(listIds(mergeIntoCachedPages([createItem('a', '4')]))).toEqual([['a', 'c', 'b'], []]);
  });

  it('updates a row in place if there is no new message', () => {
    const mergedPages = mergeIntoCachedPages([createItem('a', '1', { tags: ['vip'] })]);
    expect(listIds(mergedPages)).toEqual([['c', 'b'], ['a']]);
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
      expect(
        listIds(mergeIntoCachedPages([createItem('b', '4', overrides), createItem('e', '5', overrides)], filter)),
      ).toEqual([['c'], ['a']]);
    },
  );

  it('filtered by assignee contains conversations assigned to me', () => {
    const myConversation = createItem('d', '4', { assignee: { id: 'me' } } as Partial<InboxItem>);
    expect(listIds(mergeIntoCachedPages([myConversation], { assignee: 'me' }))[0]).toContain('d');
  });

  it('of search results adds no unknown conversations', () => {
    expect(listIds(mergeIntoCachedPages([createItem('d', '4'), createItem('a', '5')], { q: 'cake' }))).toEqual([
      ['a', 'c', 'b'],
      [],
    ]);
  });

  describe('sorted by due time, with another page to load', () => {
    const createItemDueAt = (id: string, minute: number) =>
      createItem(id, '1', { due: { kind: 'resolution', at: `2026-11-17T09:0${minute}:00Z`, isMissed: false } });
    const createItemNoLongerDue = (id: string) => createItem(id, '2', { due: null });
    const cached = createPages([createItemDueAt('a', 1), createItemDueAt('b', 3)], [createItemDueAt('c', 5)]);
    cached.pages[1]!.has_more = true;
    const merge = (...changedItems: InboxItem[]) => mergeItems(cached, changedItems, { sort: 'due' }, 'me');

    it('adds conversations that are due before its end, and leaves later ones to the next page', () => {
      expect(collectRows(merge(createItemDueAt('d', 2), createItemDueAt('e', 7))).map(({ id }) => id)).toEqual([
        'a',
        'd',
        'b',
        'c',
      ]);
      expect(collectRows(merge(createItemDueAt('b', 8))).map(({ id }) => id)).toEqual(['a', 'c']);
    });

    it('loads the next page after the last remaining conversation', () => {
      const { pages } = merge(createItemNoLongerDue('c'));
      expect(findNextPageCursor(pages.at(-1)!, pages)?.id).toBe('b');
      expect(findNextPageCursor({ ...pages[1]!, has_more: false }, pages)).toBeUndefined();
    });
  });

  it('stays empty without pages', () => {
    expect(mergeItems(createPages(), [createItem('d', '4')], {}, 'me').pages).toEqual([]);
  });
});

describe('the rows of pages', () => {
  it('contain each conversation once, at its first position', () => {
    const pages = createPages([createItem('b', '3'), createItem('a', '2')], [createItem('b', '1')]);
    expect(collectRows(pages).map(({ id, updatedAt }) => id + updatedAt)).toEqual(['b3', 'a2']);
    expect(collectRows(pages)).toBe(collectRows(pages));
    expect(collectRows(undefined)).toEqual([]);
  });

  it('show the stage and the person who has the conversation', () => {
    const assignee = { id: 'me', name: 'Ann Owner' };
    const labels = [
      createItem('a', '1'),
      createItem('a', '1', { stage: 'waiting', personName: 'Rosa Marino' }),
      createItem('a', '1', { stage: 'person', personName: 'Rosa Marino' }),
      createItem('a', '1', { stage: 'person', personName: 'Rosa Marino', assignee }),
      createItem('a', '1', { stage: 'person' }),
      createItem('a', '1', { stage: 'resolved', assignee }),
    ].map(formatStage);
    expect(labels).toEqual(['Assistant', 'Waiting', 'With Rosa', 'With Ann', 'With team', 'Resolved']);
  });

  it('are named by the known contact details', () => {
    expect(
      getCustomerName(createItem('a', '1', { customer: { name: 'Dana', phone: '1' } } as Partial<InboxItem>)),
    ).toBe('Dana');
    const customer = { phone: '+12125550188', email: 'd@x' };
    expect(getCustomerName(createItem('a', '1', { customer }))).toBe('+12125550188');
    expect(getDisplayName(createItem('a', '1', { customer }))).toBe('+1 212 555 0188');
    expect(getCustomerName(createItem('a', '1'))).toBeUndefined();
  });

  it('have the preview as headline if the customer is unknown, unless the conversation is about health', () => {
    const preview = 'Is there parking nearby?';
    expect(getHeadline(createItem('a', '1', { preview, customer: { name: 'Dana' } }))).toBe('Dana');
    expect(getHeadline(createItem('a', '1', { preview }))).toBe(preview);
    expect(getHeadline(createItem('a', '1'))).toBe('Visitor');
    expect(getHeadline(createItem('a', '1', { sealed: true }))).toBe('Name hidden');
  });

  it('start with the emergencies, each once', () => {
    const rows = [createItem('c', '3'), createItem('b', '2', { urgent: true }), createItem('a', '1')];
    const urgentRows = [createItem('b', '2', { urgent: true }), createItem('z', '0', { urgent: true })];
    expect(putUrgentFirst(urgentRows, rows).map(({ id }) => id)).toEqual(['b', 'z', 'c', 'a']);
    expect(putUrgentFirst([], rows)).toBe(rows);
  });
});
