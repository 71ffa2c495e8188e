import { Type } from 'typebox';
import type { Business } from '../../capability/document.ts';
import type { Context, InWorkspace, Route } from '../../kernel/http/route.ts';
import { route } from '../../kernel/http/route.ts';
import { Id, Strict } from '../../kernel/http/schema.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Mail } from '../../kernel/mail.ts';
import { notFound, Problem } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { networkOf, tooMany, type WidgetLimits } from '../access/widget-limits.ts';
import type { Documents } from '../business/store.ts';
import type { Message } from './conversation.ts';
import { type Desk, isHidden } from './desk.ts';

type Dependencies = {
  key: KeyGate;
  desk: Desk;
  documents: Documents;
  limits: WidgetLimits['transcripts'];
  /** How often in the last hour, over all instances. */
  count(what: string): Promise<{ used: number; seconds: number }>;
};

export function transcriptRoute({ key, desk, documents, limits, count }: Dependencies): Route {
  /** Anybody could be sent anything by it, so it is rarely done. */
  async function refuseTooMany({ actor }: Context<InWorkspace>, id: string, ip: string): Promise<void> {
    const byPage = actor.kind === 'key' && actor.publishable;
    const counts: [what: string, most: number][] = [
      ...(byPage ? [[networkOf(ip), limits.address] as [string, number]] : []),
      [id, limits.conversation],
    ];
    for (const [what, most] of counts) {
      const { used, seconds } = await count(what);
      if (used > most) throw tooMany(seconds, 'Too many transcripts were sent already');
    }
  }

  return route({
    method: 'POST',
    root: 'core',
    path: '/conversations/:id/transcript',
    gate: key('conversations:write', { widget: 'other' }),
    tag: 'Conversations',
    summary: 'Send the conversation by mail',
    description: 'Three times an hour at most. What is said about health is not sent by mail.',
    params: Strict({ id: Id('conv') }),
    body: Strict({ email: Type.String({ format: 'email', maxLength: 254 }) }),
    answers: { 202: Type.Object({ email: Type.String() }) },
    async handle(ctx, { params: { id }, body: { email }, request }) {
      const whose = await desk.store.glance(ctx, id);
      if (!whose || isHidden(ctx, whose)) throw notFound('conversation');
      if (whose.isSealed || desk.isHealth(whose.business_type))
        throw new Problem(
          'conflict',
          'What is said about health is not sent by mail, which others could read. You can read it here at any time.',
        );
      await refuseTooMany(ctx, id, request.ip);
      const { document: business } = await documents.of(ctx);
      const { conversation, messages } = (await desk.store.read(ctx, id))!;
      const name = conversation.business_name ?? business.name;
      await enqueue(ctx.db, 'mail.send', transcriptMail(email, name, messages, business));
      return { status: 202, body: { email } };
    },
  });
}

export function transcriptMail(to: string, businessName: string, messages: Message[], business: Business): Mail {
  const { locale, timezone } = business;
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone });
  const name = businessName.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const said = messages.map(({ role, text, created_at }) => ({
    who: role === 'customer' ? 'You' : name,
    at: clock.format(created_at),
    text,
  }));
  const ending = `You get this mail because someone asked ${name} to send this conversation to ${to}.`;
  const blocks = said.map(({ who, at, text }) => `${who}, ${at}\n${text}`);
  const rows = said.map(
    ({ who, at, text }) =>
      `<p><b>${inHtml(who)}</b> <small>${inHtml(at)}</small><br>${inHtml(text).replace(/\r?\n/g, '<br>')}</p>`,
  );
  return {
    to,
    subject: `Your conversation with ${name}`,
    text: [...blocks, ending].join('\n\n'),
    html: [
      `<!doctype html><html lang="${inHtml(locale)}"><body>`,
      ...rows,
      `<hr><p><small>${inHtml(ending)}</small></p></body></html>`,
    ].join('\n'),
  };
}

const inHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
