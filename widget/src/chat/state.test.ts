import { describe, expect, it } from 'vitest';
import type { Message } from '../api-types.ts';
import { type DisplayedMessage, findCurrentReceipt, findLatestCards, mergeMessages } from './state.ts';

const message = (id: string, text: string, role: Message['role'] = 'assistant'): Message => ({
  id,
  role,
  text,
  createdAt: '',
});
const customerItem = (key: string, text: string, delivery?: DisplayedMessage['delivery']): DisplayedMessage => ({
  key,
  text,
  role: 'customer',
  createdAt: '',
  delivery,
});
const summarize = (items: DisplayedMessage[]) => items.map(({ key, id, text }) => `${key} ${id ?? '-'} ${text}`);

describe('merging', () => {
  it('matches messages by id, and our own by text', () => {
    const items = mergeMessages(
      [customerItem('k1', 'Hello')],
      [message('msg_1', 'Hello', 'customer'), message('msg_2', 'Hi!')],
    );
    expect(summarize(items)).toEqual(['k1 msg_1 Hello', 'msg_2 msg_2 Hi!']);
    expect(summarize(mergeMessages(items, [message('msg_2', 'Hi!')]))).toEqual(summarize(items));
  });

  it('treats the same text sent twice as two messages', () => {
    const items = mergeMessages(
      [customerItem('k1', 'yes'), customerItem('k2', 'yes')],
      [message('msg_1', 'yes', 'customer'), message('msg_3', 'yes', 'customer')],
    );
    expect(summarize(items)).toEqual(['k1 msg_1 yes', 'k2 msg_3 yes']);
  });

  it('inserts late messages in order, and keeps unsent ones last', () => {
    const items = mergeMessages([], [message('msg_1', 'a'), message('msg_4', 'd')]);
    const mergedItems = mergeMessages(
      [...items, customerItem('k1', 'waiting', 'queued')],
      [message('msg_2', 'b'), message('msg_5', 'e')],
    );
    expect(summarize(mergedItems).map((line) => line.split(' ').at(-1))).toEqual(['a', 'b', 'd', 'e', 'waiting']);
  });

  it('puts the reply below a message without an id', () => {
    const items = mergeMessages([customerItem('k1', 'Hello')], [message('msg_2', 'Hi!')]);
    expect(summarize(items)).toEqual(['k1 - Hello', 'msg_2 msg_2 Hi!']);
  });
});

it('finds the latest card of each booking', () => {
  const card = (id: string): Message => ({ ...message(id, ''), receipts: [{ type: 'booking.created', id: 'bkg_1' }] });
  expect(findLatestCards(mergeMessages([], [card('msg_1'), card('msg_2')])).get('bkg_1')?.key).toBe('msg_2');
});

it('shows on an earlier card what became of the booking, unless it was moved', () => {
  const receipt = (type: string, status: string, startsAt: string) => ({
    type,
    id: 'bkg_1',
    booking: { id: 'bkg_1', code: 'K7P4QX', status, startsAt },
  });
  const waitlistedReceipt = receipt('booking.created', 'waitlisted', '2026-11-20T19:30');
  const statusShownAfter = (laterReceipt: typeof waitlistedReceipt) =>
    findCurrentReceipt(waitlistedReceipt, { key: 'msg_2', receipt: laterReceipt }).booking?.status;
  expect(statusShownAfter(receipt('booking.confirmed', 'confirmed', '2026-11-20T19:30'))).toBe('confirmed');
  expect(statusShownAfter(receipt('booking.rescheduled', 'confirmed', '2026-11-21T19:30'))).toBe('waitlisted');
});
