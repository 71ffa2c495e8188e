import { asCustomersSee } from '../../capability/samples.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { readDocument } from '../business/store.ts';
import { type Examiner, examine, UNHURRIED_MS } from './run.ts';
import { findCheckup, storeCheckup } from './store.ts';

/** After a change, unless somebody has asked for it in the meantime. */
export function checkupJobs(examiner: Examiner & { runAsSystem: RunAsSystem }): Jobs {
  return {
    tasks: {
      'checkup.run': async (payload) => {
        const { workspaceId } = payload as { workspaceId: string };
        await examiner.runAsSystem(workspaceId, 'checkup', async (ctx) => {
          const { version, document } = await readDocument(ctx.db, ctx.workspace);
          if (await findCheckup(ctx.db, version)) return;
          await storeCheckup(
            ctx,
            version,
            await examine(ctx, examiner, asCustomersSee(document, ctx.workspace.mode), UNHURRIED_MS),
          );
        });
      },
    },
  };
}
