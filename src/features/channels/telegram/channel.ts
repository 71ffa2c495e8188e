// Telegram, by its Bot API.
import { timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { callProvider, createApiUrlField } from '../call-provider.ts';
import { type Channel, ChannelError, type Connection, ForgedRequestError, type IncomingMessage } from '../channel.ts';
import { sendParts } from '../shape-reply.ts';

const API_URL = 'https://api.telegram.org';
const LIMITS = { maxCharacters: 4_096, maxButtons: 8 };

type Update = {
  update_id: number;
  message?: {
    message_id: number;
    chat: { id: number; type: string };
    from?: { id?: number; first_name?: string; last_name?: string; is_bot?: boolean };
    text?: string;
    caption?: string;
    document?: { file_name?: string; mime_type?: string; file_size?: number };
    photo?: { file_size?: number }[];
    voice?: { mime_type?: string; file_size?: number };
    /** Customers can share any contact; that of somebody on Telegram has their ID. */
    contact?: { phone_number: string; user_id?: number };
  };
};

export const channel: Channel = {
  kind: 'telegram',
  title: 'Telegram',
  summary: 'Customers message your bot.',
  optOut: 'notices',
  ...LIMITS,
  fields: Type.Object({
    botToken: Type.String({
      title: 'Bot token',
      description: 'From @BotFather in Telegram: send /newbot, then copy the token.',
      pattern: '^\\d+:[A-Za-z0-9_-]{30,}$',
      secret: true,
    }),
    apiUrl: createApiUrlField('Only for a Bot API server of your own.'),
  }),
  describeAddress: ({ username }) => `@${username ?? ''}`,

  async connect(connection, options) {
    const bot = await callTelegram(connection, options.fetch, 'getMe', {});
    await callTelegram(connection, options.fetch, 'setWebhook', {
      url: options.webhookUrl,
      secret_token: connection.secrets.webhookSecret,
      allowed_updates: ['message'],
    });
    return { username: (bot as { username: string }).username };
  },
  disconnect: async (connection, { fetch }) => void (await callTelegram(connection, fetch, 'deleteWebhook', {})),

  receive({ headers, body }, { secrets }) {
    if (!isEqualInConstantTime(String(headers['x-telegram-bot-api-secret-token'] ?? ''), secrets.webhookSecret ?? ''))
      throw new ForgedRequestError();
    const { message } = JSON.parse(body.toString('utf8')) as Update;
    return {
      messages: message && message.chat.type === 'private' && !message.from?.is_bot ? [readMessage(message)] : [],
    };
  },

  send: (message, connection, { fetch }) =>
    sendParts(message, LIMITS, async (text, buttons) => {
      const keyboard = {
        keyboard: buttons.map((choice) => [{ text: choice }]),
        one_time_keyboard: true,
        resize_keyboard: true,
      };
      const sentMessage = await callTelegram(connection, fetch, 'sendMessage', {
        chat_id: message.address,
        text,
        reply_markup: buttons.length > 0 ? keyboard : { remove_keyboard: true },
      });
      return String((sentMessage as { message_id: number }).message_id);
    }),
};

function readMessage(message: NonNullable<Update['message']>): IncomingMessage {
  const { chat, from, text, caption, document, photo, voice, contact, message_id } = message;
  const name = [from?.first_name, from?.last_name].filter(Boolean).join(' ');
  const attachments = [
    ...(document
      ? [{ name: document.file_name ?? 'file', type: document.mime_type ?? 'application/octet-stream' }]
      : []),
    ...(photo ? [{ name: 'photo.jpg', type: 'image/jpeg' }] : []),
    ...(voice ? [{ name: 'voice message', type: voice.mime_type ?? 'audio/ogg' }] : []),
  ];
  return {
    id: `${chat.id} ${message_id}`,
    address: String(chat.id),
    text: text ?? caption ?? contact?.phone_number ?? '',
    customer: { ...(name ? { name } : {}), ...(contact ? { phone: contact.phone_number } : {}) },
    ...(contact && from?.id !== undefined && contact.user_id === from.id
      ? { proven: { phone: `+${contact.phone_number.replace(/\D/g, '')}` } }
      : {}),
    ...(attachments.length ? { attachments } : {}),
  };
}

const isEqualInConstantTime = (actual: string, expected: string): boolean =>
  actual.length === expected.length && timingSafeEqual(Buffer.from(actual), Buffer.from(expected));

async function callTelegram(
  { secrets, settings }: Connection,
  fetch: Parameters<typeof callProvider>[0],
  method: string,
  body: object,
): Promise<unknown> {
  const url = `${settings.apiUrl ?? API_URL}/bot${secrets.botToken}/${method}`;
  const { status, json } = await callProvider(fetch, 'Telegram', url, { json: body });
  const { ok, result, description } = json as { ok?: boolean; result?: unknown; description?: string };
  if (ok) return result;
  // 403: the customer has blocked the bot. 400 and 401 do not change by waiting either.
  throw new ChannelError(`Telegram: ${description ?? status}`, { isPermanent: status >= 400 && status < 429 });
}
