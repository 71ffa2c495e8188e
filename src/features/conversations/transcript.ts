import { Type } from 'typebox';
import type { Vault } from '../../kernel/crypto.ts';
import type { Context, InWorkspace, Route } from '../../kernel/http/route.ts';
import { route } from '../../kernel/http/route.ts';
import { Id, OneOf, Strict } from '../../kernel/http/schema.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { networkOf, tooMany, type WidgetLimits } from '../access/widget-limits.ts';
import { openLinks } from '../business/mail-links.ts';
import type { Documents } from '../business/store.ts';
import { type Desk, isHidden } from './desk.ts';
import { hasConfirmed, sealRequest } from './transcript-addresses.ts';
import { confirmationMail, transcriptMail } from './transcript-mails.ts';

/** How often something was done since its window began, over all instances. */
type Count = (what: string) => Promise<{ used: number; seconds: number }>;

type Dependencies = {
  key: KeyGate;
  desk: Desk;
  documents: Documents;
  vault: Vault;
  publicUrl: string;
  limits: Pick<WidgetLimits, 'transcripts' | 'transcriptsOfWorkspace'>;
  counts: { hour: Count; day: Count };
};
type Ctx = Context<InWorkspace>;

const ABOUT = `
Three times an hour at most for a conversation, and a few hundred times a day for a workspace. What is said about health is
not sent by mail. Asked for with a publishable key, it goes at once only to the e-mail address of a signed identity, or to one
that has confirmed in this conversation; any other address first gets a link to confirm.
`.trim();

export function transcriptRoute({ key, desk, documents, vault, publicUrl, limits, counts }: Dependencies): Route {
  /** Anybody could be sent anything by it, so it is rarely done. */
  async function refuseTooMany({ actor, workspace }: Ctx, id: string, ip: string, email: string): Promise<void> {
    const byPage = actor.kind === 'key' && actor.publishable;
    const { address, conversation, recipient } = limits.transcripts;
    const hourly: [what: string, most: number][] = [
      ...(byPage ? ([[networkOf(ip), address]] as [string, number][]) : []),
      [id, conversation],
      ...(byPage ? ([[`${workspace.id} ${email.toLowerCase()}`, recipient]] as [string, number][]) : []),
    ];
    for (const [what, most] of hourly) {
      const { used, seconds } = await counts.hour(what);
      if (used > most) throw tooMany(seconds, 'Too many transcripts were sent already');
    }
    const { perDay } = limits.transcriptsOfWorkspace;
    const { used, seconds } = await counts.day(workspace.accountId);
    if (used > perDay) throw tooMany(seconds, `The ${perDay} transcripts that a workspace may mail in a day are sent`);
  }

  /** A visitor may type anybody's address; the business's own server and team answer for theirs. */
  async function isTrusted(ctx: Ctx, id: string, email: string): Promise<boolean> {
    const { actor } = ctx;
    if (actor.kind !== 'key' || !actor.publishable) return true;
    const { verified, customer } = actor.visitor ?? {};
    if (verified && customer?.email?.toLowerCase() === email.toLowerCase()) return true;
    return hasConfirmed({ ...ctx, vault }, id, email);
  }

  return route({
    method: 'POST',
    root: 'core',
    path: '/conversations/:id/transcript',
    gate: key('conversations:write', { widget: 'other' }),
    tag: 'Conversations',
    summary: 'Send the conversation by mail',
    description: ABOUT,
    params: Strict({ id: Id('conv') }),
    body: Strict({ email: Type.String({ format: 'email', maxLength: 254 }) }),
    answers: {
      202: Type.Object({
        email: Type.String(),
        sent: OneOf(['transcript', 'confirmation'], {
          description: '`confirmation`: the transcript follows once the link in that mail is used',
        }),
      }),
    },
    async handle(ctx, { params: { id }, body: { email }, request }) {
      const whose = await desk.store.glance(ctx, id);
      if (!whose || isHidden(ctx, whose)) throw notFound('conversation');
      if (whose.isSealed || desk.isHealth(whose.business_type))
        throw new Problem(
          'conflict',
          'What is said about health is not sent by mail, which others could read. You can read it here at any time.',
        );
      await refuseTooMany(ctx, id, request.ip, email);
      const { document: business } = await documents.of(ctx);
      if (!(await isTrusted(ctx, id, email))) {
        const links = await openLinks({ ...ctx, vault });
        const link = publicUrl + links.transcript(sealRequest({ ...ctx, vault }, id, email));
        await enqueue(ctx.db, 'mail.send', confirmationMail(email, business, link));
        return { status: 202, body: { email, sent: 'confirmation' as const } };
      }
      const { conversation, messages } = (await desk.store.read(ctx, id))!;
      const name = conversation.business_name ?? business.name;
      await enqueue(ctx.db, 'mail.send', transcriptMail(email, name, messages, business));
      return { status: 202, body: { email, sent: 'transcript' as const } };
    },
  });
}
