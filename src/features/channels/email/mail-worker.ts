// The thread that reads one large mail.
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../../kernel/must.ts';
import { type MailSource, type Reader, readSource } from './read-source.ts';

export type MailWorkerInput = { source: MailSource; readers: Reader[] };

const { source, readers } = workerData as MailWorkerInput;
must(parentPort, 'a worker thread').postMessage(await readSource(source, readers));
