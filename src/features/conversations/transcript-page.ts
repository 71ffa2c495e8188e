import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import { html } from '../../kernel/html.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { type Answer, type Asked, broken, type CustomerPage, page } from '../business/customer-pages.ts';
import type { Inside } from '../business/inside.ts';
import { openLinks, readToken } from '../business/mail-links.ts';
import type { Desk } from './desk.ts';
import { confirm, openRequest, type TranscriptRequest } from './transcript-addresses.ts';
import { transcriptMail } from './transcript-mails.ts';

type Dependencies = { inside: Inside; desk: Desk };
type Ctx = CapabilityContext<Business>;

const TITLE = 'Your conversation';

/** Where somebody who got a confirmation mail says that they want the transcript. */
export function transcriptPages({ inside, desk }: Dependencies): CustomerPage[] {
  async function withRequest(
    { params }: Asked,
    work: (ctx: Ctx, asked: TranscriptRequest) => Promise<Answer>,
  ): Promise<Answer> {
    const token = readToken(params.token);
    if (!token) return broken;
    const answer = await inside(
      token.workspaceId,
      'customer.transcript',
      async (ctx) => {
        const isOurs = (await openLinks(ctx)).isOurs('transcript', token);
        const asked = isOurs ? openRequest(ctx, Buffer.from(token.subject, 'base64url')) : undefined;
        if (!asked) return broken;
        const now = await desk.store.glance(ctx, asked.conversationId);
        const isOver = asked.until < ctx.now.getTime() || !now || now.isSealed || desk.isHealth(now.business_type);
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
        const { conversation, messages } = (await desk.store.read(ctx, request.conversationId))!;
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

const askView = (path: string, { name }: Business) => html`<h1>Send you the conversation?</h1>
<p>Someone asked for a copy of a conversation with ${name} to be sent to your address. If it was not you, just close this page.</p>
<form method="post" action="${path}"><button class="button">Yes, send it to me</button></form>`;

const sentView = html`<h1>It is on its way</h1>
<p>The conversation is being sent to you by mail.</p>`;

const overView = html`<h1>This link has expired</h1>
<p>Please ask for the conversation again where you had it.</p>`;
