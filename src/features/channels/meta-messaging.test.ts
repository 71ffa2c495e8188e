import { describe, expect, it } from 'vitest';
import { readMessaging } from './meta-messaging.ts';

const PAGE_ID = '1234567';
const CUSTOMER = { sender: { id: '777' }, recipient: { id: PAGE_ID } };
const readEvents = (...events: object[]) =>
  readMessaging({ object: 'page', entry: [{ id: PAGE_ID, messaging: events }] }, 'page', PAGE_ID);
const readFirstMessage = (event: object) =>
  readEvents({ ...CUSTOMER, timestamp: 1_700_000_000_000, ...event }).messages[0];

describe('a message', () => {
  it('is read with its sender', () => {
    expect(readFirstMessage({ message: { mid: 'm1', text: 'Hi' } })).toEqual({
      id: 'm1',
      address: '777',
      text: 'Hi',
      sentAt: new Date('2023-11-14T22:13:20Z'),
    });
  });

  it('may be a tap on a quick reply or on a button', () => {
    expect(readFirstMessage({ message: { mid: 'm1', text: 'Yes', quick_reply: { payload: 'Yes' } } })).toMatchObject({
      text: 'Yes',
    });
    expect(readFirstMessage({ postback: { mid: 'm2', title: 'Get started' } })).toMatchObject({
      id: 'm2',
      text: 'Get started',
    });
    expect(readFirstMessage({ postback: { title: 'Menu' } })).toMatchObject({ id: '777 1700000000000', text: 'Menu' });
  });

  it.each([
    ['image', 'photo'],
    ['audio', 'voice message'],
    ['video', 'video'],
    ['file', 'file'],
    ['location', 'location'],
    ['share', 'post'],
  ])('lists an attachment of type %s', (type, attachmentName) => {
    expect(readFirstMessage({ message: { mid: 'm1', attachments: [{ type, payload: {} }] } })).toMatchObject({
      text: '',
      attachments: [{ name: attachmentName }],
    });
  });

  it.each([
    ['an echo', { message: { mid: 'm1', text: 'Hi', is_echo: true } }],
    ['what the page sent', { sender: { id: PAGE_ID }, message: { mid: 'm1', text: 'Hi' } }],
    ['a deleted message', { message: { mid: 'm1', is_deleted: true } }],
    ['a sticker', { message: { mid: 'm1', attachments: [{ type: 'image', payload: { sticker_id: 369 } }] } }],
    ['a mention in a story', { message: { mid: 'm1', attachments: [{ type: 'story_mention' }] } }],
    ['a reaction', { reaction: { mid: 'm1', action: 'react' } }],
    ['a new kind of event', { something: {} }],
    ['no sender', { sender: undefined, message: { mid: 'm1', text: 'Hi' } }],
  ])('ignores %s', (_, event) => {
    expect(readFirstMessage(event)).toBeUndefined();
  });

  it('keeps the text next to the preview of a link', () => {
    const message = { mid: 'm1', text: 'see https://x.example', attachments: [{ type: 'fallback' }] };
    expect(readFirstMessage({ message })?.attachments).toBeUndefined();
  });
});

describe('a batch', () => {
  const event = (mid: string, timestamp: number) => ({ ...CUSTOMER, timestamp, message: { mid, text: mid } });

  it('is read whole and in order', () => {
    const entry = [
      { id: PAGE_ID, messaging: [event('b', 2)] },
      { id: 'another page', messaging: [event('x', 1)] },
      { id: PAGE_ID, messaging: [event('c', 3), event('a', 1)] },
    ];
    const { messages } = readMessaging({ object: 'page', entry }, 'page', PAGE_ID);
    expect(messages.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(readMessaging({ object: 'instagram', entry }, 'page', PAGE_ID).messages).toEqual([]);
  });

  it.each([{}, { entry: [] }, { object: 'page', entry: [{}] }, { object: 'page', entry: [{ id: PAGE_ID }] }])(
    'may be empty: %j',
    (body) => {
      expect(readMessaging(body, 'page', PAGE_ID)).toEqual({ messages: [], updates: [] });
    },
  );
});

describe('a delivery or read report', () => {
  it('covers single messages, or all messages up to a time', () => {
    expect(readEvents({ ...CUSTOMER, delivery: { mids: ['m1', 'm2'], watermark: 1_000 } }).updates).toEqual([
      { status: 'delivered', providerMessageId: 'm1' },
      { status: 'delivered', providerMessageId: 'm2' },
      { status: 'delivered', address: '777', until: new Date(1_000) },
    ]);
    expect(readEvents({ ...CUSTOMER, read: { watermark: 1_000 } }).updates).toEqual([
      { status: 'read', address: '777', until: new Date(1_000) },
    ]);
    expect(readEvents({ ...CUSTOMER, read: { mid: 'm1' } }).updates).toEqual([
      { status: 'read', providerMessageId: 'm1' },
    ]);
  });
});
