import { describe, expect, it } from 'vitest';
import { buildMessage, buildTemplateMessage, readCloudApi, toVariable } from './cloud-api.ts';

const NUMBER_ID = '106540352242922';
const changeWith = (content: object, id = NUMBER_ID) => ({
  field: 'messages',
  value: { messaging_product: 'whatsapp', metadata: { phone_number_id: id }, ...content },
});
const webhook = (...changes: object[]) => ({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] });
const readChanges = (...changes: object[]) => readCloudApi(webhook(...changes), NUMBER_ID);
const readFirstMessage = (message: object) =>
  readChanges(changeWith({ messages: [{ from: '12125550147', id: 'wamid.1', timestamp: '1700000000', ...message }] }))
    .messages[0];

describe('a message', () => {
  it('is read with the customer', () => {
    const contacts = [{ wa_id: '12125550147', profile: { name: 'Ana Ruiz' } }];
    const textMessage = {
      from: '12125550147',
      id: 'wamid.1',
      timestamp: '1700000000',
      type: 'text',
      text: { body: 'Hi' },
    };
    expect(readChanges(changeWith({ contacts, messages: [textMessage] })).messages).toEqual([
      {
        id: 'wamid.1',
        address: '+12125550147',
        text: 'Hi',
        customer: { phone: '+12125550147', name: 'Ana Ruiz' },
        proven: { phone: '+12125550147' },
        sentAt: new Date('2023-11-14T22:13:20Z'),
      },
    ]);
  });

  it('of a customer with a username has no phone number', () => {
    const usernameFields = { from: undefined, from_user_id: 'US.134', type: 'text', text: { body: 'Hi' } };
    const contacts = [{ user_id: 'US.134', profile: { name: 'Ana' } }];
    const messages = [{ id: 'wamid.1', ...usernameFields }];
    expect(readChanges(changeWith({ contacts, messages })).messages[0]).toMatchObject({
      address: 'US.134',
      customer: { name: 'Ana' },
    });
  });

  it.each([
    ['text', { text: { body: 'Hi' } }, 'Hi'],
    ['button', { button: { text: 'Yes please', payload: 'x' } }, 'Yes please'],
    ['interactive', { interactive: { type: 'button_reply', button_reply: { id: '1', title: 'No' } } }, 'No'],
    ['interactive', { interactive: { type: 'list_reply', list_reply: { id: '1', title: '7 PM' } } }, '7 PM'],
  ])('of type %s is read as its text', (type, content, text) => {
    expect(readFirstMessage({ type, ...content })).toMatchObject({ text });
    expect(readFirstMessage({ type, ...content })?.attachments).toBeUndefined();
  });

  it.each([
    ['image', { image: { mime_type: 'image/jpeg', caption: 'This one' } }, 'This one', 'photo', 'image/jpeg'],
    ['audio', { audio: { mime_type: 'audio/ogg', voice: true } }, '', 'voice message', 'audio/ogg'],
    ['video', { video: {} }, '', 'video', 'application/octet-stream'],
    [
      'document',
      { document: { filename: 'menu.pdf', mime_type: 'application/pdf' } },
      '',
      'menu.pdf',
      'application/pdf',
    ],
    ['location', { location: { name: 'Pier 3', address: '1 Quay' } }, '', 'location: Pier 3, 1 Quay', 'text/plain'],
    ['location', { location: { latitude: 1, longitude: 2 } }, '', 'location', 'text/plain'],
    ['contacts', { contacts: [{}] }, '', 'contact', 'text/vcard'],
  ])('of type %s is listed as an attachment', (type, content, text, name, fileType) => {
    expect(readFirstMessage({ type, ...content })).toMatchObject({ text, attachments: [{ name, type: fileType }] });
  });

  it.each(['reaction', 'system', 'unsupported', 'sticker', 'order', 'a new type', undefined])(
    'of type %s is ignored',
    (type) => {
      expect(readFirstMessage({ type })).toBeUndefined();
    },
  );

  it('without a sender or an ID is ignored', () => {
    expect(readFirstMessage({ type: 'text', text: { body: 'x' }, from: undefined })).toBeUndefined();
    expect(readFirstMessage({ type: 'text', text: { body: 'x' }, id: undefined })).toBeUndefined();
  });

  it('of another number of the same app is ignored', () => {
    const messages = [{ from: '1', id: 'a', timestamp: '1', type: 'text', text: { body: 'x' } }];
    expect(readChanges(changeWith({ messages }, 'another')).messages).toEqual([]);
    expect(readChanges({ ...changeWith({ messages }), field: 'account_update' }).messages).toEqual([]);
  });
});

describe('a batch', () => {
  const message = (id: string, timestamp: string) => ({ from: '1', id, timestamp, type: 'text', text: { body: id } });

  it('is read whole, in the order in which customers wrote', () => {
    const firstChange = changeWith({ messages: [message('b', '20'), message('c', '30')] });
    const secondChange = changeWith({
      messages: [message('a', '10'), { id: 'x', type: 'reaction' }, message('d', '40')],
    });
    const messages = readCloudApi(
      { entry: [{ changes: [firstChange] }, { changes: [secondChange] }] },
      NUMBER_ID,
    ).messages;
    expect(messages.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each([{}, { entry: [] }, { entry: [{}] }, { entry: [{ changes: [{}] }] }])('may be empty: %j', (body) => {
    expect(readCloudApi(body, NUMBER_ID)).toEqual({ messages: [], updates: [] });
  });
});

describe('a status', () => {
  const readStatuses = (fields: object) =>
    readChanges(changeWith({ statuses: [{ id: 'wamid.1', ...fields }] })).updates;

  it.each(['sent', 'delivered', 'read'])('%s is read', (name) => {
    expect(readStatuses({ status: name, biz_opaque_callback_data: 'msg_1' })).toEqual([
      { providerMessageId: 'wamid.1', ownMessageId: 'msg_1', status: name },
    ]);
  });

  it('failed is read with an explanation', () => {
    expect(readStatuses({ status: 'failed', errors: [{ code: 131026, title: 'Message undeliverable' }] })).toEqual([
      {
        providerMessageId: 'wamid.1',
        status: 'failed',
        error: 'The customer’s number isn’t on WhatsApp or can’t receive this message.',
      },
    ]);
    expect(readStatuses({ status: 'failed' })).toMatchObject([{ error: expect.stringContaining('Meta') }]);
  });

  it('that is not known is ignored', () => {
    expect(readStatuses({ status: 'warning' })).toEqual([]);
  });
});

describe('a reply', () => {
  const MESSAGE = { id: 'msg_1', address: '+1 (212) 555-0147', text: 'When?', suggestions: [], context: {} };

  it('goes to the number with our ID', () => {
    expect(buildMessage(MESSAGE, 'Hi', [])).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '12125550147',
      biz_opaque_callback_data: 'msg_1',
      type: 'text',
      text: { body: 'Hi' },
    });
  });

  it('goes to the ID of a customer with a username', () => {
    expect(buildMessage({ ...MESSAGE, address: 'US.134' }, 'Hi', [])).toMatchObject({ recipient: 'US.134' });
  });

  it.each([
    [['Yes please', 'No'], 'button'],
    [['1', '2', '3', '4'], 'list'],
    [['Outside on the terrace', 'Inside'], 'list'],
  ])('with the choices %j is a %s', (choices, type) => {
    expect(buildMessage(MESSAGE, 'Choose', choices)).toMatchObject({
      type: 'interactive',
      interactive: { type, body: { text: 'Choose' } },
    });
  });

  it('opens a list with a button in the customer’s language', () => {
    const interactive = { action: { button: 'Auswählen' } };
    expect(buildMessage({ ...MESSAGE, chooseLabel: 'Auswählen' }, 'Wann?', ['1', '2', '3', '4'])).toMatchObject({
      interactive,
    });
  });

  it('outside of the reply window is the variable of a template', () => {
    expect(buildTemplateMessage({ ...MESSAGE, text: 'Hi\n\nAna' }, 'reply', 'en_GB')).toMatchObject({
      type: 'template',
      template: {
        name: 'reply',
        language: { code: 'en_GB' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Hi Ana' }] }],
      },
    });
    expect(toVariable(` a\t\tb     c ${'x'.repeat(2_000)}`)).toMatch(/^a b c x{994}$/);
  });
});
