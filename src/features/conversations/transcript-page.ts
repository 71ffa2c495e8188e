import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import { html } from '../../kernel/html.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import { type Answer, type Asked, broken, type CustomerPage, page } from '../business/customer-pages.ts';
import { openLinks, readToken } from '../business/mail-links.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import type { ConversationService } from './conversation-service.ts';
import { confirm, decryptRequest, type TranscriptRequest } from './transcript-addresses.ts';
import { transcriptMail } from './transcript-mails.ts';

type Dependencies = { runAsSystem: RunAsSystem; conversationService: ConversationService };
type Ctx = CapabilityContext<Business>;

const TITLE = 'Your conversation';

/** Where somebody who got a confirmation mail says that they want the transcript. */
export function transcriptPages({ runAsSystem, conversationService }: Dependencies): CustomerPage[] {
  async function withRequest(
    { params }: Asked,
    work: (ctx: Ctx, asked: TranscriptRequest) => Promise<Answer>,
  ): Promise<Answer> {
    const token = readToken(params.token);
    if (!token) return broken;
    const answer = await runAsSystem(
      token.workspaceId,
      'customer.transcript',
      async (ctx) => {
        const isOurs = (await openLinks(ctx)).isOurs('transcript', token);
        const asked = isOurs ? decryptRequest(ctx, Buffer.from(token.subject, 'base64url')) : undefined;
        if (!asked) return broken;
        const now = await conversationService.store.glance(ctx, asked.conversationId);
        const isOver =
          asked.until < ctx.now.getTime() || !now || now.isSealed || conversationService.isHealth(now.business_type);
        return isOver ? page(ctx, 'Expired', overView, 410) : work(ctx, asked);
      },
      'customer',
    );
    return answer ?? broken;
  }

  const show = (asked: Asked) =>
    withRequest(asked, async (ctx) => page(ctx, TITLE, askView(`/transcript/${asked.params.token}`, ctx.business)));

  const send = (asked: Asked) =>
    withRequest(asked, async (ctx, request) => {
      if (await confirm(ctx, request)) {
        const { conversation, messages } = must(
          await conversationService.store.read(ctx, request.conversationId),
          'the conversation',
        );
        const name = conversation.business_name ?? ctx.business.name;
        await enqueue(ctx.db, 'mail.send', transcriptMail(request.email, name, messages, ctx.business));
      }
      return page(ctx, TITLE, sentView);
    });

  return [
    { method: 'GET', url: '/transcript/:token', answer: show },
    { method: 'POST', url: '/transcript/:token', answer: send },
  ];
}

const askView = (path: string, { name }: Business) => html`<h1>Get a copy of your conversation?</h1>
<p>Someone asked ${name} to email a copy of a conversation to you. If it wasn’t you, just close this page.</p>
<form method="post" action="${path}"><button class="button">Send it to me</button></form>`;

const sentView = html`<h1>It’s on its way</h1>
<p>Check your inbox in a minute.</p>`;

const overView = html`<h1>This link has expired</h1>
<p>Please ask for a copy again in the chat.</p>`;
