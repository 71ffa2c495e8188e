// Messenger, by Meta's Messenger Platform.
import { Type } from 'typebox';
import type { Channel } from '../channel.ts';
import { callMeta, readVerifyToken, receiveFromMeta } from '../meta.ts';
import { BUTTON_LIMITS, createPageFields, readMessaging, sendByPage, subscribePage } from '../meta-messaging.ts';

const LIMITS = { maxCharacters: 2_000, ...BUTTON_LIMITS };

export const channel: Channel = {
  kind: 'messenger',
  title: 'Messenger',
  summary: 'Customers message your Facebook Page.',
  optOut: 'notices',
  ...LIMITS,
  replyWindowHours: 24,
  fields: Type.Object(createPageFields('')),
  describeAddress: ({ name }) => String(name),

  async connect(connection, options) {
    const query = { fields: 'name' };
    const { name } = await callMeta(connection, options.fetch, String(connection.settings.pageId), { query });
    await subscribePage(connection, options, [
      'messages',
      'messaging_postbacks',
      'message_deliveries',
      'message_reads',
    ]);
    return { name: String(name), ...readVerifyToken(connection) };
  },

  receive: (request, connection) =>
    receiveFromMeta(request, connection, (body) => readMessaging(body, 'page', connection.settings.pageId)),

  send: (message, connection, options) => sendByPage(message, connection, options, LIMITS),
};
