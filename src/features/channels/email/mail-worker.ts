// The thread that reads one large email.
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../../kernel/must.ts';
import { type EmailSource, type Mailbox, processEmail } from './process-email.ts';

export type EmailWorkerInput = { source: EmailSource; mailboxes: Mailbox[] };

const { source, mailboxes } = workerData as EmailWorkerInput;
must(parentPort, 'a worker thread').postMessage(await processEmail(source, mailboxes));
