import { getCustomerView } from '../../capability/samples.ts';
import { enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { readDocument } from '../business/store.ts';
import { type CheckupDependencies, JOB_TIME_LIMIT_MS, runCheckup } from './run-checkup.ts';
import { findCheckup, storeCheckup } from './store.ts';

/** Runs a checkup after the document changes, unless that version already has one, and asks unanswered questions again. */
export function checkupJobs(dependencies: CheckupDependencies & { runAsSystem: RunAsSystem }): Jobs {
  return {
    tasks: {
      'checkup.run': async (payload) => {
        const { workspaceId } = payload as { workspaceId: string };
        await dependencies.runAsSystem(workspaceId, 'checkup', async (ctx) => {
          await enqueue(ctx.db, 'analytics.recheck-gaps', { workspaceId }, { key: `recheck-gaps ${workspaceId}` });
          const { version, document } = await readDocument(ctx.db, ctx.workspace);
          if (await findCheckup(ctx.db, version)) return;
          await storeCheckup(
            ctx,
            version,
            await runCheckup(ctx, dependencies, getCustomerView(document, ctx.workspace.mode), JOB_TIME_LIMIT_MS),
          );
        });
      },
    },
  };
}
