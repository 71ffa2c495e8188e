import type { AnyIndustry } from '../../capability/industry.ts';
import type { Database } from '../../kernel/database/database.ts';
import { type Jobs, longJobs } from '../../kernel/jobs.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { UnreadableError } from '../knowledge/extract/blocks.ts';
import { targetListsOf } from './entries.ts';
import { propose } from './propose.ts';
import { readPdf, readSite } from './read-site.ts';
import type { Region } from './region.ts';
import { findUnreadImport, storeFailure, storeProgress, storeResult } from './store.ts';

type Dependencies = {
  database: Database;
  industries: AnyIndustry[];
  siteFetch: Pick<SafeFetch, 'fetch' | 'findRejectionReason'>;
};
/** Includes what the document said when the import started. */
export type ImportJob = Region & { workspaceId: string; id: string; industries: string[] };

const MAX_ATTEMPTS = 3;
/** Reading mostly waits for websites. */
const CONCURRENT_IMPORTS = 4;
const NOTHING_FOUND =
  'We found no hours, contact details, prices or FAQs there. Try the address of your menu, price or contact page, or upload a PDF.';

/** Thrown if the owner discards the import while it is being read. */
class ImportDiscarded extends Error {}

export function siteImportJobs(dependencies: Dependencies): Jobs {
  const { database } = dependencies;
  return {
    lane: longJobs(CONCURRENT_IMPORTS),
    tasks: {
      'site-import.read': async (payload, { job, abortSignal }) => {
        const { workspaceId, id } = payload as ImportJob;
        const fail = (reason: string) => database.inWorkspace(workspaceId, (db) => storeFailure(db, id, reason));
        try {
          await readImport(dependencies, payload as ImportJob, abortSignal);
        } catch (error) {
          if (error instanceof ImportDiscarded) return;
          if (error instanceof UnreadableError) {
            await fail(error.message);
            return;
          }
          if (job.attempts >= MAX_ATTEMPTS && !abortSignal?.aborted)
            await fail('Something went wrong on our side. Please try again.');
          throw error;
        }
      },
      'site-import.expire': async () => {
        await database.statement('select delete_expired_site_imports()', []);
      },
    },
    schedule: [{ task: 'site-import.expire', everyMinutes: 60 }],
  };
}

async function readImport(
  { database, industries, siteFetch }: Dependencies,
  { workspaceId, id, industries: activeNames, country, currency }: ImportJob,
  signal: AbortSignal | undefined,
): Promise<void> {
  const row = await database.inWorkspaceReadOnly(workspaceId, (db) => findUnreadImport(db, id));
  if (!row) return;
  const activeIndustries = industries.filter(({ name }) => activeNames.includes(name));
  const lists = activeIndustries.flatMap(({ siteLists = [] }) => siteLists);
  const reportProgress = async (read: number, found: number) => {
    if (!(await database.inWorkspace(workspaceId, (db) => storeProgress(db, id, read, found))))
      throw new ImportDiscarded();
  };
  const pages = row.url
    ? await readSite(row.url, { fetch: siteFetch, lists, progress: reportProgress, signal })
    : await readPdf(new Uint8Array(row.content ?? []), { lists });
  const { proposals, notes } = propose(
    pages,
    targetListsOf(activeIndustries),
    { country, currency },
    new Date().toISOString().slice(0, 10),
  );
  if (!proposals.length && !notes.length) throw new UnreadableError(NOTHING_FOUND);
  await database.inWorkspace(workspaceId, (db) => storeResult(db, id, proposals, notes));
}
