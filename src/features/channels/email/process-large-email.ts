// Reads large mails in a thread of their own: decoding some megabytes would keep everybody else waiting.
import { Worker } from 'node:worker_threads';
import { createConcurrencyLimit } from '../../knowledge/concurrency-limit.ts';
import type { InboundResult } from '../channel.ts';
import type { EmailWorkerInput } from './mail-worker.ts';
import { type Mailbox, type EmailSource, processEmail } from './process-email.ts';

/** Starting a thread takes longer than reading less. */
const MAX_INLINE_BYTES = 100_000;
const MAX_HEAP_MB = 512;
const TIMEOUT_MS = 60_000;
const runLimited = createConcurrencyLimit(2);

/** If a mail is too large for its thread, only its beginning is read. */
export const processEmailOfAnySize = (source: EmailSource, mailboxes: Mailbox[]): Promise<InboundResult[]> =>
  sizeOf(source) <= MAX_INLINE_BYTES
    ? processEmail(source, mailboxes)
    : runLimited(() => runWorker({ source, mailboxes })).catch((error: unknown) => {
        if (!('raw' in source)) throw error;
        return processEmail({ ...source, raw: source.raw.subarray(0, MAX_INLINE_BYTES) }, mailboxes);
      });

function sizeOf(source: EmailSource): number {
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
