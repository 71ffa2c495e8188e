// Files are opened in a thread with little memory and little time. Whatever it is that a file does, it does it there.
import { Worker } from 'node:worker_threads';
import type { Places } from '../places.ts';
import type { Robots, RobotsVerdict } from '../robots.ts';
import { Unreadable } from './blocks.ts';
import type { Asked, Opened, Told, Wanted } from './extract-worker.ts';

type Progress = (read: number, found: number) => void;

/** One thing after another, whoever asks. */
export type Extractor = {
  extract(wanted: Wanted, progress?: Progress): Promise<Opened>;
  judge(robots: Robots): Promise<RobotsVerdict>;
  close(): Promise<void>;
};

export type Limits = {
  /** Without a sign of progress, and altogether. */
  silentMs: number;
  wholeMs: number;
  heapMb: number;
  /** What is unpacked lies outside the heap: how much of it the thread may have. */
  outsideMb: number;
};

export const LIMITS: Limits = { silentMs: 15_000, wholeMs: 120_000, heapMb: 256, outsideMb: 800 };
const WATCH_MS = 100;

const BROKEN = 'This file cannot be read: it is damaged. Save it anew and send it again.';
const TOO_LONG = 'Reading this file took too long, so it was given up. Send it in smaller parts, or as plain text.';
const TOO_LARGE = 'This file unpacks to more than can be read, so it was given up. Send it in smaller parts.';

/** `place`: waits until there is one among those of others. */
export function openExtractor(limits: Limits = LIMITS, place: Places = (work) => work()): Extractor {
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
  const ask = async (asked: Asked, progress: Progress): Promise<Told> => {
    if (closed) throw new Error('The extractor is closed.');
    worker ??= start();
    const own = worker;
    return new Promise<Told>((resolve, reject) => {
      const begun = performance.now();
      let heard = begun;
      const refuse = (why: string) => {
        settle();
        worker = undefined;
        own.terminate().then(
          () => reject(new Unreadable(why)),
          () => reject(new Unreadable(why)),
        );
      };
      let over = false;
      // The thread's own, and not the process's: what others unpack at the same time is no fault of this file.
      const weigh = async () => {
        const { external_memory: outside } = await own.getHeapStatistics();
        if (!over && outside > limits.outsideMb * 1024 * 1024) refuse(TOO_LARGE);
      };
      const watch = setInterval(() => {
        const now = performance.now();
        if (now - heard > limits.silentMs || now - begun > limits.wholeMs) refuse(TOO_LONG);
        else weigh().catch(() => undefined);
      }, WATCH_MS);
      const hear = (told: Told) => {
        heard = performance.now();
        if ('read' in told) return progress(told.read, told.found);
        settle();
        if ('unreadable' in told) reject(new Unreadable(told.unreadable ?? BROKEN));
        else resolve(told);
      };
      const died = (error: Error & { code?: string }) =>
        refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE : BROKEN);
      const ended = () => refuse(BROKEN);
      const settle = () => {
        over = true;
        clearInterval(watch);
        own.off('message', hear).off('error', died).off('exit', ended);
      };
      own.on('message', hear).on('error', died).on('exit', ended);
      own.postMessage(asked);
    });
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T extends Told>(asked: Asked, progress: Progress = () => undefined): Promise<T> => {
    const answered = last.then(() => place(() => ask(asked, progress)));
    last = answered.catch(() => undefined);
    return answered as Promise<T>;
  };
  return {
    extract: async (wanted, progress) => (await inTurn<{ opened: Opened }>({ open: wanted }, progress)).opened,
    judge: async (robots) => (await inTurn<{ verdict: RobotsVerdict }>({ robots })).verdict,
    async close() {
      closed = true;
      await worker?.terminate();
      worker = undefined;
    },
  };
}
