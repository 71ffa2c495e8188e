import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import { html } from '../../kernel/html.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import { chooseCustomerFacingBrand } from '../brand/brand.ts';
import {
  brokenLinkResponse,
  type CustomerPage,
  createPageResponse,
  type PageRequest,
  type PageResponse,
} from '../business/customer-pages.ts';
import { loadEmailLinkSigner, parseToken } from '../business/mail-links.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import type { ConversationService } from './conversation-service.ts';
import { confirmAddress, decryptRequest, type TranscriptRequest } from './transcript-addresses.ts';
import { composeTranscriptEmail } from './transcript-emails.ts';

type Dependencies = { runAsSystem: RunAsSystem; conversationService: ConversationService };
type Ctx = CapabilityContext<Business>;

const TITLE = 'Your conversation';

/** The pages behind a confirmation mail's link, where its recipient confirms that they want the transcript. */
export function transcriptPages({ runAsSystem, conversationService }: Dependencies): CustomerPage[] {
  async function withRequest(
    { params }: PageRequest,
    work: (ctx: Ctx, transcriptRequest: TranscriptRequest) => Promise<PageResponse>,
  ): Promise<PageResponse> {
    const token = parseToken(params.token);
    if (!token) return brokenLinkResponse;
    const response = await runAsSystem(
      token.workspaceId,
      'customer.transcript',
      async (ctx) => {
        const isValid = (await loadEmailLinkSigner(ctx)).isValidLink('transcript', token);
        const transcriptRequest = isValid ? decryptRequest(ctx, Buffer.from(token.subject, 'base64url')) : undefined;
        if (!transcriptRequest) return brokenLinkResponse;
        const conversation = await conversationService.store.readAccessColumns(ctx, transcriptRequest.conversationId);
        const isExpired =
          transcriptRequest.until < ctx.now.getTime() ||
          !conversation ||
          conversation.isEncrypted ||
          conversationService.isHealthBusinessType(conversation.business_type);
        return isExpired ? createPageResponse(ctx, 'Expired', expiredView, 410) : work(ctx, transcriptRequest);
      },
      { actorId: 'customer' },
    );
    return response ?? brokenLinkResponse;
  }

  const show = (pageRequest: PageRequest) =>
    withRequest(pageRequest, async (ctx) =>
      createPageResponse(ctx, TITLE, askView(`/transcript/${pageRequest.params.token}`, ctx.business)),
    );

  const send = (pageRequest: PageRequest) =>
    withRequest(pageRequest, async (ctx, transcriptRequest) => {
      if (await confirmAddress(ctx, transcriptRequest)) {
        const { conversation, messages } = must(
          await conversationService.store.read(ctx, transcriptRequest.conversationId),
          'the conversation',
        );
        const name = conversation.business_name ?? ctx.business.name;
        const { senderName } = chooseCustomerFacingBrand(ctx.workspace, ctx.business);
        const email = composeTranscriptEmail(transcriptRequest.email, { name, senderName }, messages, ctx.business);
        await enqueue(ctx.db, 'mail.send', email);
      }
      return createPageResponse(ctx, TITLE, sentView);
    });

  return [
    { method: 'GET', url: '/transcript/:token', handle: show },
    { method: 'POST', url: '/transcript/:token', handle: send },
  ];
}

const askView = (path: string, { name }: Business) => html`<h1>Get a copy of your conversation?</h1>
<p>Someone asked ${name} to email a copy of a conversation to you. If it wasn’t you, just close this page.</p>
<form method="post" action="${path}"><button class="button">Send it to me</button></form>`;

const sentView = html`<h1>It’s on its way</h1>
<p>Check your inbox in a minute.</p>`;

const expiredView = html`<h1>This link has expired</h1>
<p>Please ask for a copy again in the chat.</p>`;
