import type { AnyIndustry } from '../../capability/industry.ts';
import type { Database } from '../../kernel/database/database.ts';
import { type Jobs, longJobs } from '../../kernel/jobs.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { UnreadableError } from '../knowledge/extract/blocks.ts';
import { collectTargetLists } from './entries.ts';
import { propose } from './propose.ts';
import { readPdf, readSite } from './read-site.ts';
import type { Region } from './region.ts';
import { findUnreadImport, storeFailure, storeProgress, storeResult } from './store.ts';

type Dependencies = {
  database: Database;
  industries: AnyIndustry[];
  siteFetch: Pick<SafeFetch, 'fetch' | 'findRejectionReason'>;
};
/** Industries, country and currency are those of the document when the import was requested. */
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
        const markFailed = (reason: string) => database.inWorkspace(workspaceId, (db) => storeFailure(db, id, reason));
        try {
          await readImport(dependencies, payload as ImportJob, abortSignal);
        } catch (error) {
          if (error instanceof ImportDiscarded) return;
          if (error instanceof UnreadableError) {
            await markFailed(error.message);
            return;
          }
          if (job.attempts >= MAX_ATTEMPTS && !abortSignal?.aborted)
            await markFailed('Something went wrong on our side. Please try again.');
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
  { workspaceId, id, industries: industryNames, country, currency }: ImportJob,
  signal: AbortSignal | undefined,
): Promise<void> {
  const row = await database.inWorkspaceReadOnly(workspaceId, (db) => findUnreadImport(db, id));
  if (!row) return;
  const activeIndustries = industries.filter(({ name }) => industryNames.includes(name));
  const siteLists = activeIndustries.flatMap(({ siteLists = [] }) => siteLists);
  const reportProgress = async (pagesRead: number, pagesFound: number) => {
    if (!(await database.inWorkspace(workspaceId, (db) => storeProgress(db, id, pagesRead, pagesFound))))
      throw new ImportDiscarded();
  };
  const pages = row.url
    ? await readSite(row.url, { fetch: siteFetch, siteLists: siteLists, reportProgress: reportProgress, signal })
    : await readPdf(new Uint8Array(row.content ?? []), { siteLists: siteLists });
  const { proposals, unclearQuotes } = propose(
    pages,
    collectTargetLists(activeIndustries),
    { country, currency },
    new Date().toISOString().slice(0, 10),
  );
  if (!proposals.length && !unclearQuotes.length) throw new UnreadableError(NOTHING_FOUND);
  await database.inWorkspace(workspaceId, (db) => storeResult(db, id, proposals, unclearQuotes));
}
