import type { AnyIndustry } from '../../capability/industry.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { IMPORT_TASK, type ImportJob, importBatch } from './import.ts';
import { healthIndustryCheck } from './routes.ts';

/** Imports take turns with each other, so that they keep no other job waiting. */
export function customerJobs({
  runAsSystem,
  industries,
}: {
  runAsSystem: RunAsSystem;
  industries: AnyIndustry[];
}): Jobs {
  const isHealthIndustry = healthIndustryCheck(industries);
  return {
    dedicatedConcurrency: 2,
    tasks: {
      [IMPORT_TASK]: async (payload, { abortSignal }) => {
        const { workspaceId, id } = payload as ImportJob;
        const importNextBatch = () =>
          runAsSystem(workspaceId, IMPORT_TASK, (ctx) => importBatch(ctx, id, isHealthIndustry));
        while (await importNextBatch()) abortSignal?.throwIfAborted();
      },
    },
  };
}
