import type { Jobs } from '../../kernel/jobs.ts';
import type { Inside } from '../business/inside.ts';
import { readDocument } from '../business/store.ts';
import { type Examiner, examine, UNHURRIED_MS } from './run.ts';
import { findCheckup, storeCheckup } from './store.ts';

/** After a change, unless somebody has asked for it in the meantime. */
export function checkupJobs(examiner: Examiner & { inside: Inside }): Jobs {
  return {
    tasks: {
      'checkup.run': async (payload) => {
        const { workspaceId } = payload as { workspaceId: string };
        await examiner.inside(workspaceId, 'checkup', async (ctx) => {
          const { version, document } = await readDocument(ctx.db, ctx.workspace);
          if (await findCheckup(ctx.db, version)) return;
          await storeCheckup(ctx, version, await examine(ctx, examiner, document, UNHURRIED_MS));
        });
      },
    },
  };
}
