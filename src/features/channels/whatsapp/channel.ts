// WhatsApp, by Meta's Cloud API or by Twilio.
import { Type } from 'typebox';
import { OneOf } from '../../../kernel/http/schema.ts';
import { createApiUrlField } from '../call-provider.ts';
import {
  type Channel,
  ChannelError,
  type Connection,
  type FieldCondition,
  type OutgoingMessage,
  type SendOptions,
} from '../channel.ts';
import { callMeta, createMetaIdField, META_FIELDS, readVerifyToken, receiveFromMeta } from '../meta.ts';
import { sendParts } from '../shape-reply.ts';
import { callTwilio, receiveFromTwilio, sendByTwilio, TWILIO_FIELDS } from '../twilio.ts';
import { buildMessage, buildTemplateMessage, readCloudApi, toVariable } from './cloud-api.ts';

const PROVIDERS = ['Meta', 'Twilio'] as const;
const META_ONLY: FieldCondition = { field: 'provider', value: 'Meta' };
const TWILIO_ONLY: FieldCondition = { field: 'provider', value: 'Twilio' };
/** A list has up to ten rows. A message with choices can be only this long. */
const META_LIMITS = { maxCharacters: 1_024, maxButtons: 10, maxButtonCharacters: 24 };
const MAX_TEXT_LENGTH = 4_096;
/** Twilio has buttons only in templates. */
const TWILIO_LIMITS = { maxCharacters: 1_600, maxButtons: 0 };
const REQUIRED_FIELDS = {
  Meta: ['phoneNumberId', 'accessToken', 'appSecret'],
  Twilio: ['accountSid', 'authToken', 'number'],
} as const;

export const channel: Channel = {
  kind: 'whatsapp',
  title: 'WhatsApp',
  summary: 'Customers message your WhatsApp number.',
  optOut: 'notices',
  ...META_LIMITS,
  findLimits: ({ provider }) => (provider === 'Twilio' ? TWILIO_LIMITS : META_LIMITS),
  replyWindowHours: 24,
  canSendOutsideWindow: ({ templateName }) => Boolean(templateName),
  fields: Type.Object({
    provider: OneOf(PROVIDERS, { title: 'Provider', description: 'Who runs your WhatsApp number.' }),
    phoneNumberId: Type.Optional({
      ...createMetaIdField({ title: 'Phone number ID', description: 'In your Meta app under WhatsApp > API setup.' }),
      onlyFor: META_ONLY,
    }),
    accessToken: Type.Optional({ ...META_FIELDS.accessToken, onlyFor: META_ONLY }),
    appSecret: Type.Optional({ ...META_FIELDS.appSecret, onlyFor: META_ONLY }),
    accountSid: Type.Optional({ ...TWILIO_FIELDS.accountSid, onlyFor: TWILIO_ONLY }),
    authToken: Type.Optional({ ...TWILIO_FIELDS.authToken, onlyFor: TWILIO_ONLY }),
    number: Type.Optional(
      Type.String({
        title: 'WhatsApp number',
        description: 'Such as +12125550100. Enter our webhook address for it in the Twilio Console.',
        pattern: '^\\+[1-9]\\d{6,14}$',
        onlyFor: TWILIO_ONLY,
      }),
    ),
    templateName: Type.Optional(
      Type.String({
        title: 'Template for late replies',
        description:
          'Optional, for replies after 24 hours: an approved template with one variable, your reply. With Twilio, its Content SID.',
        pattern: '^\\w{1,512}$',
      }),
    ),
    templateLanguage: Type.Optional(
      Type.String({
        title: 'Template language',
        description: 'Leave blank for en_US.',
        pattern: '^[a-zA-Z_]{2,15}$',
        onlyFor: META_ONLY,
      }),
    ),
    apiUrl: createApiUrlField('Optional, if you reach the provider through a proxy or a region.'),
  }),
  describeAddress: ({ number }) => String(number ?? ''),

  async connect(connection, { fetch }) {
    const { settings, secrets } = connection;
    const provider = settings.provider as (typeof PROVIDERS)[number];
    const missingField = REQUIRED_FIELDS[provider].find((name) => !settings[name] && !secrets[name]);
    if (missingField) {
      const { title } = channel.fields.properties[missingField] as { title?: string };
      throw new ChannelError(`Fill in “${title}”.`, { isPermanent: true });
    }
    if (provider === 'Twilio') {
      await callTwilio(connection, fetch, `/2010-04-01/Accounts/${settings.accountSid}.json`);
      return {};
    }
    const query = { fields: 'display_phone_number' };
    const { display_phone_number } = await callMeta(connection, fetch, String(settings.phoneNumberId), { query });
    return { number: String(display_phone_number), ...readVerifyToken(connection) };
  },

  receive: (request, connection) =>
    connection.settings.provider === 'Twilio'
      ? receiveFromTwilio(request, connection)
      : receiveFromMeta(request, connection, (body) => readCloudApi(body, connection.settings.phoneNumberId)),

  send: (message, connection, options) =>
    connection.settings.provider === 'Twilio'
      ? sendWithTwilio(message, connection, options)
      : sendWithMeta(message, connection, options),
};

async function sendWithMeta(
  message: OutgoingMessage,
  connection: Connection,
  { fetch }: SendOptions,
): Promise<string[]> {
  const { phoneNumberId, templateName, templateLanguage = 'en_US' } = connection.settings;
  const post = async (json: object): Promise<string> => {
    const response = await callMeta(connection, fetch, `${phoneNumberId}/messages`, { json });
    return String((response as { messages?: { id: string }[] }).messages?.[0]?.id);
  };
  if (message.isOutsideWindow)
    return [await post(buildTemplateMessage(message, String(templateName), String(templateLanguage)))];
  const maxCharacters = message.suggestions.length > 0 ? META_LIMITS.maxCharacters : MAX_TEXT_LENGTH;
  return sendParts(message, { ...META_LIMITS, maxCharacters }, (text, choices) =>
    post(buildMessage(message, text, choices)),
  );
}

async function sendWithTwilio(
  message: OutgoingMessage,
  connection: Connection,
  options: SendOptions,
): Promise<string[]> {
  const { number, templateName } = connection.settings;
  const envelope = { To: `whatsapp:${message.address.replace(/[^\d+]/g, '')}`, From: `whatsapp:${number}` };
  const post = (content: Record<string, string>) =>
    sendByTwilio(connection, options, message.id, { ...envelope, ...content });
  if (message.isOutsideWindow) {
    const variables = JSON.stringify({ 1: toVariable(message.text) });
    return [await post({ ContentSid: String(templateName), ContentVariables: variables })];
  }
  return sendParts(message, TWILIO_LIMITS, (text) => post({ Body: text }));
}
