// Text messages, by Twilio's Programmable Messaging.
import { Type } from 'typebox';
import { createApiUrlField } from '../call-provider.ts';
import type { Channel, Connection, SendOptions } from '../channel.ts';
import { sendParts } from '../shape-reply.ts';
import { callTwilio, findTwilioNumber, receiveFromTwilio, sendByTwilio, TWILIO_FIELDS } from '../twilio.ts';
import { toSmsText } from './segments.ts';

const LIMITS = { maxCharacters: 1_600, maxButtons: 0 };

export const channel: Channel = {
  kind: 'sms',
  title: 'Text messages',
  summary: 'Customers text your Twilio number.',
  ...LIMITS,
  optOut: 'network',
  canWriteFirst: true,
  fields: Type.Object({
    ...TWILIO_FIELDS,
    sender: Type.String({
      title: 'Phone number or Messaging Service SID',
      description: 'A number in your Twilio account, like +12125550100, or a SID that starts with MG.',
      pattern: '^(\\+[1-9]\\d{6,14}|MG[0-9a-fA-F]{32})$',
    }),
    apiUrl: createApiUrlField('Optional, for accounts in a Twilio region, such as https://api.dublin.ie1.twilio.com.'),
  }),
  describeAddress: ({ sender, name }) => String(name ?? sender),

  async connect(connection, options) {
    const { resource, name } = await findSender(connection, options);
    await setWebhook(connection, options, resource, options.webhookUrl);
    return { resource, ...(name ? { name } : {}) };
  },
  disconnect: (connection, options) => setWebhook(connection, options, String(connection.settings.resource), ''),

  receive: receiveFromTwilio,

  send: (message, connection, options) =>
    sendParts({ ...message, text: toSmsText(message.text) }, LIMITS, (text) =>
      sendByTwilio(connection, options, message.id, {
        To: message.address.replace(/[^\d+]/g, ''),
        [isMessagingService(connection.settings.sender) ? 'MessagingServiceSid' : 'From']: String(
          connection.settings.sender,
        ),
        Body: toSmsText(text),
      }),
    ),
};

const isMessagingService = (sender: unknown): boolean => String(sender).startsWith('MG');

/** Proves that the account has the sender. Returns its path in the API. */
async function findSender(
  connection: Connection,
  { fetch }: SendOptions,
): Promise<{ resource: string; name?: string }> {
  const { sender } = connection.settings;
  if (isMessagingService(sender)) {
    const resource = `/v1/Services/${sender}`;
    const { friendly_name } = await callTwilio(withMessagingHost(connection), fetch, resource);
    return { resource, name: String(friendly_name) };
  }
  return { resource: await findTwilioNumber(connection, fetch, String(sender), 'sms') };
}

async function setWebhook(connection: Connection, { fetch }: SendOptions, resource: string, url: string) {
  if (isMessagingService(connection.settings.sender))
    await callTwilio(withMessagingHost(connection), fetch, resource, {
      InboundRequestUrl: url,
      InboundMethod: 'POST',
      UseInboundWebhookOnNumber: 'false',
    });
  else await callTwilio(connection, fetch, resource, { SmsUrl: url, SmsMethod: 'POST' });
}

/** Messaging Services have a host of their own. */
const withMessagingHost = (connection: Connection): Connection => ({
  ...connection,
  settings: {
    ...connection.settings,
    apiUrl: String(connection.settings.apiUrl ?? 'https://api.twilio.com').replace('//api.', '//messaging.'),
  },
});
