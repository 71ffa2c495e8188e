// The thread that reads one large mail.
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../../kernel/must.ts';
import { type Mailbox, type MailSource, readSource } from './read-source.ts';

export type MailWorkerInput = { source: MailSource; mailboxes: Mailbox[] };

const { source, mailboxes } = workerData as MailWorkerInput;
must(parentPort, 'a worker thread').postMessage(await readSource(source, mailboxes));
