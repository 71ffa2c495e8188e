// Instagram, by Meta's Messenger Platform and the Facebook Page that the account belongs to.
import { Type } from 'typebox';
import { type Channel, ChannelError, type OutgoingMessage, type ReplyLimits } from '../channel.ts';
import { callMeta, readVerifyToken, receiveFromMeta } from '../meta.ts';
import { BUTTON_LIMITS, createPageFields, readMessaging, sendByPage, subscribePage } from '../meta-messaging.ts';
import { shapeReply } from '../shape-reply.ts';

const MAX_MESSAGE_BYTES = 1_000;
const LIMITS = { maxCharacters: MAX_MESSAGE_BYTES, ...BUTTON_LIMITS };

export const channel: Channel = {
  kind: 'instagram',
  title: 'Instagram',
  summary: 'Customers message your Instagram account.',
  optOut: 'notices',
  ...LIMITS,
  replyWindowHours: 24,
  fields: Type.Object(createPageFields(' The Page must be linked to your Instagram account.')),
  describeAddress: ({ username }) => `@${username}`,

  async connect(connection, options) {
    const query = { fields: 'instagram_business_account{id,username}' };
    const page = await callMeta(connection, options.fetch, String(connection.settings.pageId), { query });
    const account = page.instagram_business_account as { id: string; username?: string } | undefined;
    if (!account)
      throw new ChannelError('This Page isn’t linked to a professional Instagram account.', { isPermanent: true });
    await subscribePage(connection, options, ['messages']);
    return { accountId: account.id, username: account.username ?? account.id, ...readVerifyToken(connection) };
  },

  receive: (request, connection) =>
    receiveFromMeta(request, connection, (body) => readMessaging(body, 'instagram', connection.settings.accountId)),

  send: (message, connection, options) => sendByPage(message, connection, options, fitLimits(message)),
};

/** Instagram limits the bytes, of which a character has up to four. */
export function fitLimits(
  message: Pick<OutgoingMessage, 'text' | 'suggestions'>,
  limits: ReplyLimits = LIMITS,
): ReplyLimits {
  const { parts } = shapeReply(message.text, message.suggestions, limits);
  if (parts.every((part) => Buffer.byteLength(part) <= MAX_MESSAGE_BYTES)) return limits;
  return fitLimits(message, { ...limits, maxCharacters: Math.floor(limits.maxCharacters * 0.9) });
}
