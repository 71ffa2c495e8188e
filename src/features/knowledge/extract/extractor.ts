// Files are opened in a thread with little memory and little time. Whatever it is that a file does, it does it there.
import { Worker } from 'node:worker_threads';
import { type Extract, Unreadable } from './blocks.ts';
import type { Told, Wanted } from './extract-worker.ts';

type Progress = (read: number, found: number) => void;

export type Extractor = {
  /** One after another, whoever asks. */
  extract(wanted: Wanted, progress?: Progress): Promise<Extract>;
  close(): Promise<void>;
};

export type Limits = {
  /** Without a sign of progress, and altogether. */
  silentMs: number;
  wholeMs: number;
  heapMb: number;
  /** What is unpacked lies outside the heap: how much the process may grow meanwhile. */
  growthMb: number;
};

export const LIMITS: Limits = { silentMs: 15_000, wholeMs: 120_000, heapMb: 256, growthMb: 800 };
const WATCH_MS = 100;

const BROKEN = 'This file cannot be read: it is damaged. Save it anew and send it again.';
const TOO_LONG = 'Reading this file took too long, so it was given up. Send it in smaller parts, or as plain text.';
const TOO_LARGE = 'This file unpacks to more than can be read, so it was given up. Send it in smaller parts.';

export function openExtractor(limits: Limits = LIMITS): Extractor {
  let worker: Worker | undefined;
  let closed = false;
  const start = () => {
    const started = new Worker(new URL('./extract-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 16 },
      stdout: true,
      stderr: true,
    });
    // Parsers complain about files at length, to nobody.
    started.stdout.resume();
    started.stderr.resume();
    // What happens in it while nobody waits must not end the process.
    return started.on('error', () => undefined);
  };
  const open = async (wanted: Wanted, progress: Progress): Promise<Extract> => {
    if (closed) throw new Error('The extractor is closed.');
    worker ??= start();
    const own = worker;
    return new Promise<Extract>((resolve, reject) => {
      const begun = performance.now();
      let heard = begun;
      const base = process.memoryUsage.rss();
      const refuse = (why: string) => {
        settle();
        worker = undefined;
        own.terminate().then(
          () => reject(new Unreadable(why)),
          () => reject(new Unreadable(why)),
        );
      };
      const watch = setInterval(() => {
        const now = performance.now();
        if (now - heard > limits.silentMs || now - begun > limits.wholeMs) refuse(TOO_LONG);
        else if (process.memoryUsage.rss() - base > limits.growthMb * 1024 * 1024) refuse(TOO_LARGE);
      }, WATCH_MS);
      const hear = (told: Told) => {
        heard = performance.now();
        if ('read' in told) return progress(told.read, told.found);
        settle();
        if ('extract' in told) resolve(told.extract);
        else reject(new Unreadable(told.unreadable ?? BROKEN));
      };
      const died = (error: Error & { code?: string }) =>
        refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE : BROKEN);
      const ended = () => refuse(BROKEN);
      const settle = () => {
        clearInterval(watch);
        own.off('message', hear).off('error', died).off('exit', ended);
      };
      own.on('message', hear).on('error', died).on('exit', ended);
      own.postMessage(wanted);
    });
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    extract(wanted, progress = () => undefined) {
      const extracted = last.then(() => open(wanted, progress));
      last = extracted.catch(() => undefined);
      return extracted;
    },
    async close() {
      closed = true;
      await worker?.terminate();
      worker = undefined;
    },
  };
}
