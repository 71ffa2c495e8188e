// The encoder's thread: started at first use, given the messages that wait as one batch, replaced after a crash.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { setForLibraries } from '../../kernel/config.ts';
import { must } from '../../kernel/must.ts';
import type { Encoded, Wanted } from './encoder-worker.ts';

type Job = {
  readonly wanted: Wanted;
  readonly resolve: (encoded: Encoded) => void;
  readonly reject: (why: Error) => void;
};

export type Thread = { encode(wanted: Wanted, urgent: boolean): Promise<Encoded>; close(): Promise<void> };

const BATCH = 16;
/** Its short-lived objects are few: left to itself, it takes as much room for them as the main thread. */
const YOUNG_MB = 6;

export function openThread(folder: string): Thread {
  const urgent: Job[] = [];
  const patient: Job[] = [];
  let worker: Worker | undefined;
  let underWay: Job[] = [];
  let left = 0;
  let isListsTurn = false;
  let closed = false;

  function start(): Worker {
    // The runtime reports to its makers otherwise.
    setForLibraries('ORT_DISABLE_TELEMETRY', '1');
    const started = new Worker(new URL('./encoder-worker.ts', import.meta.url), {
      workerData: folder,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    let why = new Error('The encoder stopped.');
    started.on('message', finish);
    started.on('error', (error) => {
      why = error instanceof Error ? error : new Error(String(error));
    });
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      const lost = underWay;
      underWay = [];
      for (const job of lost) job.reject(why);
      next();
    });
    return started;
  }

  function finish(encoded: Encoded) {
    must(underWay[encoded.at], 'what was asked for').resolve(encoded);
    left -= 1;
    if (left > 0) return;
    underWay = [];
    next();
  }

  function next() {
    if (underWay.length > 0) return;
    // What can wait goes one at a time, so that nobody waits for a list; under load it takes turns.
    const isAlone = patient.length > 0 && (isListsTurn || urgent.length === 0);
    isListsTurn = !isAlone;
    underWay = isAlone ? patient.splice(0, 1) : urgent.splice(0, BATCH);
    left = underWay.length;
    if (left === 0) {
      // A thread without work does not keep the process alive.
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage(underWay.map(({ wanted }) => wanted));
  }

  return {
    encode: (wanted, isUrgent) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The encoder is closed.'));
        (isUrgent ? urgent : patient).push({ wanted, resolve, reject });
        next();
      }),
    async close() {
      closed = true;
      for (const job of [...urgent.splice(0), ...patient.splice(0)]) job.reject(new Error('The encoder is closed.'));
      if (!worker) return;
      // Ended from outside while the model loads or runs, it would take the whole process with it.
      const ended = once(worker, 'exit');
      worker.ref();
      worker.postMessage(null);
      await ended;
    },
  };
}
