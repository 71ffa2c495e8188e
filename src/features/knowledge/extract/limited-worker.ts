// Runs a worker thread with limits on memory and time, so that hostile input cannot harm the main process.
import { Worker } from 'node:worker_threads';
import type { ConcurrencyLimit } from '../concurrency-limit.ts';
import { UnreadableError } from './blocks.ts';

export type OnProgress = (pagesRead: number, pagesTotal: number) => void;

/** Messages that every worker may send besides its answers. */
export type WorkerReport =
  | { pagesRead: number; pagesFound: number }
  /** The reason to show the user; null if the file is simply damaged. */
  | { unreadable: string | null };

/** Processes one request after another. */
export type LimitedWorker<Request, Response> = {
  run(request: Request, onProgress?: OnProgress): Promise<Response>;
  close(): Promise<void>;
};

export type ExtractLimits = {
  /** The longest time without a progress message. */
  idleTimeoutMs: number;
  totalTimeoutMs: number;
  heapMb: number;
  /** Unpacked data lies outside the heap and needs its own limit. */
  externalMemoryMb: number;
};

export const DEFAULT_LIMITS: ExtractLimits = {
  idleTimeoutMs: 15_000,
  totalTimeoutMs: 120_000,
  heapMb: 256,
  externalMemoryMb: 800,
};
const WATCH_INTERVAL_MS = 100;

const FILE_DAMAGED_TEXT = 'This file is damaged, so we can’t read it. Save it again and re-upload it.';
const TOO_SLOW_TEXT =
  'Reading this file took too long, so it was given up. Send it in smaller parts, or as plain text.';
const TOO_LARGE_TEXT = 'This file unpacks to more than can be read, so it was given up. Send it in smaller parts.';

/** `runLimited` limits how many workers work at the same time. */
export function openWorker<Request, Response extends object>(
  script: URL,
  limits: ExtractLimits,
  runLimited: ConcurrencyLimit,
): LimitedWorker<Request, Response> {
  let worker: Worker | undefined;
  let isClosed = false;
  const startWorker = () => {
    const newWorker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 16 },
      stdout: true,
      stderr: true,
    });
    // Discard the warnings of the parsers.
    newWorker.stdout.resume();
    newWorker.stderr.resume();
    // Without a listener, an error between two requests would end the process.
    return newWorker.on('error', () => undefined);
  };
  const runInWorker = async (request: Request, onProgress: OnProgress): Promise<Response> => {
    if (isClosed) throw new Error('The extractor is closed.');
    worker ??= startWorker();
    const currentWorker = worker;
    return new Promise<Response>((resolve, reject) => {
      const startedAt = performance.now();
      let lastMessageAt = startedAt;
      const abort = (reason: string) => {
        stopListening();
        worker = undefined;
        currentWorker.terminate().then(
          () => reject(new UnreadableError(reason)),
          () => reject(new UnreadableError(reason)),
        );
      };
      let isSettled = false;
      // Measures this thread only, since other files may be unpacked at the same time.
      const checkMemory = async () => {
        const { external_memory: externalBytes } = await currentWorker.getHeapStatistics();
        if (!isSettled && externalBytes > limits.externalMemoryMb * 1024 * 1024) abort(TOO_LARGE_TEXT);
      };
      const watchTimer = setInterval(() => {
        const now = performance.now();
        if (now - lastMessageAt > limits.idleTimeoutMs || now - startedAt > limits.totalTimeoutMs) abort(TOO_SLOW_TEXT);
        else checkMemory().catch(() => undefined);
      }, WATCH_INTERVAL_MS);
      const onMessage = (message: Response | WorkerReport) => {
        lastMessageAt = performance.now();
        if ('pagesRead' in message) return onProgress(message.pagesRead, message.pagesFound);
        stopListening();
        if ('unreadable' in message) reject(new UnreadableError(message.unreadable ?? FILE_DAMAGED_TEXT));
        else resolve(message as Response);
      };
      const onError = (error: Error & { code?: string }) =>
        abort(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE_TEXT : FILE_DAMAGED_TEXT);
      const onExit = () => abort(FILE_DAMAGED_TEXT);
      const stopListening = () => {
        isSettled = true;
        clearInterval(watchTimer);
        currentWorker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      currentWorker.on('message', onMessage).on('error', onError).on('exit', onExit);
      currentWorker.postMessage(request);
    });
  };
  let lastRequest: Promise<unknown> = Promise.resolve();
  return {
    run(request, onProgress = () => undefined) {
      const response = lastRequest.then(() => runLimited(() => runInWorker(request, onProgress)));
      lastRequest = response.catch(() => undefined);
      return response;
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
      worker = undefined;
    },
  };
}
