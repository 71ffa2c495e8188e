import { describe, expect, it } from 'vitest';
import type { Message } from '../shapes.ts';
import { type Item, latestCards, merge } from './state.ts';

const message = (id: string, text: string, role: Message['role'] = 'assistant'): Message => ({
  id,
  role,
  text,
  createdAt: '',
});
const own = (key: string, text: string, delivery?: Item['delivery']): Item => ({
  key,
  text,
  role: 'customer',
  createdAt: '',
  delivery,
});
const shown = (items: Item[]) => items.map(({ key, id, text }) => `${key} ${id ?? '-'} ${text}`);

describe('merging', () => {
  it('knows a message by its id, and what we said ourselves by its words', () => {
    const items = merge([own('k1', 'Hello')], [message('msg_1', 'Hello', 'customer'), message('msg_2', 'Hi!')]);
    expect(shown(items)).toEqual(['k1 msg_1 Hello', 'msg_2 msg_2 Hi!']);
    expect(shown(merge(items, [message('msg_2', 'Hi!')]))).toEqual(shown(items));
  });

  it('takes the same words twice for two messages', () => {
    const items = merge(
      [own('k1', 'yes'), own('k2', 'yes')],
      [message('msg_1', 'yes', 'customer'), message('msg_3', 'yes', 'customer')],
    );
    expect(shown(items)).toEqual(['k1 msg_1 yes', 'k2 msg_3 yes']);
  });

  it('puts what comes late in its place, and what waits last', () => {
    const items = merge([], [message('msg_1', 'a'), message('msg_4', 'd')]);
    const later = merge([...items, own('k1', 'waiting', 'queued')], [message('msg_2', 'b'), message('msg_5', 'e')]);
    expect(shown(later).map((line) => line.split(' ').at(-1))).toEqual(['a', 'b', 'd', 'e', 'waiting']);
  });

  it('answers below the question, before its id is known', () => {
    const items = merge([own('k1', 'Hello')], [message('msg_2', 'Hi!')]);
    expect(shown(items)).toEqual(['k1 - Hello', 'msg_2 msg_2 Hi!']);
  });
});

it('a booking is changed in its latest card alone', () => {
  const card = (id: string): Message => ({ ...message(id, ''), receipts: [{ type: 'booking.created', id: 'bkg_1' }] });
  expect(latestCards(merge([], [card('msg_1'), card('msg_2')])).get('bkg_1')).toBe('msg_2');
});
