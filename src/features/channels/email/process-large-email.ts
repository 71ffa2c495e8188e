// Reads large emails in a worker thread: decoding megabytes here would block everybody else.
import { Worker } from 'node:worker_threads';
import { createConcurrencyLimit } from '../../knowledge/concurrency-limit.ts';
import type { InboundResult } from '../channel.ts';
import type { EmailWorkerInput } from './mail-worker.ts';
import { type EmailSource, type Mailbox, processEmail } from './process-email.ts';

/** Reading a smaller email takes less time than starting a thread. */
const MAX_INLINE_BYTES = 100_000;
const MAX_HEAP_MB = 512;
const TIMEOUT_MS = 60_000;
const runLimited = createConcurrencyLimit(2);

/** If an email is too large even for the worker, only its beginning is read. */
export const processEmailOfAnySize = (source: EmailSource, mailboxes: Mailbox[]): Promise<InboundResult[]> =>
  countBytes(source) <= MAX_INLINE_BYTES
    ? processEmail(source, mailboxes)
    : runLimited(() => runWorker({ source, mailboxes })).catch((error: unknown) => {
        if (!('raw' in source)) throw error;
        return processEmail({ ...source, raw: source.raw.subarray(0, MAX_INLINE_BYTES) }, mailboxes);
      });

function countBytes(source: EmailSource): number {
  if ('raw' in source) return source.raw.length;
  return 'postmark' in source ? source.postmark.length : source.fields.text.length + source.fields.html.length;
}

function runWorker(workerData: EmailWorkerInput): Promise<InboundResult[]> {
  const worker = new Worker(new URL('./mail-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
  return new Promise<InboundResult[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the mail was not read')));
  }).finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
