import type { Jobs } from '../../kernel/jobs.ts';
import { type Mailer, mailId } from '../../kernel/mail.ts';
import type { Inside } from '../business/inside.ts';

type Dependencies = { inside: Inside; send: Mailer; publicUrl: string };

/** Tells by mail that a customer waits, where the document names an address for that. What was said stays here. */
export function handoffJobs({ inside, send, publicUrl }: Dependencies): Jobs {
  return {
    tasks: {
      'handoff.mail': async (payload, { job }) => {
        const { workspaceId, conversationId } = payload as { workspaceId: string; conversationId: string };
        const business = await inside(workspaceId, 'handoff', async (ctx) => ctx.business);
        const to = business?.handoff.email;
        if (!business || !to) return;
        const link = `${publicUrl}/inbox?workspace=${workspaceId}&conversation=${conversationId}`;
        await send({
          id: mailId(job),
          workspaceId,
          to,
          subject: `${business.name}: a customer is waiting for a person`,
          text: `The assistant has passed a conversation on to your team.\n\nRead and answer it: ${link}\n`,
        });
      },
    },
  };
}
