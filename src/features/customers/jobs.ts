import type { AnyIndustry } from '../../capability/industry.ts';
import { type Jobs, longJobs } from '../../kernel/jobs.ts';
import type { RunAsSystem } from '../business/run-as-system.ts';
import { IMPORT_TASK, type ImportJob, importBatch } from './import.ts';
import { createHealthIndustryCheck } from './routes.ts';

const CONCURRENT_IMPORTS = 2;

export function customerJobs({
  runAsSystem,
  industries,
}: {
  runAsSystem: RunAsSystem;
  industries: AnyIndustry[];
}): Jobs {
  const isHealthIndustry = createHealthIndustryCheck(industries);
  return {
    lane: longJobs(CONCURRENT_IMPORTS),
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
