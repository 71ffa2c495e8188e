// Reads large mails in a thread of their own: decoding some megabytes would keep everybody else waiting.
import { Worker } from 'node:worker_threads';
import { createConcurrencyLimit } from '../../knowledge/concurrency-limit.ts';
import type { Received } from '../channel.ts';
import type { MailWorkerInput } from './mail-worker.ts';
import { type Mailbox, type MailSource, readSource } from './read-source.ts';

/** Starting a thread takes longer than reading less. */
const MAX_SIZE_HERE = 100_000;
const MAX_HEAP_MB = 512;
const TIMEOUT_MS = 60_000;
const runLimited = createConcurrencyLimit(2);

/** If a mail is too large for its thread, only its beginning is read. */
export const readAnySource = (source: MailSource, mailboxes: Mailbox[]): Promise<Received[]> =>
  sizeOf(source) <= MAX_SIZE_HERE
    ? readSource(source, mailboxes)
    : runLimited(() => runWorker({ source, mailboxes })).catch((error: unknown) => {
        if (!('raw' in source)) throw error;
        return readSource({ ...source, raw: source.raw.subarray(0, MAX_SIZE_HERE) }, mailboxes);
      });

function sizeOf(source: MailSource): number {
  if ('raw' in source) return source.raw.length;
  return 'postmark' in source ? source.postmark.length : source.parts.text.length + source.parts.html.length;
}

function runWorker(workerData: MailWorkerInput): Promise<Received[]> {
  const worker = new Worker(new URL('./mail-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
  return new Promise<Received[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the mail was not read')));
  }).finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
