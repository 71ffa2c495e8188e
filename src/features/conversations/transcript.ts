import { Type } from 'typebox';
import { getCustomerView } from '../../capability/samples.ts';
import type { Config } from '../../kernel/config.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Context, Route, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { route } from '../../kernel/http/route.ts';
import { Id, OneOf, Strict } from '../../kernel/http/schema.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { must } from '../../kernel/must.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import { type Counter, networkOf } from '../../kernel/rate-limit.ts';
import type { KeyGate } from '../access/key-gate.ts';
import type { WidgetLimits } from '../access/widget-limits.ts';
import { chooseCustomerFacingBrand } from '../brand/brand.ts';
import { findLinkBase } from '../brand/domains.ts';
import { loadEmailLinkSigner } from '../business/mail-links.ts';
import type { Documents } from '../business/store.ts';
import { type ConversationService, isHidden } from './conversation-service.ts';
import { encryptRequest, hasConfirmed } from './transcript-addresses.ts';
import { composeConfirmationEmail, composeTranscriptEmail } from './transcript-emails.ts';

type Dependencies = {
  keyGate: KeyGate;
  conversationService: ConversationService;
  documents: Documents;
  keyring: Keyring;
  config: Pick<Config, 'publicUrl'>;
  widgetLimits: Pick<WidgetLimits, 'transcriptsPerHour' | 'transcriptsOfWorkspace'>;
  countTranscripts: { hour: Counter; day: Counter };
};
type Ctx = Context<WorkspacePrincipal>;

const DESCRIPTION = `
Three times an hour at most for a conversation, and a few hundred times a day for a workspace. What is said about health is
not sent by mail. Asked for with a publishable key, it goes at once only to the email address of a signed identity, or to one
that has confirmed in this conversation; any other address first gets a link to confirm.
Where the service can't send email, mails are only written to files on the server, and the widget doesn't offer it.
`.trim();

export function transcriptRoute({
  keyGate,
  conversationService,
  documents,
  keyring,
  config,
  widgetLimits,
  countTranscripts,
}: Dependencies): Route {
  /** Strict limits, because transcripts could be used to send unwanted mail to anybody. */
  async function enforceRateLimits({ actor, workspace }: Ctx, id: string, ip: string, email: string): Promise<void> {
    const isFromWidget = actor.kind === 'key' && actor.publishable;
    const { address, conversation, recipient } = widgetLimits.transcriptsPerHour;
    const hourlyLimits: [counterKey: string, max: number][] = [
      ...(isFromWidget ? ([[networkOf(ip), address]] as [string, number][]) : []),
      [id, conversation],
      ...(isFromWidget ? ([[`${workspace.id} ${email.toLowerCase()}`, recipient]] as [string, number][]) : []),
    ];
    for (const [counterKey, max] of hourlyLimits)
      await countTranscripts.hour.countOrThrow(counterKey, max, 'Too many transcripts were sent already');
    const { perDay } = widgetLimits.transcriptsOfWorkspace;
    const detail = `The ${perDay} transcripts that a workspace may mail in a day are sent`;
    await countTranscripts.day.countOrThrow(workspace.liveId, perDay, detail);
  }

  /** A visitor may type anybody's address, so it needs proof. The business's own server and team need none. */
  async function isTrustedRecipient(ctx: Ctx, id: string, email: string): Promise<boolean> {
    const { actor } = ctx;
    if (actor.kind !== 'key' || !actor.publishable) return true;
    const { verified, customer } = actor.visitor ?? {};
    if (verified && customer?.email?.toLowerCase() === email.toLowerCase()) return true;
    return hasConfirmed({ ...ctx, keyring }, id, email);
  }

  return route({
    method: 'POST',
    pathPrefixSet: 'all',
    path: '/conversations/:id/transcript',
    gate: keyGate('conversations:write', { allowPublishableKeyFor: 'other' }),
    tag: 'Conversations',
    summary: 'Send the conversation by mail',
    description: DESCRIPTION,
    params: Strict({ id: Id('conv') }),
    body: Strict({ email: Type.String({ format: 'email', maxLength: 254 }) }),
    example: { body: { email: 'dana@example.com' } },
    responses: {
      202: Type.Object({
        email: Type.String(),
        sent: OneOf(['transcript', 'confirmation'], {
          description: '`confirmation`: the transcript follows once the link in that mail is used',
        }),
      }),
    },
    async handle(ctx, { params: { id }, body: { email }, request }) {
      const conversationAccess = await conversationService.store.readAccessColumns(ctx, id);
      if (!conversationAccess || isHidden(ctx, conversationAccess)) throw notFound('conversation');
      if (conversationAccess.isEncrypted || conversationService.isHealthBusinessType(conversationAccess.business_type))
        throw new Problem(
          'conflict',
          'For privacy, we don’t email health conversations. You can read yours here any time.',
        );
      await enforceRateLimits(ctx, id, request.ip, email);
      const { document } = await documents.get(ctx);
      const business = getCustomerView(document, ctx.workspace.mode);
      if (!(await isTrustedRecipient(ctx, id, email))) {
        const links = await loadEmailLinkSigner({ ...ctx, keyring });
        const linkBase = await findLinkBase(ctx, config.publicUrl);
        const link = linkBase + links.createTranscriptLink(encryptRequest({ ...ctx, keyring }, id, email));
        await enqueue(
          ctx.db,
          'mail.send',
          composeConfirmationEmail(email, chooseCustomerFacingBrand(ctx.workspace, business), link),
        );
        return { status: 202, body: { email, sent: 'confirmation' as const } };
      }
      const { conversation, messages } = must(await conversationService.store.read(ctx, id), 'the conversation');
      const name = conversation.business_name ?? business.name;
      const { senderName } = chooseCustomerFacingBrand(ctx.workspace, business);
      await enqueue(ctx.db, 'mail.send', composeTranscriptEmail(email, { name, senderName }, messages, business));
      return { status: 202, body: { email, sent: 'transcript' as const } };
    },
  });
}
