import type { Config } from '../../kernel/config.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import { type Mailer, mailId } from '../../kernel/mail.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';

type Dependencies = { runAsSystem: RunAsSystem; send: Mailer; config: Pick<Config, 'publicUrl'> };

/** Mails the business's handoff address that a customer is waiting. The mail does not contain the conversation. */
export function handoffJobs({ runAsSystem, send, config }: Dependencies): Jobs {
  return {
    tasks: {
      'handoff.mail': async (payload, { job }) => {
        const { workspaceId, conversationId } = payload as { workspaceId: string; conversationId: string };
        const business = await runAsSystem(workspaceId, 'handoff', async (ctx) => ctx.business);
        const to = business?.handoff.email;
        if (!business || !to) return;
        const link = `${config.publicUrl}/inbox?workspace=${workspaceId}&conversation=${conversationId}`;
        await send({
          id: mailId(job),
          workspaceId,
          to,
          subject: `${business.name}: a customer is waiting`,
          text: `A customer is waiting for a reply from your team.\n\nOpen the conversation: ${link}\n`,
        });
      },
    },
  };
}
