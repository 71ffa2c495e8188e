// Manages the encoder's worker thread: starts it at first use, sends waiting requests as one batch, replaces it after a crash.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { setEnvironmentVariable } from '../../kernel/config.ts';
import { must } from '../../kernel/must.ts';
import type { EncodeRequest, EncodeResult } from './encoder-worker.ts';

type Job = {
  readonly request: EncodeRequest;
  readonly resolve: (result: EncodeResult) => void;
  readonly reject: (failure: Error) => void;
};

export type EncoderThread = {
  encode(request: EncodeRequest, isUrgent: boolean): Promise<EncodeResult>;
  close(): Promise<void>;
};

const MAX_BATCH_SIZE = 16;
/** The worker creates few short-lived objects, but by default V8 reserves as much memory for them as in the main thread. */
const YOUNG_GENERATION_MB = 6;

export function openEncoderThread(folder: string): EncoderThread {
  const urgentJobs: Job[] = [];
  const backgroundJobs: Job[] = [];
  let worker: Worker | undefined;
  let currentBatch: Job[] = [];
  let remainingInBatch = 0;
  let isBackgroundTurn = false;
  let isClosed = false;

  function startWorker(): Worker {
    // Without this, the ONNX runtime sends telemetry to its vendor.
    setEnvironmentVariable('ORT_DISABLE_TELEMETRY', '1');
    const newWorker = new Worker(new URL('./encoder-worker.ts', import.meta.url), {
      workerData: folder,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    let failure = new Error('The encoder stopped.');
    newWorker.on('message', handleResult);
    newWorker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    newWorker.on('exit', () => {
      if (worker === newWorker) worker = undefined;
      const unfinishedJobs = currentBatch;
      currentBatch = [];
      for (const job of unfinishedJobs) job.reject(failure);
      startNextBatch();
    });
    return newWorker;
  }

  function handleResult(result: EncodeResult) {
    must(currentBatch[result.index], 'the job of a result').resolve(result);
    remainingInBatch -= 1;
    if (remainingInBatch > 0) return;
    currentBatch = [];
    startNextBatch();
  }

  function startNextBatch() {
    if (currentBatch.length > 0) return;
    // Background jobs run one at a time, so that no customer waits for a long list; under load they take turns with urgent ones.
    const runsBackgroundJob = backgroundJobs.length > 0 && (isBackgroundTurn || urgentJobs.length === 0);
    isBackgroundTurn = !runsBackgroundJob;
    currentBatch = runsBackgroundJob ? backgroundJobs.splice(0, 1) : urgentJobs.splice(0, MAX_BATCH_SIZE);
    remainingInBatch = currentBatch.length;
    if (remainingInBatch === 0) {
      // An idle thread must not keep the process alive.
      worker?.unref();
      return;
    }
    worker ??= startWorker();
    worker.ref();
    worker.postMessage(currentBatch.map(({ request }) => request));
  }

  return {
    encode: (request, isUrgent) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('The encoder is closed.'));
        (isUrgent ? urgentJobs : backgroundJobs).push({ request, resolve, reject });
        startNextBatch();
      }),
    async close() {
      isClosed = true;
      for (const job of [...urgentJobs.splice(0), ...backgroundJobs.splice(0)])
        job.reject(new Error('The encoder is closed.'));
      if (!worker) return;
      // Terminating the worker while the model loads or runs would crash the process, so it is asked to exit.
      const exited = once(worker, 'exit');
      worker.ref();
      worker.postMessage(null);
      await exited;
    },
  };
}
