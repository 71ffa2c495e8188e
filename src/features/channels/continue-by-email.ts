// A team's reply that the visitor's page has not received is sent by email, where the conversation continues.
import { sql } from 'kysely';
import type { Business } from '../../capability/document.ts';
import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import { getCustomerView } from '../../capability/samples.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Email } from '../../kernel/mail.ts';
import { toSafeLine } from '../../kernel/text.ts';
import { runInWorkspace } from '../business/run-as-system.ts';
import type { Conversation, Message } from '../conversations/conversation.ts';
import type { SendServices } from './send.ts';
import { composeSignature } from './signature.ts';

/** Enqueued by the database with each reply to a visitor whose address is known, for two minutes later. */
export type UnseenReply = { workspaceId: string; conversationId: string; messageId: string };
type Ctx = Context<WorkspacePrincipal>;

export async function continueByEmail(
  services: SendServices,
  { workspaceId, conversationId, messageId }: UnseenReply,
): Promise<void> {
  const { store } = services.conversationService;
  await runInWorkspace(services, workspaceId, 'system', async (ctx) => {
    const conversation = await store.lock(ctx, conversationId);
    // A conversation about health is never emailed, even if it only turned out to be one after the reply.
    if (!conversation || conversation.isEncrypted || (conversation.seen_message_id ?? '') >= messageId) return;
    const { email } = conversation.customer;
    const message = (await store.readMessages(ctx, conversation)).find(({ id }) => id === messageId);
    if (!email || !message) return;
    const { document } = await services.documents.get(ctx);
    const business = getCustomerView(document, ctx.workspace.mode);
    const isQueued = await queueForMailbox(ctx, conversation, email.toLowerCase(), messageId, business);
    // If the business has no mailbox, the service itself sends the email, but not for the sandbox.
    if (!isQueued && ctx.workspace.mode === 'live')
      await enqueue(ctx.db, 'mail.send', composeReplyEmail(email, conversation, message, business));
  });
}

/** Queues it for the business's mailbox, which gets the customer's answer. False if there is none. */
async function queueForMailbox(
  { db, workspace, now }: Ctx,
  conversation: Conversation,
  address: string,
  messageId: string,
  business: Business,
): Promise<boolean> {
  const mailbox = await db
    .selectFrom('channel_connections')
    .select('id')
    .where('kind', '=', 'email')
    .where('status', '=', 'active')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!mailbox) return false;
  const threadKey = `${conversation.id} ${address}`;
  await db
    .insertInto('channel_threads')
    .values({
      workspace_id: workspace.id,
      connection_id: mailbox.id,
      key: threadKey,
      address,
      conversation_id: null,
      continues_id: conversation.id,
      opted_out_at: null,
      last_received_at: now,
      context: JSON.stringify({ subject: composeSubject(conversation, business) }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`select send_by_channel(${workspace.id}, ${conversation.id}, ${messageId}, ${mailbox.id}, ${threadKey})`.execute(
    db,
  );
  return true;
}

const createFormatter = ({ state }: Conversation, business: Business) =>
  formatterFor(inLanguage(business, (state as { language?: string }).language));

const composeSubject = (conversation: Conversation, business: Business): string =>
  createFormatter(conversation, business).text('Your conversation with {business}', {
    business: toSafeLine(business.name),
  });

function composeReplyEmail(
  to: string,
  conversation: Conversation,
  { text, details }: Message,
  business: Business,
): Email {
  const format = createFormatter(conversation, business);
  const { email: replyTo, website } = business.contact;
  const replyHint = website ? [format.text('To reply, open the chat on our website: {website}', { website })] : [];
  return {
    to,
    fromName: toSafeLine(business.name),
    ...(replyTo ? { replyTo } : {}),
    subject: composeSubject(conversation, business),
    text: `${[text, ...replyHint, `-- \n${composeSignature(business, details?.author).join('\n')}`].join('\n\n')}\n`,
  };
}
