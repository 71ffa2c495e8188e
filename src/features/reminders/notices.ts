// Notifies a customer about a booking, once and in one way.
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import { inLanguage } from '../../capability/formatter.ts';
import type { Config } from '../../kernel/config.ts';
import { newId } from '../../kernel/ids.ts';
import type { Email } from '../../kernel/mail.ts';
import { NOTICE_TASK, type NoticeJob } from '../../scheduling/notify.ts';
import { decryptPersonalDetails } from '../../scheduling/person-encryption.ts';
import { type Booking, findBooking } from '../../scheduling/store.ts';
import { findLinkBase } from '../brand/domains.ts';
import { loadEmailLinkSigner } from '../business/mail-links.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import type { Channel } from '../channels/channel.ts';
import type { ConversationService } from '../conversations/conversation-service.ts';
import { postInConversation, sendByChannel } from './conversation-notices.ts';
import { type DeliveryRoute, findChannelThread, findDeliveryRoute, isVoiceThread } from './delivery-route.ts';
import { composeEmail, isStillAccurate } from './emails.ts';
import { findNotice, hasUnsubscribed, insertNotice } from './store.ts';

export type NoticeDependencies = {
  runAsSystem: RunAsSystem;
  conversationService: ConversationService;
  channels: ReadonlyMap<string, Channel>;
  config: Pick<Config, 'publicUrl'>;
};
type Ctx = CapabilityContext<Business>;
type Notice = { id: string; booking: Booking; about: NoticeJob['about'] };

export const isBookingChangeNotice = ({ about }: Pick<NoticeJob, 'about'>) =>
  about !== 'booking.reminder' && about !== 'waitlist.offered';

/** Leaves only email: a notice goes one way, so what began as an email, or replaces an undelivered message, goes by email. */
const NO_CHANNELS: ReadonlyMap<string, Channel> = new Map();

/**
 * Queues the message of a channel, or returns the email to send. Does neither if the booking has changed since, or if an earlier
 * attempt has done it. How it was sent is stored, or why it could not be.
 */
export function sendByChannelOrComposeEmail(
  deps: NoticeDependencies,
  job: NoticeJob,
  noticeId: string,
): Promise<Email | undefined> {
  const { workspaceId, bookingId, about } = job;
  return deps.runAsSystem(workspaceId, NOTICE_TASK, async (context) => {
    const booking = await findBooking(context.db, bookingId);
    if (!booking || booking.starts_at.toISOString() !== job.startsAt || !isStillAccurate(about, booking))
      return undefined;
    // The clock of a test workspace differs from the one that set the booking's times, so there the change counts as just made.
    const ctx = context.workspace.mode === 'test' ? { ...context, now: booking.updated_at } : context;
    if (booking.starts_at <= ctx.now || isExpired(booking, ctx.now)) return undefined;
    // Without its link nobody could pay.
    if (isBookingChangeNotice(job) && about !== 'booking.held' && ctx.business.booking.confirmations === false)
      return undefined;
    const earlierNotice = await findNotice(ctx.db, noticeId);
    if (earlierNotice && (earlierNotice.route !== 'email' || earlierNotice.mailed_at || earlierNotice.message_id))
      return undefined;
    const notice = { id: noticeId, booking, about };
    const reply = job.conversationId ? await findReply(ctx, deps, notice, job.conversationId) : undefined;
    if (reply) {
      await insertNotice(ctx, { ...toNoticeRow(notice), ...reply });
      return undefined;
    }
    const personalDetails = (await decryptPersonalDetails(ctx, [booking])).get(bookingId);
    const customer = personalDetails?.customer ?? booking.customer;
    const undeliveredNoticeId = job.insteadOf;
    const isEmailOnly = earlierNotice !== undefined || undeliveredNoticeId !== undefined;
    const deliveryRoute = await findDeliveryRoute(ctx, isEmailOnly ? NO_CHANNELS : deps.channels, booking, customer);
    if (undeliveredNoticeId && deliveryRoute.by === 'none') return undefined;
    if (!isEmailOnly) await offerInConversation(ctx, deps, notice, deliveryRoute);
    return ctx.workspace.mode === 'live'
      ? sendByRoute(ctx, deps, deliveryRoute, notice, earlierNotice !== undefined)
      : undefined;
  });
}

/** The reply that already told the customer, if it stays readable: its delivery counts as the notice's. */
async function findReply(
  ctx: Ctx,
  { channels, conversationService }: NoticeDependencies,
  { booking, about }: Notice,
  conversationId: string,
): Promise<{ route: string; message_id: string } | undefined> {
  const channelThread = await findChannelThread(ctx.db, conversationId);
  if (!channelThread || isVoiceThread(channels, channelThread)) return undefined;
  const { messages = [] } = (await conversationService.store.read(ctx, conversationId)) ?? {};
  const reply = messages.findLast(({ details }) =>
    details?.receipts?.some(({ type, id }) => type === about && id === booking.id),
  );
  return reply && { route: channelThread.kind, message_id: reply.id };
}

const isExpired = ({ status, offered_until, deposit }: Booking, now: Date): boolean =>
  (status === 'offered' && offered_until !== null && offered_until <= now) ||
  (status === 'awaiting_payment' && deposit !== null && new Date(deposit.payBy) <= now);

const toNoticeRow = ({ id, booking, about }: Notice) => ({ id, booking_id: booking.id, about });

/** An offer is also posted in a conversation of the website or an API, where the customer can accept it. */
async function offerInConversation(
  ctx: Ctx,
  { conversationService }: NoticeDependencies,
  { booking, about }: Notice,
  route: DeliveryRoute,
): Promise<void> {
  if (about !== 'waitlist.offered' || (ctx.workspace.mode === 'live' && route.by === 'channel')) return;
  await postInConversation(ctx, conversationService, { booking, about, messageId: newId('msg') });
}

async function sendByRoute(
  ctx: Ctx,
  deps: NoticeDependencies,
  route: DeliveryRoute,
  notice: Notice,
  isRetry: boolean,
): Promise<Email | undefined> {
  const { booking, about } = notice;
  if (route.by === 'none') {
    await insertNotice(ctx, { ...toNoticeRow(notice), reason: route.reason });
    return undefined;
  }
  if (route.by === 'channel') {
    const messageId = newId('msg');
    const isFirst = await insertNotice(ctx, {
      ...toNoticeRow(notice),
      route: route.channel.kind,
      message_id: messageId,
    });
    if (isFirst) await sendByChannel(ctx, deps.conversationService, route, { about, booking, messageId });
    return undefined;
  }
  const linkSigner = await loadEmailLinkSigner(ctx);
  const addressHash = linkSigner.hashAddress(route.to);
  if (about === 'booking.reminder' && (await hasUnsubscribed(ctx.db, addressHash))) {
    await insertNotice(ctx, { ...toNoticeRow(notice), reason: 'The customer has unsubscribed from reminders.' });
    return undefined;
  }
  if (!isRetry) await insertNotice(ctx, { ...toNoticeRow(notice), route: 'email' });
  const business = inLanguage(ctx.business, booking.language);
  const languageQuery = business.language ? `?language=${business.language}` : '';
  const linkBase = await findLinkBase(ctx, deps.config.publicUrl);
  return composeEmail({ ...ctx, business }, about, booking, {
    ...route,
    linkBase,
    bookingPageUrl: linkBase + linkSigner.createBookingLink(booking.id),
    unsubscribe: linkBase + linkSigner.createUnsubscribeLink(addressHash) + languageQuery,
  });
}
