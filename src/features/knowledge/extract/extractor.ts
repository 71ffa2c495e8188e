import type { ConcurrencyLimit } from '../concurrency-limit.ts';
import type { RobotsQuery, RobotsVerdict } from '../robots.ts';
import type { ExtractedDocument, ExtractRequest, WorkerRequest, WorkerResponse } from './extract-worker.ts';
import { DEFAULT_LIMITS, type ExtractLimits, type OnProgress, openWorker } from './limited-worker.ts';

/** Extracts text in a worker thread. */
export type Extractor = {
  extract(request: ExtractRequest, onProgress?: OnProgress): Promise<ExtractedDocument>;
  checkRobots(robots: RobotsQuery): Promise<RobotsVerdict>;
  close(): Promise<void>;
};

export function openExtractor(
  limits: ExtractLimits = DEFAULT_LIMITS,
  runLimited: ConcurrencyLimit = (work) => work(),
): Extractor {
  const worker = openWorker<WorkerRequest, WorkerResponse>(
    new URL('./extract-worker.ts', import.meta.url),
    limits,
    runLimited,
  );
  return {
    extract: async (document, onProgress) =>
      ((await worker.run({ document }, onProgress)) as { extracted: ExtractedDocument }).extracted,
    checkRobots: async (robots) => ((await worker.run({ robots })) as { verdict: RobotsVerdict }).verdict,
    close: worker.close,
  };
}
