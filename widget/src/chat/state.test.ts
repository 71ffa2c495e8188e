import { describe, expect, it } from 'vitest';
import type { Message } from '../api-types.ts';
import { type DisplayedMessage, findCurrentReceipt, findLatestCards, mergeMessages } from './state.ts';

const createMessage = (id: string, text: string, role: Message['role'] = 'assistant'): Message => ({
  id,
  role,
  text,
  createdAt: '',
});
const createCustomerItem = (key: string, text: string, delivery?: DisplayedMessage['delivery']): DisplayedMessage => ({
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
      [createCustomerItem('k1', 'Hello')],
      [createMessage('msg_1', 'Hello', 'customer'), createMessage('msg_2', 'Hi!')],
    );
    expect(summarize(items)).toEqual(['k1 msg_1 Hello', 'msg_2 msg_2 Hi!']);
    expect(summarize(mergeMessages(items, [createMessage('msg_2', 'Hi!')]))).toEqual(summarize(items));
  });

  it('treats the same text sent twice as two messages', () => {
    const items = mergeMessages(
      [createCustomerItem('k1', 'yes'), createCustomerItem('k2', 'yes')],
      [createMessage('msg_1', 'yes', 'customer'), createMessage('msg_3', 'yes', 'customer')],
    );
    expect(summarize(items)).toEqual(['k1 msg_1 yes', 'k2 msg_3 yes']);
  });

  it('inserts late messages in order, and keeps unsent ones last', () => {
    const items = mergeMessages([], [createMessage('msg_1', 'a'), createMessage('msg_4', 'd')]);
    const mergedItems = mergeMessages(
      [...items, createCustomerItem('k1', 'waiting', 'queued')],
      [createMessage('msg_2', 'b'), createMessage('msg_5', 'e')],
    );
    expect(summarize(mergedItems).map((line) => line.split(' ').at(-1))).toEqual(['a', 'b', 'd', 'e', 'waiting']);
  });

  it('puts the reply below a message without an id', () => {
    const items = mergeMessages([createCustomerItem('k1', 'Hello')], [createMessage('msg_2', 'Hi!')]);
    expect(summarize(items)).toEqual(['k1 - Hello', 'msg_2 msg_2 Hi!']);
  });
});

it('finds the latest card of each booking', () => {
  const createMessageWithCard = (id: string): Message => ({
    ...createMessage(id, ''),
    receipts: [{ type: 'booking.created', id: 'bkg_1' }],
  });
  expect(
    findLatestCards(mergeMessages([], [createMessageWithCard('msg_1'), createMessageWithCard('msg_2')])).get('bkg_1')
      ?.key,
  ).toBe('msg_2');
});

it('shows on an earlier card what became of the booking, unless it was moved', () => {
  const createReceipt = (type: string, status: string, startsAt: string) => ({
    type,
    id: 'bkg_1',
    booking: { id: 'bkg_1', code: 'K7P4QX', status, startsAt },
  });
  const waitlistedReceipt = createReceipt('booking.created', 'waitlisted', '2026-11-20T19:30');
  const findShownStatus = (laterReceipt: typeof waitlistedReceipt) =>
    findCurrentReceipt(waitlistedReceipt, { key: 'msg_2', receipt: laterReceipt }).booking?.status;
  expect(findShownStatus(createReceipt('booking.confirmed', 'confirmed', '2026-11-20T19:30'))).toBe('confirmed');
  expect(findShownStatus(createReceipt('booking.rescheduled', 'confirmed', '2026-11-21T19:30'))).toBe('waitlisted');
});
