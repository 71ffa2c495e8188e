// What Messenger and Instagram share: the events and messages of Meta's Messenger Platform.

import { createApiUrlField } from './call-provider.ts';
import type {
  Attachment,
  Connection,
  DeliveryUpdate,
  InboundResult,
  IncomingMessage,
  OutgoingMessage,
  ReplyLimits,
  SendOptions,
} from './channel.ts';
import { callMeta, createMetaIdField, META_FIELDS } from './meta.ts';
import { sendParts } from './shape-reply.ts';

type MessagingEvent = {
  sender?: { id?: string };
  /** In milliseconds. */
  timestamp?: number;
  message?: {
    mid?: string;
    text?: string;
    is_echo?: boolean;
    is_deleted?: boolean;
    attachments?: { type?: string; payload?: { sticker_id?: number } }[];
  };
  postback?: { mid?: string; title?: string };
  delivery?: { mids?: string[]; watermark?: number };
  /** Messenger reports a time, Instagram a message. */
  read?: { watermark?: number; mid?: string };
};
type WebhookBody = { object?: string; entry?: { id?: string; messaging?: MessagingEvent[] }[] };

/** Quick replies. */
export const BUTTON_LIMITS = { maxButtons: 13, maxButtonCharacters: 20 };

export const createPageFields = (extraHint: string) => ({
  pageId: createMetaIdField({
    title: 'Page ID',
    description: `On your Facebook Page under About > Page transparency.${extraHint}`,
  }),
  accessToken: { ...META_FIELDS.accessToken, title: 'Page access token' },
  appSecret: META_FIELDS.appSecret,
  apiUrl: createApiUrlField('Optional, if you reach Meta through a proxy.'),
});

/** Reads all events of a webhook. An app can have several pages or accounts: those of others are left out. */
export function readMessaging(body: unknown, object: 'page' | 'instagram', accountId: unknown): InboundResult {
  const { object: objectType, entry = [] } = body as WebhookBody;
  const events = entry
    .filter(({ id }) => objectType === object && id === accountId)
    .flatMap(({ messaging = [] }) => messaging)
    .sort((one, other) => (one.timestamp ?? 0) - (other.timestamp ?? 0));
  return {
    messages: events.flatMap((event) => readMessage(event, accountId)),
    updates: events.flatMap(readUpdates),
  };
}

function readMessage({ sender, timestamp, message, postback }: MessagingEvent, accountId: unknown): IncomingMessage[] {
  const address = sender?.id;
  const id = message?.mid ?? postback?.mid ?? (postback && `${address} ${timestamp}`);
  // What the page itself sends comes back as an echo.
  if (!address || !id || address === accountId || message?.is_echo || message?.is_deleted) return [];
  const attachments = (message?.attachments ?? []).flatMap(readAttachment);
  const text = message?.text ?? postback?.title ?? '';
  if (!text && attachments.length === 0) return [];
  return [
    {
      id,
      address,
      text,
      ...(attachments.length > 0 ? { attachments } : {}),
      ...(timestamp ? { sentAt: new Date(timestamp) } : {}),
    },
  ];
}

const ATTACHMENTS_BY_TYPE: Record<string, Attachment> = {
  image: { name: 'photo', type: 'image/*' },
  audio: { name: 'voice message', type: 'audio/*' },
  video: { name: 'video', type: 'video/*' },
  file: { name: 'file', type: 'application/octet-stream' },
  location: { name: 'location', type: 'text/plain' },
  share: { name: 'post', type: 'text/uri-list' },
  ig_reel: { name: 'reel', type: 'text/uri-list' },
};

/** Previews of links, mentions in stories and stickers are no files. */
const readAttachment = ({ type = '', payload }: { type?: string; payload?: { sticker_id?: number } }): Attachment[] => {
  const attachment = ATTACHMENTS_BY_TYPE[type];
  return attachment && !payload?.sticker_id ? [attachment] : [];
};

function readUpdates({ sender, delivery, read }: MessagingEvent): DeliveryUpdate[] {
  const toUpdatesUntil = (status: 'delivered' | 'read', watermark?: number): DeliveryUpdate[] =>
    sender?.id && watermark ? [{ status, address: sender.id, until: new Date(watermark) }] : [];
  return [
    ...(delivery?.mids ?? []).map((id) => ({ status: 'delivered' as const, providerMessageId: id })),
    ...toUpdatesUntil('delivered', delivery?.watermark),
    ...(read?.mid ? [{ status: 'read' as const, providerMessageId: read.mid }] : []),
    ...toUpdatesUntil('read', read?.watermark),
  ];
}

/** Sends by the page. Instagram accounts send by the page that they belong to. */
export const sendByPage = (
  message: OutgoingMessage,
  connection: Connection,
  { fetch }: SendOptions,
  limits: ReplyLimits,
): Promise<string[]> =>
  sendParts(message, limits, async (text, choices) => {
    const quickReplies = choices.map((title) => ({ content_type: 'text', title, payload: title }));
    const { message_id } = await callMeta(connection, fetch, `${connection.settings.pageId}/messages`, {
      json: {
        recipient: { id: message.address },
        messaging_type: 'RESPONSE',
        message: { text, ...(choices.length > 0 ? { quick_replies: quickReplies } : {}) },
      },
    });
    return String(message_id);
  });

/** Meta sends the page's messages to the app only after this. */
export const subscribePage = (connection: Connection, { fetch }: SendOptions, fields: string[]) =>
  callMeta(connection, fetch, `${connection.settings.pageId}/subscribed_apps`, { json: { subscribed_fields: fields } });
